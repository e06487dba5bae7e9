/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_TIME_H
#define RV_BASE_TIME_H

/*
 * Times are int64_t milliseconds since 1970-01-01T00:00:00Z, UTC.  RV_UNDATED
 * means "no time is known" and is never replaced by now.  Any thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

#define RV_UNDATED INT64_MIN
#define RV_SECOND ((int64_t)1000)
#define RV_MINUTE (60 * RV_SECOND)
#define RV_HOUR (60 * RV_MINUTE)
#define RV_DAY (24 * RV_HOUR)

#define RV_ISO_MAX 32

/* "2026-01-28T13:45:00.000Z"; years 0000 to 9999, else clamped. */
void rv_time_iso(int64_t t, char out[RV_ISO_MAX]);
void rv_buf_add_iso(struct rv_buf *b, int64_t t);
/*
 * Accepts date, date and time with T or blank, optional seconds, fraction of
 * any length (cut to ms), `Z`, `+hh:mm`, `-hhmm`; date only is UTC midnight;
 * without a zone it is taken as UTC.  False when it is not a real time.
 */
bool rv_time_parse(struct rv_sv text, int64_t *out);

struct rv_date {
	int year, month, day;	  /* month 1 to 12 */
	int hour, minute, second; /* 0 to 60 */
};
/* Civil date of t shifted by offset_ms (0 for UTC). */
struct rv_date rv_time_civil(int64_t t, int64_t offset_ms);
int64_t rv_time_from_civil(struct rv_date d);

/*
 * Offset from UTC in ms that the zone `tz` (a TZ name; "" or "UTC" is UTC) has
 * at t.  Uses the system's zone files through a lock; never changes TZ for
 * the rest of the program.
 */
int64_t rv_time_zone_offset(const char *tz, int64_t t);

#endif
