/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_SEEN_H
#define RV_DOC_REDACT_SEEN_H

/*
 * What the rules have learned of one text on their way through it, so that a
 * text full of beginnings is looked ahead over once and not for each of them.
 * Zero is a good start; a text of its own needs one of its own.
 */

#include "base/str.h"

enum rv__spot_of {
	RV__SPOT_PEM_END,
	RV__SPOT_PUTTY,
	RV__SPOT_SSH2_END,
	RV__SPOT_DATA,
	RV__SPOT_STRING_DATA,
	RV__SPOT_CURL,
	RV__SPOT_WGET,
	RV__SPOTS
};

struct rv__seen {
	struct rv__spot { /* none begins in [from, to); found: one at `to` */
		size_t from, to;
		bool found;
	} spots[RV__SPOTS];
	struct rv__span {
		size_t from, to;
	} token, name, row, manifest; /* a run, the last of its kind */
	/* The last value, which ends so; what it was taken for, if long. */
	struct rv__span value, masked, clear[8];
	const char *close;
	unsigned ends;
};

/* Where the words of a spot begin first in [from, to); SIZE_MAX: nowhere. */
size_t rv__seen_find(struct rv__seen *seen, enum rv__spot_of which,
		     struct rv_sv v, size_t from, size_t to);
/* Is it in the run that was looked at last? */
static inline bool
rv__seen_in(const struct rv__span *run, size_t at)
{
	return at >= run->from && at < run->to;
}

#endif
