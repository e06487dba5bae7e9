/* SPDX-License-Identifier: MIT */
/* Resonance: the bytes that went into the prompt, in plain colours. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
	int64_t run;
};

static const struct ui_key keys[] = {
	{"y", UI_ACT_COPY, N_("copy"), N_("copy the block"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static void
injected_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (t)
		rv_buf_addf(out, _("%d bytes, %d of %d tok"), (int)t->block.n,
			    (int)t->block_tokens, (int)t->token_budget);
}

static unsigned
injected_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (act == UI_ACT_COPY && t) {
		ui_copy(p->ctx, t->block, _("block"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
injected_recalc(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (st->run != p->ctx->run)
		st->view.top = 0;
	st->run = p->ctx->run;
	ui_textview_begin(&st->view, p->w);
	if (t)
		ui_textview_add(&st->view, UI_ROLE_TEXT, 0, t->block);
	ui_textview_fit(&st->view, p->h);
}

static void
injected_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (!t || t->block.n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     t ? _("Nothing was injected: the agent's prompt "
				   "was left as it is.")
			       : _("The exact bytes that a turn adds to the "
				   "prompt stand here."));
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops injected_pane = {
	.name = "injected",
	.title = N_("Injected"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = injected_heading,
	.action = injected_action,
	.recalc = injected_recalc,
	.draw = injected_draw,
};
