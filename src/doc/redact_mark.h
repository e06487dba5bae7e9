/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_MARK_H
#define RV_DOC_REDACT_MARK_H

/*
 * Which of 64 bytes are worth a look.  Prose has few: a secret has, at most
 * RV_REDACT_REACH bytes behind its anchor, a sign such as '=' ':' '_' '@', two
 * dashes, a digit beside a letter, digits joined by a dot, or capital letters in
 * a row.  With SSE2 at some 2 GB/s; elsewhere every byte is worth a look.
 */

#include <stdbool.h>
#include <stdint.h>

#define RV_REDACT_REACH 64

/* What of the bytes before has to be known. */
struct rv__mark_state {
	uint64_t digit, letter, upper, dash, joint, x80, x81, xa0;
};

/* One bit for each of 64 bytes, the first is the lowest. */
uint64_t rv__mark(const unsigned char *p, struct rv__mark_state *s);
/* Are all of 16 bytes of the alphabets of base64? */
bool rv__mark_base64(const unsigned char *p);

#endif
