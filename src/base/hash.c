/* SPDX-License-Identifier: MIT */
/* SHA-256 as FIPS 180-4 writes it. */
#include "config.h"

#include "base/hash.h"

#include <string.h>

static const uint32_t k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t
rotr(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void
schedule(uint32_t w[64], const uint8_t *p)
{
	for (int i = 0; i < 16; i++, p += 4)
		w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
		       (uint32_t)p[2] << 8 | p[3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] +
		       (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
}

/* Two names change their values; the others change their places only, which
 * costs nothing when eight rounds are written out. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                       \
	do {                                                                   \
		uint32_t t = (h) + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) +  \
			     ((g) ^ ((e) & ((f) ^ (g)))) + k[i] + w[i];        \
		(d) += t;                                                      \
		(h) = t + (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) +           \
		      (((a) & (b)) | ((c) & ((a) | (b))));                     \
	} while (0)

static void
compress(uint32_t h[8], const uint8_t *p)
{
	uint32_t w[64], a = h[0], b = h[1], c = h[2], d = h[3];
	uint32_t e = h[4], f = h[5], g = h[6], x = h[7];

	schedule(w, p);
	for (int i = 0; i < 64; i += 8) {
		ROUND(a, b, c, d, e, f, g, x, i);
		ROUND(x, a, b, c, d, e, f, g, i + 1);
		ROUND(g, x, a, b, c, d, e, f, i + 2);
		ROUND(f, g, x, a, b, c, d, e, i + 3);
		ROUND(e, f, g, x, a, b, c, d, i + 4);
		ROUND(d, e, f, g, x, a, b, c, i + 5);
		ROUND(c, d, e, f, g, x, a, b, i + 6);
		ROUND(b, c, d, e, f, g, x, a, i + 7);
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
	h[5] += f;
	h[6] += g;
	h[7] += x;
}

void
rv_sha256_init(struct rv_sha256 *s)
{
	static const uint32_t start[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memcpy(s->h, start, sizeof(start));
	s->len = 0;
	s->fill = 0;
}

void
rv_sha256_add(struct rv_sha256 *s, const void *data, size_t n)
{
	const uint8_t *p = data;

	s->len += n;
	while (n) {
		size_t part = sizeof(s->block) - s->fill;

		if (s->fill == 0 && n >= sizeof(s->block)) {
			compress(s->h, p);
			p += sizeof(s->block);
			n -= sizeof(s->block);
			continue;
		}
		if (part > n)
			part = n;
		memcpy(s->block + s->fill, p, part);
		s->fill += part;
		p += part;
		n -= part;
		if (s->fill == sizeof(s->block)) {
			compress(s->h, s->block);
			s->fill = 0;
		}
	}
}

void
rv_sha256_hex(struct rv_sha256 *s, char out[RV_SHA256_HEX])
{
	static const char digits[] = "0123456789abcdef";
	uint64_t bits = s->len * 8;

	s->block[s->fill++] = 0x80;
	if (s->fill > 56) {
		memset(s->block + s->fill, 0, sizeof(s->block) - s->fill);
		compress(s->h, s->block);
		s->fill = 0;
	}
	memset(s->block + s->fill, 0, 56 - s->fill);
	for (int i = 0; i < 8; i++)
		s->block[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
	compress(s->h, s->block);
	for (int i = 0; i < 64; i++)
		out[i] = digits[s->h[i / 8] >> (28 - 4 * (i % 8)) & 15];
	out[64] = '\0';
}

void
rv_sha256_of(struct rv_sv v, char out[RV_SHA256_HEX])
{
	struct rv_sha256 s;

	rv_sha256_init(&s);
	rv_sha256_add(&s, v.p, v.n);
	rv_sha256_hex(&s, out);
}

bool
rv_is_sha256_hex(struct rv_sv v)
{
	if (v.n != RV_SHA256_HEX - 1)
		return false;
	for (size_t i = 0; i < v.n; i++)
		if (!memchr("0123456789abcdef", v.p[i], 16))
			return false;
	return true;
}
