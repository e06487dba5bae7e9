/* SPDX-License-Identifier: MIT */
/* Lists of panes: what is seen of the items, and the keys on it. */
#include "config.h"

#include "ui/listpane.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/fuzzy.h"
#include "ui/pane.h"

/* --- what is seen ----------------------------------------------------------- */

static size_t
count(const struct pane *p)
{
	return p->ops->rows->count(p);
}

size_t
ui_rows_shown(const struct pane *p)
{
	/* What it was made of may be gone before the next update. */
	return count(p) == p->list.items ? p->list.list.n : 0;
}

size_t
ui_rows_item(const struct pane *p, size_t row)
{
	return p->list.all ? row : p->list.shown[row];
}

ptrdiff_t
ui_rows_at(const struct pane *p)
{
	size_t row = p->list.list.cursor;

	return row < ui_rows_shown(p) ? (ptrdiff_t)ui_rows_item(p, row)
				      : UI_ROWS_NONE;
}

/* ui_list_id, ui_find_text */
static uint64_t
row_id(const void *ctx, size_t row)
{
	const struct pane *p = ctx;

	return p->ops->rows->id(p, ui_rows_item(p, row)) | 1;
}

static void
row_text(const void *ctx, size_t row, struct rv_buf *out)
{
	const struct pane *p = ctx;

	p->ops->rows->text(p, ui_rows_item(p, row), out);
}

static int
by_order(const void *a, const void *b, void *arg)
{
	const struct pane *p = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int by = p->ops->rows->order(p, x, y);

	return by != 0 ? by : x < y ? -1 : x > y;
}

/* Once for each change of the items or the filter. */
static size_t
choose_shown(struct pane *p)
{
	const struct ui_rows *r = p->ops->rows;
	struct ui_listpane *l = &p->list;
	struct rv_sv f = r->fits ? RV_SV_NONE : rv_buf_sv(&l->filter);
	struct rv_buf text = RV_BUF_INIT;
	size_t n = 0;

	l->items = count(p);
	l->all = f.n == 0 && !r->passes && !r->order;
	if (l->all)
		return l->items;
	rv_grow(&l->shown, &l->cap, l->items + 1);
	for (size_t i = 0; i < l->items; i++) {
		if (r->passes && !r->passes(p, i))
			continue;
		if (f.n > 0) {
			rv_buf_reset(&text);
			r->text(p, i, &text);
			if (!ui_fits(rv_buf_sv(&text), f))
				continue;
		}
		l->shown[n++] = i;
	}
	rv_buf_release(&text);
	if (r->order && n > 1)
		qsort_r(l->shown, n, sizeof(*l->shown), by_order, p);
	return n;
}

static void
tell(struct pane *p)
{
	if (p->ops->rows->chosen)
		p->ops->rows->chosen(p);
}

bool
ui_rows_go(struct pane *p, size_t item)
{
	size_t n = ui_rows_shown(p);

	for (size_t row = p->list.all ? item : 0; row < n; row++)
		if (ui_rows_item(p, row) == item) {
			ui_list_go(&p->list.list, row, row_id, p);
			return true;
		}
	return false;
}

static ptrdiff_t
wanted(const struct pane *p)
{
	const struct ui_rows *r = p->ops->rows;

	return r->wanted ? r->wanted(p) : UI_ROWS_NONE;
}

void
ui_rows_sync(struct pane *p)
{
	const struct ui_rows *r = p->ops->rows;
	struct ui_list *l = &p->list.list;
	bool follow = r->follows && r->follows(p);
	bool fresh = l->anchor == 0, moved;
	ptrdiff_t want;

	if (r->build)
		r->build(p);
	ui_list_sync(l, choose_shown(p), row_id, p, follow);
	moved = follow && l->cursor == 0 && !fresh;
	if (moved || (r->anchored && !fresh)) {
		tell(p);
		return;
	}
	want = wanted(p);
	if (want >= 0)
		ui_rows_go(p, (size_t)want);
	if (want != UI_ROWS_ELSEWHERE)
		tell(p);
}

void
ui_rows_show(struct pane *p, size_t item)
{
	ui_list_sync(&p->list.list, choose_shown(p), row_id, p, false);
	ui_rows_go(p, item);
}

bool
ui_rows_live(const struct pane *p)
{
	return p->ctx->follow;
}

/* Something was selected elsewhere: it is shown, if need be without filter. */
static void
reveal(struct pane *p)
{
	ptrdiff_t want = wanted(p);

	if (want < 0 || want == ui_rows_at(p) || ui_rows_go(p, (size_t)want) ||
	    p->list.filter.n == 0 || (size_t)want >= count(p))
		return;
	ui_rows_filter(p, RV_SV_NONE);
	ui_rows_go(p, (size_t)want);
}

void
ui_rows_update(struct pane *p, enum ui_view view)
{
	const struct ui_rows *r = p->ops->rows;

	if (view == UI_VIEW_N)
		reveal(p);
	else if ((view == r->view || (r->also & 1u << view)) &&
		 ui_model_get(p->ctx->model, r->view))
		ui_rows_sync(p);
}

