/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_BASE64_H
#define RV_TESTS_SUPPORT_BASE64_H

#include "base/buf.h"

/* Appends v as base64 (RFC 4648); `last` holds the two characters behind the
 * digits: "+/", or "-_" for the alphabet of addresses. */
void base64_encode(struct rv_sv v, const char *last, struct rv_buf *out);

#endif
