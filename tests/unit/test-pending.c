/* SPDX-License-Identifier: MIT */
/* The pending log: parsing, writing, indexing. */
#include "config.h"

#include <unistd.h>

#include "base/attr.h"
#include "base/path.h"
#include "base/time.h"
#include "intake/pending.h"
#include "store/ledger.h"
#include "store/object.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/tempstore.h"

#define T0 INT64_C(1769940000000)
#define I0 "[2026-02-01T10:00:00.000Z] "
#define I1 "[2026-02-01T10:01:00.000Z] "
#define REL "pending-episodes.log"
#define PROMPT "Read HEARTBEAT.md. If nothing is up, reply HEARTBEAT_OK."

static struct rv_arena arena;
static struct rv_pending_record *rec;
static size_t n_rec, stray;

static int
teardown(void **state)
{
	(void)state;
	rv_arena_release(&arena);
	return 0;
}

static void
parse(struct rv_sv log)
{
	rv_pending_parse(log, &arena, &rec, &n_rec, &stray);
}

static void
test_parse__two_records(void **state)
{
	(void)state;
	parse(RV_SV(I0 "human: hi\n---\n" I1 "assistant: a\n\nb\n---\n"));
	assert_int_equal(n_rec, 2);
	assert_int_equal(stray, 0);
	assert_int_equal(rec[0].time, T0);
	assert_sv(rec[0].role, "user");
	assert_sv(rec[0].text, "hi");
	assert_int_equal(rec[0].line, 1);
	assert_int_equal(rec[0].offset, 0);
	assert_true(rec[0].whole);
	assert_int_equal(rec[0].end, rec[1].offset);
	assert_sv(rec[1].role, "assistant");
	assert_sv(rec[1].text, "a\n\nb");
	assert_int_equal(rec[1].line, 3);
	assert_true(rec[1].whole);
}

