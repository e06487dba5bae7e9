/* SPDX-License-Identifier: MIT */
/* The Overview counts along with what changes: its numbers are those of the rows
 * of the layers, and of a handle that counted from nothing. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/time.h"
#include "engine/engine_priv.h"
#include "engine/view_pages.h"
#include "store/page.h"
#include "tests/support/cm.h"
#include "tests/support/olderindex.h"
#include "tests/support/scratch.h"
#include "tests/support/workspace.h"

#define STEPS 60

/* --- pages in which something may be wrong ---------------------------------- */

static void
random_page(struct rv_rng *r, const char *dir)
{
	static const char *const layers[] = {"wiki", "wiki/b", "raw", "memory"};
	static const char *const fronts[] = {
		"type: concept\nupdated: 2025-12-20\n",
		"type: concept\nupdated: 2024-01-02\n",
		"type: concept\nupdated: 2025-11-11\ntitle: Same\n",
		"type: concept\nupdated: 2025-12-01\ncontradicts: [p1]\n",
		"type: [\n",
	};
	struct rv_buf b = RV_BUF_INIT;
	char rel[64];

	snprintf(rel, sizeof(rel), "%s/p%d.md",
		 layers[rv_rng_below(r, ARRAY_LEN(layers))],
		 (int)rv_rng_below(r, 12));
	if (rv_rng_below(r, 4) == 0) {
		unlink(workspace_path(dir, rel));
		return;
	}
	if (rv_rng_below(r, 4) > 0)
		rv_buf_addf(&b, "---\n%s---\n",
			    fronts[rv_rng_below(r, ARRAY_LEN(fronts))]);
	rv_buf_addf(&b, "# Page\n\nWords of it, %d.\n",
		    (int)rv_rng_below(r, 1000));
	if (rv_rng_below(r, 6) == 0)
		rv_buf_adds(&b, "token: ghp_" /* no real one */
				"16C7e42F292c6912E7710c838347Ae178B4a\n");
	workspace_put(dir, rel, b.p);
	rv_buf_release(&b);
}

/* --- what is said of them --------------------------------------------------- */

static void
tell(struct rv_engine *e, struct rv_buf *out)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_overview o;

	rv_buf_reset(out);
	assert_int_equal(rv_view_overview(e, &arena, &o, NULL), RV_OK);
	for (size_t i = 0; i < ARRAY_LEN(o.layers); i++) {
		const struct rv_view_layer *l = &o.layers[i];

		rv_buf_addf(out, "%c %lld %lld %lld s%lld c%lld h%lld\n",
			    l->letter, (long long)l->items,
			    (long long)l->bytes, (long long)l->newest,
			    (long long)l->stale, (long long)l->contradictions,
			    (long long)l->held);
	}
	for (size_t i = 0; i < o.n_needs; i++)
		rv_buf_addf(out, "%.*s %.*s\n", RV_SV_ARG(o.needs[i].id),
			    RV_SV_ARG(o.needs[i].text));
	rv_arena_release(&arena);
}

/* The same numbers, one row after the other; and what the index has counted,
 * which stands there alone where pages are too many for a tree. */
static void
check_rows(struct rv_engine *e)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_overview o;
	struct rv_view_layers v;

	assert_int_equal(rv_view_overview(e, &arena, &o, NULL), RV_OK);
	assert_int_equal(rv_view_layers(e, false, &arena, &v, NULL), RV_OK);
	for (size_t i = 0; i < ARRAY_LEN(o.layers); i++) {
		const struct rv_view_layer *l = &o.layers[i];
		int64_t items = 0, bytes = 0, newest = RV_UNDATED;
		int64_t stale = 0, contradicted = 0, held = 0;
		struct rv_layer_count c;
		enum rv_layer layer;

		if (!strchr("RWD", l->letter))
			continue;
		for (size_t k = 0; k < v.n; k++) {
			const struct rv_view_tree_row *row = v.rows[k];

			if (row->letter != l->letter)
				continue;
			items++;
			bytes += row->bytes;
			newest = RV_MAX(newest, row->updated);
			stale += row->stale.n > 0;
			contradicted += row->contradiction.n > 0;
			held += row->secret;
		}
		assert_int_equal(l->items, items);
		assert_int_equal(l->bytes, bytes);
		assert_int_equal(l->newest, newest);
		assert_int_equal(l->stale, stale);
		assert_int_equal(l->contradictions, contradicted);
		assert_int_equal(l->held, held);
		assert_true(rv_layer_parse(l->name, &layer));
		assert_int_equal(rv_page_count(e->store, layer, &c, NULL),
				 RV_OK);
		assert_int_equal(c.files, items);
		assert_int_equal(c.bytes, bytes);
	}
	rv_arena_release(&arena);
}