/* --- keys ------------------------------------------------------------------- */

bool
ui_rows_act(struct pane *p, enum ui_act act)
{
	if (!ui_list_act(&p->list.list, act, row_id, p))
		return false;
	if (ui_rows_shown(p) > 0)
		tell(p);
	return true;
}

enum ui_found
ui_rows_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct ui_list *l = &p->list.list;
	size_t from = l->cursor;
	ptrdiff_t at = -1;

	if (ui_rows_shown(p) > 0)
		at = ui_find_item(l, row_text, p, pattern, dir);
	if (at < 0)
		return UI_FOUND_NONE;
	ui_list_go(l, (size_t)at, row_id, p);
	tell(p);
	return ui_found_from(from, (size_t)at, dir);
}

void
ui_rows_filter(struct pane *p, struct rv_sv pattern)
{
	ptrdiff_t first;

	rv_buf_reset(&p->list.filter);
	rv_buf_addv(&p->list.filter, rv_sv_trim(pattern));
	ui_list_rechosen(&p->list.list);
	ui_rows_sync(p);
	first = p->ops->rows->first && pattern.n > 0 ? p->ops->rows->first(p)
						     : UI_ROWS_NONE;
	if (first >= 0 && ui_rows_go(p, (size_t)first))
		tell(p);
	ui_dirty(p->ctx);
}

/* --- drawing ---------------------------------------------------------------- */

/* Columns that are left of the edge, behind the title. */
static int
heading_room(const struct pane *p)
{
	return p->rect.w - rv_width(rv_sv(_(p->ops->title))) - 7;
}

void
ui_rows_heading(const struct pane *p, struct rv_buf *out)
{
	const struct ui_rows *r = p->ops->rows;
	const struct ui_listpane *l = &p->list;
	size_t k = ui_rows_shown(p), n = l->items;

	if (l->filter.n > 0) {
		if (r->fits)
			r->fits(p, &k, &n);
		rv_buf_addf(out, _("%s of %s fit \"%s\", esc shows all"),
			    ui_tmp_int((int64_t)k), ui_tmp_int((int64_t)n),
			    l->filter.p);
		if (rv_width(rv_buf_sv(out)) > heading_room(p)) {
			rv_buf_reset(out);
			rv_buf_addf(out, _("%s/%s \"%s\" esc: all"),
				    ui_tmp_int((int64_t)k),
				    ui_tmp_int((int64_t)n), l->filter.p);
		}
	} else if (p->ops->heading && ui_model_get(p->ctx->model, r->view)) {
		p->ops->heading(p, out);
	}
	if (r->also_heading)
		r->also_heading(p, out);
	if (r->follows && l->list.newer > 0)
		rv_buf_addf(out, out->n > 0 ? _("  %d newer") : _("%d newer"),
			    (int)l->list.newer);
}

static int
height(const struct pane *p)
{
	return RV_MAX(p->ops->rows->height, 1);
}

static int
room(const struct pane *p, int h)
{
	const struct ui_rows *r = p->ops->rows;

	return h - r->above - (r->below ? r->below(p) : 0);
}

void
ui_rows_fit(struct pane *p)
{
	ui_list_fit(&p->list.list, RV_MAX(room(p, p->h) / height(p), 1));
}

static void
draw_none(const struct pane *p, struct ui_surface *s)
{
	if (p->list.filter.n > 0 && count(p) == p->list.items)
		ui_pane_note(s, UI_ROLE_DIM,
			     ui_tmp(_("Nothing here fits \"%s\". esc shows all "
				      "again, f changes the filter."),
				    p->list.filter.p));
	else if (p->ops->rows->empty)
		ui_pane_note(s, UI_ROLE_DIM, p->ops->rows->empty(p));
}

void
ui_rows_draw(const struct pane *p, struct ui_surface *s)
{
	const struct ui_rows *r = p->ops->rows;
	const struct ui_list *l = &p->list.list;
	int h = height(p), end = room(p, s->r.h) + r->above;
	size_t n = ui_rows_shown(p);
	struct ui_surface rest = ui_sub(s, 0, r->above, s->r.w,
					s->r.h - r->above);

	if (ui_pane_blank(p, s, r->view))
		return;
	if (r->around)
		r->around(p, s);
	if (n == 0) {
		draw_none(p, &rest);
		return;
	}
	for (int y = r->above; y < end; y += h) {
		size_t row = l->top + (size_t)((y - r->above) / h);
		struct ui_surface in = ui_sub(s, 0, y, s->r.w, h);

		if (row >= n || row >= l->top + (size_t)l->rows)
			break;
		r->draw(p, &in, ui_rows_item(p, row));
		if (row == l->cursor)
			ui_pane_select(p, s, y, h);
	}
	ui_list_scrollbar(l, s, r->above, end - r->above);
}

void
ui_rows_release(struct pane *p)
{
	free(p->list.shown);
	rv_buf_release(&p->list.filter);
}
