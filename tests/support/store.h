/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_STORE_H
#define RV_TESTS_SUPPORT_STORE_H

/* A store in a scratch directory, and short ways to fill and show it. */

#include "base/buf.h"
#include "store/episode.h"
#include "store/store.h"

/* 2026-01-28T12:00:00Z; times in tests are minutes after it. */
#define NOON ((int64_t)1769601600000)
#define MINUTES(n) (NOON + (int64_t)(n) * 60000)

/* A fixed clock at noon and the user "ada". */
extern const struct rv_env test_env;

/* Opens DIR in the scratch directory, or ends the test. */
struct rv_store *test_store_open(const char *dir);
/* An episode: session, entry, role, text, minute (RV_UNDATED: none). */
struct rv_episode test_episode(const char *session, const char *entry,
			       const char *role, const char *text,
			       int64_t minute);
/* Puts it in place; ends the test on failure. */
enum rv_put test_put(struct rv_store *s, const struct rv_episode *e);
int64_t test_store_count(struct rv_store *s); /* of episodes */
/* A file of the store in DIR; borrowed as scratch_path(). */
const char *test_store_path(const char *dir, const char *name);
/* Removes the index of DIR, which nobody has open: the record stays. */
void test_store_unindex(const char *dir);
/* Everything that a list, a count and a search show, as text. */
void test_store_dump(struct rv_store *s, struct rv_buf *out);
/* The kept counts are those of the rows. */
void test_store_recount(struct rv_store *s);

#endif
