/* SPDX-License-Identifier: MIT */
/* First come, first served. */
#include "config.h"

#include "base/ticket.h"

void
rv_ticket_init(struct rv_ticket *t)
{
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->given, NULL);
	t->next = t->now = 0;
}

void
rv_ticket_release(struct rv_ticket *t)
{
	pthread_cond_destroy(&t->given);
	pthread_mutex_destroy(&t->lock);
}

void
rv_ticket_take(struct rv_ticket *t)
{
	uint64_t mine;

	pthread_mutex_lock(&t->lock);
	mine = t->next++;
	while (t->now != mine)
		pthread_cond_wait(&t->given, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

void
rv_ticket_give(struct rv_ticket *t)
{
	pthread_mutex_lock(&t->lock);
	t->now++;
	pthread_cond_broadcast(&t->given);
	pthread_mutex_unlock(&t->lock);
}

uint64_t
rv_ticket_asked(struct rv_ticket *t)
{
	uint64_t n;

	pthread_mutex_lock(&t->lock);
	n = t->next - t->now;
	pthread_mutex_unlock(&t->lock);
	return n;
}
