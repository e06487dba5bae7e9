/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_JSONL_H
#define RV_BASE_JSONL_H

/*
 * Reads a file line by line in bounded memory.  A line longer than `max` is
 * reported with RV_LINE_TOOLONG and its first `max` bytes; an unfinished last
 * line with RV_LINE_PARTIAL.  A BOM at the start of the file and CR before LF
 * are dropped.  A pipe works as well, from where it stands.  One thread.
 *
 *	struct rv_lines l;
 *	rv_lines_init(&l, fd, offset, first_line, RV_LINE_MAX);
 *	while (rv_lines_next(&l, &line, err) == RV_OK && line.kind != RV_LINE_END)
 */

#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

/* Longest line that is kept: 16 MiB for session files with images. */
#define RV_LINE_MAX ((size_t)16 << 20)

enum rv_line_kind {
	RV_LINE_FULL,
	RV_LINE_PARTIAL,
	RV_LINE_TOOLONG,
	RV_LINE_END
};

struct rv_line {
	enum rv_line_kind kind;
	struct rv_sv text; /* valid until the next call */
	int64_t number;	   /* 1 is the first line of the file */
	int64_t offset;	   /* byte where it starts */
	int64_t end;	   /* byte behind its newline */
};

struct rv_lines {
	int fd;
	struct rv_buf buf;
	size_t pos, max;
	int64_t offset, number; /* of the line at pos */
	bool eof;
};

/* `number` is that of the line at `offset`. */
void rv_lines_init(struct rv_lines *l, int fd, int64_t offset, int64_t number,
		   size_t max); /* fd is borrowed, its position moves */
rv_status rv_lines_next(struct rv_lines *l, struct rv_line *line,
			struct rv_err *err) RV_MUST_CHECK;
void rv_lines_release(struct rv_lines *l);

#endif
