/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_WHEN_H
#define RV_BASE_WHEN_H

/*
 * A time to come, as people write it: "12h", "1d", "2 weeks", "a month",
 * "next week" (in seven days), "tomorrow", "friday", "2026-07-01",
 * "2026-07-01 09:30".  Days begin at midnight of the zone; so does a date
 * without a time.  Words are taken in English and in the language of the
 * program, whatever their case.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* False for what is no such time, and for one that is not after `now`. */
bool rv_when_parse(struct rv_sv text, int64_t now, const char *tz,
		   int64_t *out);

#endif
