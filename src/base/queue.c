/* SPDX-License-Identifier: MIT */
/* A FIFO of pointers between threads: a ring under a lock. */
#include "config.h"

#include "base/queue.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"

struct rv_queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	void **ring;
	size_t cap, head, n;
	bool closed;
};

struct rv_queue *
rv_queue_new(void)
{
	struct rv_queue *q = rv_calloc(1, sizeof(*q));

	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->filled, NULL);
	return q;
}

void
rv_queue_free(struct rv_queue *q)
{
	if (!q)
		return;
	pthread_cond_destroy(&q->filled);
	pthread_mutex_destroy(&q->lock);
	free(q->ring);
	free(q);
}

static void
enlarge(struct rv_queue *q)
{
	size_t cap = q->cap ? q->cap * 2 : 16;
	void **ring = rv_calloc(cap, sizeof(*ring));

	for (size_t i = 0; i < q->n; i++)
		ring[i] = q->ring[(q->head + i) % q->cap];
	free(q->ring);
	q->ring = ring;
	q->cap = cap;
	q->head = 0;
}

void
rv_queue_push(struct rv_queue *q, void *item)
{
	pthread_mutex_lock(&q->lock);
	if (q->n == q->cap)
		enlarge(q);
	q->ring[(q->head + q->n++) % q->cap] = item;
	pthread_cond_signal(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

static void *
shift(struct rv_queue *q)
{
	void *item;

	if (!q->n)
		return NULL;
	item = q->ring[q->head];
	q->head = (q->head + 1) % q->cap;
	q->n--;
	return item;
}

void *
rv_queue_try_pop(struct rv_queue *q)
{
	void *item;

	pthread_mutex_lock(&q->lock);
	item = shift(q);
	pthread_mutex_unlock(&q->lock);
	return item;
}

void *
rv_queue_pop(struct rv_queue *q)
{
	void *item;

	pthread_mutex_lock(&q->lock);
	while (!q->n && !q->closed)
		pthread_cond_wait(&q->filled, &q->lock);
	item = shift(q);
	pthread_mutex_unlock(&q->lock);
	return item;
}

void
rv_queue_close(struct rv_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->closed = true;
	pthread_cond_broadcast(&q->filled);
	pthread_mutex_unlock(&q->lock);
}

size_t
rv_queue_size(struct rv_queue *q)
{
	size_t n;

	pthread_mutex_lock(&q->lock);
	n = q->n;
	pthread_mutex_unlock(&q->lock);
	return n;
}