static void
test_overview__counts_along(void **state)
{
	struct rv_buf kept = RV_BUF_INIT, fresh = RV_BUF_INIT;
	struct rv_engine *e, *other;
	bool stale = false, more = false, same = false, held = false;
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 11);
	workspace_make("along", "wiki");
	e = workspace_open("along");
	for (int step = 0; step < STEPS; step++) {
		for (int i = step ? 2 : 30; i > 0; i--)
			random_page(&r, "along");
		assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
		tell(e, &kept);
		check_rows(e);
		other = workspace_open("along");
		tell(other, &fresh);
		rv_engine_free(other);
		if (!rv_sv_eq(rv_buf_sv(&kept), rv_buf_sv(&fresh)))
			fail_msg("step %d:\n%s---\n%s", step, kept.p, fresh.p);
		stale |= rv_sv_has(rv_buf_sv(&kept), RV_SV(".md stale"));
		same |= rv_sv_has(rv_buf_sv(&kept), RV_SV(".md same name"));
		held |= rv_sv_has(rv_buf_sv(&kept), RV_SV(".md secret"));
		more |= rv_sv_has(rv_buf_sv(&kept), RV_SV("more in 5"));
	}
	assert_true(stale && same && held && more);
	rv_engine_free(e);
	rv_buf_release(&kept);
	rv_buf_release(&fresh);
}

/* Masked by other rules: it is emptied. */
static void
other_rules(const char *dir)
{
	sqlite3 *db = workspace_index(dir);

	assert_int_equal(sqlite3_exec(db,
				      "UPDATE meta SET value = 0"
				      " WHERE key = 'redact'",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
}

/* An index of before is counted once, and one that is emptied counts nothing. */
static void
test_overview__an_older_index_is_counted(void **state)
{
	static void (*const edits[])(const char *) = {older_index, other_rules};
	struct rv_engine *e;
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 5);
	workspace_make("older", "wiki");
	e = workspace_open("older");
	for (int i = 0; i < 40; i++)
		random_page(&r, "older");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	check_rows(e);
	for (size_t i = 0; i < ARRAY_LEN(edits); i++) {
		rv_engine_free(e);
		edits[i]("older");
		e = workspace_open("older");
		assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
		check_rows(e);
	}
	rv_engine_free(e);
}

/* A page names the day alone: it is as old as its file, here as on Layers. */
static void
test_overview__page_of_today(void **state)
{
	const int64_t at = workspace_env.now + 13 * RV_HOUR;
	const struct timespec mtime[2] = {{.tv_sec = (time_t)(at / RV_SECOND)},
					  {.tv_sec = (time_t)(at / RV_SECOND)}};
	struct rv_env noon = workspace_env;
	struct rv_engine_opts opts = {.env = &noon, .create = true};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_overview o;
	struct rv_view_layers v;
	struct rv_engine *e;

	(void)state;
	noon.now += 14 * RV_HOUR;
	opts.workspace = scratch_path("today");
	workspace_put("today", "wiki/a.md",
		      "---\nupdated: 2026-01-01\n---\n# A\n\nWords.\n");
	workspace_put("today", "wiki/b.md",
		      "---\nupdated: 2025-12-31\n---\n# B\n\nWords.\n");
	assert_int_equal(utimensat(AT_FDCWD,
				   workspace_path("today", "wiki/a.md"), mtime,
				   0),
			 0);
	assert_int_equal(rv_engine_open(&opts, &e, NULL), RV_OK);
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	assert_int_equal(rv_view_overview(e, &arena, &o, NULL), RV_OK);
	assert_int_equal(rv_view_layers(e, false, &arena, &v, NULL), RV_OK);
	assert_int_equal(v.rows[0]->aged, at);
	for (size_t i = 0; i < ARRAY_LEN(o.layers); i++)
		if (o.layers[i].letter == 'W')
			assert_int_equal(o.layers[i].newest, at);
	rv_arena_release(&arena);
	rv_engine_free(e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_overview__counts_along),
		cmocka_unit_test(test_overview__page_of_today),
		cmocka_unit_test(test_overview__an_older_index_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
