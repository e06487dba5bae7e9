/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_MASKED_H
#define RV_STORE_MASKED_H

/*
 * Lines of files that hold a secret, which is masked wherever it is read.  Only
 * a person can take it out of the file, so each is told of by its place, its
 * rule and a fingerprint; never by its value.
 */

#include "base/arena.h"
#include "store/store.h"

struct rv_masked {
	struct rv_sv file; /* relative to the workspace */
	int64_t line;
	struct rv_sv rule, fingerprint;
	struct rv_sv id; /* of the episode or run; may be empty */
};

/* Notes every secret of a text that begins at a line of a file. */
rv_status rv_masked_note(struct rv_store *s, struct rv_sv file, int64_t line,
			 struct rv_sv text, struct rv_sv id,
			 struct rv_err *err) RV_MUST_CHECK;
/* The same of a message that is written in one line, whatever its text has. */
rv_status rv_masked_note_message(struct rv_store *s, struct rv_sv file,
				 int64_t line, struct rv_sv text,
				 struct rv_sv id, struct rv_err *err)
	RV_MUST_CHECK;
/* The file is read anew. */
rv_status rv_masked_clear(struct rv_store *s, struct rv_sv file,
			  struct rv_err *err) RV_MUST_CHECK;
/* By file and line, `max` at most. */
rv_status rv_masked_list(struct rv_store *s, int64_t max,
			 struct rv_arena *arena, struct rv_masked **out,
			 size_t *n, struct rv_err *err) RV_MUST_CHECK;
/* Lines with a secret. */
int64_t rv_masked_lines(struct rv_store *s);

#endif
