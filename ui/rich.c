/* SPDX-License-Identifier: MIT */
/* Text in several styles. */
#include "config.h"

#include "ui/rich.h"

#include <stdlib.h>

#include "base/clean.h"
#include "base/mem.h"
#include "base/utf8.h"

void
ui_rich_release(struct ui_rich *r)
{
	rv_buf_release(&r->text);
	free(r->parts);
	*r = UI_RICH_INIT;
}

void
ui_rich_reset(struct ui_rich *r)
{
	rv_buf_reset(&r->text);
	r->n = 0;
}

static void
close_part(struct ui_rich *r, ui_style st, int tag)
{
	if (r->n > 0 && r->parts[r->n - 1].style == st &&
	    r->parts[r->n - 1].tag == tag) {
		r->parts[r->n - 1].end = r->text.n;
		return;
	}
	rv_grow(&r->parts, &r->cap, r->n + 1);
	r->parts[r->n++] = (struct ui_rich_part){r->text.n, st, tag};
}

void
ui_rich_add(struct ui_rich *r, ui_style st, int tag, struct rv_sv text)
{
	if (text.n == 0)
		return;
	rv_text_clean(text, RV_CLEAN_LINE, &r->text);
	close_part(r, st, tag);
}

void
ui_rich_adds(struct ui_rich *r, ui_style st, const char *text)
{
	ui_rich_add(r, st, 0, rv_sv(text));
}

int
ui_rich_width(const struct ui_rich *r)
{
	return rv_width(rv_buf_sv(&r->text));
}

void
ui_rich_pad(struct ui_rich *r, ui_style st, int width)
{
	int have = ui_rich_width(r);

	if (have >= width)
		return;
	for (; have < width; have++)
		rv_buf_addc(&r->text, ' ');
	close_part(r, st, 0);
}

void
ui_rich_slice(struct ui_rich *r, const struct ui_rich *from, size_t a, size_t b)
{
	size_t at = 0;

	for (size_t i = 0; i < from->n && at < b; i++) {
		size_t lo = RV_MAX(at, a), hi = RV_MIN(from->parts[i].end, b);

		if (hi > lo) {
			rv_buf_add(&r->text, from->text.p + lo, hi - lo);
			close_part(r, from->parts[i].style,
				   from->parts[i].tag);
		}
		at = from->parts[i].end;
	}
}

static struct ui_textline *
push(struct ui_textview *t, int indent)
{
	struct ui_textline *l;

	rv_grow(&t->lines, &t->cap, t->n + 1);
	l = &t->lines[t->n++];
	*l = (struct ui_textline){.indent = indent,
				  .mark = t->mark,
				  .style = UI_ROLE_TEXT};
	return l;
}

static void
fill(struct ui_textview *t, struct ui_textline *l, const struct ui_rich *r,
     struct rv_sv whole, size_t a, size_t b)
{
	size_t at = 0;

	l->runs = rv_arena_array(&t->arena, struct ui_run, r->n + 1);
	for (size_t i = 0; i < r->n && at < b; i++) {
		size_t lo = RV_MAX(at, a), hi = RV_MIN(r->parts[i].end, b);

		if (hi > lo)
			l->runs[l->n_runs++] = (struct ui_run){
				rv_sv_slice(whole, lo, hi), r->parts[i].style,
				r->parts[i].tag};
		at = r->parts[i].end;
	}
}

void
ui_textview_rich(struct ui_textview *t, ui_style lead_style, struct rv_sv lead,
		 int indent, const struct ui_rich *r)
{
	struct rv_sv whole = rv_sv_dup_in(&t->arena, rv_buf_sv(&r->text));
	int width = RV_MAX(t->width - indent, 1);
	size_t at = 0, first = t->n;

	do {
		struct rv_sv left = rv_sv_slice(whole, at, whole.n);
		size_t skip = 0, n = ui_text_fits(left, width, &skip);

		fill(t, push(t, indent), r, whole, at, at + n);
		t->lines[t->n - 1].broken = skip == 0 && n < left.n;
		if (n + skip == 0)
			break;
		at += n + skip;
	} while (at < whole.n);
	t->lines[first].lead = rv_text_clean_in(&t->arena, lead, RV_CLEAN_LINE);
	t->lines[first].lead_style = lead_style;
}

void
ui_textview_rich_line(struct ui_textview *t, int indent,
		      const struct ui_rich *r)
{
	struct rv_sv whole = rv_sv_dup_in(&t->arena, rv_buf_sv(&r->text));

	fill(t, push(t, indent), r, whole, 0, whole.n);
}
