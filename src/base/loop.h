/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_LOOP_H
#define RV_BASE_LOOP_H

/*
 * One poll loop: file descriptors, one-shot timers, signals (signalfd) and a
 * wake-up that other threads may call.  Nothing ticks: with no timer set the
 * loop sleeps until something happens.  All calls from the loop's thread but
 * rv_loop_wake.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct rv_loop;
typedef void rv_loop_fn(void *arg);
typedef void rv_loop_signal_fn(int signo, void *arg);

rv_status rv_loop_new(struct rv_loop **out, struct rv_err *err) RV_MUST_CHECK;
void rv_loop_free(struct rv_loop *loop);

/* Calls fn when fd is readable (or hung up).  The fd stays the caller's. */
void rv_loop_add_fd(struct rv_loop *loop, int fd, rv_loop_fn *fn, void *arg);
void rv_loop_del_fd(struct rv_loop *loop, int fd);
/* Calls fn once, ms from now; returns an id > 0. */
int rv_loop_add_timer(struct rv_loop *loop, int64_t ms, rv_loop_fn *fn,
		      void *arg);
void rv_loop_del_timer(struct rv_loop *loop, int id); /* unknown id is fine */
/* Blocks the signals of the list (ended by 0) and reports them here.  Call it
 * before any thread starts. */
rv_status rv_loop_signals(struct rv_loop *loop, const int *signals,
			  rv_loop_signal_fn *fn, void *arg, struct rv_err *err)
	RV_MUST_CHECK;
/* fn runs in the loop's thread after rv_loop_wake. */
void rv_loop_on_wake(struct rv_loop *loop, rv_loop_fn *fn, void *arg);
void rv_loop_wake(struct rv_loop *loop); /* any thread, async-signal-safe */

/* Waits at most timeout_ms (-1: for ever) and dispatches what is ready. */
rv_status rv_loop_turn(struct rv_loop *loop, int timeout_ms, struct rv_err *err)
	RV_MUST_CHECK;

#endif
