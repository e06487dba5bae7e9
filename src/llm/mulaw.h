/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_MULAW_H
#define RV_LLM_MULAW_H

/*
 * Telephone sound: G.711 mu-law to 16-bit linear samples, and those as a WAV
 * file (RIFF, PCM, mono, little endian).  Pure, any thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* The 16-bit sample of a byte (ITU-T G.711, the 14-bit values times 4). */
int16_t rv_mulaw_sample(uint8_t byte);
/* Appends a WAV file of the bytes; false when they are more than 1 GiB. */
bool rv_mulaw_wav(struct rv_sv bytes, unsigned rate, struct rv_buf *out);
/* "audio/x-mulaw;rate=8000" (rate 8000 when it names none); false for another
 * kind, or for a rate outside 1000 to 192000. */
bool rv_mulaw_mime(struct rv_sv mime, unsigned *rate);
/* Appends the bytes of base64, in either alphabet, blanks ignored; false, with
 * `out` as it was, when it is none. */
bool rv_base64_decode(struct rv_sv text, struct rv_buf *out);

#endif
