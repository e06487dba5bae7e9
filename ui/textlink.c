/* SPDX-License-Identifier: MIT */
/* Finding, choosing and marking the links of a text view. */
#include "config.h"

#include "ui/textlink.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "base/width.h"
#include "ui/list.h"

/* Leads count as bytes before the text: their links come first. */
#define LEAD ((size_t)1 << 20)

#define REF_MAX 512

/* Lines that are one broken word belong together: [from, to). */
struct group {
	size_t from, to;
	struct rv_buf text; /* of all */
};

static void
add_text(const struct ui_textline *l, struct rv_buf *b)
{
	if (l->n_runs == 0)
		rv_buf_addv(b, l->text);
	for (size_t i = 0; i < l->n_runs; i++)
		rv_buf_addv(b, l->runs[i].text);
}

static void
read_group(const struct ui_textview *t, size_t from, struct group *g)
{
	g->from = g->to = from;
	rv_buf_reset(&g->text);
	while (g->to < t->n) {
		add_text(&t->lines[g->to], &g->text);
		if (!t->lines[g->to++].broken)
			break;
	}
}

/* The line that byte `at` of the group stands on, and where it begins. */
static size_t
line_of(const struct ui_textview *t, const struct group *g, size_t at,
	size_t *begin)
{
	struct rv_buf b = RV_BUF_INIT;
	size_t line = g->from;

	*begin = 0;
	for (; line < g->to; line++) {
		rv_buf_reset(&b);
		add_text(&t->lines[line], &b);
		if (at < *begin + b.n || line + 1 == g->to)
			break;
		*begin += b.n;
	}
	rv_buf_release(&b);
	return line;
}

/* The tagged run at byte `at` of a line, and where it ends. */
static int
tag_at(const struct ui_textline *l, size_t at, size_t *end)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_runs; i++) {
		n += l->runs[i].text.n;
		if (at < n) {
			*end = n;
			return l->runs[i].tag;
		}
	}
	*end = n;
	return 0;
}

/* The first tagged run of a line at or behind byte `at`. */
static bool
next_tag(const struct ui_textline *l, size_t at, struct ui_textlink *out)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_runs; i++) {
		if (l->runs[i].tag > 0 && n >= at) {
			out->at = n;
			out->tag = l->runs[i].tag;
			return true;
		}
		n += l->runs[i].text.n;
	}
	return false;
}

typedef bool on_link(void *arg, const struct ui_textlink *l,
		     const struct group *g);

static bool
scan_lead(const struct ui_textview *t, size_t line, const struct group *g,
	  on_link *fn, void *arg)
{
	struct ui_textlink l = {.line = line};
	size_t at = 0;

	while (ui_ref_next(t->lines[line].lead, at, &l.ref)) {
		at = l.ref.b;
		l.at = l.ref.a;
		if (!fn(arg, &l, g))
			return false;
	}
	return true;
}

static bool
scan_line(const struct ui_textview *t, size_t line, struct group *g,
	  size_t begin, size_t end, int *last, on_link *fn, void *arg)
{
	const struct ui_textline *tl = &t->lines[line];
	/* No id is longer; a text without blanks is not read over and over. */
	struct rv_sv all = rv_sv_slice(rv_buf_sv(&g->text), 0,
				       RV_MIN(g->text.n, end + REF_MAX));
	size_t at = 0;

	while (begin + at < end) {
		struct ui_textlink tag = {.line = line}, ref = {.line = line};
		bool has_tag = next_tag(tl, at, &tag);
		bool has_ref = ui_ref_next(all, begin + at, &ref.ref) &&
			       ref.ref.a < end;
		size_t stop;

		if (has_ref && has_tag && ref.ref.a >= begin + tag.at)
			has_ref = false;
		if (has_ref) {
			ref.at = LEAD + ref.ref.a - begin;
			at = ref.ref.b - begin;
			*last = 0;
			/* A word within a link is that link. */
			if (tag_at(tl, ref.ref.a - begin, &stop) == 0 &&
			    !fn(arg, &ref, g))
				return false;
			continue;
		}
		if (!has_tag)
			break;
		(void)tag_at(tl, tag.at, &stop);
		at = stop;
		tag.at += LEAD;
		/* One link may come in several runs and on several lines. */
		if (tag.tag != *last && !fn(arg, &tag, g))
			return false;
		*last = tag.tag;
	}
	return true;
}

/* All links of the lines [from, to), whole groups, in their order. */
static void
scan(const struct ui_textview *t, size_t from, size_t to, on_link *fn,
     void *arg)
{
	struct group g = {.text = RV_BUF_INIT};
	struct rv_buf one = RV_BUF_INIT;
	bool on = true;
	int last = 0;

	while (from > 0 && from < t->n && t->lines[from - 1].broken)
		from--;
	for (; from < to && from < t->n && on; from = g.to) {
		size_t begin = 0;

		read_group(t, from, &g);
		for (size_t i = g.from; i < g.to && on; i++) {
			rv_buf_reset(&one);
			add_text(&t->lines[i], &one);
			on = scan_lead(t, i, &g, fn, arg) &&
			     scan_line(t, i, &g, begin, begin + one.n, &last,
				       fn, arg);
			begin += one.n;
		}
	}
	rv_buf_release(&one);
	rv_buf_release(&g.text);
}

