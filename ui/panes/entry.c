/* SPDX-License-Identifier: MIT */
/* Log: everything about the selected row. */
#include "config.h"

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/logrows.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
};

static const struct ui_key keys[] = {
	{"y", UI_ACT_COPY, N_("copy"), N_("copy the command line"), 0},
	{"/", UI_ACT_FIND, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

#define LEAD 12

static void
fact(struct ui_textview *v, const char *name, struct rv_sv value)
{
	if (value.n > 0)
		ui_textview_lead(v, UI_ROLE_LABEL, rv_sv(name), LEAD,
				 UI_ROLE_TEXT, value);
}

static void
add_line(struct pane *p, struct rv_sv cli)
{
	struct rv_buf whole = RV_BUF_INIT;

	if (cli.n > 0) {
		ui_cmdline_whole(p->ctx, cli, &whole);
		ui_textview_lead(&((struct state *)p->state)->view, UI_ROLE_KEY,
				 RV_SV("$"), LEAD, UI_ROLE_TEXT,
				 rv_buf_sv(&whole));
	}
	rv_buf_release(&whole);
}

static void
add_ledger(struct pane *p, const struct ui_logrow *r)
{
	const struct rv_view_activity *a = r->act;
	struct rv_sv cli = ui_logrow_cli(r);
	struct ui_textview *v = &((struct state *)p->state)->view;

	fact(v, _("what"), a->text);
	fact(v, _("when"),
	     rv_sv(ui_tmp("%s %s", ui_tmp_date(p->ctx, a->time),
			  ui_tmp_clock(p->ctx, a->time))));
	add_line(p, cli);
	if (a->ledger > 0)
		fact(v, _("ledger row"),
		     rv_sv(ui_tmp(_("%d   by %.*s, %.*s"), (int)a->ledger,
				  RV_SV_ARG(a->by), RV_SV_ARG(a->door))));
	fact(v, _("proposal"), a->proposal);
	fact(v, _("target"), a->target);
	fact(v, _("reason"), a->reason);
	if (a->of > 0)
		fact(v, _("of row"), rv_sv(ui_tmp("%d", (int)a->of)));
	if (a->end > 0)
		fact(v, _("ended by"),
		     rv_sv(ui_tmp(a->aborted ? _("row %d, not carried out")
					     : _("row %d, done"),
				  (int)a->end)));
	if (a->undone_by > 0)
		fact(v, _("undone by"),
		     rv_sv(ui_tmp(_("row %d"), (int)a->undone_by)));
	if (a->again_by > 0)
		fact(v, _("done again"),
		     rv_sv(ui_tmp(_("by row %d"), (int)a->again_by)));
	fact(v, _("replaced by"), a->replaced_by);
	if (a->files > 0)
		fact(v, _("files"), rv_sv(ui_tmp("%d", (int)a->files)));
	if (a->episodes > 0)
		fact(v, _("episodes"), rv_sv(ui_tmp_int(a->episodes)));
	fact(v, _("chain"), a->hash);
	if (a->step > 0)
		ui_textview_addf(v, UI_ROLE_HINT, 0,
				 _("u takes this step back, as `reverie undo "
				   "%lld` does; the undo is a step of its own "
				   "and can be taken back too."),
				 (long long)a->step);
	else if (a->undone_by > 0)
		ui_textview_addf(v, UI_ROLE_HINT, 0,
				 _("u on row %lld turns it round, as `reverie "
				   "undo %lld` does."),
				 (long long)a->newest, (long long)a->newest);
}

static void
entry_recalc(struct pane *p)
{
	struct state *st = p->state;
	const struct ui_logrow *r = &p->ctx->log;

	ui_textview_begin(&st->view, p->w);
	if (r->act) {
		add_ledger(p, r);
	} else if (r->said) {
		fact(&st->view, _("when"),
		     rv_sv(ui_tmp_clock(p->ctx, r->said->time)));
		fact(&st->view, _("answer"), rv_sv(r->said->text));
		add_line(p, rv_sv(r->said->cli));
	}
	ui_textview_fit(&st->view, p->h);
}

static void
entry_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

static unsigned
entry_action(struct pane *p, enum ui_act act)
{
	const struct ui_logrow *r = &p->ctx->log;

	if (act != UI_ACT_COPY || (!r->act && !r->said))
		return PANE_IGNORED;
	return ui_logrow_copy(p->ctx, r) ? PANE_HANDLED : PANE_IGNORED;
}

const struct pane_ops entry_pane = {
	.name = "entry",
	.title = N_("This row"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.action = entry_action,
	.recalc = entry_recalc,
	.draw = entry_draw,
};
