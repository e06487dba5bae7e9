/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_FMT_H
#define RV_BASE_FMT_H

/*
 * Numbers, ages and sizes as people read them; the one place for it.  `zone` is
 * an offset from UTC in ms.  RV_UNDATED is written as such.  Any thread.
 */

#include <stdint.h>

#include "base/buf.h"

void rv_fmt_int(struct rv_buf *b, int64_t n);		/* 12,408 */
void rv_fmt_bytes(struct rv_buf *b, int64_t n);		/* 2.4 MB */
void rv_fmt_age(struct rv_buf *b, int64_t ms);		/* 40s 5m 3h 62d 20w 3y */
/* What a text gains and loses, in words: +75 -4 w */
void rv_fmt_words(struct rv_buf *b, int64_t added, int64_t removed);
void rv_fmt_clock(struct rv_buf *b, int64_t t, int64_t zone); /* 14:02 */
void rv_fmt_date(struct rv_buf *b, int64_t t, int64_t zone);  /* 2026-01-28 */
void rv_fmt_date_clock(struct rv_buf *b, int64_t t, int64_t zone);
/* Percent of a whole, rounded down, 0 when the whole is 0. */
int rv_fmt_percent(int64_t part, int64_t whole);
/* Percent of each of n parts, which are 100 together: what rounding leaves goes
 * to the largest remainders.  All 0 when there is nothing. */
#define RV_SHARES_MAX 8
void rv_fmt_shares(const int64_t *parts, size_t n, int *percent);

#endif
