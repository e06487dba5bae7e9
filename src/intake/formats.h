/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_FORMATS_H
#define RV_INTAKE_FORMATS_H

/*
 * Readers: one row of formats.def and one file each.  A reader goes through a
 * file line by line in bounded memory, accounts for each line in the report,
 * and hands over episodes in the order of the file.  Lines that become
 * episodes are counted by whoever takes them (added, seen, rejected); all
 * others by the reader.  An excluded episode counts as skipped, by the reader.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "intake/report.h"
#include "store/episode.h"

/* Where a reader stopped, so that the next reading of a grown file goes on. */
struct rv_read_point {
	int64_t offset; /* of the first byte not taken */
	int64_t line;	/* lines before it */
	struct rv_buf state; /* the reader's own words, JSON */
};

/* Where a reader puts what it finds. */
struct rv_reader {
	const char *path;      /* to open */
	struct rv_sv source;   /* what episodes say of their source: masked */
	struct rv_sv session;  /* from the file's name, when it says none */
	struct rv_import_report *report;
	/* Takes one episode (texts borrowed for the call). */
	rv_status (*emit)(struct rv_reader *r, struct rv_episode *e,
			  struct rv_err *err);
	/* Keeps bytes that a message carried as an object; NULL: nobody does. */
	rv_status (*keep)(struct rv_reader *r, struct rv_sv bytes,
			  struct rv_err *err);
	/* Is told of a text that holds a secret, before it is masked; NULL:
	 * nobody wants to know. */
	rv_status (*hit)(struct rv_reader *r, const struct rv_episode *e,
			 struct rv_sv raw, struct rv_err *err);
	void *arg;
	/* Somebody is still writing: an unfinished last line waits even when
	 * it is good JSON, and so does a heartbeat without its answer. */
	bool live;
	const struct rv_read_point *from; /* NULL: from the start */
	struct rv_read_point *to;	  /* NULL: nobody asks */
};

struct rv_format {
	const char *name;
	/* Is this file of the format?  `head` is its first 64 KiB. */
	bool (*sniff)(const char *path, struct rv_sv head);
	/* RV_E_MOVED: what follows `from` does not continue it; read it all. */
	rv_status (*read)(struct rv_reader *r, struct rv_err *err);
};

#define FORMAT(symbol, name) extern const struct rv_format rv_format_##symbol;
#include "intake/formats.def"
#undef FORMAT

/* By name, or by looking at the file when name is NULL or "auto". */
const struct rv_format *rv_format_find(const char *name, const char *path);

/* "x" of "/a/x.jsonl": what a file's name says of its session. */
struct rv_sv rv_format_session(const char *path);

/* Opens a regular file for reading: RV_E_NOTFOUND, RV_E_IO, ... */
rv_status rv_format_open(const char *path, int *fd, struct rv_err *err)
	RV_MUST_CHECK;

/* Masks secrets, fills id and tokens, drops the text of an excluded one, and
 * hands the episode over. */
rv_status rv_reader_put(struct rv_reader *r, struct rv_episode *e,
			struct rv_err *err) RV_MUST_CHECK;

/* Remembers how far the reader is; `state` is JSON. */
void rv_reader_reached(struct rv_reader *r, int64_t offset, int64_t line,
		       struct rv_sv state);

#endif
