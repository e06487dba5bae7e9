/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_BUF_H
#define RV_BASE_BUF_H

/*
 * A growing byte buffer with a ceiling.  `p` is never NULL and always
 * NUL-terminated.  Appending past the ceiling sets `overflow` and appends
 * nothing more; the writer checks once at the end.  Any thread, one owner.
 *
 *	struct rv_buf b = RV_BUF_INIT;
 *	rv_buf_addf(&b, "%d of %d", i, n);
 *	...
 *	rv_buf_release(&b);
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

struct rv_buf {
	char *p;
	size_t n, cap, limit;
	bool overflow;
};

extern char rv__buf_slop[1];
#define RV_LIMIT_DEFAULT ((size_t)1 << 30)
#define RV_BUF_INIT ((struct rv_buf){rv__buf_slop, 0, 0, RV_LIMIT_DEFAULT, false})

void rv_buf_init(struct rv_buf *b, size_t limit);
void rv_buf_release(struct rv_buf *b); /* frees, leaves a valid empty one */
void rv_buf_reset(struct rv_buf *b);   /* empties, keeps the memory */

void rv_buf_add(struct rv_buf *b, const void *p, size_t n);
void rv_buf_adds(struct rv_buf *b, const char *s);
void rv_buf_addv(struct rv_buf *b, struct rv_sv v);
void rv_buf_addc(struct rv_buf *b, char c);
void rv_buf_addf(struct rv_buf *b, const char *fmt, ...) RV_PRINTF(2, 3);
void rv_buf_vaddf(struct rv_buf *b, const char *fmt, va_list ap)
	RV_PRINTF(2, 0);
void rv_buf_add_utf8(struct rv_buf *b, uint32_t cp);
/* As it is in an address: "%20" is a blank.  What is no escape stays. */
void rv_buf_add_unescaped(struct rv_buf *b, struct rv_sv v);
/* Makes room for n more bytes and returns where they go; then rv_buf_took. */
char *rv_buf_room(struct rv_buf *b, size_t n);
void rv_buf_took(struct rv_buf *b, size_t n);
void rv_buf_truncate(struct rv_buf *b, size_t n);
void rv_buf_erase(struct rv_buf *b, size_t from, size_t n);

struct rv_sv rv_buf_sv(const struct rv_buf *b);
/* Passes the string out (caller frees) and leaves the buffer empty. */
char *rv_buf_detach(struct rv_buf *b) RV_MALLOC;
/* The same in an arena. */
struct rv_sv rv_buf_detach_in(struct rv_arena *arena, struct rv_buf *b);

#endif
