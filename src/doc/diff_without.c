/* SPDX-License-Identifier: MIT */
/* A text without one hunk of what was changed in it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "doc/diff.h"

struct range {
	size_t from, n; /* lines, 0 is the first */
};

/* "-12,3" or "+0,0": of an empty range the line before it is named. */
static bool
read_range(struct rv_sv head, char sign, struct range *out)
{
	ptrdiff_t at = rv_sv_find_char(head, sign);
	struct rv_sv rest, both, start;
	int64_t a, n;

	if (at < 0)
		return false;
	rest = rv_sv_slice(head, (size_t)at + 1, head.n);
	if (!rv_sv_next_part(&rest, ' ', &both) ||
	    !rv_sv_next_part(&both, ',', &start) ||
	    !rv_sv_to_int(start, &a) || !rv_sv_to_int(both, &n) || a < 0 ||
	    n < 0 || (n > 0 && a < 1))
		return false;
	out->from = (size_t)(n > 0 ? a - 1 : a);
	out->n = (size_t)n;
	return true;
}

/* Where line i begins; behind the last one: the end. */
static size_t
offset_of(struct rv_sv text, size_t line)
{
	size_t at = 0;

	while (line > 0 && at < text.n) {
		const char *nl = memchr(text.p + at, '\n', text.n - at);

		at = nl ? (size_t)(nl - text.p) + 1 : text.n;
		line--;
	}
	return at;
}

static struct rv_sv
lines_of(struct rv_sv text, struct range r)
{
	return rv_sv_slice(text, offset_of(text, r.from),
			   offset_of(text, r.from + r.n));
}

static void
add(struct rv_buf *out, struct rv_sv part)
{
	if (part.n && out->n && out->p[out->n - 1] != '\n')
		rv_buf_addc(out, '\n');
	rv_buf_addv(out, part);
}

bool
rv_diff_without(struct rv_sv old, struct rv_sv new, int context, size_t hunk,
		struct rv_arena *arena, struct rv_buf *out)
{
	struct range a, b;
	struct rv_diff d;
	size_t i, at = 0;

	rv_diff_lines(old, new, context, arena, &d);
	for (i = 0; i < d.n; i++)
		if (d.lines[i].op == RV_DIFF_HUNK && ++at == hunk)
			break;
	if (i == d.n || !read_range(d.lines[i].text, '-', &a) ||
	    !read_range(d.lines[i].text, '+', &b))
		return false;
	add(out, rv_sv_slice(new, 0, offset_of(new, b.from)));
	add(out, lines_of(old, a));
	add(out, rv_sv_slice(new, offset_of(new, b.from + b.n), new.n));
	return true;
}
