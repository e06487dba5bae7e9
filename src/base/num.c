/* SPDX-License-Identifier: MIT */
/* Numbers as text, free of the locale. */
#include "config.h"

#include "base/num.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t c_locale;

static void
make_locale(void)
{
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

bool
rv_num_parse_double(const char *p, size_t n, double *out)
{
	char text[128], *end;
	double d;

	if (n == 0 || n >= sizeof(text))
		return false;
	/* strtod would take blanks, hexadecimal, "inf" and "nan" as well. */
	for (size_t i = 0; i < n; i++) {
		if (!memchr("0123456789+-.eE", p[i], 15))
			return false;
		text[i] = p[i];
	}
	text[n] = '\0';
	pthread_once(&once, make_locale);
	d = strtod_l(text, &end, c_locale);
	if (end != text + n || !isfinite(d))
		return false;
	*out = d;
	return true;
}

size_t
rv_num_print_double(double d, char out[RV_DOUBLE_MAX_TEXT])
{
	locale_t old;
	int n;

	pthread_once(&once, make_locale);
	old = uselocale(c_locale);
	n = snprintf(out, RV_DOUBLE_MAX_TEXT, "%.6g", d);
	uselocale(old);
	return n > 0 ? (size_t)n : 0;
}
