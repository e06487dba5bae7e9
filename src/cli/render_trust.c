/* SPDX-License-Identifier: MIT */
/* Text of the verbs about layers, pages and live checks. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "cli/render.h"

/* Marks behind a row, each a sentence on its own line. */
static void
add_mark(struct rv_text *t, const char *label, struct rv_sv why)
{
	if (!why.n)
		return;
	rv_text_printf(t, "        ! %s: ", label);
	rv_text_line(t, why, 0);
	rv_text_lit(t, "\n");
}

static void
add_size(struct rv_text *t, int64_t bytes)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_fmt_bytes(&b, bytes);
	rv_text_printf(t, "%9s  ", b.p);
	rv_buf_release(&b);
}

void
rv_render_layers(struct rv_text *t, const rv_json *doc)
{
	const rv_json *i = rv_json_first(rv_json_get(doc, "items"));

	if (!i)
		rv_text_lit(t, _("No page of the agent was found.\n"));
	for (; i; i = rv_json_next(i)) {
		rv_text_cell(t, rv_json_get_sv(i, "layer"), 8);
		rv_text_cell(t, rv_json_get_sv(i, "trust"), 2);
		rv_text_day(t, rv_json_get(i, "updated"), 11);
		add_size(t, rv_json_int(rv_json_get(i, "bytes"), 0));
		rv_text_line(t, rv_json_get_sv(i, "path"), 0);
		if (rv_json_get_sv(i, "proposal").n) {
			rv_text_lit(t, "  ");
			rv_text_line(t, rv_json_get_sv(i, "proposal"), 0);
		}
		rv_text_lit(t, "\n");
		add_mark(t, _("stale"), rv_json_get_sv(i, "stale"));
		add_mark(t, _("contradiction"),
			 rv_json_get_sv(i, "contradiction"));
		add_mark(t, _("same name"), rv_json_get_sv(i, "same_name"));
		add_mark(t, _("twin"), rv_json_get_sv(i, "twin"));
		add_mark(t, _("copy"), rv_json_get_sv(i, "copy"));
	}
}

void
rv_render_lint(struct rv_text *t, const rv_json *doc)
{
	const rv_json *f = rv_json_first(rv_json_get(doc, "findings"));

	if (!f)
		rv_text_lit(t, _("No findings.\n"));
	for (; f; f = rv_json_next(f)) {
		rv_text_line(t, rv_json_get_sv(f, "path"), 0);
		rv_text_printf(t, ":%lld: ",
			       (long long)rv_json_int(rv_json_get(f, "line"),
						      0));
		rv_text_word(t, rv_json_get_sv(f, "level"), 0);
		rv_text_lit(t, ": ");
		rv_text_line(t, rv_json_get_sv(f, "message"), 0);
		rv_text_lit(t, " [");
		rv_text_line(t, rv_json_get_sv(f, "code"), 0);
		rv_text_lit(t, "]\n");
	}
}

void
rv_render_live(struct rv_text *t, const rv_json *doc)
{
	const rv_json *c = rv_json_first(rv_json_get(doc, "checks"));

	if (!c)
		rv_text_lit(t, _("No live check is configured; name some under "
				 "live.checks in .reverie/config.yaml.\n"));
	for (; c; c = rv_json_next(c)) {
		rv_text_cell(t, rv_json_get_sv(c, "name"), 20);
		rv_text_word(t, rv_json_get_sv(c, "state"), 10);
		rv_text_word(t, rv_json_get_sv(c, "kind"), 8);
		if (rv_json_get_sv(c, "time").n) {
			rv_text_when(t, rv_json_get(c, "time"));
			rv_text_lit(t, "  ");
		}
		rv_text_line(t, rv_json_get_sv(c, "what"), 60);
		rv_text_lit(t, "\n");
		if (rv_json_get_sv(c, "result").n) {
			rv_text_block(t, rv_json_get_sv(c, "result"), 4);
			rv_text_lit(t, "\n");
		}
		if (!rv_json_bool(rv_json_get(c, "kept"), true))
			rv_text_lit(t, _("    not kept: the workspace is "
					 "read-only\n"));
	}
}
