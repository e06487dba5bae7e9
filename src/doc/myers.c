/* SPDX-License-Identifier: MIT */
/* The shortest edit script, or one near to it. */
#include "config.h"

#include "doc/myers.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"

struct search {
	const uint32_t *a, *b;
	bool *del, *add;
	/* Farthest x on each diagonal k = x - y, forward and backward; the
	 * middle element is k = 0. */
	ptrdiff_t *fwd, *bwd;
};

struct box {
	ptrdiff_t a0, a1, b0, b1;
};

struct point {
	ptrdiff_t x, y;
};

/* A step of the forward search for all diagonals at distance d; true when it
 * met the backward one. */
static bool
step_forward(struct search *s, const struct box *q, ptrdiff_t d,
	     ptrdiff_t delta, struct point *mid)
{
	ptrdiff_t n = q->a1 - q->a0, m = q->b1 - q->b0;

	for (ptrdiff_t k = -d; k <= d; k += 2) {
		ptrdiff_t x, y;

		if (k == -d || (k != d && s->fwd[k - 1] < s->fwd[k + 1]))
			x = s->fwd[k + 1];
		else
			x = s->fwd[k - 1] + 1;
		y = x - k;
		while (x < n && y < m && x >= 0 && y >= 0 &&
		       s->a[q->a0 + x] == s->b[q->b0 + y]) {
			x++;
			y++;
		}
		s->fwd[k] = x;
		if ((delta & 1) && k >= delta - (d - 1) &&
		    k <= delta + (d - 1) && x >= s->bwd[k - delta] &&
		    x <= n && y <= m && y >= 0) {
			*mid = (struct point){x, y};
			return true;
		}
	}
	return false;
}

static bool
step_backward(struct search *s, const struct box *q, ptrdiff_t d,
	      ptrdiff_t delta, struct point *mid)
{
	ptrdiff_t n = q->a1 - q->a0, m = q->b1 - q->b0;

	for (ptrdiff_t k = -d; k <= d; k += 2) {
		ptrdiff_t x, y;

		if (k == d || (k != -d && s->bwd[k - 1] < s->bwd[k + 1]))
			x = s->bwd[k - 1];
		else
			x = s->bwd[k + 1] - 1;
		y = x - k - delta;
		while (x > 0 && y > 0 && x <= n && y <= m &&
		       s->a[q->a0 + x - 1] == s->b[q->b0 + y - 1]) {
			x--;
			y--;
		}
		s->bwd[k] = x;
		if (!(delta & 1) && k + delta >= -d && k + delta <= d &&
		    x <= s->fwd[k + delta] && x >= 0 && y >= 0 && y <= m) {
			*mid = (struct point){x, y};
			return true;
		}
	}
	return false;
}

/* Where the forward search came farthest: a split for when it costs too much. */
static struct point
farthest(const struct search *s, const struct box *q, ptrdiff_t d)
{
	ptrdiff_t n = q->a1 - q->a0, m = q->b1 - q->b0;
	struct point best = {0, 0};

	for (ptrdiff_t k = -d; k <= d; k += 2) {
		ptrdiff_t x = RV_MIN(s->fwd[k], n), y = x - k;

		if (y > m) {
			y = m;
			x = y + k;
		}
		if (x < 0 || y < 0)
			continue;
		if (x + y > best.x + best.y)
			best = (struct point){x, y};
	}
	return best;
}

static struct point
split(struct search *s, const struct box *q)
{
	ptrdiff_t n = q->a1 - q->a0, m = q->b1 - q->b0, delta = n - m;
	struct point mid;

	s->fwd[1] = 0;
	s->bwd[-1] = n;
	for (ptrdiff_t d = 0; d <= RV_MYERS_COST; d++) {
		if (step_forward(s, q, d, delta, &mid) ||
		    step_backward(s, q, d, delta, &mid))
			return mid;
	}
	return farthest(s, q, RV_MYERS_COST);
}

static void
mark(bool *flags, ptrdiff_t from, ptrdiff_t to)
{
	if (to > from)
		memset(flags + from, true, (size_t)(to - from));
}

static void
compare(struct search *s, struct box q)
{
	/* The second half of a split is done by going round again: the depth
	 * of calls is that of the first halves. */
	for (;;) {
		struct point mid;
		struct box first;

		while (q.a0 < q.a1 && q.b0 < q.b1 && s->a[q.a0] == s->b[q.b0]) {
			q.a0++;
			q.b0++;
		}
		while (q.a0 < q.a1 && q.b0 < q.b1 &&
		       s->a[q.a1 - 1] == s->b[q.b1 - 1]) {
			q.a1--;
			q.b1--;
		}
		if (q.a0 == q.a1 || q.b0 == q.b1)
			break;
		mid = split(s, &q);
		first = (struct box){q.a0, q.a0 + mid.x, q.b0, q.b0 + mid.y};
		if ((first.a1 == q.a0 && first.b1 == q.b0) ||
		    (first.a1 == q.a1 && first.b1 == q.b1))
			break;
		compare(s, first);
		q.a0 = first.a1;
		q.b0 = first.b1;
	}
	mark(s->del, q.a0, q.a1);
	mark(s->add, q.b0, q.b1);
}

void
rv_myers(const uint32_t *a, size_t n, const uint32_t *b, size_t m, bool *del,
	 bool *add)
{
	size_t width = 2 * (RV_MYERS_COST + 2) + 1;
	ptrdiff_t *space = rv_calloc(2 * width, sizeof(*space));
	struct search s = {
		.a = a, .b = b, .del = del, .add = add,
		.fwd = space + RV_MYERS_COST + 2,
		.bwd = space + width + RV_MYERS_COST + 2,
	};

	compare(&s, (struct box){0, (ptrdiff_t)n, 0, (ptrdiff_t)m});
	free(space);
}
