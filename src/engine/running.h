/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_RUNNING_H
#define RV_ENGINE_RUNNING_H

/*
 * The call of a model that one thread runs, as another thread sees it: how far
 * it is, and stopping it.  The owner gives it to an engine when it opens one
 * (rv_engine_opts.running) and outlives that.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct rv_running_now {
	bool asked; /* the model was asked */
	int64_t pieces, bytes, tokens; /* of the answer so far; estimated */
};

struct rv_running {
	pthread_mutex_t lock;
	volatile int *flag; /* of the call that runs, or NULL */
	volatile int own;   /* the flag of a call without a job */
	bool wanted;	    /* stop what is about to begin */
	struct rv_running_now now;
	/* Told at the start, at pieces and at the end, in the calling thread;
	 * may be NULL. */
	void (*told)(void *arg);
	void *arg;
};

void rv_running_init(struct rv_running *r);
void rv_running_release(struct rv_running *r);

/* Any thread: stops the call that runs or is about to, within 100 ms. */
void rv_running_cancel(struct rv_running *r);
/* Any thread. */
struct rv_running_now rv_running_look(struct rv_running *r);
/* Between two requests: a wish that came too late stops nothing. */
void rv_running_reset(struct rv_running *r);

/* The engine's side.  `flag` NULL: the call has no job; returns the flag that
 * the call is to watch. */
volatile int *rv_running_begin(struct rv_running *r, volatile int *flag);
void rv_running_piece(struct rv_running *r, int64_t bytes, int64_t tokens)
	;
/* Before the flag is unmapped. */
void rv_running_end(struct rv_running *r);

#endif
