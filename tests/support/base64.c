/* SPDX-License-Identifier: MIT */
/* What a test hides a secret in. */
#include "config.h"

#include "tests/support/base64.h"

#include <string.h>

void
base64_encode(struct rv_sv v, const char *last, struct rv_buf *out)
{
	char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	memcpy(set + 62, last, 2);
	for (size_t i = 0; i < v.n; i += 3) {
		uint32_t b = 0;

		for (size_t k = 0; k < 3; k++)
			b = b << 8 | (i + k < v.n ? (uint8_t)v.p[i + k] : 0);
		for (size_t k = 0; k < 4; k++)
			rv_buf_addc(out, i + k > v.n
						 ? '='
						 : set[b >> (18 - 6 * k) & 63]);
	}
}
