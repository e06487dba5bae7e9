/* SPDX-License-Identifier: MIT */
/* Overview: what waits for a person. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"
#include "ui/shorten.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what needs you"), 0},
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{"t", UI_ACT_ATTEST, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_overview *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_OVERVIEW)->u.overview;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n_needs;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct rv_view_need *n = &data(p)->needs[i];

	return rv_sv_hash(n->id) ^ rv_sv_hash(n->text);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_need *n = &data(p)->needs[i];

	rv_buf_addf(out, "%.*s %.*s", RV_SV_ARG(n->id), RV_SV_ARG(n->text));
}

static bool
is_path(struct rv_sv id)
{
	return rv_sv_find_char(id, '.') > 0;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_need *n = &data(p)->needs[i];
	int x = 2, end = s->r.w;

	ui_puts(s, 0, 0, ui_level_role(n->level), ui_level_sign(n->level));
	if (n->hint.n > 0 && s->r.w > 40)
		end = ui_put_right(s, s->r.w, 0, 18, UI_ROLE_HINT, n->hint) - 1;
	if (!is_path(n->id)) {
		if (n->id.n > 0)
			x += ui_putw(s, x, 0, 8, UI_ROLE_STRONG, n->id) + 1;
		ui_put_path(s, x, 0, end - x, UI_ROLE_TEXT, n->text);
		return;
	}
	/* What is wrong, then with which page. */
	x += ui_putw(s, x, 0, end - x, UI_ROLE_TEXT, n->text) + 1;
	ui_put_path(s, x, 0, end - x, UI_ROLE_STRONG, n->id);
}

static const char *
empty(const struct pane *p)
{
	return data(p)->status.pending > 0
		       ? _("Nothing needs you. c previews a consolidation of "
			   "what is pending; nothing is written.")
		       : _("Nothing needs you, nothing is pending.");
}

static void
needs_heading(const struct pane *p, struct rv_buf *out)
{
	if (count(p) > 0)
		rv_buf_addf(out, "%d", (int)count(p));
}

static unsigned
needs_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i >= 0 && act == UI_ACT_ATTEST && is_path(data(p)->needs[i].id)) {
		ui_attest(p->ctx, data(p)->needs[i].id);
		return PANE_HANDLED;
	}
	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	if (data(p)->needs[i].opens)
		ui_goto(p->ctx, data(p)->needs[i].opens, NULL);
	else if (data(p)->needs[i].id.n > 0)
		ui_ctx_open(p->ctx, data(p)->needs[i].id);
	else
		ui_goto(p->ctx, "pending", NULL);
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_OVERVIEW,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
	/* What comes in above, such as a broken chain, is seen at once. */
	.follows = ui_rows_live,
};

const struct pane_ops needs_pane = {
	.name = "needs",
	.title = N_("Needs you"),
	.views = 1u << UI_VIEW_OVERVIEW,
	.keys = keys,
	.rows = &rows,
	.heading = needs_heading,
	.action = needs_action,
};
