/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_TICKET_H
#define RV_BASE_TICKET_H

/*
 * A lock that serves who asked first.  A mutex does not: a thread that gives it
 * and takes it again goes on for ever while another waits.  Any thread; not
 * recursive.
 */

#include <pthread.h>
#include <stdint.h>

struct rv_ticket {
	pthread_mutex_t lock;
	pthread_cond_t given;
	uint64_t next, now;
};

void rv_ticket_init(struct rv_ticket *t);
void rv_ticket_release(struct rv_ticket *t);

void rv_ticket_take(struct rv_ticket *t);
void rv_ticket_give(struct rv_ticket *t);
/* How many have it or wait for it. */
uint64_t rv_ticket_asked(struct rv_ticket *t);

#endif
