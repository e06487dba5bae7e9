/* SPDX-License-Identifier: MIT */
/* Sections into pieces, at blank lines. */
#include "config.h"

#include "doc/cut.h"

#define PIECE_BYTES 1200

static bool
take(struct rv_cut *c, size_t to, int64_t line, struct rv_sv *piece,
     int64_t *at_line)
{
	*piece = rv_sv_slice(c->body, c->at, to);
	*at_line = c->line;
	c->at = to;
	c->line = line;
	return true;
}

bool
rv_cut_next(struct rv_cut *c, struct rv_sv *piece, int64_t *line)
{
	struct rv_sv rest = rv_sv_slice(c->body, c->at, c->body.n), cur;
	size_t gap = c->at, from = c->at;
	int64_t number = c->line, gap_line = c->line;

	while (rv_sv_next_line(&rest, &cur)) {
		size_t next = rest.n ? (size_t)(rest.p - c->body.p)
				     : c->body.n;

		if (!rv_sv_trim(cur).n) {
			gap = next;
			gap_line = number + 1;
		}
		if (next - from > PIECE_BYTES && gap > from)
			return take(c, gap, gap_line, piece, line);
		number++;
	}
	if (c->done ||
	    (from && !rv_sv_trim(rv_sv_slice(c->body, from, c->body.n)).n))
		return false;
	c->done = true;
	return take(c, c->body.n, number, piece, line);
}
