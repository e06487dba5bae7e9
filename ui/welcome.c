/* SPDX-License-Identifier: MIT */
/* The first look at a workspace that nobody opened for writing yet. */
#include "config.h"

#include "base/i18n.h"
#include "ui/console_priv.h"
#include "ui/pane.h"

/* The dry run: what is in what was found. */
static void
tell_read(const struct ui_ctx *c, const struct rv_view_found *f,
	  struct rv_buf *b)
{
	bool outside = false;

	for (size_t i = 0; i < f->n; i++)
		outside = outside || !f->items[i].taken;
	if (f->episodes > 0 && f->first != RV_UNDATED && f->last != RV_UNDATED)
		rv_buf_addf(b,
			    P_("\nRead as a dry run: %s message from %s to %s; "
			       "%s left out as noise.\n",
			       "\nRead as a dry run: %s messages from %s to "
			       "%s; %s left out as noise.\n",
			       f->episodes),
			    ui_tmp_int(f->episodes), ui_tmp_date(c, f->first),
			    ui_tmp_date(c, f->last), ui_tmp_int(f->excluded));
	else if (f->episodes > 0)
		rv_buf_addf(b,
			    P_("\nRead as a dry run: %s message without a "
			       "time; %s left out as noise.\n",
			       "\nRead as a dry run: %s messages without a "
			       "time; %s left out as noise.\n",
			       f->episodes),
			    ui_tmp_int(f->episodes), ui_tmp_int(f->excluded));
	if (f->lines > 0)
		rv_buf_addf(b,
			    P_("%s line cannot be read: gn says which and "
			       "why.\n",
			       "%s lines cannot be read: gn says which and "
			       "why.\n",
			       f->lines),
			    ui_tmp_int(f->lines));
	if (f->secrets > 0)
		rv_buf_addf(b,
			    P_("%s line holds a secret, which is masked.\n",
			       "%s lines hold secrets, which are masked.\n",
			       f->secrets),
			    ui_tmp_int(f->secrets));
	if (outside)
		rv_buf_adds(b, _("\n`:import --dry-run PATH` says what would "
				 "come of a place outside.\n"));
}

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
	tell_read(c, f, &b);
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
	if (c->console->opts->readonly) {
		ui_toast(c, RV_LEVEL_WARN,
			 off ? _("this console was started with --readonly: "
				 "start it without to write")
			     : _("this console was started with --readonly: it "
				 "writes nothing, nor that you said so"));
		return;
	}
	ui_model_want(c->model, UI_VIEW_OPEN, off ? 1 : 2, RV_SV_NONE);
	ui_toast(c, RV_LEVEL_OK,
		 off ? _("opening it for writing") : _("nothing is written "
						       "from now on"));
}
