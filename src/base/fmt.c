/* SPDX-License-Identifier: MIT */
/* Numbers, ages and sizes as people read them. */
#include "config.h"

#include "base/fmt.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "base/time.h"

void
rv_fmt_int(struct rv_buf *b, int64_t n)
{
	char digits[24];
	int len;

	/* the magnitude of INT64_MIN fits in unsigned alone */
	len = snprintf(digits, sizeof(digits), "%" PRIu64,
		       n < 0 ? -(uint64_t)n : (uint64_t)n);
	if (n < 0)
		rv_buf_addc(b, '-');
	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			rv_buf_addc(b, ',');
		rv_buf_addc(b, digits[i]);
	}
}

void
rv_fmt_bytes(struct rv_buf *b, int64_t n)
{
	static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
	uint64_t left = n < 0 ? 0 : (uint64_t)n, tenths;
	size_t u = 0;

	if (left < 1000) {
		rv_buf_addf(b, "%d B", (int)left);
		return;
	}
	while (left >= 1000000 && u + 1 < ARRAY_LEN(units)) {
		left /= 1000;
		u++;
	}
	tenths = left / 100;
	if (tenths < 100)
		rv_buf_addf(b, "%d.%d %s", (int)(tenths / 10),
			    (int)(tenths % 10), units[u]);
	else
		rv_buf_addf(b, "%d %s", (int)(tenths / 10), units[u]);
}

void
rv_fmt_age(struct rv_buf *b, int64_t ms)
{
	long long age = RV_MAX(ms, 0);

	if (age < RV_MINUTE)
		/* TRANSLATORS: an age in seconds; one letter, as below */
		rv_buf_addf(b, _("%llds"), age / RV_SECOND);
	else if (age < RV_HOUR)
		/* TRANSLATORS: an age in minutes */
		rv_buf_addf(b, _("%lldm"), age / RV_MINUTE);
	else if (age < RV_DAY)
		/* TRANSLATORS: an age in hours */
		rv_buf_addf(b, _("%lldh"), age / RV_HOUR);
	else if (age < 100 * RV_DAY)
		/* TRANSLATORS: an age in days */
		rv_buf_addf(b, _("%lldd"), age / RV_DAY);
	else if (age < 2 * 365 * RV_DAY)
		/* TRANSLATORS: an age in weeks */
		rv_buf_addf(b, _("%lldw"), age / (7 * RV_DAY));
	else
		/* TRANSLATORS: an age in years */
		rv_buf_addf(b, _("%lldy"), age / (365 * RV_DAY));
}

void
rv_fmt_words(struct rv_buf *b, int64_t added, int64_t removed)
{
	/* TRANSLATORS: words that come and go; "w" is short for words, at most
	 * two columns wide */
	rv_buf_addf(b, _("+%lld -%lld w"), (long long)added,
		    (long long)removed);
}

void
rv_fmt_clock(struct rv_buf *b, int64_t t, int64_t zone)
{
	struct rv_date d;

	if (t == RV_UNDATED) {
		rv_buf_adds(b, "--:--");
		return;
	}
	d = rv_time_civil(t, zone);
	rv_buf_addf(b, "%02d:%02d", d.hour, d.minute);
}

void
rv_fmt_date(struct rv_buf *b, int64_t t, int64_t zone)
{
	struct rv_date d;

	if (t == RV_UNDATED) {
		rv_buf_adds(b, _("undated"));
		return;
	}
	d = rv_time_civil(t, zone);
	rv_buf_addf(b, "%04d-%02d-%02d", d.year, d.month, d.day);
}

void
rv_fmt_date_clock(struct rv_buf *b, int64_t t, int64_t zone)
{
	rv_fmt_date(b, t, zone);
	if (t == RV_UNDATED)
		return;
	rv_buf_addc(b, ' ');
	rv_fmt_clock(b, t, zone);
}

int
rv_fmt_percent(int64_t part, int64_t whole)
{
	if (whole <= 0 || part <= 0)
		return 0;
	if (part > INT64_MAX / 100) {
		part /= 100;
		whole = RV_MAX(whole / 100, 1);
	}
	return (int)RV_MIN(part * 100 / whole, INT32_MAX);
}

void
rv_fmt_shares(const int64_t *parts, size_t n, int *percent)
{
	double rest[RV_SHARES_MAX], whole = 0;
	int left = 100;

	n = RV_MIN(n, (size_t)RV_SHARES_MAX);
	for (size_t i = 0; i < n; i++)
		whole += (double)RV_MAX(parts[i], 0);
	for (size_t i = 0; i < n; i++) {
		double share = whole > 0 ? (double)RV_MAX(parts[i], 0) * 100 /
						   whole
					 : 0;

		percent[i] = (int)share;
		rest[i] = share - percent[i];
		left -= percent[i];
	}
	for (; whole > 0 && left > 0; left--) {
		size_t most = 0;

		for (size_t i = 1; i < n; i++)
			if (rest[i] > rest[most])
				most = i;
		percent[most]++;
		rest[most] = -1;
	}
}
