/* SPDX-License-Identifier: MIT */
/* Tables of Markdown: in columns, or row by row where those do not fit. */
#include "config.h"

#include "base/i18n.h"
#include "base/utf8.h"
#include "base/width.h"
#include "ui/mdview_priv.h"

#define COLUMNS_MAX 16
#define CELL_MIN 4
#define NAME_MAX_W 20 /* of a column, in cells */

struct table {
	const struct rv_view_md_line *rows;
	size_t n;
	int cols, width[COLUMNS_MAX], align[COLUMNS_MAX];
};

/* False: it does not fit in columns. */
static bool
measure(struct md *m, struct table *tb)
{
	struct ui_rich r = UI_RICH_INIT;
	size_t links = m->links->n;
	int room, sum = 0;

	for (size_t i = 0; i < tb->n; i++)
		for (size_t k = 0; k < tb->rows[i].n; k++)
			tb->cols = RV_MAX(tb->cols,
					  tb->rows[i].spans[k].cell + 1);
	if (tb->cols > COLUMNS_MAX)
		return false;
	for (size_t i = 0; i < tb->n; i++)
		for (int c = 0; c < tb->cols; c++) {
			ui_rich_reset(&r);
			ui_md_spans(m, &tb->rows[i], c, UI_ROLE_TEXT, &r);
			tb->width[c] = RV_MAX(tb->width[c], ui_rich_width(&r));
		}
	for (size_t i = 0; i < tb->n; i++)
		for (size_t k = 0; k < tb->rows[i].n; k++)
			if (tb->rows[i].spans[k].cell < tb->cols)
				tb->align[tb->rows[i].spans[k].cell] =
					tb->rows[i].spans[k].align;
	m->links->n = links; /* they are counted when they are drawn */
	ui_rich_release(&r);
	room = m->t->width - 3 * (tb->cols - 1);
	for (int c = 0; c < tb->cols; c++)
		sum += tb->width[c];
	/* The widest columns give way until all fit. */
	while (sum > room) {
		int widest = 0;

		for (int c = 1; c < tb->cols; c++)
			if (tb->width[c] > tb->width[widest])
				widest = c;
		if (tb->width[widest] <= CELL_MIN)
			return false;
		tb->width[widest]--;
		sum--;
	}
	return true;
}

static void
table_rule(struct md *m, const struct table *tb)
{
	struct ui_rich r = UI_RICH_INIT;
	int want = 0;

	for (int c = 0; c < tb->cols; c++) {
		want += tb->width[c] + (c > 0 ? 3 : 0);
		if (c > 0)
			ui_rich_adds(&r, UI_ROLE_BORDER, "-+-");
		while (ui_rich_width(&r) < want)
			ui_rich_adds(&r, UI_ROLE_BORDER, "-");
	}
	ui_textview_rich_line(m->t, 0, &r);
	ui_rich_release(&r);
}

static void
table_row(struct md *m, const struct table *tb,
	  const struct rv_view_md_line *l)
{
	struct ui_rich cell[COLUMNS_MAX], out = UI_RICH_INIT;
	size_t at[COLUMNS_MAX] = {0};
	bool more = true;

	for (int c = 0; c < tb->cols; c++) {
		cell[c] = UI_RICH_INIT;
		ui_md_spans(m, l, c,
			  l->kind == RV_VIEW_TABLE_HEAD ? UI_ROLE_STRONG
							: UI_ROLE_TEXT,
			  &cell[c]);
	}
	while (more) {
		int want = 0;

		more = false;
		ui_rich_reset(&out);
		for (int c = 0; c < tb->cols; c++) {
			struct rv_sv all = rv_buf_sv(&cell[c].text);
			size_t skip = 0, n;
			int room;

			n = ui_text_fits(rv_sv_slice(all, at[c], all.n),
					 tb->width[c], &skip);
			if (c > 0)
				ui_rich_adds(&out, UI_ROLE_BORDER, " | ");
			want += tb->width[c] + (c > 0 ? 3 : 0);
			room = tb->width[c] -
			       rv_width(rv_sv_slice(all, at[c], at[c] + n));
			if (tb->align[c] > 0)
				ui_rich_pad(&out, UI_ROLE_TEXT,
					    want - tb->width[c] +
						    room / (3 - tb->align[c]));
			ui_rich_slice(&out, &cell[c], at[c], at[c] + n);
			at[c] += n + skip;
			more = more || (at[c] < all.n && n + skip > 0);
			if (c + 1 < tb->cols)
				ui_rich_pad(&out, UI_ROLE_TEXT, want);
		}
		ui_textview_rich_line(m->t, 0, &out);
	}
	for (int c = 0; c < tb->cols; c++)
		ui_rich_release(&cell[c]);
	ui_rich_release(&out);
}

