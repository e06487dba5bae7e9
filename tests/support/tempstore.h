/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_TEMPSTORE_H
#define RV_TESTS_SUPPORT_TEMPSTORE_H

/* A fresh store in the scratch directory; failures fail the test. */

#include "store/episode.h"
#include "store/store.h"

/* One at a time; opening another is a new directory. */
struct rv_store *tempstore_open(void);
/* Closes and opens the same record again. */
struct rv_store *tempstore_again(struct rv_store *s, bool readonly);
/* Everything that the lists know, excluded rows too; until the next call. */
struct rv_episode_list tempstore_all(struct rv_store *s, bool excluded);
/* How many episodes of a session are not narrated. */
size_t tempstore_pending(struct rv_store *s, const char *session);
void tempstore_close(struct rv_store *s);

#endif
