/* SPDX-License-Identifier: MIT */
/* Remembers how far a text has been looked through, and for what. */
#include "config.h"

#include "doc/redact_seen.h"

static const char *const words[RV__SPOTS] = {
	[RV__SPOT_PEM_END] = "-----END",
	[RV__SPOT_PUTTY] = "Private-Lines:",
	[RV__SPOT_SSH2_END] = "---- END",
	[RV__SPOT_DATA] = "\ndata:",
	[RV__SPOT_STRING_DATA] = "\nstringData:",
	[RV__SPOT_CURL] = "curl",
	[RV__SPOT_WGET] = "wget",
};

size_t
rv__seen_find(struct rv__seen *seen, enum rv__spot_of which, struct rv_sv v,
	      size_t from, size_t to)
{
	struct rv__spot *s = &seen->spots[which];
	struct rv_sv word = rv_sv(words[which]);
	ptrdiff_t at;

	if (from < s->from || from > s->to)
		*s = (struct rv__spot){from, from, false};
	to = RV_MIN(to, v.n);
	if (!s->found && s->to + word.n <= to) {
		at = rv_sv_find(rv_sv_slice(v, s->to, to), word);
		s->found = at >= 0;
		s->to = at >= 0 ? s->to + (size_t)at : to - word.n + 1;
	}
	return s->found && s->to + word.n <= to ? s->to : SIZE_MAX;
}
