/* SPDX-License-Identifier: MIT */
/* What is shown of an episode wherever one is opened. */
#include "config.h"

#include "ui/episode.h"

#include "base/i18n.h"
#include "ui/pane.h"

void
ui_episode_show(struct ui_ctx *c, const struct rv_view_episode *e)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("time     %s %s\nwho      %.*s %.*s (%.*s)\n"),
		    ui_tmp_date(c, e->time), ui_tmp_clock(c, e->time),
		    RV_SV_ARG(e->role), RV_SV_ARG(e->name),
		    RV_SV_ARG(e->origin));
	rv_buf_addf(&b, _("session  %.*s\nsource   %.*s:%d\nid       %.*s\n"),
		    RV_SV_ARG(e->session), RV_SV_ARG(e->source), (int)e->line,
		    RV_SV_ARG(e->id));
	rv_buf_addf(&b, _("tokens   %s\n\n"), ui_tmp_int(e->tokens));
	rv_buf_addv(&b, e->text);
	ui_show_text(c, _("Episode"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

void
ui_episode_text(const struct rv_view_episode *e, struct rv_buf *out)
{
	struct rv_sv who = ui_who(e->role, e->name);

	rv_buf_addv(out, who);
	rv_buf_addc(out, ' ');
	rv_buf_addv(out, e->excluded);
	rv_buf_addc(out, ' ');
	rv_buf_addv(out, e->text);
	rv_buf_addc(out, ' ');
	rv_buf_addv(out, e->id);
}
