/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_HASH_H
#define RV_BASE_HASH_H

/* SHA-256 (FIPS 180-4).  Any thread. */

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define RV_SHA256_HEX 65 /* 64 digits and NUL */

struct rv_sha256 {
	uint32_t h[8];
	uint64_t len;
	uint8_t block[64];
	size_t fill;
};

void rv_sha256_init(struct rv_sha256 *s);
void rv_sha256_add(struct rv_sha256 *s, const void *p, size_t n);
void rv_sha256_hex(struct rv_sha256 *s, char out[RV_SHA256_HEX]); /* finishes */
/* In one call. */
void rv_sha256_of(struct rv_sv v, char out[RV_SHA256_HEX]);
bool rv_is_sha256_hex(struct rv_sv v);

#endif
