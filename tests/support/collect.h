/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_COLLECT_H
#define RV_TESTS_SUPPORT_COLLECT_H

/* Runs one reader over a text and keeps what it hands over. */

#include "base/arena.h"
#include "intake/formats.h"

struct collect {
	struct rv_arena arena;
	struct rv_import_report report;
	struct rv_read_point to;
	struct rv_episode eps[2048];
	size_t n;
	rv_status status;
};

/* Reads a file by the format's name; `from` may be NULL. */
void collect_read(struct collect *c, const char *format, const char *path,
		  bool live, const struct rv_read_point *from);
/* The same of a text, as s.jsonl in the scratch directory. */
void collect_text(struct collect *c, const char *format, const char *text);
int64_t collect_skipped(const struct collect *c, const char *reason);
/* Each line is exactly one of the five; fails the test otherwise. */
void collect_balance(const struct collect *c);
void collect_release(struct collect *c); /* and is empty again */

#endif
