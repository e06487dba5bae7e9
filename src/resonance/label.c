/* SPDX-License-Identifier: MIT */
/* Phase 4: how long ago it was, in words. */
#include "config.h"

#include <inttypes.h>

#include "base/time.h"
#include "resonance/resonance.h"

/* An average month in hundredths of a day. */
#define MONTH_100 3044

static const struct {
	int64_t below; /* ms */
	const char *label;
} ranges[] = {
	{RV_MINUTE, "just now"},
	{30 * RV_MINUTE, "a moment ago"},
	{2 * RV_HOUR, "a little while ago"},
	{6 * RV_HOUR, "a few hours ago"},
	{18 * RV_HOUR, "earlier today"},
	{30 * RV_HOUR, "yesterday"},
	{4 * RV_DAY, "a few days ago"},
	{10 * RV_DAY, "last week"},
	{20 * RV_DAY, "a couple of weeks ago"},
	{45 * RV_DAY, "about a month ago"},
	{90 * RV_DAY, "a couple of months ago"},
	{183 * RV_DAY, "several months ago"},
	{366 * RV_DAY, "almost a year ago"},
};

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
				     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static void
add_years(int64_t age_ms, struct rv_buf *out)
{
	int64_t month = age_ms / RV_DAY * 100 / MONTH_100;
	int64_t years = month / 12, rest = month % 12;

	if (years == 1 && rest < 3)
		rv_buf_adds(out, "about a year ago");
	else if (years == 1 && rest < 9)
		rv_buf_adds(out, "over a year ago");
	else if (years > 1 && rest < 2)
		rv_buf_addf(out, "about %" PRId64 " years ago", years);
	else if (years > 1 && rest < 7)
		rv_buf_addf(out, "over %" PRId64 " years ago", years);
	else
		rv_buf_addf(out, "almost %" PRId64 " years ago", years + 1);
}

void
rv_time_label(int64_t age_ms, struct rv_buf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
		if (age_ms < ranges[i].below) {
			rv_buf_adds(out, ranges[i].label);
			return;
		}
	}
	add_years(age_ms, out);
}

void
rv_time_suffix(int64_t t, int64_t now, const char *tz, struct rv_buf *out)
{
	struct rv_date d, today;

	if (!tz)
		tz = "";
	d = rv_time_civil(t, rv_time_zone_offset(tz, t));
	today = rv_time_civil(now, rv_time_zone_offset(tz, now));
	rv_buf_addf(out, " — %s %d", months[(d.month + 11) % 12], d.day);
	if (d.year != today.year)
		rv_buf_addf(out, ", %d", d.year);
}

void
rv_resonance_label(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];

		c->undated = c->item.time == RV_UNDATED;
		if (c->undated) {
			c->label = RV_SV("Undated");
			continue;
		}
		rv_buf_reset(&b);
		rv_time_label(run->turn.now - c->item.time, &b);
		if (b.n && b.p[0] >= 'a' && b.p[0] <= 'z')
			b.p[0] = (char)(b.p[0] - 32);
		rv_time_suffix(c->item.time, run->turn.now, run->turn.tz, &b);
		c->label = rv_sv_dup_in(arena, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
}
