/* SPDX-License-Identifier: MIT */
/* Markdown lines as wrapped, styled text. */
#include "config.h"

#include "ui/mdview.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/width.h"
#include "ui/rich.h"

/* More than anybody reads in one go; wrapping it would hold up a key. */
#define BYTES_MAX ((size_t)512 << 10)
#define COLUMNS_MAX 16
#define CELL_MIN 4

struct md {
	struct ui_textview *t;
	struct ui_links *links;
};

void
ui_links_release(struct ui_links *l)
{
	free(l->items);
	*l = (struct ui_links){0};
}

static ui_style
span_style(const struct rv_view_span *s, ui_style base)
{
	ui_style st = base;

	if (s->style & RV_VIEW_MONO)
		st = (ui_style)(UI_ROLE_CODE | (base & UI_ATTRS));
	if (s->style & (RV_VIEW_LINK | RV_VIEW_IMAGE))
		st = (ui_style)(UI_ROLE_LINK | (base & UI_ATTRS));
	if (s->style & RV_VIEW_STRONG)
		st |= UI_BOLD;
	if (s->style & RV_VIEW_EMPH)
		st |= UI_ITALIC;
	if (s->style & RV_VIEW_STRIKE)
		st |= UI_DIM;
	return st;
}

static int
link_tag(struct md *m, const struct rv_view_span *s)
{
	struct ui_links *l = m->links;
	struct ui_link *last = l->n > 0 ? &l->items[l->n - 1] : NULL;

	if (!(s->style & RV_VIEW_LINK) || s->target.n == 0)
		return 0;
	/* One link may come in several spans. */
	if (!last || last->target.p != s->target.p ||
	    last->line + 1 < m->t->n) {
		rv_grow(&l->items, &l->cap, l->n + 1);
		l->items[l->n++] = (struct ui_link){s->opens, s->target,
						    m->t->n};
	}
	return (int)l->n;
}

static void
add_spans(struct md *m, const struct rv_view_md_line *l, int cell,
	  ui_style base, struct ui_rich *r)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct rv_view_span *s = &l->spans[i];

		if (cell >= 0 && s->cell != cell)
			continue;
		if (s->style & RV_VIEW_IMAGE)
			ui_rich_adds(r, UI_ROLE_DIM, _("image: "));
		ui_rich_add(r, span_style(s, base), link_tag(m, s), s->text);
		/* A link that leads nowhere in here shows where it leads. */
		if ((s->style & RV_VIEW_LINK) && s->opens.n == 0 &&
		    !rv_sv_eq(s->text, s->target)) {
			ui_rich_adds(r, UI_ROLE_DIM, " <");
			ui_rich_add(r, UI_ROLE_DIM, 0, s->target);
			ui_rich_adds(r, UI_ROLE_DIM, ">");
		}
	}
}

static void
quote_lead(const struct rv_view_md_line *l, struct rv_buf *b)
{
	for (int i = 0; i < l->quote; i++)
		rv_buf_adds(b, "| ");
}

static void
add_heading(struct md *m, const struct rv_view_md_line *l)
{
	struct ui_rich r = UI_RICH_INIT;
	ui_style st = UI_ROLE_HEADING;

	if (l->level <= 1)
		st |= UI_BOLD | UI_UNDER;
	else if (l->level == 2)
		st |= UI_BOLD;
	add_spans(m, l, -1, st, &r);
	ui_textview_rich(m->t, UI_ROLE_TEXT, RV_SV_NONE, 0, &r);
	ui_rich_release(&r);
}

static void
add_text(struct md *m, const struct rv_view_md_line *l)
{
	struct ui_rich r = UI_RICH_INIT;
	struct rv_buf lead = RV_BUF_INIT;
	bool item = l->kind == RV_VIEW_ITEM;
	int indent = 2 * RV_MAX(l->indent - (item ? 1 : 0), 0);
	size_t bar, from = m->t->n + 1;

	quote_lead(l, &lead);
	bar = lead.n;
	for (int i = 0; i < indent; i++)
		rv_buf_addc(&lead, ' ');
	if (item && l->first)
		rv_buf_addv(&lead, l->marker);
	indent = 2 * l->quote + indent;
	if (item)
		indent += RV_MAX(rv_width(l->marker) + 1, 2);
	add_spans(m, l, -1,
		  l->quote > 0 ? UI_ROLE_QUOTE
			       : l->kind == RV_VIEW_HTML ? UI_ROLE_DIM
							 : UI_ROLE_TEXT,
		  &r);
	ui_textview_rich(m->t, UI_ROLE_LABEL, rv_buf_sv(&lead), indent, &r);
	for (size_t i = from; bar > 0 && i < m->t->n; i++) {
		m->t->lines[i].lead = rv_sv_slice(m->t->lines[from - 1].lead, 0,
						  bar);
		m->t->lines[i].lead_style = UI_ROLE_LABEL;
	}
	rv_buf_release(&lead);
	ui_rich_release(&r);
}

