/* SPDX-License-Identifier: MIT */
/* The ledger: its chain, steps and undo, proposals; the echo ring. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/time.h"
#include "store/ledger.h"
#include "store/object.h"
#include "store/traces.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static int64_t
append(struct rv_store *s, struct rv_ledger_row row)
{
	struct rv_err err = {0};

	if (rv_ledger_append(s, &row, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return row.id;
}

#define ROW(...) ((struct rv_ledger_row){__VA_ARGS__})

/* An intent and its DONE; returns the step's id. */
static int64_t
step(struct rv_store *s, struct rv_ledger_row intent)
{
	int64_t id = append(s, intent);

	append(s, ROW(.kind = RV_LEDGER_DONE, .of = id));
	return id;
}

static bool
applied(struct rv_store *s, int64_t id)
{
	bool yes = false;

	assert_int_equal(rv_ledger_is_applied(s, id, &yes, NULL), RV_OK);
	return yes;
}

static void
test_ledger__row_survives(void **state)
{
	struct rv_store *s = test_store_open("row");
	struct rv_arena arena = RV_ARENA_INIT;
	char h1[RV_SHA256_HEX], h2[RV_SHA256_HEX];
	struct rv_ledger_file files[2] = {{.path = RV_SV("STORY.md")},
					  {.path = RV_SV("a \"b\".md")}};
	struct rv_ledger_row row, got;

	(void)state;
	rv_sha256_of(RV_SV("1"), h1);
	rv_sha256_of(RV_SV("2"), h2);
	files[0].before = rv_sv(h1);
	files[0].after = files[1].after = rv_sv(h2);
	row = ROW(.kind = RV_LEDGER_APPROVE, .action = RV_SV("consolidate"),
		  .target = RV_SV("STORY.md"), .door = RV_SV("cli"),
		  .proposal = RV_SV("C-1"), .files = files, .n_files = 2,
		  .anchor_before = RV_UNDATED, .anchor_after = NOON,
		  .episodes = rv_sv(h1), .n_episodes = 7,
		  .pending = rv_sv(h2), .pending_len = 12,
		  .checks = RV_SV("[{\"code\":\"a]\\\"\",\n \"n\":[1,{}]}]"),
		  .batches = RV_SV("[]"), .reason = RV_SV("be\ncause"));
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_OK);
	assert_int_equal(row.id, 1);
	assert_true(row.time == NOON);
	assert_sv(row.by, "ada");
	assert_int_equal(rv_ledger_get(s, 1, &arena, &got, NULL), RV_OK);
	assert_int_equal(got.kind, RV_LEDGER_APPROVE);
	assert_sv(got.action, "consolidate");
	assert_sv(got.target, "STORY.md");
	assert_sv(got.by, "ada");
	assert_sv(got.door, "cli");
	assert_sv(got.proposal, "C-1");
	assert_int_equal(got.n_files, 2);
	assert_sv(got.files[0].before, h1);
	assert_sv(got.files[1].path, "a \"b\".md");
	assert_sv(got.files[1].before, "");
	assert_true(got.anchor_before == RV_UNDATED);
	assert_true(got.anchor_after == NOON);
	assert_sv(got.episodes, h1);
	assert_int_equal(got.n_episodes, 7);
	assert_sv(got.pending, h2);
	assert_int_equal(got.pending_len, 12);
	assert_sv(got.checks, "[{\"code\":\"a]\\\"\",  \"n\":[1,{}]}]");
	assert_sv(got.batches, "[]");
	assert_sv(got.reason, "be\ncause");
	assert_true(rv_sv_eq(got.hash, row.hash));
	assert_int_equal(rv_ledger_get(s, 2, &arena, &got, NULL),
			 RV_E_NOTFOUND);
	row = ROW(.kind = RV_LEDGER_REJECT, .checks = RV_SV("[1"));
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_E_BUG);
	rv_arena_release(&arena);
	rv_store_free(s);
}

