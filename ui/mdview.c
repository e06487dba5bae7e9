/* SPDX-License-Identifier: MIT */
/* Markdown lines as wrapped, styled text. */
#include "config.h"

#include "ui/mdview.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/width.h"
#include "ui/mdview_priv.h"

/* More than anybody reads in one go; wrapping it would hold up a key. */
#define BYTES_MAX ((size_t)512 << 10)
/* Nesting takes no more of the width than leaves so much for the text. */
#define TEXT_MIN 16

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

void
ui_md_spans(struct md *m, const struct rv_view_md_line *l, int cell,
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

/* Cells that nesting may take of a level's two. */
static int
bounded(const struct md *m, int cells)
{
	return RV_MIN(cells, RV_MAX(m->t->width - TEXT_MIN, 2) / 2 * 2);
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
	ui_md_spans(m, l, -1, st, &r);
	ui_textview_rich(m->t, UI_ROLE_TEXT, RV_SV_NONE, 0, &r);
	ui_rich_release(&r);
}

static void
add_text(struct md *m, const struct rv_view_md_line *l)
{
	struct ui_rich r = UI_RICH_INIT;
	struct rv_buf lead = RV_BUF_INIT;
	bool item = l->kind == RV_VIEW_ITEM;
	int quote = bounded(m, 2 * l->quote);
	int indent = bounded(m, quote + 2 * RV_MAX(l->indent - item, 0));
	size_t bar, from = m->t->n + 1;

	while (lead.n < (size_t)quote)
		rv_buf_adds(&lead, "| ");
	bar = lead.n;
	while (lead.n < (size_t)indent)
		rv_buf_addc(&lead, ' ');
	if (item && l->first)
		rv_buf_addv(&lead, l->marker);
	if (item)
		indent += RV_MAX(rv_width(l->marker) + 1, 2);
	ui_md_spans(m, l, -1,
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
	int indent = bounded(m, 2 + 2 * l->indent + 2 * l->quote);
	size_t at = 0, n;

	if (l->first && l->marker.n > 0)
		ui_textview_addf(m->t, UI_ROLE_DIM, indent, "```%.*s",
				 RV_SV_ARG(l->marker));
	ui_md_spans(m, l, -1, UI_ROLE_CODE, &all);
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

static size_t
bytes_of(const struct rv_view_md_line *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->spans[i].text.n;
	return n;
}

static void
add_line(struct md *m, const struct rv_view_md_line *l)
{
	if (l->kind == RV_VIEW_HEADING)
		add_heading(m, l);
	else if (l->kind == RV_VIEW_CODE)
		add_code(m, l);
	else if (l->kind == RV_VIEW_RULE)
		ui_textview_rule(m->t);
	else
		add_text(m, l);
}

/* The beginning of a line that alone is too long. */
static void
add_part(struct md *m, const struct rv_view_md_line *l, size_t bytes)
{
	struct rv_view_md_line part = *l;

	if (is_table(l))
		return;
	part.spans = rv_calloc(l->n, sizeof(*l->spans));
	for (part.n = 0; part.n < l->n && bytes > 0; part.n++) {
		struct rv_view_span *s = &part.spans[part.n];

		*s = l->spans[part.n];
		s->text = rv_sv_slice(s->text, 0,
				      rv_utf8_floor(s->text, bytes));
		bytes -= s->text.n;
		if (s->text.n < l->spans[part.n].text.n)
			bytes = 0;
	}
	add_line(m, &part);
	free(part.spans);
}

/* Adds one line, or a table whose text is no longer than `room`; says how many
 * lines it took, and takes their bytes off. */
static size_t
add_block(struct md *m, const struct rv_view_md_line *l, size_t n, size_t *room)
{
	size_t taken = 1, bytes = bytes_of(l);

	if (is_table(l)) {
		while (taken < n && is_table(&l[taken]) && bytes <= *room)
			bytes += bytes_of(&l[taken++]);
		taken = ui_md_table(m, l, taken);
		bytes = 0;
		for (size_t i = 0; i < taken; i++)
			bytes += bytes_of(&l[i]);
	} else {
		add_line(m, l);
	}
	*room -= RV_MIN(*room, bytes);
	return taken;
}

void
ui_mdview_add(struct ui_textview *t, const struct rv_view_md_line *lines,
	      size_t n, struct ui_links *links)
{
	struct md m = {t, links};
	size_t room = BYTES_MAX;

	for (size_t i = 0; i < n;) {
		const struct rv_view_md_line *l = &lines[i];

		t->mark = l->line;
		if (parted(l, i > 0 ? l - 1 : NULL))
			ui_textview_blank(t);
		if (bytes_of(l) <= room) {
			i += add_block(&m, l, n - i, &room);
			continue;
		}
		add_part(&m, l, room);
		ui_textview_blank(t);
		ui_textview_add(t, UI_ROLE_WARN, 0,
				rv_sv(_("The page goes on; it is too long to "
					"be shown as a whole. y copies its "
					"path for an editor.")));
		return;
	}
}
