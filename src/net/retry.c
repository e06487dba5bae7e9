/* SPDX-License-Identifier: MIT */
/* Whether to ask a model again, and when. */
#include "config.h"

#include "net/retry.h"

#include <string.h>

#include "base/json.h"
#include "base/time.h"

/* Longer than this nobody waits; it also keeps sums far from overflow. */
#define LONGEST_MS (365 * RV_DAY)

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits, optionally a point and digits, cut off *rest; in units of 1/1000. */
static bool
take_number(struct rv_sv *rest, int64_t *thousandths)
{
	int64_t n = 0, scale = 100;
	size_t i = 0;

	while (i < rest->n && is_digit(rest->p[i])) {
		if (n < LONGEST_MS)
			n = n * 10 + (rest->p[i] - '0');
		i++;
	}
	if (i == 0)
		return false;
	n = RV_MIN(n, LONGEST_MS) * 1000;
	if (i < rest->n && rest->p[i] == '.') {
		size_t from = ++i;
		bool more = false;

		for (; i < rest->n && is_digit(rest->p[i]); i++) {
			n += (rest->p[i] - '0') * scale;
			more |= scale == 0 && rest->p[i] != '0';
			scale /= 10;
		}
		if (i == from)
			return false;
		n += more;
	}
	*rest = rv_sv_slice(*rest, i, rest->n);
	*thousandths = n;
	return true;
}

/* thousandths of a unit of that many ms, rounded up: never too early. */
static int64_t
to_ms(int64_t thousandths, int64_t unit_ms)
{
	int64_t ms;

	if (__builtin_mul_overflow(thousandths, unit_ms, &ms))
		return LONGEST_MS;
	return RV_MIN((ms + 999) / 1000, LONGEST_MS);
}

bool
rv_retry_parse_number(struct rv_sv text, int64_t unit_ms, int64_t *ms)
{
	int64_t n;

	text = rv_sv_trim(text);
	if (!take_number(&text, &n) || text.n > 0)
		return false;
	*ms = to_ms(n, unit_ms);
	return true;
}

static const struct {
	const char *name;
	int64_t ms;
} units[] = {
	/* the longer name first where one begins with the other */
	{"ms", 1}, {"s", RV_SECOND}, {"m", RV_MINUTE},
	{"h", RV_HOUR}, {"d", RV_DAY},
};

bool
rv_retry_parse_duration(struct rv_sv text, int64_t *ms)
{
	int64_t sum = 0, n;

	text = rv_sv_trim(text);
	if (text.n == 0)
		return false;
	while (text.n > 0) {
		size_t u;

		if (!take_number(&text, &n))
			return false;
		for (u = 0; u < ARRAY_LEN(units); u++) {
			if (rv_sv_starts(text, rv_sv(units[u].name)))
				break;
		}
		if (u == ARRAY_LEN(units))
			return false;
		text = rv_sv_slice(text, strlen(units[u].name), text.n);
		sum = RV_MIN(sum + to_ms(n, units[u].ms), LONGEST_MS);
	}
	*ms = sum;
	return true;
}

/* --- dates -------------------------------------------------------------------- */

static int
month_of(struct rv_sv word)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (int m = 0; m < 12 && word.n == 3; m++) {
		if (rv_sv_eq_ascii_nocase(word, rv_sv_of(names + m * 3, 3)))
			return m + 1;
	}
	return 0;
}

static bool
read_clock(struct rv_sv word, struct rv_date *d)
{
	int *const to[] = {&d->hour, &d->minute, &d->second};
	struct rv_sv part;
	int64_t n;

	for (size_t i = 0; i < 3; i++) {
		if (!rv_sv_next_part(&word, ':', &part) || part.n != 2 ||
		    !rv_sv_to_int(part, &n) || n < 0)
			return false;
		*to[i] = (int)n;
	}
	return word.n == 0 && d->hour < 24 && d->minute < 60 && d->second <= 60;
}

static bool
read_number(struct rv_sv word, int64_t least, int64_t most, int *out)
{
	int64_t n;

	if (word.n == 0 || !is_digit(word.p[0]) || !rv_sv_to_int(word, &n) ||
	    n < least || n > most)
		return false;
	*out = (int)n;
	return true;
}

/* Two digits: the century that RFC 9110 would take around these years. */
static bool
read_year(struct rv_sv word, int *out)
{
	if (!read_number(word, 0, 9999, out) || (word.n != 2 && word.n != 4))
		return false;
	if (word.n == 2)
		*out += *out < 70 ? 2000 : 1900;
	return true;
}