/* Any byte of any row that is flipped is found, and the row named. */
static void
test_ledger__chain(void **state)
{
	struct rv_store *s = test_store_open("chain");
	int64_t bad = 0;
	char *good;
	size_t n, row = 1;

	(void)state;
	assert_int_equal(rv_ledger_verify(s, &bad, NULL), RV_OK);
	for (int i = 0; i < 4; i++)
		append(s, ROW(.kind = RV_LEDGER_SOURCE,
			      .target = RV_SV("/elsewhere/x.jsonl")));
	assert_int_equal(rv_ledger_verify(s, &bad, NULL), RV_OK);
	n = scratch_read("chain/ledger.jsonl").n;
	good = rv_sv_dup(scratch_read("chain/ledger.jsonl"));
	for (size_t i = 0; i < n; i++) {
		char was = good[i];

		good[i] = (char)(was ^ 1);
		scratch_write("chain/ledger.jsonl", rv_sv_of(good, n));
		good[i] = was;
		/* The newline joins two rows, of which the first is bad. */
		bad = 0;
		assert_int_equal(rv_ledger_verify(s, &bad, NULL),
				 RV_E_DAMAGED);
		assert_int_equal(bad, row);
		row += was == '\n';
	}
	/* A row cut off, which the index still knows. */
	scratch_write("chain/ledger.jsonl", rv_sv_of(good, n - 100));
	assert_int_equal(rv_ledger_verify(s, &bad, NULL), RV_E_DAMAGED);
	assert_int_equal(bad, 4);
	free(good);
	rv_store_free(s);
}

/* Half a row of a killed process does not break the chain. */
static void
test_ledger__torn_row(void **state)
{
	struct rv_store *s = test_store_open("torn");
	struct rv_buf file = RV_BUF_INIT;
	int64_t bad;

	(void)state;
	append(s, ROW(.kind = RV_LEDGER_SOURCE));
	rv_buf_addv(&file, scratch_read("torn/ledger.jsonl"));
	rv_buf_adds(&file, "{\"v\":1,\"id\":2,\"ti");
	scratch_write("torn/ledger.jsonl", rv_buf_sv(&file));
	assert_int_equal(rv_ledger_verify(s, &bad, NULL), RV_OK);
	assert_int_equal(append(s, ROW(.kind = RV_LEDGER_SOURCE)), 2);
	assert_int_equal(rv_ledger_verify(s, &bad, NULL), RV_OK);
	rv_buf_release(&file);
	rv_store_free(s);
}

