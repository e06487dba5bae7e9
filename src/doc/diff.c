/* SPDX-License-Identifier: MIT */
/* Differences by line and by word. */
#include "config.h"

#include "doc/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/segment.h"
#include "base/utf8.h"
#include "doc/myers.h"

#define CONTEXT 3

/* A text cut into elements: its lines, or its words and what is between. */
struct cut {
	struct rv_sv *part;
	uint32_t *id;
	bool *changed; /* deleted from the old, added in the new */
	size_t n, cap;
};

static void
cut_add(struct cut *c, struct rv_sv part)
{
	rv_grow(&c->part, &c->cap, c->n + 1);
	c->part[c->n++] = part;
}

static void
cut_release(struct cut *c)
{
	free(c->part);
	free(c->id);
	free(c->changed);
}

/* With its newline a last line differs from one that has none. */
static void
cut_lines(struct rv_sv text, bool newlines, struct cut *out)
{
	while (text.n) {
		ptrdiff_t at = rv_sv_find_char(text, '\n');
		size_t end = at < 0 ? text.n : (size_t)at;
		size_t next = at < 0 ? end : end + 1;

		cut_add(out, rv_sv_slice(text, 0, newlines ? next : end));
		text = rv_sv_slice(text, next, text.n);
	}
}

enum word_kind { WORD, BLANK, OTHER };

static enum word_kind
kind_of(uint32_t cp)
{
	if (rv_is_space(cp))
		return BLANK;
	if (rv_is_cjk(cp))
		return OTHER;
	return rv_is_letter(cp) || rv_is_digit(cp) || rv_is_mark(cp) ||
			       cp == '_'
		       ? WORD
		       : OTHER;
}

static void
cut_words(struct rv_sv text, struct cut *out)
{
	size_t i = 0, start = 0;
	enum word_kind last = OTHER;

	while (i < text.n) {
		size_t next = i, len;
		enum word_kind kind = kind_of(rv_utf8_next(text, &next));

		len = rv_grapheme_len(rv_sv_slice(text, i, text.n));
		if (i > start && (kind != last || kind == OTHER)) {
			cut_add(out, rv_sv_slice(text, start, i));
			start = i;
		}
		last = kind;
		i = RV_MAX(next, i + len);
	}
	if (i > start)
		cut_add(out, rv_sv_slice(text, start, i));
}

/* Equal elements get equal numbers, found by an open table. */
struct names {
	const struct rv_sv **slot;
	uint32_t *id;
	size_t mask;
	uint32_t next;
};

static uint32_t
name_of(struct names *t, const struct rv_sv *part)
{
	size_t at = (size_t)rv_sv_hash(*part) & t->mask;

	while (t->slot[at] && !rv_sv_eq(*t->slot[at], *part))
		at = (at + 1) & t->mask;
	if (!t->slot[at]) {
		t->slot[at] = part;
		t->id[at] = t->next++;
	}
	return t->id[at];
}

static uint32_t
number_parts(struct cut *a, struct cut *b)
{
	struct names t = {.mask = 63};
	uint32_t n;

	while (t.mask < 2 * (a->n + b->n))
		t.mask = 2 * t.mask + 1;
	t.slot = rv_calloc(t.mask + 1, sizeof(const struct rv_sv *));
	t.id = rv_calloc(t.mask + 1, sizeof(*t.id));
	a->id = rv_calloc(a->n + 1, sizeof(*a->id));
	b->id = rv_calloc(b->n + 1, sizeof(*b->id));
	for (size_t i = 0; i < a->n; i++)
		a->id[i] = name_of(&t, &a->part[i]);
	for (size_t i = 0; i < b->n; i++)
		b->id[i] = name_of(&t, &b->part[i]);
	n = t.next;
	free((void *)t.slot);
	free(t.id);
	return n;
}

/* Elements that the other side has too; `at` is where each of them stood. */
static size_t
keep_shared(const struct cut *c, const bool *other, uint32_t *id, size_t *at)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		c->changed[i] = !other[c->id[i]];
		if (c->changed[i])
			continue;
		id[n] = c->id[i];
		at[n++] = i;
	}
	return n;
}

/* What stands on one side only is changed whatever the rest is: leaving it out
 * first keeps texts without anything in common cheap. */
