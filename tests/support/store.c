/* SPDX-License-Identifier: MIT */
/* A store for tests. */
#include "config.h"

#include "tests/support/store.h"

#include <stdio.h>
#include <unistd.h>

#include "base/time.h"
#include "store/search.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

const struct rv_env test_env = {
	.now = NOON,
	.home = "",
	.config_home = "",
	.state_home = "",
	.data_dir = "",
	.tz = "",
	.user = "ada",
	.editor = "",
};

struct rv_store *
test_store_open(const char *dir)
{
	struct rv_store_opts opts = {.env = &test_env,
				     .dir = scratch_path(dir)};
	struct rv_store *s = NULL;
	struct rv_err err = {0};

	if (rv_store_open(&opts, &s, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return s;
}

struct rv_episode
test_episode(const char *session, const char *entry, const char *role,
	     const char *text, int64_t minute)
{
	struct rv_episode e = {
		.session = rv_sv(session),
		.entry = rv_sv(entry),
		.ref = rv_sv(entry),
		.role = rv_sv(role),
		.text = rv_sv(text),
		.time = minute == RV_UNDATED ? minute : MINUTES(minute),
		.origin = RV_ORIGIN_OWNER,
		.source = RV_SV("sessions/a.jsonl"),
		.line = 1,
	};

	rv_episode_identify(&e);
	return e;
}

enum rv_put
test_put(struct rv_store *s, const struct rv_episode *e)
{
	enum rv_put put = RV_PUT_CONFLICT;
	struct rv_err err = {0};

	if (rv_episode_put(s, e, &put, NULL, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return put;
}

static void
dump_list(struct rv_store *s, const struct rv_episode_query *q,
	  const char *title, struct rv_buf *out)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode_list list;

	assert_int_equal(rv_episode_list(s, q, &arena, &list, NULL), RV_OK);
	rv_buf_addf(out, "%s\n", title);
	for (size_t i = 0; i < list.n; i++) {
		const struct rv_episode *e = &list.items[i];

		rv_buf_addf(out, "%s %lld %.*s %.*s:%lld n%lld%s%s x%.*s %.*s\n",
			    e->id, (long long)e->time, RV_SV_ARG(e->role),
			    RV_SV_ARG(e->source), (long long)e->line,
			    (long long)e->narrated, e->baseline ? " base" : "",
			    e->late ? " late" : "", RV_SV_ARG(e->excluded),
			    RV_SV_ARG(e->text));
	}
	rv_arena_release(&arena);
}

static void
dump_search(struct rv_store *s, const char *stem, struct rv_buf *out)
{
	struct rv_sv stems[] = {rv_sv(stem)};
	struct rv_search_query q = {stems, 1, true, true, 10};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e;
	struct rv_hit *hits;
	int64_t df;
	size_t n;

	assert_int_equal(rv_store_search(s, &q, &arena, &hits, &n, NULL),
			 RV_OK);
	assert_int_equal(rv_store_frequency(s, stems[0], &df, NULL), RV_OK);
	rv_buf_addf(out, "search %s %lld\n", stem, (long long)df);
	for (size_t i = 0; i < n; i++) {
		rv_buf_addf(out, " %.6f", hits[i].score);
		if (hits[i].episode &&
		    rv_episode_by_rowid(s, hits[i].rowid, &arena, &e, NULL) ==
			    RV_OK)
			rv_buf_addf(out, " %s", e.id);
	}
	rv_buf_addc(out, '\n');
	rv_arena_release(&arena);
}

void
test_store_recount(struct rv_store *s)
{
	struct rv_episode_query all = {.excluded = true};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode_counts c;
	struct rv_episode_list list;
	int64_t counted[4] = {0};

	assert_int_equal(rv_episode_count(s, &c, NULL), RV_OK);
	assert_int_equal(rv_episode_list(s, &all, &arena, &list, NULL), RV_OK);
	for (size_t i = 0; i < list.n; i++) {
		const struct rv_episode *e = &list.items[i];
		bool pending = !e->excluded.n && !e->narrated && !e->baseline;

		counted[0] += !e->excluded.n;
		counted[1] += e->excluded.n > 0;
		counted[2] += pending;
		counted[3] += pending ? e->tokens : 0;
	}
	assert_int_equal(c.episodes, counted[0]);
	assert_int_equal(c.excluded, counted[1]);
	assert_int_equal(c.pending, counted[2]);
	assert_int_equal(c.pending_tokens, counted[3]);
	rv_arena_release(&arena);
}

void
test_store_dump(struct rv_store *s, struct rv_buf *out)
{
	struct rv_episode_query all = {.excluded = true};
	struct rv_episode_query pending = {.pending = true};
	struct rv_episode_query log = {.in_pending_log = true};
	struct rv_episode_counts c;
	int64_t documents;

	dump_list(s, &all, "all", out);
	dump_list(s, &pending, "pending", out);
	dump_list(s, &log, "log", out);
	assert_int_equal(rv_episode_count(s, &c, NULL), RV_OK);
	assert_int_equal(rv_store_documents(s, &documents, NULL), RV_OK);
	test_store_recount(s);
	rv_buf_addf(out, "%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld\n",
		    (long long)c.episodes, (long long)c.excluded,
		    (long long)c.pending, (long long)c.pending_tokens,
		    (long long)c.late, (long long)c.log,
		    (long long)c.log_tokens, (long long)c.oldest_pending,
		    (long long)c.newest, (long long)documents);
	dump_search(s, "hello", out);
	dump_search(s, "falcon", out);
}

int64_t
test_store_count(struct rv_store *s)
{
	struct rv_episode_counts c;

	assert_int_equal(rv_episode_count(s, &c, NULL), RV_OK);
	return c.episodes;
}

const char *
test_store_path(const char *dir, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return scratch_path(path);
}

void
test_store_unindex(const char *dir)
{
	(void)unlink(test_store_path(dir, "reverie.db"));
	(void)unlink(test_store_path(dir, "reverie.db-wal"));
	(void)unlink(test_store_path(dir, "reverie.db-shm"));
}
