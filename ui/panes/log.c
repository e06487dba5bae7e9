/* SPDX-License-Identifier: MIT */
/* Pending: what was done, newest first; actions of this console with the
 * command line that does the same. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the turn, or the line"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the command line"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

/* A row is either a line of this session or one of the record. */
struct row {
	const struct ui_said *said;
	const struct rv_view_activity *act;
};

static const struct rv_view_log *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LOG);

	return s ? &s->u.log : NULL;
}

static size_t
count(const struct pane *p)
{
	const struct rv_view_log *v = data(p);

	return p->ctx->said_n + (v ? v->n : 0);
}

/* Merges the two by time, newest first; both are sorted already. */
static struct row
row_at(const struct pane *p, size_t want)
{
	const struct rv_view_log *v = data(p);
	size_t said = p->ctx->said_n, act = 0, n = v ? v->n : 0;
	struct row r = {0};

	for (size_t i = 0; i <= want; i++) {
		const struct ui_said *s =
			said > 0 ? &p->ctx->said[said - 1] : NULL;
		const struct rv_view_activity *a =
			act < n ? &v->items[act] : NULL;

		r = (struct row){0};
		if (s && (!a || s->time >= a->time)) {
			r.said = s;
			said--;
		} else if (a) {
			r.act = a;
			act++;
		}
	}
	return r;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct pane *p = ctx;
	struct row r = row_at(p, i);

	if (r.said)
		return (rv_sv_hash(rv_sv(r.said->cli)) +
			(uint64_t)r.said->time) | 1;
	if (r.act)
		return (rv_sv_hash(r.act->text) + (uint64_t)r.act->time +
			(uint64_t)r.act->ledger) | 1;
	return 1;
}

static void
log_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;

	rv_buf_adds(out, _("each action with its command line"));
	if (st->list.newer > 0)
		rv_buf_addf(out, _("  %d newer"), (int)st->list.newer);
}

static void
log_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	if (view == UI_VIEW_LOG)
		ui_list_sync(&st->list, count(p), row_id, p, p->ctx->follow);
}

static unsigned
log_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	struct row r = row_at(p, st->list.cursor);

	if (act == UI_ACT_COPY && r.said) {
		ui_copy(p->ctx, rv_sv(r.said->cli), _("command line"));
		return PANE_HANDLED;
	}
	if (act == UI_ACT_OPEN && r.act && r.act->run > 0) {
		int64_t run = r.act->run;

		ui_goto(p->ctx, "resonance", "candidates");
		ui_ctx_select_run(p->ctx, run);
		return PANE_HANDLED;
	}
	if (act == UI_ACT_OPEN && (r.act || r.said)) {
		struct rv_buf b = RV_BUF_INIT;

		if (r.said)
			rv_buf_addf(&b, "$ %s\n%s", r.said->cli, r.said->text);
		else
			rv_buf_addf(&b, "%s %.*s", r.act->kind,
				    RV_SV_ARG(r.act->text));
		ui_show_text(p->ctx, _("Log"), rv_buf_sv(&b));
		rv_buf_release(&b);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, p) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
log_recalc(struct pane *p)
{
	struct state *st = p->state;

	st->list.n = count(p);
	ui_list_fit(&st->list, p->h);
}

static void
log_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (count(p) == 0) {
		if (!ui_pane_blank(p, s, UI_VIEW_LOG))
			ui_pane_note(s, UI_ROLE_DIM,
				     _("Nothing was written yet. Every action "
				       "appears here with the command line "
				       "that does the same."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		struct row r;

		if (i >= st->list.n)
			break;
		r = row_at(p, i);
		ui_putw(s, 0, y, 5, UI_ROLE_DIM,
			rv_sv(ui_tmp_when(p->ctx, r.said ? r.said->time
							 : r.act->time)));
		if (r.said) {
			int x = 6 + ui_puts(s, 6, y, ui_level_role(r.said->level),
					    r.said->level == RV_LEVEL_OK ? "$"
									 : "!");

			x += 1 + ui_puts(s, x + 1, y, UI_ROLE_TEXT,
					 r.said->cli);
			ui_puts(s, x + 2, y, UI_ROLE_WARN, r.said->text);
		} else {
			ui_putw(s, 6, y, 9, UI_ROLE_LABEL, rv_sv(r.act->kind));
			ui_putw(s, 16, y, s->r.w - 17, UI_ROLE_TEXT,
				r.act->text);
		}
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops log_pane = {
	.name = "log",
	.title = N_("Log"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_LOG,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = log_heading,
	.update = log_update,
	.action = log_action,
	.recalc = log_recalc,
	.draw = log_draw,
};
