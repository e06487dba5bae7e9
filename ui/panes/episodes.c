/* SPDX-License-Identifier: MIT */
/* Pending: the episodes that wait to be narrated, oldest first. */
#include "config.h"

#include "base/i18n.h"
#include "ui/episode.h"
#include "ui/pane.h"

/* The next part is read this many rows before the end of what was read. */
#define NEAR 200

static const struct ui_key keys[] = {
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{"enter", UI_ACT_OPEN, N_("episode"), N_("the whole episode"), 0},
	{",l", UI_ACT_LATE, N_("with late ones"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_pending *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_PENDING)->u.pending;
}

static size_t
count(const struct pane *p)
{
	return (size_t)data(p)->total;
}

/* NULL: it is in a part that was not read. */
static const struct rv_view_episode *
episode(const struct pane *p, size_t i)
{
	const struct rv_view_pending *v = data(p);
	size_t first = (size_t)v->first;

	return i >= first && i - first < v->n ? &v->episodes[i - first] : NULL;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct rv_view_episode *e = episode(p, i);

	return e ? rv_sv_hash(e->id) : i + 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_episode *e = episode(p, i);

	if (e)
		ui_episode_text(e, out);
}

/* Has the part read that the operator comes to; search and filter look at all. */
static void
episodes_recalc(struct pane *p)
{
	const struct rv_view_pending *v = data(p);
	int64_t n = (int64_t)v->n, top = (int64_t)p->list.list.top;
	int64_t end = RV_MIN(top + p->list.list.rows + NEAR, v->total);
	int64_t from = RV_MAX(RV_MIN(top - RV_VIEW_PENDING_ROWS / 2,
				     v->total - RV_VIEW_PENDING_ROWS),
			      0);

	if (p->list.filter.n > 0 || p->ctx->find.n > 0)
		from = -1;
	else if (RV_MAX(top - NEAR, 0) >= v->first && end <= v->first + n)
		from = v->first;
	if (n == v->total || from == v->first ||
	    ui_model_reading(p->ctx->model, UI_VIEW_PENDING)) {
		/* the next time it is read, a part is enough again */
		if (from >= 0 && p->ctx->pending_from < 0)
			p->ctx->pending_from = from;
		return;
	}
	/* more than all there is cannot be read */
	if (from < 0 && n >= RV_VIEW_PENDING_ALL)
		return;
	p->ctx->pending_from = from;
	ui_model_want(p->ctx->model, UI_VIEW_PENDING, from, RV_SV_NONE);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_episode *e = episode(p, i);
	ui_style st = e && e->excluded.n > 0 ? UI_ROLE_DIM : UI_ROLE_TEXT;

	if (!e) {
		ui_puts(s, 23, 0, UI_ROLE_DIM, _("reading..."));
		return;
	}
	ui_puts(s, 0, 0, UI_ROLE_WARN, e->late ? "!" : " ");
	ui_putw(s, 1, 0, 5, UI_ROLE_DIM, rv_sv(ui_tmp_when(p->ctx, e->time)));
	ui_putw(s, 7, 0, 8, UI_ROLE_RAW, ui_who(e->role, e->name));
	ui_put_right(s, 21, 0, 5, UI_ROLE_DIM,
		     rv_sv(ui_tmp("%dt", (int)e->tokens)));
	if (e->excluded.n > 0)
		ui_put(s, 23, 0, st,
		       rv_sv(ui_tmp(_("left out: %.*s"),
				    RV_SV_ARG(e->excluded))));
	else
		ui_putw(s, 23, 0, s->r.w - 23, st, e->text);
}

static const char *
empty(const struct pane *p)
{
	return data(p)->status.late > 0
		       ? _("0 pending, but there are late ones: ,l previews "
			   "them too.")
		       : _("0 pending: the story has everything. :import PATH "
			   "or `reverie record` brings more.");
}

static void
episodes_heading(const struct pane *p, struct rv_buf *out)
{
	rv_buf_addf(out, "%s", ui_tmp_int(data(p)->total));
}

static void
also_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_pending *v = data(p);

	if (v->total > (int64_t)v->n)
		rv_buf_addf(out, _(", read: %s-%s"),
			    ui_tmp_int(v->first + 1),
			    ui_tmp_int(v->first + (int64_t)v->n));
}

static unsigned
episodes_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct rv_view_episode *e = i < 0 ? NULL : episode(p, (size_t)i);

	if (!e || (act != UI_ACT_OPEN && act != UI_ACT_INFO))
		return PANE_IGNORED;
	ui_episode_show(p->ctx, e);
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_PENDING,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
	.also_heading = also_heading,
};

const struct pane_ops episodes_pane = {
	.name = "episodes",
	.title = N_("Episodes since the anchor"),
	.views = 1u << UI_VIEW_PENDING,
	.keys = keys,
	.rows = &rows,
	.heading = episodes_heading,
	.action = episodes_action,
	.recalc = episodes_recalc,
};
