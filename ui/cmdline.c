/* SPDX-License-Identifier: MIT */
/* Command lines, as they work where they are pasted. */
#include "config.h"

#include "ui/cmdline.h"

#include "base/i18n.h"
#include "base/width.h"
#include "engine/action.h"
#include "ui/console_priv.h"
#include "ui/shorten.h"

#define NAME RV_SV("reverie ")
#define SHORT_DIR 16 /* columns of a workspace that had to be shortened */

/* Must this one say which workspace it means? */
static bool
wants_dir(const struct ui_ctx *c, struct rv_sv cli)
{
	return c->console->opts->elsewhere && rv_sv_starts(cli, NAME);
}

static void
add_line(struct rv_sv dir, struct rv_sv cli, struct rv_buf *out)
{
	rv_buf_addf(out, "reverie --workspace %.*s %.*s", RV_SV_ARG(dir),
		    RV_SV_ARG(rv_sv_slice(cli, NAME.n, cli.n)));
}

void
ui_cmdline_whole(const struct ui_ctx *c, struct rv_sv cli, struct rv_buf *out)
{
	struct rv_buf dir = RV_BUF_INIT;

	if (wants_dir(c, cli)) {
		rv_args_quote(c->console->opts->workspace, &dir);
		add_line(rv_buf_sv(&dir), cli, out);
	} else {
		rv_buf_addv(out, cli);
	}
	rv_buf_release(&dir);
}

int
ui_cmdline_put(const struct ui_ctx *c, struct ui_surface *s, int x, int y,
	       int w, ui_style st, const char *sign, struct rv_sv cli)
{
	struct rv_buf line = RV_BUF_INIT, dir = RV_BUF_INIT;
	size_t bare;
	int used;

	rv_buf_addf(&line, "%s ", sign);
	bare = line.n;
	ui_cmdline_whole(c, cli, &line);
	if (rv_width(rv_buf_sv(&line)) > w && wants_dir(c, cli)) {
		rv_buf_truncate(&line, bare);
		ui_shorten(rv_sv(c->console->opts->workspace), SHORT_DIR,
			   s->grid->ascii ? ".." : "…", &dir);
		add_line(rv_buf_sv(&dir), cli, &line);
	}
	used = ui_putw(s, x, y, w, st, rv_buf_sv(&line));
	rv_buf_release(&line);
	rv_buf_release(&dir);
	return used;
}

void
ui_cmdline_copy(struct ui_ctx *c, struct rv_sv cli)
{
	struct rv_buf whole = RV_BUF_INIT;

	ui_cmdline_whole(c, cli, &whole);
	ui_copy(c, rv_buf_sv(&whole), _("command line"));
	rv_buf_release(&whole);
}
