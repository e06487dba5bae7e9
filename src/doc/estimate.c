/* SPDX-License-Identifier: MIT */
/* Token estimate. */
#include "config.h"

#include "doc/estimate.h"

#include "base/utf8.h"

int64_t
rv_estimate_tokens(struct rv_sv text)
{
	return ((int64_t)rv_utf16_len(text) + 3) / 4;
}
