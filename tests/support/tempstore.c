/* SPDX-License-Identifier: MIT */
/* A store for one test. */
#include "config.h"

#include "tests/support/tempstore.h"

#include <stdio.h>

#include "base/path.h"
#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static struct rv_arena arena;
static char dir[512];
static const struct rv_env env = {.now = 1769608800000,
				  .home = "",
				  .config_home = "",
				  .state_home = "",
				  .data_dir = "",
				  .tz = "",
				  .user = "op",
				  .editor = ""};

static struct rv_store *
open_dir(bool readonly)
{
	struct rv_store_opts opts = {
		.env = &env, .dir = dir, .readonly = readonly};
	struct rv_store *s = NULL;
	struct rv_err err = {0};

	if (rv_store_open(&opts, &s, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return s;
}

struct rv_store *
tempstore_open(void)
{
	static int number;
	char name[32];

	snprintf(name, sizeof(name), "store-%d", number++);
	snprintf(dir, sizeof(dir), "%s", scratch_path(name));
	assert_int_equal(rv_path_mkdirs(dir, 0700, NULL), RV_OK);
	return open_dir(false);
}

struct rv_store *
tempstore_again(struct rv_store *s, bool readonly)
{
	rv_store_free(s);
	return open_dir(readonly);
}

struct rv_episode_list
tempstore_all(struct rv_store *s, bool excluded)
{
	struct rv_episode_query q = {.excluded = excluded,
				     .after = RV_UNDATED,
				     .before = RV_UNDATED};
	struct rv_episode_list list;

	rv_arena_release(&arena);
	assert_int_equal(rv_episode_list(s, &q, &arena, &list, NULL), RV_OK);
	return list;
}

size_t
tempstore_pending(struct rv_store *s, const char *session)
{
	struct rv_episode_query q = {.pending = true,
				     .session = rv_sv(session),
				     .after = RV_UNDATED,
				     .before = RV_UNDATED};
	struct rv_episode_list list;

	rv_arena_release(&arena);
	assert_int_equal(rv_episode_list(s, &q, &arena, &list, NULL), RV_OK);
	return list.n;
}

void
tempstore_close(struct rv_store *s)
{
	rv_store_free(s);
	rv_arena_release(&arena);
}
