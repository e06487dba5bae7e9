/* SPDX-License-Identifier: MIT */
/* Lines between panes, and how far each was moved. */
#include "config.h"

#include "ui/sizes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A neighbour keeps its frame and this much; less where it had less. */
#define LEAST_W 24
#define LEAST_H 5
#define LINES_MAX (2 * UI_PLACES)

struct line {
	bool down; /* moves up and down */
	int at;
	unsigned before, after; /* places that end and begin at it */
	struct ui_shift *shift;
};

struct lines {
	struct line all[LINES_MAX];
	size_t n;
	int w, h; /* of the whole */
};

/* Places where the table of screens has them, and what may move. */
struct layout {
	const struct ui_screen *s;
	enum ui_size size;
	struct ui_rect base[UI_PLACES];
	struct lines lines;
};

static int
start(const struct ui_rect *r, bool down)
{
	return down ? r->y : r->x;
}

static int
extent(const struct ui_rect *r, bool down)
{
	return down ? r->h : r->w;
}

/* The last row or column, which is the first of a neighbour, too. */
static int
end(const struct ui_rect *r, bool down)
{
	return start(r, down) + extent(r, down) - 1;
}

/* Do they share a piece of a line?  Where four meet at a corner, the line down
 * goes through and those across end at it. */
static bool
touch(const struct ui_rect *a, const struct ui_rect *b, bool down)
{
	int shared = RV_MIN(end(a, !down), end(b, !down)) -
		     RV_MAX(start(a, !down), start(b, !down));

	return a->w > 0 && b->w > 0 && end(a, down) == start(b, down) &&
	       (down ? shared > 0 : shared >= 0);
}

/* All that ends or begins at the line below or right of place i. */
static struct line
line_of(const struct ui_rect r[UI_PLACES], size_t i, bool down)
{
	struct line l = {.down = down, .at = end(&r[i], down), .before = 1u << i};
	unsigned had;

	do {
		had = l.before | l.after;
		for (size_t a = 0; a < UI_PLACES; a++)
			for (size_t b = 0; b < UI_PLACES; b++) {
				if (!touch(&r[a], &r[b], down) ||
				    !((l.before >> a | l.after >> b) & 1))
					continue;
				l.before |= 1u << a;
				l.after |= 1u << b;
			}
	} while ((l.before | l.after) != had);
	return l;
}

static struct ui_shift *
shift_of(const struct ui_screen *s, enum ui_size size, struct ui_sizes *z,
	 const struct line *l, size_t first)
{
	if (size == UI_SIZE_FULL)
		return l->down ? &z->below[first] : &z->right[first];
	return &z->stacked[s->places[first].group != UI_GROUP_MAIN];
}

static struct lines
find_lines(const struct ui_screen *s, enum ui_size size, struct ui_sizes *z,
	   const struct ui_rect r[UI_PLACES])
{
	struct lines out = {.n = 0};

	for (size_t i = 0; i < ui_screen_places(s); i++) {
		out.w = RV_MAX(out.w, r[i].x + r[i].w);
		out.h = RV_MAX(out.h, r[i].y + r[i].h);
		for (int down = 0; down < 2 && r[i].w > 0; down++) {
			struct line l = line_of(r, i, down);

			/* None is there, or a place before has it. */
			if (!l.after || (l.before & ((1u << i) - 1)))
				continue;
			l.shift = shift_of(s, size, z, &l, i);
			out.all[out.n++] = l;
		}
	}
	return out;
}

static void
lay_out(struct layout *v, const struct ui_screen *s, enum ui_size size,
	struct ui_sizes *z, const struct ui_rect r[UI_PLACES])
{
	*v = (struct layout){.s = s, .size = size};
	memcpy(v->base, r, sizeof(v->base));
	v->lines = find_lines(s, size, z, r);
}

/* Its height is that of its text: it needs no less, and has no use for more. */
static bool
is_strip(const struct layout *v, size_t place)
{
	const struct ui_place *p = &v->s->places[place];

	return v->size == UI_SIZE_FULL ? p->y1.percent == 0
				       : ui_place_strip(p) > 0;
}

static int
least(const struct layout *v, size_t place, bool down)
{
	const struct ui_rect *r = &v->base[place];

	if (!down)
		return RV_MIN(r->w, LEAST_W);
	return is_strip(v, place) ? r->h : RV_MIN(r->h, LEAST_H);
}

/* How far it shall move in this whole, to the next cell. */
static int
wish(const struct lines *all, const struct line *l)
{
	int whole = l->down ? all->h : all->w;
	int by = l->shift->by * whole, of = l->shift->of;

	return of > 0 ? (by + (by < 0 ? -of : of) / 2) / of : 0;
}

/* The line at which a place begins (`after`) or ends, or NULL: it is an edge of
 * the whole. */
static const struct line *
line_at(const struct lines *all, size_t place, bool down, bool begins)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct line *l = &all->all[i];

		if (l->down == down &&
		    ((begins ? l->after : l->before) >> place & 1))
			return l;
	}
	return NULL;
}

