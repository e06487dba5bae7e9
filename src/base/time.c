/* SPDX-License-Identifier: MIT */
/* Civil dates, ISO 8601 and the cache of time zones. */
#include "config.h"

#include "base/time.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/path.h"
#include "base/tzif.h"

#define ZONEINFO "/usr/share/zoneinfo"
#define ZONE_FILE_MAX ((size_t)256 << 10)
#define YEAR_0 INT64_C(-62167219200000)
#define YEAR_9999_END INT64_C(253402300799999)

struct zone {
	char name[64];
	struct rv_tzif *rules; /* NULL: taken as UTC */
	unsigned used;
};

/* Lives as long as the program: zones are few and never change under us. */
static struct zone zones[4];
static unsigned zone_clock;
static pthread_mutex_t zone_lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Days since 1970-01-01 of a proleptic Gregorian date. */
static int64_t
days_from(int64_t y, int64_t m, int64_t d)
{
	int64_t era, yoe, doy;

	y -= m <= 2;
	era = floor_div(y, 400);
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

struct rv_date
rv_time_civil(int64_t t, int64_t offset_ms)
{
	struct rv_date d;
	int64_t days, rest, era, doe, yoe, doy, mp;

	if (rv_add_overflow(t, offset_ms, &t))
		t = offset_ms < 0 ? INT64_MIN : INT64_MAX;
	days = floor_div(t, RV_DAY);
	rest = (t % RV_DAY + (t % RV_DAY < 0 ? RV_DAY : 0)) / RV_SECOND;
	days += 719468;
	era = floor_div(days, 146097);
	doe = days - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	mp = (5 * doy + 2) / 153;
	d.day = (int)(doy - (153 * mp + 2) / 5 + 1);
	d.month = (int)(mp < 10 ? mp + 3 : mp - 9);
	d.year = (int)(yoe + era * 400 + (d.month <= 2));
	d.hour = (int)(rest / 3600);
	d.minute = (int)(rest / 60 % 60);
	d.second = (int)(rest % 60);
	return d;
}

int64_t
rv_time_from_civil(struct rv_date d)
{
	return days_from(d.year, d.month, d.day) * RV_DAY + d.hour * RV_HOUR +
	       d.minute * RV_MINUTE + d.second * RV_SECOND;
}

void
rv_time_iso(int64_t t, char out[RV_ISO_MAX])
{
	struct rv_date d;
	int64_t ms;

	t = RV_MIN(RV_MAX(t, YEAR_0), YEAR_9999_END);
	d = rv_time_civil(t, 0);
	ms = t - floor_div(t, RV_SECOND) * RV_SECOND;
	snprintf(out, RV_ISO_MAX, "%04u-%02u-%02uT%02u:%02u:%02u.%03uZ",
		 (unsigned)d.year % 10000, (unsigned)d.month % 100,
		 (unsigned)d.day % 100, (unsigned)d.hour % 100,
		 (unsigned)d.minute % 100, (unsigned)d.second % 100,
		 (unsigned)ms % 1000);
}

void
rv_buf_add_iso(struct rv_buf *b, int64_t t)
{
	char iso[RV_ISO_MAX];

	rv_time_iso(t, iso);
	rv_buf_adds(b, iso);
}

/* Exactly `n` digits at *i. */
static bool
digits(struct rv_sv v, size_t *i, size_t n, int *out)
{
	int x = 0;

	if (v.n - *i < n)
		return false;
	for (size_t end = *i + n; *i < end; (*i)++) {
		if (v.p[*i] < '0' || v.p[*i] > '9')
			return false;
		x = x * 10 + (v.p[*i] - '0');
	}
	*out = x;
	return true;
}

static bool
literal(struct rv_sv v, size_t *i, const char *any)
{
	if (*i >= v.n || v.p[*i] == '\0' || !strchr(any, v.p[*i]))
		return false;
	(*i)++;
	return true;
}

static int
days_in(int y, int m)
{
	static const int days[] = {31, 28, 31, 30, 31, 30,
				   31, 31, 30, 31, 30, 31};
	bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);

	return days[m - 1] + (m == 2 && leap);
}

