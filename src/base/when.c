/* SPDX-License-Identifier: MIT */
/* Times to come, as people write them. */
#include "config.h"

#include "base/when.h"

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"

#define SPAN_MAX 1000 /* of a unit */

static const struct {
	const char *words; /* with blanks between */
	int64_t ms;
} units[] = {
	/* TRANSLATORS: units of time, every form of them; the list may be
	 * longer or shorter than this one */
	{N_("h hour hours"), RV_HOUR},
	{N_("d day days"), RV_DAY},
	{N_("w week weeks"), 7 * RV_DAY},
	{N_("m month months"), 30 * RV_DAY},
};

/* TRANSLATORS: days of the week, their forms with blanks between */
static const char *const weekdays[] = {
	N_("monday mon"),   N_("tuesday tue"), N_("wednesday wed"),
	N_("thursday thu"), N_("friday fri"),  N_("saturday sat"),
	N_("sunday sun"),
};

static bool
is_one_of(struct rv_sv word, const char *words)
{
	struct rv_sv rest = rv_sv(words), one;

	while (rv_sv_next_part(&rest, ' ', &one))
		if (one.n > 0 && rv_utf8_same_folded(one, word))
			return true;
	return false;
}

static bool
is_word(struct rv_sv word, const char *words)
{
	return is_one_of(word, words) || is_one_of(word, _(words));
}

/* Midnight of the zone, so many days after the one of `now`. */
static int64_t
midnight(int64_t now, int days, const char *tz)
{
	int64_t here = now + rv_time_zone_offset(tz, now);
	int64_t day = (here / RV_DAY + days) * RV_DAY;

	return day - rv_time_zone_offset(tz, day);
}

/* "12h", "2 weeks", "a month" */
static bool
parse_span(struct rv_sv text, int64_t now, int64_t *out)
{
	struct rv_sv unit;
	size_t digits = 0;
	int64_t n = 1;

	while (digits < text.n && text.p[digits] >= '0' &&
	       text.p[digits] <= '9')
		digits++;
	unit = rv_sv_trim(rv_sv_slice(text, digits, text.n));
	if (digits == 0) {
		/* TRANSLATORS: the word for one: "a week", "an hour"; may be
		 * empty where there is none */
		struct rv_sv rest = text, word;

		if (rv_sv_next_part(&rest, ' ', &word) &&
		    is_word(word, N_("a an one next")))
			unit = rv_sv_trim(rest);
	} else if (!rv_sv_to_int(rv_sv_slice(text, 0, digits), &n) || n < 1 ||
		   n > SPAN_MAX) {
		return false;
	}
	for (size_t i = 0; unit.n > 0 && i < ARRAY_LEN(units); i++)
		if (is_word(unit, units[i].words) &&
		    (digits > 0 || unit.n > 1)) {
			*out = now + n * units[i].ms;
			return true;
		}
	return false;
}

/* 1970-01-01 was a Thursday. */
static bool
parse_day(struct rv_sv text, int64_t now, const char *tz, int64_t *out)
{
	int64_t here = now + rv_time_zone_offset(tz, now);
	int today = (int)((here / RV_DAY + 3) % 7);

	if (is_word(text, N_("tomorrow"))) {
		*out = midnight(now, 1, tz);
		return true;
	}
	for (int i = 0; i < 7; i++)
		if (is_word(text, weekdays[i])) {
			*out = midnight(now, (i - today + 6) % 7 + 1, tz);
			return true;
		}
	return false;
}

/* Without a zone it is a time of ours. */
static bool
parse_date(struct rv_sv text, const char *tz, int64_t *out)
{
	struct rv_sv clock = rv_sv_slice(text, RV_MIN(text.n, (size_t)10),
					 text.n);
	char last = text.n ? text.p[text.n - 1] : ' ';
	bool zoned = rv_sv_find_char(clock, '+') >= 0 ||
		     rv_sv_find_char(clock, '-') >= 0 || last == 'Z' ||
		     last == 'z';

	if (!rv_time_parse(text, out))
		return false;
	if (!zoned)
		*out -= rv_time_zone_offset(tz, *out);
	return true;
}

bool
rv_when_parse(struct rv_sv text, int64_t now, const char *tz, int64_t *out)
{
	int64_t t;

	text = rv_sv_trim(text);
	if (!parse_span(text, now, &t) && !parse_day(text, now, tz, &t) &&
	    !parse_date(text, tz, &t))
		return false;
	if (t <= now)
		return false;
	*out = t;
	return true;
}
