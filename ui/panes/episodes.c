/* SPDX-License-Identifier: MIT */
/* Pending: the episodes that wait to be narrated, oldest first. */
#include "config.h"

#include "base/i18n.h"
#include "ui/episode.h"
#include "ui/pane.h"

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
	return data(p)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(data(p)->episodes[i].id);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	ui_episode_text(&data(p)->episodes[i], out);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_episode *e = &data(p)->episodes[i];
	ui_style st = e->excluded.n > 0 ? UI_ROLE_DIM : UI_ROLE_TEXT;

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

/* Also beside a filter: it sees what was read. */
static void
also_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_pending *v = data(p);

	if (v->total > (int64_t)v->n)
		rv_buf_addf(out, _(", the first %s"), ui_tmp_int((int64_t)v->n));
}

static unsigned
episodes_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || (act != UI_ACT_OPEN && act != UI_ACT_INFO))
		return PANE_IGNORED;
	ui_episode_show(p->ctx, &data(p)->episodes[i]);
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
};
