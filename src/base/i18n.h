/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_I18N_H
#define RV_BASE_I18N_H

/*
 * Translation.  User sentences in _(), table entries in N_(), plurals in P_().
 * Never build a sentence from pieces.  JSON, logs, protocol and configuration
 * keys stay in English.
 */

#include <libintl.h>
#include <stdbool.h>

#include "base/attr.h"

#define _(s) rv_translated(s)
#define N_(s) s
#define P_(one, many, n) rv_translated_n(one, many, (unsigned long)(n))

/* No catalogue is there: every string is its own translation, and is not looked
 * for.  A frame of the console asks a hundred times. */
extern bool rv_i18n_none;

/* Once the locale and the text domain are set, before the first thread. */
void rv_i18n_begin(void);

RV_FORMAT_ARG(1)
static inline const char *
rv_translated(const char *s)
{
	return rv_i18n_none ? s : gettext(s);
}

RV_FORMAT_ARG(1)
RV_FORMAT_ARG(2)
static inline const char *
rv_translated_n(const char *one, const char *many, unsigned long n)
{
	if (rv_i18n_none)
		return n == 1 ? one : many;
	return ngettext(one, many, n);
}

#endif
