/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PI_TREE_H
#define RV_INTAKE_PI_TREE_H

/*
 * First pass over a pi session file: which lines are on the active branch, from
 * the last entry (the leaf) up to its root by parentId.  Keeps 32 bytes for
 * each entry that has an id, and no text; a file without ids is a list and
 * costs nothing.  A parent is looked for among earlier entries only, so that a
 * file cannot make a ring; one that is not there (a broken line) is taken to be
 * the entry before, so that nothing is lost.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/time.h"

struct rv_pi_node {
	uint64_t id; /* hash of the raw id */
	int64_t line;
	int64_t parent; /* index, or -1 */
	bool active;
};

struct rv_pi_tree {
	struct rv_pi_node *nodes;
	size_t n, cap;
	size_t *slots; /* open addressing, index + 1 */
	size_t n_slots;
	bool linear; /* each entry follows the one before it */
	bool header; /* there was a session line */
	struct rv_buf session; /* its id, may be empty */
	int64_t time;	       /* its time, or RV_UNDATED */
	int64_t end;	       /* byte behind the last line read */
	int64_t entries;       /* lines that look like entries */
	size_t cursor;	       /* of rv_pi_tree_active */
};

#define RV_PI_TREE_INIT \
	((struct rv_pi_tree){.linear = true, .session = RV_BUF_INIT, \
			     .time = RV_UNDATED})

/*
 * Reads the file from `offset`, whose line is number `line`.  `leaf`, when not
 * 0, is the id's hash of the entry that stands before it; `linear` then tells
 * whether all that follows goes on from there.  With `live`, an unfinished last
 * line is left out.
 */
rv_status rv_pi_tree_read(struct rv_pi_tree *t, int fd, int64_t offset,
			  int64_t line, uint64_t leaf, bool live,
			  struct rv_err *err) RV_MUST_CHECK;
/* For lines in ascending order: is this one on the active branch?  A line
 * without id goes with the entry before it. */
bool rv_pi_tree_active(struct rv_pi_tree *t, int64_t line);
/* Hash of the newest entry with an id, 0 when there is none. */
uint64_t rv_pi_tree_leaf(const struct rv_pi_tree *t);
void rv_pi_tree_release(struct rv_pi_tree *t);

/* Is this raw `type` one of a session's lines? */
bool rv_pi_is_type(struct rv_sv type);

#endif