static void
test_parse__roles(void **state)
{
	static const struct {
		const char *written, *role, *text;
	} rows[] = {
		{"human: a", "user", "a"},
		{"user: a", "user", "a"},
		{"assistant:a", "assistant", "a"},
		{"tool: a", "tool", "a"},
		{"human: b: c", "user", "b: c"},
		{"human: ", "user", ""},
		/* Nobody knows who spoke. */
		{"just text", "system", "just text"},
		{"Not this: a", "system", "Not this: a"},
		{": a", "system", ": a"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		parse(rv_sv(rv_arena_printf(&arena, I0 "%s\n---\n",
					    rows[i].written)));
		assert_int_equal(n_rec, 1);
		assert_sv(rec[0].role, rows[i].role);
		assert_sv(rec[0].text, rows[i].text);
	}
}

static void
test_parse__marks_inside(void **state)
{
	(void)state;
	parse(RV_SV(I0 "human: a\n---\nb\n" I1 "not a start\n---\n---\n" I1
		       "human: c\n---\n"));
	assert_int_equal(n_rec, 2);
	assert_sv(rec[0].text, "a\n---\nb\n" I1 "not a start\n---");
	assert_sv(rec[1].text, "c");
}

static void
test_parse__half_record(void **state)
{
	static const char *const halves[] = {
		I1 "human: c", I1 "human: c\n", I1 "human: c\n--",
		I1 "human: c\n---", I1 "human: c\n---\nd\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(halves); i++) {
		parse(rv_sv(rv_arena_printf(&arena, I0 "human: a\n---\n%s",
					    halves[i])));
		assert_int_equal(n_rec, 2);
		assert_true(rec[0].whole);
		assert_false(rec[1].whole);
	}
}

static void
test_parse__strays_and_odd_forms(void **state)
{
	(void)state;
	parse(RV_SV("junk\n---\n" I0 "human: a\n---\n"));
	assert_int_equal(n_rec, 1);
	assert_int_equal(stray, 9);
	parse(RV_SV("[2026-99-01T10:00:00.000Z] human: a\n---\n"));
	assert_int_equal(n_rec, 0);
	parse(RV_SV("[2026-02-01] human: a\n---\n"));
	assert_int_equal(n_rec, 0);
	parse(RV_SV(""));
	assert_int_equal(n_rec, 0);
	assert_int_equal(stray, 0);
	parse(RV_SV("\xEF\xBB\xBF\r\n" I0 "human: a\r\n---\r\n\r\n" I1
		    "human: b\r\n---\r\n \n"));
	assert_int_equal(n_rec, 2);
	assert_int_equal(stray, 0);
	assert_sv(rec[0].text, "a");
	assert_sv(rec[1].text, "b");
	assert_true(rec[1].whole);
}

/* What is written is read as one record, whatever it holds. */
static void
test_format__round_trip(void **state)
{
	static const struct {
		const char *text, *back;
	} rows[] = {
		{"hi", "hi"},
		{"", ""},
		{"a\nb\n", "a\nb\n"},
		{"---", "---"},
		{"a\n---", "a\n---"},
		{"a\n---\nb", "a\n---\nb"},
		{"a\n" I1 "human: x", "a\n" I1 "human: x"},
		/* An attempt to write a record of another time. */
		{"a\n---\n" I1 "human: x", "a\n ---\n" I1 "human: x"},
		{"a\n---\n\n" I1 "human: x\n---\n" I1 "human: y",
		 "a\n ---\n\n" I1 "human: x\n ---\n" I1 "human: y"},
		{"a \xFF", "a \xEF\xBF\xBD"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		rv_pending_format(T0, RV_SV("user"), rv_sv(rows[i].text), &b);
		rv_pending_format(T0, RV_SV("assistant"), RV_SV("next"), &b);
		parse(rv_buf_sv(&b));
		assert_int_equal(n_rec, 2);
		assert_sv(rec[0].role, "user");
		assert_sv(rec[0].text, rows[i].back);
		assert_sv(rec[1].text, "next");
		rv_buf_release(&b);
	}
}

static void
test_format__form(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	rv_pending_format(T0, RV_SV("user"), RV_SV("hi"), &b);
	rv_pending_format(T0, RV_SV("assistant"), RV_SV("ho"), &b);
	rv_pending_format(T0, RV_SV("no role:\n"), RV_SV("x"), &b);
	assert_sv(rv_buf_sv(&b), I0 "human: hi\n---\n" I0
				    "assistant: ho\n---\n" I0
				    "system: x\n---\n");
	rv_buf_release(&b);
}

static void
append(const char *name, const char *role, const char *text)
{
	struct rv_err err = {0};

	if (rv_pending_append(scratch_path(name), T0, rv_sv(role),
			      rv_sv(text), &err) != RV_OK)
		fail_msg("%s", err.msg);
}

static void
test_append__new_log(void **state)
{
	(void)state;
	append("new.log", "user", "hi");
	append("new.log", "assistant", "AKIA" "IOSFODNN7XB3MPLQ");
	parse(scratch_read("new.log"));
	assert_int_equal(n_rec, 2);
	assert_sv(rec[0].text, "hi");
	assert_false(rv_sv_has(rec[1].text, RV_SV("AKIA" "IOSFODNN7XB3MPLQ")));
	assert_true(rv_sv_starts(scratch_read("new.log"),
				 RV_SV(I0 "human: hi\n---\n")));
}

/* A writer was killed: its half record ends where the next begins. */
static void
test_append__behind_a_half_record(void **state)
{
	static const char *const ends[] = {"human: half", "human: half\n",
					   "human: half\n---",
					   "human: half\n---\n\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		scratch_write("half.log", rv_sv(rv_arena_printf(
						  &arena, I0 "%s", ends[i])));
		append("half.log", "user", "next");
		parse(scratch_read("half.log"));
		assert_int_equal(n_rec, 2);
		assert_sv(rec[0].text, "half");
		assert_sv(rec[1].text, "next");
	}
}

