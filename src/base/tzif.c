/* SPDX-License-Identifier: MIT */
/* Time zone files and POSIX rules. */
#include "config.h"

#include "base/tzif.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"

#define HEADER 44
#define COUNT_MAX 100000u
#define DAY_SECONDS 86400

/* When summer time begins or ends: the forms Jn, n and Mm.w.d of POSIX. */
struct change {
	char form;
	int month, week, day;
	int64_t seconds;
};

struct rule {
	bool set, has_summer;
	int64_t standard, summer; /* seconds east */
	struct change start, end;
};

struct rv_tzif {
	size_t n;
	int64_t *at;	 /* n transitions, ascending */
	int32_t *offset; /* what holds from at[i] on */
	int32_t first;	 /* what holds before */
	struct rule rule; /* what holds behind the last */
};

static uint64_t
big(const char *p, size_t bytes)
{
	uint64_t x = 0;

	for (size_t i = 0; i < bytes; i++)
		x = x << 8 | (unsigned char)p[i];
	return x;
}

static bool
number(struct rv_sv *s, int max, int *out)
{
	size_t i = 0;
	int x = 0;

	while (i < s->n && i < 4 && s->p[i] >= '0' && s->p[i] <= '9')
		x = x * 10 + (s->p[i++] - '0');
	if (i == 0 || x > max)
		return false;
	*s = rv_sv_slice(*s, i, s->n);
	*out = x;
	return true;
}

static bool
eat(struct rv_sv *s, char c)
{
	if (!s->n || s->p[0] != c)
		return false;
	*s = rv_sv_slice(*s, 1, s->n);
	return true;
}

/* [+-]hh[:mm[:ss]] */
static bool
clock_of(struct rv_sv *s, int64_t *out)
{
	int sign = 1, h, m = 0, sec = 0;

	if (eat(s, '-'))
		sign = -1;
	else
		(void)eat(s, '+');
	if (!number(s, 167, &h))
		return false;
	if (eat(s, ':') &&
	    (!number(s, 59, &m) || (eat(s, ':') && !number(s, 59, &sec))))
		return false;
	*out = sign * ((int64_t)h * 3600 + m * 60 + sec);
	return true;
}

/* The abbreviation says nothing to us but must be there. */
static bool
skip_name(struct rv_sv *s)
{
	size_t i = 0;

	if (eat(s, '<')) {
		ptrdiff_t end = rv_sv_find_char(*s, '>');

		if (end < 0)
			return false;
		*s = rv_sv_slice(*s, (size_t)end + 1, s->n);
		return true;
	}
	while (i < s->n && ((s->p[i] >= 'A' && s->p[i] <= 'Z') ||
			    (s->p[i] >= 'a' && s->p[i] <= 'z')))
		i++;
	*s = rv_sv_slice(*s, i, s->n);
	return i >= 3;
}

static bool
parse_change(struct rv_sv *s, struct change *c)
{
	if (!eat(s, ','))
		return false;
	c->seconds = 2 * 3600;
	if (eat(s, 'M')) {
		c->form = 'M';
		if (!number(s, 12, &c->month) || !eat(s, '.') ||
		    !number(s, 5, &c->week) || !eat(s, '.') ||
		    !number(s, 6, &c->day) || c->month < 1 || c->week < 1)
			return false;
	} else {
		c->form = eat(s, 'J') ? 'J' : 'n';
		if (!number(s, 365, &c->day))
			return false;
	}
	return !eat(s, '/') || clock_of(s, &c->seconds);
}

static bool
parse_rule(struct rv_sv s, struct rule *r)
{
	int64_t west;

	if (!skip_name(&s) || !clock_of(&s, &west))
		return false;
	r->standard = -west;
	if (s.n) {
		r->has_summer = true;
		if (!skip_name(&s))
			return false;
		r->summer = r->standard + 3600;
		if (s.n && s.p[0] != ',') {
			if (!clock_of(&s, &west))
				return false;
			r->summer = -west;
		}
		if (!parse_change(&s, &r->start) || !parse_change(&s, &r->end))
			return false;
	}
	r->set = s.n == 0;
	return r->set;
}

static int64_t
day_number(int year, int month, int day)
{
	struct rv_date d = {.year = year, .month = month, .day = day};

	return rv_time_from_civil(d) / RV_DAY;
}

