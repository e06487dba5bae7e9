/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_RETRY_H
#define RV_NET_RETRY_H

/*
 * Whether to ask a model again, and when.  Pure functions: the clock and the
 * generator are handed in.
 *
 *	while (rv_retry_worth(s, &http) && attempt < policy.attempts) {
 *		int64_t asked = rv_retry_asked(&http, now);
 *		wait(rv_retry_delay(&policy, attempt++, asked, &rng));
 *		...
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/status.h"
#include "net/http.h"

#define RV_RETRY_NOT_ASKED (-1)

struct rv_retry {
	int attempts;	   /* in all, the first one counted */
	int64_t first_ms;  /* before the second attempt, doubled each time */
	int64_t most_ms;   /* of our own waiting */
	int64_t asked_max_ms; /* of what a server may ask for */
};
#define RV_RETRY_DEFAULT ((struct rv_retry){4, 500, 8000, 60000})

/*
 * Is the failure of a kind that passes?  Statuses 408, 409, 429, 500, 502, 503,
 * 504, 529, and a connection that failed before the first byte; never when text
 * was delivered, and not when a quota is used up for good (insufficient_quota).
 * `s` is what rv_http_perform returned.
 */
bool rv_retry_worth(rv_status s, const struct rv_http_response *r);

/*
 * How long the server asked to wait, in ms, or RV_RETRY_NOT_ASKED.  In this
 * order: retry-after-ms; Retry-After in seconds, with a fraction, or as a date
 * (measured against the server's own Date where it sent one); RetryInfo in a
 * Gemini error body; the latest of the rate limit resets.  A time that has
 * passed is 0.  `now` is in ms.
 */
int64_t rv_retry_asked(const struct rv_http_response *r, int64_t now);

/*
 * How long to wait before attempt number `attempt` + 1; the first failure has
 * number 1.  What was asked for is kept to (up to asked_max_ms) and lengthened
 * by up to a tenth; without it first_ms * 2^(attempt - 1), at most most_ms, and
 * of that between the half and the whole.
 */
int64_t rv_retry_delay(const struct rv_retry *policy, int attempt,
		       int64_t asked, struct rv_rng *rng);

/* The forms of a length of time, each false when it is not one: "1.5" (unit_ms
 * says of what), "6m0s" "20ms" "1h2m" "34s" "1.5s". */
bool rv_retry_parse_number(struct rv_sv text, int64_t unit_ms, int64_t *ms);
bool rv_retry_parse_duration(struct rv_sv text, int64_t *ms);
/* "Sun, 06 Nov 1994 08:49:37 GMT" and the two old forms of RFC 9110, 5.6.7. */
bool rv_retry_parse_date(struct rv_sv text, int64_t *out);

#endif
