/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_TURN_H
#define RV_INTAKE_TURN_H

/*
 * Between a reader and its sink: holds back a prompt that may be noise until
 * the agent's answer shows whether it is, then passes both on, excluded or
 * not.  Everything else passes at once.  Holds at most 64 KiB of text.
 *
 *	struct rv_turn t = {.reader = r};
 *	st = rv_turn_add(&t, &episode, err);
 *	...
 *	st = rv_turn_end(&t, err);
 *	rv_turn_release(&t);
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "intake/formats.h"

struct rv_turn {
	struct rv_reader *reader;
	struct rv_arena arena;
	struct rv_episode *held; /* [0] is the prompt */
	size_t n, cap, bytes;
	bool drop;    /* behind a flush: the agent talks to itself */
	bool running; /* the reader's: its answer is not finished */
};

/* Takes an episode; texts are borrowed for the call. */
rv_status rv_turn_add(struct rv_turn *t, const struct rv_episode *e,
		      struct rv_err *err) RV_MUST_CHECK;
/* The turn is over: decides about what is held. */
rv_status rv_turn_end(struct rv_turn *t, struct rv_err *err) RV_MUST_CHECK;
/* Is a prompt held whose answer has not come? */
bool rv_turn_waits(const struct rv_turn *t);
void rv_turn_release(struct rv_turn *t);

#endif