/* --- choosing --------------------------------------------------------------- */

static int
compare(const struct ui_textlink *l, size_t line, size_t at)
{
	if (l->line != line)
		return l->line < line ? -1 : 1;
	return l->at < at ? -1 : l->at > at;
}

struct search {
	size_t line, at; /* the chosen one, or the top of what is seen */
	bool chosen;
	struct ui_textlink first, before, after, last;
	bool any, has_before, has_after, here;
};

static bool
look(void *arg, const struct ui_textlink *l, const struct group *g)
{
	struct search *s = arg;
	int by = compare(l, s->line, s->at);

	(void)g;
	if (!s->any)
		s->first = *l;
	s->any = true;
	s->last = *l;
	s->here = s->here || (s->chosen && by == 0);
	if (by < 0) {
		s->before = *l;
		s->has_before = true;
	} else if (!s->has_after && (by > 0 || !s->chosen)) {
		s->after = *l;
		s->has_after = true;
	}
	return true;
}

bool
ui_textlink_step(struct ui_textview *t, int by)
{
	struct search s = {.line = t->link_line,
			   .at = t->link_at,
			   .chosen = t->link_on};
	const struct ui_textlink *to;

	/* The first step begins with what is on the screen. */
	if (!t->link_on) {
		s.line = t->top;
		s.at = 0;
	}
	scan(t, 0, t->n, look, &s);
	if (!s.any)
		return false;
	if (by > 0)
		to = s.has_after ? &s.after : &s.first;
	else
		to = s.has_before ? &s.before : &s.last;
	t->link_on = true;
	t->link_line = to->line;
	t->link_at = to->at;
	t->tag = to->tag;
	ui_textview_reveal(t, to->line);
	return true;
}

static bool
stop_at_once(void *arg, const struct ui_textlink *l, const struct group *g)
{
	(void)l;
	(void)g;
	*(bool *)arg = true;
	return false;
}

bool
ui_textlink_any(struct ui_textview *t)
{
	bool any = false;

	scan(t, 0, t->n, stop_at_once, &any);
	return any;
}

/* The chosen one, with its own copy of what the id is made of. */
struct copying {
	struct ui_textview *t;
	struct ui_textlink *out;
	bool found;
};

static bool
copy_chosen(void *arg, const struct ui_textlink *l, const struct group *g)
{
	struct copying *c = arg;

	(void)g;
	if (compare(l, c->t->link_line, c->t->link_at) != 0)
		return true;
	*c->out = *l;
	c->out->ref.id = rv_sv_dup_in(&c->t->arena, l->ref.id);
	c->found = true;
	return false;
}

bool
ui_textlink_chosen(struct ui_textview *t, struct ui_textlink *out)
{
	struct copying c = {.t = t, .out = out};

	if (t->link_on)
		scan(t, t->link_line, t->link_line + 1, copy_chosen, &c);
	return c.found;
}

/* --- drawing ---------------------------------------------------------------- */

struct drawing {
	const struct ui_textview *t;
	struct ui_surface *s;
};

static void
mark(const struct drawing *d, size_t line, int x, struct rv_sv before,
     struct rv_sv it, unsigned flags)
{
	int y = (int)line - (int)d->t->top;

	if (line < d->t->top || y >= d->s->r.h)
		return;
	x += rv_width(before);
	ui_mark(d->s, x, y, RV_MIN(rv_width(it), d->s->r.w - x), flags);
}

static bool
draw_link(void *arg, const struct ui_textlink *l, const struct group *g)
{
	const struct drawing *d = arg;
	const struct ui_textview *t = d->t;
	bool on = t->link_on && compare(l, t->link_line, t->link_at) == 0;
	unsigned flags = on ? UI_REVERSE : UI_UNDER;
	struct rv_sv all = rv_buf_sv(&g->text);
	size_t at = l->ref.a, begin, line;

	/* Tagged runs have their own look. */
	if (l->tag > 0)
		return true;
	if (l->at < LEAD) {
		mark(d, l->line, 0,
		     rv_sv_slice(t->lines[l->line].lead, 0, at),
		     rv_sv_slice(t->lines[l->line].lead, at, l->ref.b), flags);
		return true;
	}
	while (at < l->ref.b) {
		struct rv_buf one = RV_BUF_INIT;
		size_t end;

		line = line_of(t, g, at, &begin);
		add_text(&t->lines[line], &one);
		end = RV_MIN(l->ref.b, begin + one.n);
		rv_buf_release(&one);
		if (end <= at)
			break;
		mark(d, line, t->lines[line].indent,
		     rv_sv_slice(all, begin, at), rv_sv_slice(all, at, end),
		     flags);
		at = end;
	}
	return true;
}

void
ui_textlink_draw(const struct ui_textview *t, struct ui_surface *s)
{
	struct drawing d = {t, s};

	scan(t, t->top, t->top + (size_t)RV_MAX(s->r.h, 0), draw_link, &d);
}
