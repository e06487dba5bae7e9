/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_THREAD_H
#define RV_BASE_THREAD_H

/* Beginning a thread that leaves signals to the others.  Any thread. */

#include <pthread.h>
#include <stdbool.h>

/* False: the system has no thread to give; nothing began. */
bool rv_thread_begin(pthread_t *thread, void *(*run)(void *arg), void *arg);

/* The calling thread, which nobody waits for, leaves a busy core to those that a
 * person waits for.  Nothing happens where only whole processes can do that. */
void rv_thread_give_way(void);

#endif
