/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PENDING_NAME_H
#define RV_INTAKE_PENDING_NAME_H

/*
 * The entry of a record in the pending log, "ISO-hash8-n".  The prefix says
 * when, who and what; n counts records that agree in all of these.  Those that
 * an approved step took out of the log are counted too, so that the same words
 * in a log that began anew are another message:
 *
 *	rv_pending_names_init(&names, store, &arena, n_records);
 *	for each record in the order of the log:
 *		text = rv_pending_clean(&arena, record.text, &hits);
 *		rv_pending_prefix(&record, text, prefix);
 *		rv_pending_name(&names, prefix, &episode, err);
 *	rv_pending_names_release(&names);
 *
 * The thread of the store.
 */

#include "intake/pending.h"
#include "store/episode.h"

#define RV_PENDING_PREFIX 48 /* "ISO-hash8-" */

struct rv_pending_names {
	struct rv_store *store;
	struct rv_arena *arena;
	struct rv_pending_alike *table; /* open addressing, a power of 2 */
	size_t slots;
	struct rv_pending_slice *slices; /* of steps, as they were needed */
	size_t n_slices, cap_slices;
};

/* For at most n records; store and arena are borrowed. */
void rv_pending_names_init(struct rv_pending_names *k, struct rv_store *store,
			   struct rv_arena *arena, size_t n);
void rv_pending_names_release(struct rv_pending_names *k); /* zeroed: nothing */

/* The text as the index has it: valid UTF-8, secrets masked; how many (NULL:
 * no matter). */
struct rv_sv rv_pending_clean(struct rv_arena *arena, struct rv_sv raw,
			      size_t *hits);
void rv_pending_prefix(const struct rv_pending_record *r, struct rv_sv text,
		       char out[RV_PENDING_PREFIX]);
/* Sets entry, ref and id of e, whose session is set, to the first number that
 * is free.  `prefix` lives as long as the names. */
rv_status rv_pending_name(struct rv_pending_names *k, const char *prefix,
			  struct rv_episode *e, struct rv_err *err)
	RV_MUST_CHECK;

#endif