static void
add_code(struct md *m, const struct rv_view_md_line *l)
{
	struct ui_rich all = UI_RICH_INIT, part = UI_RICH_INIT;
	int indent = 2 + 2 * l->indent + 2 * l->quote;
	size_t at = 0, n;

	if (l->first && l->marker.n > 0)
		ui_textview_addf(m->t, UI_ROLE_DIM, indent, "```%.*s",
				 RV_SV_ARG(l->marker));
	add_spans(m, l, -1, UI_ROLE_CODE, &all);
	/* Blanks mean something in code, so it is cut where the line ends. */
	do {
		struct rv_sv rest = rv_sv_slice(rv_buf_sv(&all.text), at,
						all.text.n);

		n = rv_width_floor(rest, RV_MAX(m->t->width - indent, 2));
		ui_rich_reset(&part);
		ui_rich_slice(&part, &all, at, at + n);
		ui_textview_rich_line(m->t, indent, &part);
		at += n;
	} while (n > 0 && at < all.text.n);
	ui_rich_release(&all);
	ui_rich_release(&part);
}

/* --- tables ---------------------------------------------------------------- */

struct table {
	const struct rv_view_md_line *rows;
	size_t n;
	int cols, width[COLUMNS_MAX], align[COLUMNS_MAX];
};

static void
measure(struct md *m, struct table *tb)
{
	struct ui_rich r = UI_RICH_INIT;
	size_t links = m->links->n;
	int room, sum = 0;

	for (size_t i = 0; i < tb->n; i++)
		for (size_t k = 0; k < tb->rows[i].n; k++)
			tb->cols = RV_MAX(tb->cols,
					  tb->rows[i].spans[k].cell + 1);
	tb->cols = RV_MIN(tb->cols, COLUMNS_MAX);
	for (size_t i = 0; i < tb->n; i++)
		for (int c = 0; c < tb->cols; c++) {
			ui_rich_reset(&r);
			add_spans(m, &tb->rows[i], c, UI_ROLE_TEXT, &r);
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
			break;
		tb->width[widest]--;
		sum--;
	}
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
		add_spans(m, l, c,
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

/* Returns how many lines the table has. */
static size_t
add_table(struct md *m, const struct rv_view_md_line *lines, size_t n)
{
	struct table tb = {.rows = lines};

	while (tb.n < n && (lines[tb.n].kind == RV_VIEW_TABLE_ROW ||
			    (lines[tb.n].kind == RV_VIEW_TABLE_HEAD &&
			     (tb.n == 0 || !lines[tb.n].first))))
		tb.n++;
	measure(m, &tb);
	for (size_t i = 0; i < tb.n; i++) {
		table_row(m, &tb, &lines[i]);
		if (lines[i].kind == RV_VIEW_TABLE_HEAD)
			table_rule(m, &tb);
	}
	return tb.n;
}

/* --- the whole ------------------------------------------------------------- */

static bool
is_table(const struct rv_view_md_line *l)
{
	return l->kind == RV_VIEW_TABLE_HEAD || l->kind == RV_VIEW_TABLE_ROW;
}

/* A blank line parts blocks, but not the items of a list. */
static bool
parted(const struct rv_view_md_line *l, const struct rv_view_md_line *before)
{
	if (!before)
		return false;
	if (l->kind == RV_VIEW_HEADING || before->kind == RV_VIEW_HEADING)
		return l->kind == RV_VIEW_HEADING;
	if (is_table(l) || is_table(before))
		return is_table(l) != is_table(before) || l->first;
	if (l->kind == RV_VIEW_ITEM && before->kind == RV_VIEW_ITEM)
		return false;
	return l->first;
}

void
ui_mdview_add(struct ui_textview *t, const struct rv_view_md_line *lines,
	      size_t n, struct ui_links *links)
{
	struct md m = {t, links};
	size_t bytes = 0;

	for (size_t i = 0; i < n; i++) {
		const struct rv_view_md_line *l = &lines[i];

		for (size_t k = 0; k < l->n; k++)
			bytes += l->spans[k].text.n;
		if (bytes > BYTES_MAX) {
			ui_textview_blank(t);
			ui_textview_add(t, UI_ROLE_WARN, 0,
					rv_sv(_("The page goes on; it is too "
						"long to be shown as a whole. "
						"y copies its path for an "
						"editor.")));
			return;
		}
		if (parted(l, i > 0 ? l - 1 : NULL))
			ui_textview_blank(t);
		t->mark = l->line;
		if (is_table(l))
			i += add_table(&m, l, n - i) - 1;
		else if (l->kind == RV_VIEW_HEADING)
			add_heading(&m, l);
		else if (l->kind == RV_VIEW_CODE)
			add_code(&m, l);
		else if (l->kind == RV_VIEW_RULE)
			ui_textview_rule(t);
		else
			add_text(&m, l);
	}
}