static void
compare(struct cut *a, struct cut *b)
{
	size_t all = a->n + b->n + 1, n, m;
	uint32_t names = number_parts(a, b);
	bool *in_a = rv_calloc(names + 1, 1), *in_b = rv_calloc(names + 1, 1);
	uint32_t *ids = rv_calloc(all, sizeof(*ids));
	size_t *at = rv_calloc(all, sizeof(*at));
	bool *flags = rv_calloc(all, 1);

	a->changed = rv_calloc(a->n + 1, 1);
	b->changed = rv_calloc(b->n + 1, 1);
	for (size_t i = 0; i < a->n; i++)
		in_a[a->id[i]] = true;
	for (size_t i = 0; i < b->n; i++)
		in_b[b->id[i]] = true;
	n = keep_shared(a, in_b, ids, at);
	m = keep_shared(b, in_a, ids + n, at + n);
	rv_myers(ids, n, ids + n, m, flags, flags + n);
	for (size_t i = 0; i < n; i++)
		a->changed[at[i]] |= flags[i];
	for (size_t i = n; i < n + m; i++)
		b->changed[at[i]] |= flags[i];
	free(in_a);
	free(in_b);
	free(ids);
	free(at);
	free(flags);
}

struct lines {
	struct rv_diff_line *p;
	size_t n, cap;
};

static void
put(struct lines *l, enum rv_diff_op op, struct rv_sv text, size_t i, size_t j)
{
	rv_grow(&l->p, &l->cap, l->n + 1);
	l->p[l->n++] = (struct rv_diff_line){
		.op = op,
		.text = text,
		.old_line = op == RV_DIFF_ADD ? 0 : (int)i + 1,
		.new_line = op == RV_DIFF_DEL ? 0 : (int)j + 1,
	};
}

/* Both texts as one list: deleted before added. */
static void
merge(const struct cut *a, const struct cut *b, struct lines *out)
{
	size_t i = 0, j = 0;

	while (i < a->n || j < b->n) {
		if (i < a->n && a->changed[i]) {
			put(out, RV_DIFF_DEL, a->part[i], i, j);
			i++;
		} else if (j < b->n && b->changed[j]) {
			put(out, RV_DIFF_ADD, b->part[j], i, j);
			j++;
		} else {
			put(out, RV_DIFF_SAME, b->part[j], i, j);
			i++;
			j++;
		}
	}
}

static bool
is_changed(const struct lines *l, size_t i)
{
	return l->p[i].op != RV_DIFF_SAME;
}

/* End of the hunk that begins with the change at `from`. */
static size_t
hunk_end(const struct lines *l, size_t from, size_t context)
{
	size_t last = from;

	for (size_t i = from; i < l->n && i - last <= 2 * context + 1; i++)
		if (is_changed(l, i))
			last = i;
	return RV_MIN(last + context + 1, l->n);
}

/* Lines of both texts that were passed. */
struct passed {
	int old, new;
};

static void
pass(struct passed *p, const struct lines *l, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		p->old += l->p[i].op != RV_DIFF_ADD;
		p->new += l->p[i].op != RV_DIFF_DEL;
	}
}

static struct rv_diff_line
hunk_head(struct passed start, struct passed end, struct rv_arena *arena)
{
	int old_n = end.old - start.old, new_n = end.new - start.new;
	struct rv_diff_line head = {
		.op = RV_DIFF_HUNK,
		/* An empty side is named by the line before it. */
		.old_line = start.old + (old_n > 0),
		.new_line = start.new + (new_n > 0),
	};

	head.text = rv_sv(rv_arena_printf(arena, "@@ -%d,%d +%d,%d @@",
					  head.old_line, old_n, head.new_line,
					  new_n));
	return head;
}

static void
cut_hunks(const struct lines *l, size_t context, struct rv_arena *arena,
	  struct lines *out)
{
	struct passed start, end = {0};
	size_t done = 0, from, to;

	for (size_t i = 0; i < l->n; i++) {
		if (!is_changed(l, i))
			continue;
		from = i - done > context ? i - context : done;
		to = hunk_end(l, i, context);
		pass(&end, l, done, from);
		start = end;
		pass(&end, l, from, to);
		rv_grow(&out->p, &out->cap, out->n + 1 + to - from);
		out->p[out->n++] = hunk_head(start, end, arena);
		memcpy(out->p + out->n, l->p + from, (to - from) * sizeof(*l->p));
		out->n += to - from;
		done = to;
		i = to - 1;
	}
}

static void
finish(struct lines *l, struct rv_arena *arena, struct rv_diff *out)
{
	*out = (struct rv_diff){.n = l->n};
	out->lines = rv_arena_array(arena, struct rv_diff_line, l->n);
	for (size_t i = 0; i < l->n; i++) {
		out->lines[i] = l->p[i];
		out->added += l->p[i].op == RV_DIFF_ADD;
		out->removed += l->p[i].op == RV_DIFF_DEL;
	}
	free(l->p);
}