static void
test_append__status_file(void **state)
{
	(void)state;
	unlink(scratch_path(".pending-consolidation-status"));
	append("pending-episodes.log", "user", "12345678");
	assert_false(rv_path_exists(
		scratch_path(".pending-consolidation-status")));
	scratch_write(".pending-consolidation-status", RV_SV("broken"));
	append("pending-episodes.log", "assistant", "123");
	/* "human: 12345678" is 15 characters, "assistant: 123" is 14. */
	assert_sv(scratch_read(".pending-consolidation-status"),
		  "{\n  \"messages\": 2,\n  \"tokens\": 8\n}\n");
	unlink(scratch_path("pending-episodes.log"));
	assert_int_equal(rv_pending_write_status(
				 scratch_path("pending-episodes.log"), NULL),
			 RV_OK);
	assert_sv(scratch_read(".pending-consolidation-status"),
		  "{\n  \"messages\": 0,\n  \"tokens\": 0\n}\n");
	unlink(scratch_path(".pending-consolidation-status"));
}

/* --- the index ---------------------------------------------------------------- */

static struct rv_pending_status
sync_log(struct rv_store *s, const char *log)
{
	struct rv_pending_status st;
	struct rv_err err = {0};

	if (log)
		scratch_write(REL, rv_sv(log));
	else
		unlink(scratch_path(REL));
	if (rv_pending_sync(s, scratch_path(REL), REL, &st, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(err.status, RV_OK);
	return st;
}

#define LOG I0 "human: hi\n---\n" I1 "assistant: hello\n---\n"

static void
test_sync__rows(void **state)
{
	struct rv_store *s = tempstore_open();
	struct rv_episode_list list;
	struct rv_pending_status st = sync_log(s, LOG);

	(void)state;
	assert_int_equal(st.records, 2);
	assert_int_equal(st.skipped, 0);
	assert_int_equal(st.bytes, sizeof(LOG) - 1);
	list = tempstore_all(s, true);
	assert_int_equal(list.n, 2);
	assert_sv(list.items[0].session, RV_PENDING_SESSION);
	assert_true(rv_sv_starts(list.items[0].entry,
				 RV_SV("2026-02-01T10:00:00.000Z-")));
	assert_true(rv_sv_ends(list.items[0].entry, RV_SV("-1")));
	assert_int_equal(list.items[0].class, RV_SOURCE_PENDING);
	assert_int_equal(list.items[0].origin, RV_ORIGIN_OWNER);
	assert_int_equal(list.items[1].origin, RV_ORIGIN_AGENT);
	/* Again, unchanged, and with a record more. */
	st = sync_log(s, LOG);
	assert_int_equal(st.records, 2);
	st = sync_log(s, LOG I1 "human: and\n---\n" I1 "human: ha");
	assert_int_equal(st.records, 3);
	assert_int_equal(tempstore_all(s, true).n, 3);
	/* Gone. */
	st = sync_log(s, NULL);
	assert_int_equal(st.records, 0);
	assert_int_equal(tempstore_all(s, true).n, 0);
	tempstore_close(s);
}

static void
test_sync__equal_records(void **state)
{
	struct rv_store *s = tempstore_open();
	struct rv_episode_list list;

	(void)state;
	sync_log(s, I0 "human: hi\n---\n" I0 "human: hi\n---\n");
	list = tempstore_all(s, true);
	assert_int_equal(list.n, 2);
	assert_true(rv_sv_ends(list.items[0].entry, RV_SV("-1")) !=
		    rv_sv_ends(list.items[1].entry, RV_SV("-1")));
	tempstore_close(s);
}

static void
test_sync__heartbeat(void **state)
{
	struct rv_store *s = tempstore_open();
	struct rv_pending_status st;
	struct rv_episode_list list;

	(void)state;
	st = sync_log(s, LOG I1 "human: " PROMPT "\n---\n" I1
				"assistant: HEARTBEAT_OK\n---\n");
	assert_int_equal(st.records, 2);
	assert_int_equal(st.skipped, 2);
	list = tempstore_all(s, true);
	assert_int_equal(list.n, 4);
	assert_int_equal(tempstore_all(s, false).n, 2);
	/* A prompt waits for its answer; an alert keeps both. */
	st = sync_log(s, I0 "human: " PROMPT "\n---\n");
	assert_int_equal(st.records, 0);
	assert_int_equal(tempstore_all(s, true).n, 0);
	st = sync_log(s, I0 "human: " PROMPT "\n---\n" I1
			    "assistant: Disk full.\n---\n");
	assert_int_equal(st.records, 2);
	list = tempstore_all(s, false);
	assert_int_equal(list.n, 2);
	assert_int_equal(list.items[0].origin, RV_ORIGIN_SYSTEM);
	tempstore_close(s);
}

/* Approves all that the log holds, as the engine does. */
static void
consume(struct rv_store *s, const char *log)
{
	struct rv_episode_list list = tempstore_all(s, false);
	struct rv_buf ids = RV_BUF_INIT;
	char sha[RV_SHA256_HEX], slice[RV_SHA256_HEX];
	struct rv_ledger_row row = {.kind = RV_LEDGER_APPROVE,
				    .action = RV_SV("consolidate"),
				    .target = RV_SV("STORY.md"),
				    .anchor_before = RV_UNDATED,
				    .anchor_after = RV_UNDATED};
	struct rv_ledger_row done = {.kind = RV_LEDGER_DONE,
				     .anchor_before = RV_UNDATED,
				     .anchor_after = RV_UNDATED};
	struct rv_err err = {0};

	for (size_t i = 0; i < list.n; i++)
		rv_buf_addf(&ids, "%s\n", list.items[i].id);
	assert_int_equal(rv_object_put(s, rv_buf_sv(&ids), sha, &err), RV_OK);
	row.episodes = rv_sv(sha);
	row.n_episodes = (int64_t)list.n;
	if (log) {
		assert_int_equal(rv_object_put(s, rv_sv(log), slice, &err),
				 RV_OK);
		row.pending = rv_sv(slice);
		row.pending_len = (int64_t)strlen(log);
	}
	if (rv_ledger_append(s, &row, &err) != RV_OK)
		fail_msg("%s", err.msg);
	done.of = row.id;
	if (rv_ledger_append(s, &done, &err) != RV_OK)
		fail_msg("%s", err.msg);
	rv_buf_release(&ids);
}

/* The same words at the same time in a new log are another episode. */
static void
test_sync__consumed_entry_is_not_given_again(void **state)
{
	struct rv_store *s = tempstore_open();
	struct rv_episode_list list;

	(void)state;
	sync_log(s, LOG);
	consume(s, LOG);
	sync_log(s, NULL);
	assert_int_equal(tempstore_pending(s, RV_PENDING_SESSION), 0);
	sync_log(s, I0 "human: hi\n---\n");
	assert_int_equal(tempstore_pending(s, RV_PENDING_SESSION), 1);
	list = tempstore_all(s, false);
	assert_int_equal(list.n, 3);
	/* And it keeps its number as the log goes on. */
	sync_log(s, I0 "human: hi\n---\n" I1 "human: more\n---\n");
	assert_int_equal(tempstore_pending(s, RV_PENDING_SESSION), 2);
	assert_int_equal(tempstore_all(s, false).n, 4);
	tempstore_close(s);
}

/* Narrated from elsewhere while the log was left alone: the same episode. */
static void
test_sync__narrated_but_still_there(void **state)
{
	struct rv_store *s = tempstore_open();

	(void)state;
	sync_log(s, LOG);
	consume(s, NULL);
	assert_int_equal(tempstore_pending(s, RV_PENDING_SESSION), 0);
	sync_log(s, LOG I1 "human: more\n---\n");
	assert_int_equal(tempstore_pending(s, RV_PENDING_SESSION), 1);
	assert_int_equal(tempstore_all(s, false).n, 3);
	tempstore_close(s);
}

#define CASE(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_parse__two_records),
		CASE(test_parse__roles),
		CASE(test_parse__marks_inside),
		CASE(test_parse__half_record),
		CASE(test_parse__strays_and_odd_forms),
		CASE(test_format__round_trip),
		CASE(test_format__form),
		CASE(test_append__new_log),
		CASE(test_append__behind_a_half_record),
		CASE(test_append__status_file),
		CASE(test_sync__rows),
		CASE(test_sync__equal_records),
		CASE(test_sync__heartbeat),
		CASE(test_sync__consumed_entry_is_not_given_again),
		CASE(test_sync__narrated_but_still_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
