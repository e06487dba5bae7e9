/* SPDX-License-Identifier: MIT */
/* Newer rules of masking: the index is filled anew, the files stay. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/time.h"
#include "doc/redact.h"
#include "store/masked.h"
#include "store/search.h"
#include "store/traces.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

#define KEY "ghp" "_16C7e42F292c6912E7710c838347Ae178B4a"

static void
sql(const char *path, const char *text)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* What an older scanner let pass, as an older program left it. */
static void
test_masked__old_record(void **state)
{
	struct rv_store *s = test_store_open("old");
	struct rv_episode eps[] = {
		test_episode("s", "1", "user", "take " KEY " with you", 0),
		test_episode("s", "2", "user", "nothing to hide", 1),
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf trace = RV_BUF_INIT;
	struct rv_episode got;
	struct rv_masked *hits;
	int64_t run = 0;
	size_t n = 0;

	(void)state;
	assert_int_equal(rv_record_append(s, eps, 2, NULL, NULL), RV_OK);
	assert_int_equal(rv_trace_append(s, RV_SV("{\"time\":null,\"session\":"
						  "\"s\",\"message\":\"" KEY
						  "\",\"candidates\":[]}"),
					 &run, NULL), RV_OK);
	rv_store_free(s);
	sql(scratch_path("old/reverie.db"),
	    "UPDATE meta SET value = 1 WHERE key = 'redact';"
	    "UPDATE episode SET entry = '" KEY "', text = '" KEY "';"
	    "DELETE FROM masked;");

	s = test_store_open("old");
	assert_int_equal(rv_masked_lines(s), 2);
	assert_int_equal(rv_masked_list(s, 10, &arena, &hits, &n, NULL), RV_OK);
	assert_int_equal(n, 2);
	assert_sv(hits[0].file, ".reverie/episodes.jsonl");
	assert_int_equal(hits[0].line, 1);
	assert_sv(hits[0].rule, "github_token");
	assert_int_equal(hits[0].fingerprint.n, 12);
	assert_sv(hits[0].id, eps[0].id);
	assert_sv(hits[1].file, ".reverie/traces.jsonl");
	assert_sv(hits[1].id, "1");
	assert_int_equal(rv_episode_get(s, rv_sv(eps[0].id), &arena, &got, NULL),
			 RV_OK);
	assert_sv(got.text, "take <GITHUB_TOKEN> with you");
	assert_int_equal(rv_trace_get(s, run, &trace, NULL), RV_OK);
	assert_true(rv_sv_has(rv_buf_sv(&trace), RV_SV("<GITHUB_TOKEN>")));
	assert_false(rv_sv_has(rv_buf_sv(&trace), RV_SV(KEY)));
	rv_store_free(s);
	/* Nor in a page of the database that is free now. */
	assert_false(rv_sv_has(scratch_read("old/reverie.db"), RV_SV(KEY)));
	/* Erasing is a person's: the line is as it was. */
	assert_true(rv_sv_has(scratch_read("old/episodes.jsonl"), RV_SV(KEY)));
	/* Once is enough. */
	s = test_store_open("old");
	assert_int_equal(rv_masked_lines(s), 2);
	rv_store_free(s);
	rv_buf_release(&trace);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_masked__old_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
