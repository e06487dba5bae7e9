/* SPDX-License-Identifier: MIT */
/* A ring of pages between the thread that reads and the one that writes. */
#include "config.h"

#include "engine/read_ahead.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

#define PAGES 256
#define BYTES ((size_t)8 << 20)
/* The reader that had to wait goes on when so few are left: threads that wake
 * each other at each page do little else. */
#define FEW (PAGES / 2)

struct rv_ahead {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t made_one, took_one;
	const struct rv_scan_item *items;
	size_t n;
	bool stop;
	/* Numbers of items: before `taken` they were given back, before `made`
	 * they are ready.  Under the lock. */
	size_t taken, made;
	/* The reader's own: slots before `freed` are empty. */
	size_t freed, bytes;
	struct rv_tokens *words;
	struct rv_page_ready ring[PAGES];
	/* The writer's own: one is out. */
	bool out;
};

static struct rv_page_ready *
slot(struct rv_ahead *a, size_t i)
{
	return &a->ring[i % PAGES];
}

static size_t
weight(const struct rv_page_ready *r)
{
	return r->text.cap + r->arena.used;
}

/* The reader frees what it made: memory stays with its thread. */
static void
drop_until(struct rv_ahead *a, size_t end)
{
	for (; a->freed < end; a->freed++) {
		a->bytes -= weight(slot(a, a->freed));
		rv_page_ready_release(slot(a, a->freed));
	}
}

static bool
is_full(const struct rv_ahead *a)
{
	return a->made - a->freed >= PAGES || a->bytes >= BYTES;
}

/* Frees what was given back, and waits while there is no room; false: the end. */
static bool
make_room(struct rv_ahead *a)
{
	bool stop;

	pthread_mutex_lock(&a->lock);
	for (;;) {
		size_t taken = a->taken;

		stop = a->stop || a->made == a->n;
		if (stop || (a->freed == taken && !is_full(a)))
			break;
		if (a->freed == taken) {
			pthread_cond_wait(&a->took_one, &a->lock);
			continue;
		}
		pthread_mutex_unlock(&a->lock);
		drop_until(a, taken);
		pthread_mutex_lock(&a->lock);
	}
	pthread_mutex_unlock(&a->lock);
	return !stop;
}

static void *
read_on(void *arg)
{
	struct rv_ahead *a = arg;

	rv_thread_give_way();
	while (make_room(a)) {
		const struct rv_scan_item *item = &a->items[a->made];
		struct rv_page_ready *r = slot(a, a->made);

		*r = (struct rv_page_ready){.text = RV_BUF_INIT};
		if (!item->gone)
			rv_page_ready_make(item, a->words, r);
		a->bytes += weight(r);
		pthread_mutex_lock(&a->lock);
		a->made++;
		pthread_cond_signal(&a->made_one);
		pthread_mutex_unlock(&a->lock);
	}
	return NULL;
}

static void
destroy(struct rv_ahead *a)
{
	drop_until(a, a->made);
	rv_tokens_free(a->words);
	pthread_cond_destroy(&a->took_one);
	pthread_cond_destroy(&a->made_one);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

struct rv_ahead *
rv_ahead_begin(const struct rv_scan_item *items, size_t from, size_t n)
{
	struct rv_ahead *a = rv_calloc(1, sizeof(*a));

	a->items = items;
	a->n = n;
	a->taken = a->made = a->freed = from;
	a->words = rv_tokens_new();
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->made_one, NULL);
	pthread_cond_init(&a->took_one, NULL);
	if (rv_thread_begin(&a->thread, read_on, a))
		return a;
	destroy(a);
	return NULL;
}

const struct rv_page_ready *
rv_ahead_next(struct rv_ahead *a)
{
	pthread_mutex_lock(&a->lock);
	a->taken += a->out;
	if (a->out && a->made - a->taken <= FEW)
		pthread_cond_signal(&a->took_one);
	a->out = true;
	while (a->made == a->taken)
		pthread_cond_wait(&a->made_one, &a->lock);
	pthread_mutex_unlock(&a->lock);
	return slot(a, a->taken);
}

void
rv_ahead_end(struct rv_ahead **ahead)
{
	struct rv_ahead *a = *ahead;

	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stop = true;
	pthread_cond_signal(&a->took_one);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	destroy(a);
	*ahead = NULL;
}