bool
rv_retry_parse_date(struct rv_sv text, int64_t *out)
{
	struct rv_date d = {0};
	struct rv_sv w[6] = {{0}}, rest = rv_sv_trim(text);
	size_t n = 0;
	bool ok;

	/* Words, parted by blanks, commas and, in the oldest form, hyphens. */
	while (rest.n > 0) {
		size_t end = 0;

		while (end < rest.n && !strchr(" ,-", rest.p[end]))
			end++;
		if (end > 0) {
			if (n == ARRAY_LEN(w))
				return false;
			w[n++] = rv_sv_slice(rest, 0, end);
		}
		rest = rv_sv_slice(rest, RV_MIN(end + 1, rest.n), rest.n);
	}
	if (n == 6 && (rv_sv_is(w[5], "GMT") || rv_sv_is(w[5], "UTC"))) {
		d.month = month_of(w[2]);
		ok = read_number(w[1], 1, 31, &d.day) &&
		     read_year(w[3], &d.year) && read_clock(w[4], &d);
	} else if (n == 5) { /* asctime */
		d.month = month_of(w[1]);
		ok = read_number(w[2], 1, 31, &d.day) &&
		     read_clock(w[3], &d) && read_year(w[4], &d.year);
	} else {
		return false;
	}
	if (!ok || d.month == 0)
		return false;
	*out = rv_time_from_civil(d);
	return true;
}

/* --- what a server said --------------------------------------------------------- */

bool
rv_retry_worth(rv_status s, const struct rv_http_response *r)
{
	static const int passing[] = {408, 409, 429, 500, 502, 503, 504, 529};

	if (r->sent)
		return false;
	if (s != RV_OK)
		return s == RV_E_MODEL && r->passing;
	if (r->status == 429 &&
	    rv_sv_has(r->error_body, RV_SV("\"insufficient_quota\"")))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(passing); i++) {
		if (r->status == passing[i])
			return true;
	}
	return false;
}

static int64_t
until(int64_t then, int64_t now)
{
	return then <= now ? 0 : RV_MIN(then - now, LONGEST_MS);
}

/* The retryDelay of google.rpc.RetryInfo; the body may be wrapped in an array. */
static bool
retry_info(struct rv_sv body, int64_t *ms)
{
	struct rv_json_doc doc;
	const rv_json *root, *d;
	bool found = false;

	if (!rv_sv_has(body, RV_SV("\"retryDelay\"")) ||
	    rv_json_parse(body, &doc, NULL) != RV_OK)
		return false;
	root = doc.root;
	if (rv_json_is_array(root))
		root = rv_json_first(root);
	d = rv_json_get(rv_json_get(root, "error"), "details");
	for (d = rv_json_first(d); d && !found; d = rv_json_next(d))
		found = rv_retry_parse_duration(
			rv_json_get_sv(d, "retryDelay"), ms);
	rv_json_release(&doc);
	return found;
}

static bool
parse_reset(struct rv_sv text, int64_t now, int64_t *ms)
{
	int64_t then;

	if (rv_retry_parse_duration(text, ms))
		return true;
	if (rv_retry_parse_number(text, RV_SECOND, ms)) {
		/* Some send the second of the clock, not a length of time. */
		if (*ms == LONGEST_MS && rv_sv_to_int(text, &then))
			*ms = until(then > LONGEST_MS ? then :
							then * RV_SECOND,
				    now);
		return true;
	}
	if (rv_time_parse(text, &then)) {
		*ms = until(then, now);
		return true;
	}
	return false;
}

int64_t
rv_retry_asked(const struct rv_http_response *r, int64_t now)
{
	int64_t ms, then, most = RV_RETRY_NOT_ASKED;

	/* Both times by the server's clock, whatever ours says. */
	(void)rv_retry_parse_date(r->date, &now);
	if (rv_retry_parse_number(r->retry_after_ms, 1, &ms))
		return ms;
	if (rv_retry_parse_number(r->retry_after, RV_SECOND, &ms))
		return ms;
	if (rv_retry_parse_duration(r->retry_after, &ms))
		return ms;
	if (rv_retry_parse_date(r->retry_after, &then))
		return until(then, now);
	if (retry_info(r->error_body, &ms))
		return ms;
	for (size_t i = 0; r->status == 429 && i < r->n_resets; i++) {
		if (parse_reset(r->reset[i], now, &ms))
			most = RV_MAX(most, ms);
	}
	return most;
}

int64_t
rv_retry_delay(const struct rv_retry *policy, int attempt, int64_t asked,
	       struct rv_rng *rng)
{
	int64_t ms = policy->first_ms;

	if (asked >= 0) {
		asked = RV_MIN(asked, policy->asked_max_ms);
		return asked +
		       (int64_t)rv_rng_below(rng, (uint64_t)asked / 10 + 1);
	}
	for (int i = 1; i < attempt && ms < policy->most_ms; i++)
		ms *= 2;
	ms = RV_MIN(ms, policy->most_ms);
	return ms - (int64_t)rv_rng_below(rng, (uint64_t)ms / 2 + 1);
}