static bool
parse_date(struct rv_sv v, size_t *i, struct rv_date *d)
{
	return digits(v, i, 4, &d->year) && literal(v, i, "-") &&
	       digits(v, i, 2, &d->month) && literal(v, i, "-") &&
	       digits(v, i, 2, &d->day) && d->month >= 1 && d->month <= 12 &&
	       d->day >= 1 && d->day <= days_in(d->year, d->month);
}

static bool
parse_clock(struct rv_sv v, size_t *i, struct rv_date *d, int *ms)
{
	int unit = 100;

	if (!digits(v, i, 2, &d->hour) || !literal(v, i, ":") ||
	    !digits(v, i, 2, &d->minute) || d->hour > 23 || d->minute > 59)
		return false;
	if (!literal(v, i, ":"))
		return true;
	if (!digits(v, i, 2, &d->second) || d->second > 59)
		return false;
	if (!literal(v, i, ".,"))
		return true;
	if (*i >= v.n || v.p[*i] < '0' || v.p[*i] > '9')
		return false;
	for (; *i < v.n && v.p[*i] >= '0' && v.p[*i] <= '9'; (*i)++) {
		*ms += (v.p[*i] - '0') * unit;
		unit /= 10;
	}
	return true;
}

static bool
parse_zone(struct rv_sv v, size_t *i, int64_t *offset)
{
	int hours, minutes = 0;
	bool west;

	if (*i >= v.n || literal(v, i, "Zz"))
		return true;
	west = v.p[*i] == '-';
	if (!literal(v, i, "+-") || !digits(v, i, 2, &hours))
		return false;
	if (*i < v.n) {
		(void)literal(v, i, ":");
		if (!digits(v, i, 2, &minutes))
			return false;
	}
	if (hours > 23 || minutes > 59)
		return false;
	*offset = (hours * RV_HOUR + minutes * RV_MINUTE) * (west ? -1 : 1);
	return true;
}

bool
rv_time_parse(struct rv_sv text, int64_t *out)
{
	struct rv_sv v = rv_sv_trim(text);
	struct rv_date d = {0};
	int64_t offset = 0;
	size_t i = 0;
	int ms = 0;

	if (!parse_date(v, &i, &d))
		return false;
	if (i < v.n && (!literal(v, &i, "Tt ") || !parse_clock(v, &i, &d, &ms) ||
			!parse_zone(v, &i, &offset) || i != v.n))
		return false;
	*out = rv_time_from_civil(d) + ms - offset;
	return true;
}

/* A name may come from a file: it must not reach outside of the zones. */
static struct rv_tzif *
load_zone(const char *tz)
{
	struct rv_buf file = RV_BUF_INIT;
	struct rv_tzif *rules = NULL;
	char path[128];

	if (!strstr(tz, "..")) {
		snprintf(path, sizeof(path), "%s%s%s", tz[0] == '/' ? "" : ZONEINFO,
			 tz[0] == '/' ? "" : "/", tz);
		if (rv_path_read(path, ZONE_FILE_MAX, &file, NULL) == RV_OK)
			rules = rv_tzif_new(rv_buf_sv(&file));
		rv_buf_release(&file);
	}
	if (!rules)
		rules = rv_tzif_new_posix(rv_sv(tz));
	return rules;
}

int64_t
rv_time_zone_offset(const char *tz, int64_t t)
{
	struct zone *z = NULL, *oldest = zones;
	int64_t offset;

	if (tz && tz[0] == ':')
		tz++;
	if (!tz || !*tz || strcmp(tz, "UTC") == 0 ||
	    strlen(tz) >= sizeof(zones[0].name))
		return 0;
	pthread_mutex_lock(&zone_lock);
	for (size_t i = 0; i < ARRAY_LEN(zones) && !z; i++) {
		if (strcmp(zones[i].name, tz) == 0)
			z = &zones[i];
		else if (zones[i].used < oldest->used)
			oldest = &zones[i];
	}
	if (!z) {
		z = oldest;
		rv_tzif_free(z->rules);
		z->rules = load_zone(tz);
		snprintf(z->name, sizeof(z->name), "%s", tz);
	}
	z->used = ++zone_clock;
	offset = z->rules ? rv_tzif_offset(z->rules, floor_div(t, 1000)) * 1000 : 0;
	pthread_mutex_unlock(&zone_lock);
	return offset;
}