/* Local seconds since 1970 of a change in a year, by the clock before it. */
static int64_t
change_at(const struct change *c, int year)
{
	int64_t first = day_number(year, 1, 1), day;
	bool leap = day_number(year, 3, 1) - first == 60;

	if (c->form == 'M') {
		int weekday, next;

		first = day_number(year, c->month, 1);
		weekday = (int)(((first + 4) % 7 + 7) % 7);
		day = first + (c->day - weekday + 7) % 7 + 7 * (c->week - 1);
		next = c->month == 12 ? 1 : c->month + 1;
		if (day >= day_number(year + (next == 1), next, 1))
			day -= 7;
	} else if (c->form == 'J') {
		day = first + c->day - 1 + (leap && c->day >= 60);
	} else {
		day = first + c->day;
	}
	return day * DAY_SECONDS + c->seconds;
}

static int64_t
rule_offset(const struct rule *r, int64_t t)
{
	int64_t start, end;
	int year;

	if (!r->has_summer)
		return r->standard;
	/* Beyond any date of ours the arithmetic of years would overflow. */
	if (t > INT64_C(1) << 40 || t < -(INT64_C(1) << 40))
		return r->standard;
	year = rv_time_civil(t * 1000, r->standard * 1000).year;
	start = change_at(&r->start, year) - r->standard;
	end = change_at(&r->end, year) - r->summer;
	if (start < end)
		return t >= start && t < end ? r->summer : r->standard;
	return t >= end && t < start ? r->standard : r->summer;
}

struct counts {
	uint32_t isut, isstd, leap, time, type, chars;
};

static bool
read_header(struct rv_sv s, struct counts *c)
{
	if (s.n < HEADER || memcmp(s.p, "TZif", 4) != 0)
		return false;
	c->isut = (uint32_t)big(s.p + 20, 4);
	c->isstd = (uint32_t)big(s.p + 24, 4);
	c->leap = (uint32_t)big(s.p + 28, 4);
	c->time = (uint32_t)big(s.p + 32, 4);
	c->type = (uint32_t)big(s.p + 36, 4);
	c->chars = (uint32_t)big(s.p + 40, 4);
	return c->isut <= COUNT_MAX && c->isstd <= COUNT_MAX &&
	       c->leap <= COUNT_MAX && c->time <= COUNT_MAX && c->type > 0 &&
	       c->type <= 256 && c->chars <= COUNT_MAX;
}

static size_t
body_size(const struct counts *c, size_t word)
{
	return c->time * (word + 1) + c->type * 6 + c->chars +
	       c->leap * (word + 4) + c->isstd + c->isut;
}

static bool
read_body(struct rv_tzif *z, const char *p, const struct counts *c, size_t word)
{
	const char *index = p + c->time * word;
	const char *types = index + c->time;

	z->at = rv_calloc(c->time, sizeof(*z->at));
	z->offset = rv_calloc(c->time, sizeof(*z->offset));
	z->first = (int32_t)big(types, 4);
	for (size_t i = 0; i < c->time; i++) {
		unsigned type = (unsigned char)index[i];

		if (type >= c->type)
			return false;
		z->at[i] = word == 8 ? (int64_t)big(p + i * 8, 8)
				     : (int32_t)big(p + i * 4, 4);
		z->offset[i] = (int32_t)big(types + type * 6, 4);
	}
	z->n = c->time;
	return true;
}

struct rv_tzif *
rv_tzif_new(struct rv_sv s)
{
	struct rv_tzif *z;
	struct counts c;
	size_t word = 4, size;

	if (!read_header(s, &c))
		return NULL;
	if (s.p[4] >= '2') {
		s = rv_sv_slice(s, HEADER + body_size(&c, 4), s.n);
		word = 8;
		if (!read_header(s, &c))
			return NULL;
	}
	size = HEADER + body_size(&c, word);
	if (size > s.n)
		return NULL;
	z = rv_calloc(1, sizeof(*z));
	if (!read_body(z, s.p + HEADER, &c, word)) {
		rv_tzif_free(z);
		return NULL;
	}
	s = rv_sv_trim(rv_sv_slice(s, size, s.n));
	if (word == 8 && s.n && !parse_rule(s, &z->rule))
		z->rule = (struct rule){0};
	return z;
}

struct rv_tzif *
rv_tzif_new_posix(struct rv_sv text)
{
	struct rule r = {0};
	struct rv_tzif *z;

	if (!parse_rule(text, &r))
		return NULL;
	z = rv_calloc(1, sizeof(*z));
	z->rule = r;
	return z;
}

void
rv_tzif_free(struct rv_tzif *z)
{
	if (!z)
		return;
	free(z->at);
	free(z->offset);
	free(z);
}

int64_t
rv_tzif_offset(const struct rv_tzif *z, int64_t t)
{
	size_t low = 0, high = z->n;

	if (z->rule.set && (z->n == 0 || t >= z->at[z->n - 1]))
		return rule_offset(&z->rule, t);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (z->at[mid] <= t)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? z->offset[low - 1] : z->first;
}
