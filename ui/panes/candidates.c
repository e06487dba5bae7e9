/* SPDX-License-Identifier: MIT */
/* Resonance: every candidate with its verdict. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/pane.h"

enum kind { KIND_ALL, KIND_IN, KIND_OUT, KIND_NEAR, KIND_N };

struct state {
	enum kind kind; /* which ones are shown */
	int64_t run; /* what the list was made of */
};

static const char *const kind_names[KIND_N] = {N_("all"), N_("in"), N_("out"),
					       N_("near-miss")};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("why"), N_("why it surfaced or not"), 0},
	{"\\", UI_ACT_CYCLE, N_("in/out"),
	 N_("show all, those in, those out, or the near-misses"), 0},
	{"f", UI_ACT_FILTER, N_("filter"), N_("show only what fits"), 0},
	{"left", UI_ACT_LEFT, NULL, N_("phase before"), 0},
	{"right", UI_ACT_RIGHT, NULL, N_("next phase"), 0},
	{"o", UI_ACT_SOURCE, N_("source"), N_("open what it comes from"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy its text"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static size_t
count(const struct pane *p)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	return t ? t->n : 0;
}

static const struct rv_view_candidate *
candidate(const struct pane *p, size_t i)
{
	return &ui_pane_snap(p, UI_VIEW_TRACE)->u.trace.cands[i];
}

static uint64_t
id(const struct pane *p, size_t i)
{
	(void)p;
	return (i + 1) << 1;
}

/* Dropped by one rule alone. */
static bool
is_near(const struct rv_view_candidate *c)
{
	return !c->injected && c->n_against == 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_candidate *c = candidate(p, i);

	rv_buf_addf(out, "%s %s %.*s ", c->injected ? "IN" : "OUT", c->verdict,
		    RV_SV_ARG(c->id));
	if (is_near(c))
		rv_buf_adds(out, "near-miss ");
	rv_buf_addv(out, c->text);
}

static bool
passes(const struct pane *p, size_t i)
{
	const struct rv_view_candidate *c = candidate(p, i);

	switch (((const struct state *)p->state)->kind) {
	case KIND_ALL: return true;
	case KIND_IN: return c->injected;
	case KIND_OUT: return !c->injected;
	case KIND_NEAR: return is_near(c);
	case KIND_N: break;
	}
	return true;
}

static const char *
setting(const struct pane *p)
{
	enum kind kind = ((const struct state *)p->state)->kind;

	return kind != KIND_ALL ? kind_names[kind] : NULL;
}

static void
set(struct pane *p, struct rv_sv word)
{
	for (int i = 0; i < KIND_N; i++)
		if (rv_sv_is(word, kind_names[i]))
			((struct state *)p->state)->kind = (enum kind)i;
}

static ptrdiff_t
wanted(const struct pane *p)
{
	return p->ctx->cand < count(p) ? (ptrdiff_t)p->ctx->cand
				       : UI_ROWS_NONE;
}

static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i >= 0)
		ui_ctx_select_cand(p->ctx, (size_t)i);
}

static void
candidates_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (!t)
		return;
	if (st->kind == KIND_ALL)
		rv_buf_addf(out, _("%d by place"), (int)t->n);
	else
		rv_buf_addf(out, _("only %s: %d of %d, esc shows all"),
			    _(kind_names[st->kind]), (int)ui_rows_shown(p),
			    (int)t->n);
	if (!t->adds_up)
		rv_buf_adds(out, _("   ! the verdicts do not add up"));
}

/* What fits is looked for in the chosen kind alone. */
static void
add_kind(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;

	if (p->list.filter.n > 0 && st->kind != KIND_ALL)
		rv_buf_addf(out, _("  only %s"), _(kind_names[st->kind]));
}

/* Another turn may have been chosen whose trace is here already. */
static void
candidates_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);
	int64_t run = t ? t->turn.run : 0;

	bool other = view != UI_VIEW_TRACE && run != st->run;

	st->run = run;
	if (other)
		ui_rows_sync(p);
}

static unsigned
candidates_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	ptrdiff_t i = ui_rows_at(p);

	if (!ui_ctx_trace(p->ctx))
		return PANE_IGNORED;
	if (act == UI_ACT_CYCLE) {
		st->kind = (enum kind)((st->kind + 1) % KIND_N);
		ui_rows_sync(p);
		return PANE_REDRAW;
	}
	/* What is searched and filtered for goes first, as everywhere. */
	if (act == UI_ACT_CLOSE && st->kind != KIND_ALL &&
	    p->ctx->find.n == 0 && p->list.filter.n == 0) {
		st->kind = KIND_ALL;
		ui_rows_sync(p);
		return PANE_REDRAW;
	}
	if (act == UI_ACT_LEFT || act == UI_ACT_RIGHT) {
		p->ctx->phase = (p->ctx->phase +
				 (act == UI_ACT_LEFT ? 5 : 1)) % 6;
		return PANE_REDRAW;
	}
	if (i >= 0 && act == UI_ACT_OPEN)
		ui_step_into(p->ctx, "resonance", "why");
	else if (i >= 0 && act == UI_ACT_SOURCE)
		ui_ctx_open(p->ctx, candidate(p, (size_t)i)->id);
	else if (i >= 0 && act == UI_ACT_COPY)
		ui_copy(p->ctx, candidate(p, (size_t)i)->text, _("text"));
	else
		return PANE_IGNORED;
	return PANE_HANDLED;
}

