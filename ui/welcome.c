/* SPDX-License-Identifier: MIT */
/* The first look at a workspace that nobody opened for writing yet. */
#include "config.h"

#include "base/i18n.h"
#include "ui/console_priv.h"
#include "ui/pane.h"

void
ui_welcome(struct ui_ctx *c)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_FOUND);
	const struct rv_view_found *f = s ? &s->u.found : NULL;
	struct rv_buf b = RV_BUF_INIT;

	if (!f || c->console->welcomed)
		return;
	c->console->welcomed = true;
	rv_buf_addf(&b,
		    f->initialised
			    ? _("Nothing was decided here yet. What was found "
				"in\n%.*s\n\n")
			    : _("Reverie never wrote here before. What was "
				"found in\n%.*s\n\n"),
		    RV_SV_ARG(f->workspace));
	for (size_t i = 0; i < f->n; i++)
		rv_buf_addf(&b, "  %-10.*s %8s  %.*s%s\n",
			    RV_SV_ARG(f->items[i].key),
			    ui_tmp_int(f->items[i].count),
			    RV_SV_ARG(f->items[i].path),
			    f->items[i].taken ? "" : _("  (outside: not taken)"));
	if (f->n == 0)
		rv_buf_adds(&b, _("  nothing that is known: no story, no "
				  "sessions, no pages\n"));
	rv_buf_adds(&b,
		    _("\nIt is read-only: you can look at everything and "
		      "preview a consolidation (c), nothing is written, not "
		      "even an index; what is in your files now stays as it "
		      "is.\n\n"));
	rv_buf_adds(&b,
		    f->initialised
			    ? _("`:readonly off` lets you decide; it is "
				"remembered.")
			    : _("`:readonly off` makes the directory .reverie "
				"in it and lets you decide; it is "
				"remembered."));
	ui_show_text(c, _("A new workspace"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

void
ui_welcome_readonly(struct ui_ctx *c, struct rv_sv word)
{
	const struct rv_view_status *st = ui_ctx_status(c);
	bool off = rv_sv_is(word, "off");

	if (!off && !rv_sv_is(word, "on")) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("readonly: say on or off; it is %s now"),
			 st && st->readonly ? _("on") : _("off"));
		return;
	}
	if (off && c->console->opts->readonly) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("this console was started with --readonly: start it "
			   "without to write"));
		return;
	}
	ui_model_want(c->model, UI_VIEW_OPEN, off ? 1 : 2, RV_SV_NONE);
	ui_toast(c, RV_LEVEL_OK,
		 off ? _("opening it for writing") : _("nothing is written "
						       "from now on"));
}