static void
put_line(const struct line *l, int at, struct ui_rect r[UI_PLACES])
{
	for (size_t i = 0; i < UI_PLACES; i++) {
		int *from = l->down ? &r[i].y : &r[i].x;
		int *cells = l->down ? &r[i].h : &r[i].w;

		if (l->before >> i & 1)
			*cells = at - *from + 1;
		if (l->after >> i & 1) {
			*cells += *from - at;
			*from = at;
		}
	}
}

/* Puts a line there, or as near as its neighbours allow: one that has no more to
 * give moves on, with the line on its other side. */
static void
push_line(const struct layout *v, const struct line *l, int to,
	  struct ui_rect r[UI_PLACES])
{
	for (size_t i = 0; i < UI_PLACES; i++) {
		bool before = l->before >> i & 1;
		int need = least(v, i, l->down) - 1, next;
		const struct line *other;

		if (!before && !(l->after >> i & 1))
			continue;
		next = before ? to - need : to + need;
		other = line_at(&v->lines, i, l->down, before);
		if (before && next < start(&r[i], l->down)) {
			if (other)
				push_line(v, other, next, r);
			to = RV_MAX(to, start(&r[i], l->down) + need);
		} else if (!before && next > end(&r[i], l->down)) {
			if (other)
				push_line(v, other, next, r);
			to = RV_MIN(to, end(&r[i], l->down) - need);
		}
	}
	put_line(l, to, r);
}

/* Lines that nobody moved make way for those that somebody did. */
static void
apply(const struct layout *v, struct ui_rect r[UI_PLACES])
{
	memcpy(r, v->base, sizeof(v->base));
	for (size_t i = 0; i < v->lines.n; i++) {
		const struct line *l = &v->lines.all[i];

		if (l->shift->of > 0)
			push_line(v, l, l->at + wish(&v->lines, l), r);
	}
}

/* How far a line is from its own place. */
static int
moved(const struct line *l, const struct ui_rect r[UI_PLACES])
{
	for (size_t i = 0; i < UI_PLACES; i++)
		if (l->before >> i & 1)
			return end(&r[i], l->down) - l->at;
	return 0;
}

static void
set(const struct lines *all, const struct line *l, int by)
{
	int whole = l->down ? all->h : all->w;

	*l->shift = by == 0 ? (struct ui_shift){0}
			    : (struct ui_shift){(short)by, (short)whole};
}

void
ui_sizes_apply(const struct ui_screen *s, enum ui_size size,
	       const struct ui_sizes *z, struct ui_rect r[UI_PLACES])
{
	struct ui_sizes copy = *z;
	struct layout v;

	lay_out(&v, s, size, &copy, r);
	apply(&v, r);
}

/* Moves a line by so many cells; it stays when the place would not get all. */
static bool
try(const struct layout *v, const struct line *l,
    const struct ui_rect was[UI_PLACES], size_t place, int by)
{
	struct ui_rect now[UI_PLACES];
	struct ui_shift old = *l->shift;
	int sign = l->before >> place & 1 ? 1 : -1;

	set(&v->lines, l, moved(l, was) + by);
	apply(v, now);
	if (extent(&now[place], l->down) - extent(&was[place], l->down) ==
		    sign * by &&
	    moved(l, now) == moved(l, was) + by)
		return true;
	*l->shift = old;
	return false;
}

/* Lines of a place that can be seen to move: below, above, right, left. */
static size_t
lines_of(const struct lines *all, size_t place, unsigned seen,
	 const struct line *out[4])
{
	size_t n = 0;

	for (int k = 0; k < 4; k++)
		for (size_t i = 0; i < all->n; i++) {
			const struct line *l = &all->all[i];
			unsigned own = k % 2 == 0 ? l->before : l->after;

			if (l->down == (k < 2) && (own >> place & 1) &&
			    (l->before & seen) && (l->after & seen))
				out[n++] = l;
		}
	return n;
}

bool
ui_sizes_step(const struct ui_screen *s, enum ui_size size, struct ui_sizes *z,
	      const struct ui_rect r[UI_PLACES], unsigned seen, size_t place,
	      int dir)
{
	struct ui_sizes copy = *z;
	struct ui_rect was[UI_PLACES];
	const struct line *own[4];
	struct layout v;
	size_t n;

	lay_out(&v, s, size, &copy, r);
	apply(&v, was);
	n = lines_of(&v.lines, place, seen, own);
	for (size_t i = 0; i < 2 * n; i++) {
		/* First back what went the other way, the last one first. */
		bool back = i < n;
		const struct line *l = back ? own[n - 1 - i] : own[i - n];
		int sign = l->before >> place & 1 ? dir : -dir;
		int by = sign * (l->down ? UI_GROW_H : UI_GROW_W);
		int gone = -moved(l, was);

		if (back && (gone * sign <= 0 || !l->shift->of))
			continue;
		if (back && abs(gone) < abs(by))
			by = gone;
		if (!back && dir > 0 && l->down && is_strip(&v, place))
			continue;
		if (try(&v, l, was, place, by)) {
			*z = copy;
			return true;
		}
	}
	return false;
}

bool
ui_sizes_none(const struct ui_sizes *z)
{
	static const struct ui_sizes none;

	return memcmp(z, &none, sizeof(none)) == 0;
}
