/* SPDX-License-Identifier: MIT */
/* Telephone sound. */
#include "config.h"

#include "llm/mulaw.h"

#include "base/attr.h"

#define BIAS 0x84
#define RATE 8000
#define BYTES_MAX ((size_t)1 << 29)

int16_t
rv_mulaw_sample(uint8_t byte)
{
	unsigned u = (uint8_t)~byte;
	unsigned segment = (u >> 4) & 7;
	int magnitude = (int)((((u & 15) << 3) + BIAS) << segment) - BIAS;

	return (int16_t)(u & 0x80 ? -magnitude : magnitude);
}

static void
add_le(struct rv_buf *out, uint32_t v, int bytes)
{
	for (int i = 0; i < bytes; i++)
		rv_buf_addc(out, (char)(v >> (8 * i) & 0xFF));
}

bool
rv_mulaw_wav(struct rv_sv bytes, unsigned rate, struct rv_buf *out)
{
	uint32_t data = (uint32_t)bytes.n * 2;

	if (bytes.n > BYTES_MAX)
		return false;
	rv_buf_adds(out, "RIFF");
	add_le(out, 36 + data, 4);
	rv_buf_adds(out, "WAVEfmt ");
	add_le(out, 16, 4);
	add_le(out, 1, 2); /* PCM */
	add_le(out, 1, 2); /* mono */
	add_le(out, rate, 4);
	add_le(out, rate * 2, 4);
	add_le(out, 2, 2);
	add_le(out, 16, 2);
	rv_buf_adds(out, "data");
	add_le(out, data, 4);
	for (size_t i = 0; i < bytes.n; i++)
		add_le(out, (uint16_t)rv_mulaw_sample((uint8_t)bytes.p[i]), 2);
	return !out->overflow;
}

bool
rv_mulaw_mime(struct rv_sv mime, unsigned *rate)
{
	struct rv_sv rest = mime, part, kind = RV_SV_NONE;
	int64_t n = RATE;

	if (rest.n)
		rv_sv_next_part(&rest, ';', &kind);
	kind = rv_sv_trim(kind);
	if (!rv_sv_eq_ascii_nocase(kind, RV_SV("audio/x-mulaw")) &&
	    !rv_sv_eq_ascii_nocase(kind, RV_SV("audio/mulaw")) &&
	    !rv_sv_eq_ascii_nocase(kind, RV_SV("audio/basic")) &&
	    !rv_sv_eq_ascii_nocase(kind, RV_SV("audio/pcmu")))
		return false;
	while (rest.n && rv_sv_next_part(&rest, ';', &part)) {
		part = rv_sv_trim(part);
		if (!rv_sv_starts(part, RV_SV("rate=")))
			continue;
		part = rv_sv_slice(part, 5, part.n);
		if (part.n > 1 && part.p[0] == '"' && part.p[part.n - 1] == '"')
			part = rv_sv_slice(part, 1, part.n - 1);
		if (!rv_sv_to_int(part, &n))
			return false;
	}
	if (n < 1000 || n > 192000)
		return false;
	*rate = (unsigned)n;
	return true;
}

static int
digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == '+' || c == '-')
		return 62;
	return c == '/' || c == '_' ? 63 : -1;
}

bool
rv_base64_decode(struct rv_sv text, struct rv_buf *out)
{
	size_t before = out->n, pads = 0, digits = 0;
	uint32_t bits = 0;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		int d;

		if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
			continue;
		if (c == '=') {
			pads++;
			continue;
		}
		d = digit(c);
		if (d < 0 || pads)
			goto bad;
		bits = bits << 6 | (uint32_t)d;
		if (++digits % 4 == 0) {
			rv_buf_addc(out, (char)(bits >> 16 & 0xFF));
			rv_buf_addc(out, (char)(bits >> 8 & 0xFF));
			rv_buf_addc(out, (char)(bits & 0xFF));
		}
	}
	digits %= 4;
	if (digits == 1 || pads > 2 || (pads && digits + pads != 4))
		goto bad;
	if (digits == 2)
		rv_buf_addc(out, (char)(bits >> 4 & 0xFF));
	if (digits == 3) {
		rv_buf_addc(out, (char)(bits >> 10 & 0xFF));
		rv_buf_addc(out, (char)(bits >> 2 & 0xFF));
	}
	return !out->overflow;
bad:
	rv_buf_truncate(out, before);
	return false;
}