/* The spans of the cell that begins at *at, as a line; *at is behind them. */
static struct rv_view_md_line
cell_at(const struct rv_view_md_line *l, size_t *at)
{
	struct rv_view_md_line cell = *l;
	size_t from = *at;

	while (*at < l->n && l->spans[*at].cell == l->spans[from].cell)
		(*at)++;
	cell.spans = l->spans + from;
	cell.n = *at - from;
	return cell;
}

/* What a column is called: as its head says, else its number. */
static void
column_name(struct md *m, const struct rv_view_md_line *head, int column,
	    size_t *at, struct ui_rich *r)
{
	ui_rich_reset(r);
	while (head && *at < head->n && head->spans[*at].cell <= column) {
		struct rv_view_md_line cell = cell_at(head, at);

		if (cell.spans->cell == column)
			ui_md_spans(m, &cell, -1, UI_ROLE_TEXT, r);
	}
	if (r->text.n == 0) {
		struct rv_buf number = RV_BUF_INIT;

		rv_buf_addf(&number, "%d", column + 1);
		ui_rich_add(r, UI_ROLE_TEXT, 0, rv_buf_sv(&number));
		rv_buf_release(&number);
	}
}

static void
add_record(struct md *m, const struct rv_view_md_line *head,
	   const struct rv_view_md_line *l)
{
	struct ui_rich name = UI_RICH_INIT, value = UI_RICH_INIT;
	int w = RV_MIN(NAME_MAX_W, m->t->width / 3);

	for (size_t at = 0, head_at = 0; at < l->n;) {
		struct rv_view_md_line cell = cell_at(l, &at);
		size_t links = m->links->n;
		struct rv_sv lead;

		column_name(m, head, cell.spans->cell, &head_at, &name);
		m->links->n = links;
		lead = rv_buf_sv(&name.text);
		lead = rv_sv_slice(lead, 0, rv_width_floor(lead, w));
		ui_rich_reset(&value);
		ui_md_spans(m, &cell, -1, UI_ROLE_TEXT, &value);
		ui_textview_rich(m->t, UI_ROLE_LABEL, lead, w + 1, &value);
	}
	ui_rich_release(&name);
	ui_rich_release(&value);
}

/* One cell below the other, each with the name of its column. */
static void
add_records(struct md *m, const struct table *tb)
{
	bool has_head = tb->rows[0].kind == RV_VIEW_TABLE_HEAD;

	/* a head alone has nothing to be the name of */
	for (size_t i = has_head && tb->n > 1; i < tb->n; i++) {
		if (i > 1)
			ui_textview_blank(m->t);
		m->t->mark = tb->rows[i].line;
		add_record(m, has_head && i > 0 ? &tb->rows[0] : NULL,
			   &tb->rows[i]);
	}
}

/* Returns how many lines the table has. */
size_t
ui_md_table(struct md *m, const struct rv_view_md_line *lines, size_t n)
{
	struct table tb = {.rows = lines};

	while (tb.n < n && (lines[tb.n].kind == RV_VIEW_TABLE_ROW ||
			    (lines[tb.n].kind == RV_VIEW_TABLE_HEAD &&
			     (tb.n == 0 || !lines[tb.n].first))))
		tb.n++;
	if (!measure(m, &tb)) {
		add_records(m, &tb);
		return tb.n;
	}
	for (size_t i = 0; i < tb.n; i++) {
		m->t->mark = lines[i].line;
		table_row(m, &tb, &lines[i]);
		if (lines[i].kind == RV_VIEW_TABLE_HEAD)
			table_rule(m, &tb);
	}
	return tb.n;
}

