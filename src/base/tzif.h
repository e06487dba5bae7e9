/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_TZIF_H
#define RV_BASE_TZIF_H

/*
 * Time zone files (RFC 8536) and POSIX TZ rules such as
 * "CET-1CEST,M3.5.0,M10.5.0/3".  Used by base/time.c alone.  Read-only once
 * made, any thread.
 */

#include <stdint.h>

#include "base/str.h"

struct rv_tzif;

/* NULL when the bytes are no zone file. */
struct rv_tzif *rv_tzif_new(struct rv_sv bytes);
/* NULL when the text is no rule. */
struct rv_tzif *rv_tzif_new_posix(struct rv_sv rule);
void rv_tzif_free(struct rv_tzif *z);
/* Seconds east of UTC at `t`, in seconds since 1970. */
int64_t rv_tzif_offset(const struct rv_tzif *z, int64_t t);

#endif
