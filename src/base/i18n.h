/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_I18N_H
#define RV_BASE_I18N_H

/*
 * Translation.  User sentences in _(), table entries in N_(), plurals in P_().
 * Never build a sentence from pieces.  JSON, logs, protocol and configuration
 * keys stay in English.
 */

#include <libintl.h>

#define _(s) gettext(s)
#define N_(s) s
#define P_(one, many, n) ngettext(one, many, (unsigned long)(n))

#endif
