/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_QUEUE_H
#define RV_BASE_QUEUE_H

/*
 * A FIFO of pointers between threads.  The queue does not own what it holds.
 */

#include <stdbool.h>
#include <stddef.h>

struct rv_queue;

struct rv_queue *rv_queue_new(void);
void rv_queue_free(struct rv_queue *q); /* must be empty */
void rv_queue_push(struct rv_queue *q, void *item);
void *rv_queue_try_pop(struct rv_queue *q); /* NULL when empty */
/* Blocks until an item comes; NULL once the queue is closed and empty. */
void *rv_queue_pop(struct rv_queue *q);
void rv_queue_close(struct rv_queue *q);
size_t rv_queue_size(struct rv_queue *q);

#endif