void
rv_diff_lines(struct rv_sv old, struct rv_sv new, int context,
	      struct rv_arena *arena, struct rv_diff *out)
{
	struct cut a = {0}, b = {0};
	struct lines all = {0}, hunks = {0};

	cut_lines(old, false, &a);
	cut_lines(new, false, &b);
	compare(&a, &b);
	merge(&a, &b, &all);
	if (context >= 0) {
		cut_hunks(&all, (size_t)context, arena, &hunks);
		free(all.p);
		all = hunks;
	}
	finish(&all, arena, out);
	cut_release(&a);
	cut_release(&b);
}

void
rv_diff_unified(struct rv_sv old, struct rv_sv new, const char *name,
		struct rv_buf *out)
{
	static const char marks[] = {[RV_DIFF_SAME] = ' ',
				     [RV_DIFF_DEL] = '-',
				     [RV_DIFF_ADD] = '+'};
	struct rv_arena arena = RV_ARENA_INIT;
	struct cut a = {0}, b = {0};
	struct lines all = {0}, hunks = {0};

	if (rv_sv_eq(old, new))
		return;
	cut_lines(old, true, &a);
	cut_lines(new, true, &b);
	compare(&a, &b);
	merge(&a, &b, &all);
	cut_hunks(&all, CONTEXT, &arena, &hunks);
	rv_buf_addf(out, "--- a/%s\n+++ b/%s\n", name, name);
	for (size_t i = 0; i < hunks.n; i++) {
		const struct rv_diff_line *l = &hunks.p[i];

		if (l->op == RV_DIFF_HUNK) {
			rv_buf_addv(out, l->text);
			rv_buf_addc(out, '\n');
			continue;
		}
		rv_buf_addc(out, marks[l->op]);
		rv_buf_addv(out, l->text);
		if (!rv_sv_ends(l->text, RV_SV("\n")))
			rv_buf_adds(out, "\n\\ No newline at end of file\n");
	}
	free(all.p);
	free(hunks.p);
	cut_release(&a);
	cut_release(&b);
	rv_arena_release(&arena);
}

static bool
is_blank(struct rv_sv v)
{
	return rv_sv_trim(v).n == 0;
}

/* A blank between two changed words belongs to the change: what reads as one
 * phrase is shown as one. */
static void
join_changes(struct cut *a, struct cut *b)
{
	size_t i = 0, j = 0;

	while (i < a->n && j < b->n) {
		if (a->changed[i] || b->changed[j]) {
			i += a->changed[i];
			j += b->changed[j];
			continue;
		}
		if (i && j && a->changed[i - 1] && b->changed[j - 1] &&
		    is_blank(a->part[i]) && i + 1 < a->n && j + 1 < b->n &&
		    a->changed[i + 1] && b->changed[j + 1])
			a->changed[i] = b->changed[j] = true;
		i++;
		j++;
	}
}

static void
put_run(struct lines *l, enum rv_diff_op op, const struct cut *c, size_t from,
	size_t to)
{
	const char *p = c->part[from].p;
	const struct rv_sv *end = &c->part[to - 1];

	rv_grow(&l->p, &l->cap, l->n + 1);
	l->p[l->n++] = (struct rv_diff_line){
		.op = op, .text = rv_sv_of(p, (size_t)(end->p + end->n - p))};
}

static void
merge_runs(const struct cut *a, const struct cut *b, struct lines *out)
{
	size_t i = 0, j = 0, from;

	while (i < a->n || j < b->n) {
		for (from = i; i < a->n && a->changed[i];)
			i++;
		if (i > from)
			put_run(out, RV_DIFF_DEL, a, from, i);
		for (from = j; j < b->n && b->changed[j];)
			j++;
		if (j > from)
			put_run(out, RV_DIFF_ADD, b, from, j);
		for (from = j; j < b->n && i < a->n && !a->changed[i] &&
			       !b->changed[j];) {
			i++;
			j++;
		}
		if (j > from)
			put_run(out, RV_DIFF_SAME, b, from, j);
	}
}

void
rv_diff_words(struct rv_sv old, struct rv_sv new, struct rv_arena *arena,
	      struct rv_diff *out)
{
	struct cut a = {0}, b = {0};
	struct lines runs = {0};

	cut_words(old, &a);
	cut_words(new, &b);
	compare(&a, &b);
	join_changes(&a, &b);
	merge_runs(&a, &b, &runs);
	finish(&runs, arena, out);
	cut_release(&a);
	cut_release(&b);
}