/* What each rule says: + lets it pass, x drops it, . was not asked, because
 * ranks are for those that no other rule drops. */
static const struct {
	/* The word of the verdict itself, as rows, Why and the legend have it;
	 * the first one stands for several. */
	const char *name, *codes; /* with blanks around */
	bool ranks;
} columns[] = {
	{"kind", " noise loop json emptykey quarantine redact banned ", false},
	{"horizon", " horizon ", false},
	{"echo", " echo ", false},
	{"dup", " dup ", false},
	{"weak", " weak ", false},
	{"max", " max source budget ", true},
};

static bool
has_columns(const struct ui_surface *s)
{
	return s->r.w >= 84;
}

static char
rule_sign(const struct rv_view_candidate *c, size_t column)
{
	for (size_t i = 0; i < c->n_against; i++)
		if (strstr(columns[column].codes,
			   ui_tmp(" %s ", c->against[i])))
			return 'x';
	return columns[column].ranks && c->n_against > 0 ? '.' : '+';
}

/* Returns where the text begins. */
static int
draw_rules(struct ui_surface *s, int x, const struct rv_view_candidate *c)
{
	for (size_t i = 0; has_columns(s) && i < ARRAY_LEN(columns); i++) {
		char sign = rule_sign(c, i);

		ui_putf(s, x + (int)strlen(columns[i].name) / 2, 0,
			sign == 'x' ? UI_ROLE_WARN : UI_ROLE_DIM, "%c", sign);
		x += (int)strlen(columns[i].name) + 1;
	}
	return x;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_candidate *c = candidate(p, i);
	ui_style text = c->injected ? UI_ROLE_TEXT : UI_ROLE_OUT;
	int x = 0;

	ui_puts(s, x, 0, c->injected ? UI_ROLE_IN : UI_ROLE_OUT,
		c->injected ? "IN " : "OUT");
	if (!c->injected || strcmp(c->verdict, "in") != 0)
		ui_putw(s, x + 4, 0, 9, UI_ROLE_OUT, rv_sv(c->verdict));
	x = 14;
	ui_putf(s, x, 0, ui_layer_role(c->letter), "[%c]",
		c->letter ? c->letter : '?');
	ui_put_right(s, x + 8, 0, 4, UI_ROLE_DIM,
		     rv_sv(ui_tmp_age(p->ctx, c->time)));
	ui_put_right(s, x + 14, 0, 5, UI_ROLE_DIM,
		     rv_sv(ui_tmp("%.2f", c->score)));
	x = draw_rules(s, x + 16, c);
	ui_putw(s, x, 0, s->r.w - x, text, c->text);
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	int x = 14;

	if (ui_rows_shown(p) == 0)
		return;
	ui_puts(s, 0, 0, UI_ROLE_LABEL, _("verdict"));
	x += ui_puts(s, x, 0, UI_ROLE_LABEL, _("lay  age score")) + 2;
	for (size_t i = 0; has_columns(s) && i < ARRAY_LEN(columns); i++)
		x += ui_puts(s, x, 0, UI_ROLE_LABEL, columns[i].name) + 1;
	ui_puts(s, x, 0, UI_ROLE_LABEL, _("text"));
}

static const char *
empty(const struct pane *p)
{
	const struct state *st = p->state;

	if (count(p) == 0)
		return _("0 candidates: nothing in memory shares a word with "
			 "this turn.");
	if (st->kind == KIND_IN)
		return _("Surfaced nothing: correct more often than not. esc "
			 "shows the others.");
	return ui_tmp(_("None of the %d candidates is of this kind (%s). esc "
			"shows all."),
		      (int)count(p), _(kind_names[st->kind]));
}

static void
candidates_draw(const struct pane *p, struct ui_surface *s)
{
	if (p->ctx->run == 0)
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No turn is selected. Every candidate of a turn "
			       "stands here with the reason why it surfaced or "
			       "not."));
	else if (ui_ctx_trace(p->ctx))
		ui_rows_draw(p, s);
	else
		(void)ui_pane_blank(p, s, UI_VIEW_TRACE);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_TRACE,
	.above = 1,
	.count = count,
	.id = id,
	.text = text,
	.passes = passes,
	.wanted = wanted,
	.chosen = chosen,
	.draw = draw,
	.around = around,
	.empty = empty,
	.also_heading = add_kind,
};

const struct pane_ops candidates_pane = {
	.name = "candidates",
	.title = N_("Candidates"),
	.state_size = sizeof(struct state),
	.keys = keys,
	.rows = &rows,
	.legend = ui_legend_candidates,
	.heading = candidates_heading,
	.setting = setting,
	.set = set,
	.update = candidates_update,
	.action = candidates_action,
	.draw = candidates_draw,
};
