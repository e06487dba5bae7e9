/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_PROPERTIES_H
#define RV_DOC_PROPERTIES_H

/*
 * Fields of a page of Logseq: lines "key:: value" at its very start, also as
 * the first item of its list.  Any thread.
 */

#include "base/str.h"

/* The value of a field there, trimmed, or empty. */
struct rv_sv rv_property(struct rv_sv body, const char *key);

#endif
