/* SPDX-License-Identifier: MIT */
/* Lines of a page that an edited text does not know. */
#include "config.h"

#include "trust/lost_lines.h"

#include <stdlib.h>

#include "doc/diff.h"

static int
by_text(const void *a, const void *b)
{
	return rv_sv_cmp(*(const struct rv_sv *)a, *(const struct rv_sv *)b);
}

size_t
rv_lost_lines(struct rv_sv base, struct rv_sv now, struct rv_sv edited,
	      struct rv_arena *arena, struct rv_sv *first)
{
	size_t n = 0, lost = 0;
	struct rv_diff diff;
	struct rv_sv *held, line;

	*first = RV_SV_NONE;
	if (rv_sv_eq(base, now))
		return 0;
	held = rv_arena_array(arena, struct rv_sv,
			      rv_sv_count(edited, '\n') + 2);
	while (rv_sv_next_line(&edited, &line))
		held[n++] = rv_sv_trim(line);
	if (n)
		qsort(held, n, sizeof(*held), by_text);
	rv_diff_lines(base, now, 0, arena, &diff);
	for (size_t i = 0; i < diff.n; i++) {
		line = rv_sv_trim(diff.lines[i].text);
		if (diff.lines[i].op != RV_DIFF_ADD || !line.n ||
		    (n && bsearch(&line, held, n, sizeof(*held), by_text)))
			continue;
		if (!lost++)
			*first = line;
	}
	return lost;
}