static void
test_ledger__undo_of_undo(void **state)
{
	struct rv_store *s = test_store_open("undo");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = test_episode("s", "1", "user", "hello", 0), got;
	struct rv_ledger_row row, *open;
	char list[32], sha[RV_SHA256_HEX];
	int64_t a, b, u1, u2, u3;
	size_t n;

	(void)state;
	test_put(s, &e);
	snprintf(list, sizeof(list), "%s\n", e.id);
	assert_int_equal(rv_object_put(s, rv_sv(list), sha, NULL), RV_OK);
	assert_int_equal(rv_ledger_newest_step(s, RV_SV("ada"), &arena, &row,
					       NULL),
			 RV_E_NOTFOUND);
	a = append(s, ROW(.kind = RV_LEDGER_APPROVE, .episodes = rv_sv(sha)));
	assert_false(applied(s, a));
	assert_int_equal(rv_ledger_open_intents(s, &arena, &open, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 1);
	assert_int_equal(open[0].id, a);
	append(s, ROW(.kind = RV_LEDGER_DONE, .of = a));
	b = append(s, ROW(.kind = RV_LEDGER_APPROVE));
	append(s, ROW(.kind = RV_LEDGER_ABORT, .of = b));
	assert_int_equal(rv_ledger_open_intents(s, &arena, &open, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 0);
	assert_true(applied(s, a) && !applied(s, b));
	assert_int_equal(rv_ledger_newest_step(s, RV_SV("ada"), &arena, &row,
					       NULL), RV_OK);
	assert_int_equal(row.id, a);

#define NARRATED()                                                        \
	(assert_int_equal(rv_episode_get(s, rv_sv(e.id), &arena, &got,    \
					 NULL),                           \
			  RV_OK),                                         \
	 got.narrated)
	assert_int_equal(NARRATED(), a);
	u1 = step(s, ROW(.kind = RV_LEDGER_UNDO, .of = a));
	assert_true(applied(s, u1) && !applied(s, a));
	assert_int_equal(NARRATED(), 0);
	assert_int_equal(rv_ledger_newest_step(s, RV_SV("ada"), &arena, &row,
					       NULL),
			 RV_E_NOTFOUND);
	u2 = step(s, ROW(.kind = RV_LEDGER_UNDO, .of = u1));
	assert_true(applied(s, u2) && !applied(s, u1) && applied(s, a));
	assert_int_equal(NARRATED(), a);
	u3 = step(s, ROW(.kind = RV_LEDGER_UNDO, .of = u2));
	assert_true(applied(s, u3) && !applied(s, u2) && applied(s, u1) &&
		    !applied(s, a));
	assert_int_equal(NARRATED(), 0);
	/* DONE once more changes nothing. */
	append(s, ROW(.kind = RV_LEDGER_DONE, .of = a));
	assert_false(applied(s, a));
	assert_int_equal(rv_ledger_list(s, 2, &arena, &open, &n, NULL), RV_OK);
	assert_int_equal(n, 2);
	assert_true(open[0].id == open[1].id + 1);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static const char *
state_of(struct rv_store *s, const char *id)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal p;

	assert_int_equal(rv_proposal_get(s, rv_sv(id), &arena, &p, NULL),
			 RV_OK);
	rv_arena_release(&arena);
	return rv_proposal_state_name(p.state);
}

static void
test_proposal__states(void **state)
{
	static const char *const ids[] = {"C-1", "P-2", "P-3", "C-4", "C-5"};
	struct rv_store *s = test_store_open("proposal");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal *list, p;
	char id[24];
	int64_t a, u;
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
		assert_int_equal(rv_proposal_next_id(s, ids[i][0], id, NULL),
				 RV_OK);
		assert_string_equal(id, ids[i]);
		append(s, ROW(.kind = RV_LEDGER_PROPOSE, .proposal = rv_sv(id),
			      .action = RV_SV("consolidate")));
		assert_string_equal(state_of(s, id), "open");
	}
	append(s, ROW(.kind = RV_LEDGER_REJECT, .proposal = RV_SV("P-2")));
	append(s, ROW(.kind = RV_LEDGER_DEFER, .proposal = RV_SV("P-3")));
	append(s, ROW(.kind = RV_LEDGER_SUPERSEDE, .proposal = RV_SV("C-4")));
	a = step(s, ROW(.kind = RV_LEDGER_APPROVE, .proposal = RV_SV("C-1")));
	assert_string_equal(state_of(s, "C-1"), "approved");
	assert_string_equal(state_of(s, "P-2"), "rejected");
	assert_string_equal(state_of(s, "P-3"), "deferred");
	assert_string_equal(state_of(s, "C-4"), "superseded");
	append(s, ROW(.kind = RV_LEDGER_REJECT, .proposal = RV_SV("C-1")));
	assert_string_equal(state_of(s, "C-1"), "approved");
	u = step(s, ROW(.kind = RV_LEDGER_UNDO, .of = a));
	assert_string_equal(state_of(s, "C-1"), "undone");
	step(s, ROW(.kind = RV_LEDGER_UNDO, .of = u));
	assert_string_equal(state_of(s, "C-1"), "approved");
	assert_int_equal(rv_proposal_list(s, false, &arena, &list, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 2);
	assert_sv(list[0].id, "P-3");
	assert_sv(list[1].id, "C-5");
	assert_sv(list[1].kind, "consolidate");
	assert_int_equal(rv_proposal_list(s, true, &arena, &list, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 5);
	assert_int_equal(rv_proposal_get(s, RV_SV("C-9"), &arena, &p, NULL),
			 RV_E_NOTFOUND);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static int
back(struct rv_store *s, const char *session, const char *id, int ring)
{
	int k = -1;

	assert_int_equal(rv_echo_find(s, rv_sv(session), rv_sv(id), ring, &k,
				      NULL, NULL),
			 RV_OK);
	return k;
}

static void
test_trace__echo_ring(void **state)
{
	struct rv_store *s = test_store_open("echo");
	struct rv_buf body = RV_BUF_INIT, line = RV_BUF_INIT;
	int64_t run, where = 0;
	int k;

	(void)state;
	for (int i = 0; i < 10; i++) {
		rv_buf_reset(&body);
		rv_buf_addf(&body,
			    "{\"time\":null,\"session\":\"s\",\n"
			    "\"candidates\":["
			    "{\"id\":\"a%d\",\"verdict\":\"in\"},"
			    "{\"id\":\"x%d\",\"verdict\":\"weak\"},"
			    "{\"id\":\"b%d\",\"verdict\":\"late\"},"
			    "{\"id\":\"c%d\",\"verdict\":\"in\"}]}",
			    i, i, i, i);
		assert_int_equal(rv_trace_append(s, rv_buf_sv(&body), &run,
						 NULL),
				 RV_OK);
		assert_int_equal(run, i + 1);
	}
	assert_int_equal(back(s, "s", "c9", RV_ECHO_RING), 1);
	assert_int_equal(back(s, "s", "b9", RV_ECHO_RING), 2);
	assert_int_equal(back(s, "s", "a9", RV_ECHO_RING), 3);
	assert_int_equal(back(s, "s", "x9", RV_ECHO_RING), 0);
	assert_int_equal(back(s, "t", "c9", RV_ECHO_RING), 0);
	assert_int_equal(back(s, "s", "c1", RV_ECHO_RING), 25);
	assert_int_equal(back(s, "s", "b1", RV_ECHO_RING), 0);
	assert_int_equal(back(s, "s", "b1", 26), 26);
	assert_int_equal(rv_echo_find(s, RV_SV("s"), RV_SV("b3"),
				      RV_ECHO_RING, &k, &where, NULL),
			 RV_OK);
	assert_int_equal(where, 4);
	assert_int_equal(rv_trace_get(s, 4, &line, NULL), RV_OK);
	assert_true(rv_sv_starts(rv_buf_sv(&line),
				 RV_SV("{\"v\":1,\"run\":4,\"time\":null,")));
	assert_int_equal(rv_trace_get(s, 11, &line, NULL), RV_E_NOTFOUND);
	assert_int_equal(rv_trace_append(s, RV_SV("{}"), &run, NULL), RV_OK);
	assert_int_equal(rv_trace_count(s, &run, NULL), RV_OK);
	assert_int_equal(run, 11);
	rv_buf_reset(&line);
	assert_int_equal(rv_trace_get(s, 11, &line, NULL), RV_OK);
	assert_sv(rv_buf_sv(&line), "{\"v\":1,\"run\":11}");
	assert_int_equal(rv_trace_append(s, RV_SV("[]"), &run, NULL),
			 RV_E_BUG);
	rv_buf_release(&body);
	rv_buf_release(&line);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ledger__row_survives),
		cmocka_unit_test(test_ledger__chain),
		cmocka_unit_test(test_ledger__torn_row),
		cmocka_unit_test(test_ledger__undo_of_undo),
		cmocka_unit_test(test_proposal__states),
		cmocka_unit_test(test_trace__echo_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
