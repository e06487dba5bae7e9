/* SPDX-License-Identifier: MIT */
/* Imports into the record, and session files indexed in place. */
#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/path.h"
#include "base/time.h"
#include "intake/import.h"
#include "intake/pending.h"
#include "store/source.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/tempstore.h"

#define PLAIN(ref, text)                                                \
	"{\"ref\":\"" ref "\",\"session\":\"s\",\"time\":"              \
	"\"2026-01-28T14:00:00Z\",\"text\":\"" text "\"}\n"
#define V1(text)                                                        \
	"{\"type\":\"message\",\"timestamp\":\"2026-01-28T14:00:00Z\"," \
	"\"message\":{\"role\":\"user\",\"content\":\"" text "\"}}\n"
#define HEAD "{\"type\":\"session\",\"id\":\"s1\"}\n"
#define MSG(id, parent, role, text)                                     \
	"{\"type\":\"message\",\"id\":\"" id "\",\"parentId\":" parent  \
	",\"timestamp\":\"2026-01-28T14:00:00Z\",\"message\":{\"role\":\"" \
	role "\",\"content\":\"" text "\"}}\n"
#define PROMPT "Read HEARTBEAT.md. If nothing is up, reply HEARTBEAT_OK."

static struct rv_store *s;
static struct rv_import_report report;

static int
setup(void **state)
{
	(void)state;
	s = tempstore_open();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	rv_import_report_release(&report);
	tempstore_close(s);
	return 0;
}

static int64_t
skipped(const char *reason)
{
	for (size_t i = 0; i < report.n_skipped; i++)
		if (strcmp(report.skipped[i].reason, reason) == 0)
			return report.skipped[i].count;
	return 0;
}

static void
import(const char *format, const char *path)
{
	struct rv_err err = {0};

	rv_import_report_release(&report);
	if (rv_import(s, format, path, &report, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(err.status, RV_OK);
}

static void
import_text(const char *name, const char *text)
{
	import(NULL, scratch_write(name, rv_sv(text)));
}

static void
test_import__twice(void **state)
{
	(void)state;
	import_text("a.jsonl", PLAIN("1", "one") PLAIN("2", "two"));
	assert_int_equal(report.files, 1);
	assert_int_equal(report.lines, 2);
	assert_int_equal(report.added, 2);
	import_text("a.jsonl", PLAIN("1", "one") PLAIN("2", "two"));
	assert_int_equal(report.added, 0);
	assert_int_equal(report.seen, 2);
	assert_int_equal(tempstore_all(s, true).n, 2);
	s = tempstore_again(s, false);
	import_text("b.jsonl", PLAIN("2", "two") PLAIN("3", "three"));
	assert_int_equal(report.added, 1);
	assert_int_equal(report.seen, 1);
}

static void
test_import__other_text_is_rejected(void **state)
{
	(void)state;
	import_text("a.jsonl", PLAIN("1", "one") PLAIN("1", "one")
				       PLAIN("1", "other") PLAIN("2", "two"));
	assert_int_equal(report.added, 2);
	assert_int_equal(report.seen, 1);
	assert_int_equal(report.rejected_n, 1);
	assert_int_equal(report.rejected[0].line, 3);
	assert_true(rv_sv_has(report.rejected[0].message, RV_SV("line 3")));
	assert_true(rv_sv_has(report.rejected[0].message, RV_SV("line 1")));
	/* Also against what is in the record already. */
	import_text("b.jsonl", "\n" PLAIN("2", "else"));
	assert_int_equal(report.rejected_n, 1);
	assert_int_equal(report.rejected[0].line, 2);
	assert_true(rv_sv_has(report.rejected[0].message, RV_SV("line 4")));
	assert_true(rv_sv_has(report.rejected[0].message, RV_SV("a.jsonl")));
}

/* Line numbers of two files are no ids: nothing may be lost. */
static void
test_import__lines_without_ref(void **state)
{
	static const char one[] =
		"{\"session\":\"s\",\"text\":\"one\",\"time\":null}\n";
	static const char two[] =
		"{\"session\":\"s\",\"text\":\"two\",\"time\":null}\n";

	(void)state;
	import_text("a.jsonl", one);
	assert_int_equal(report.added, 1);
	import_text("b.jsonl", two);
	assert_int_equal(report.added, 1);
	assert_int_equal(report.rejected_n, 0);
	import_text("b.jsonl", two);
	assert_int_equal(report.added, 0);
	assert_int_equal(report.seen, 1);
	assert_int_equal(tempstore_all(s, true).n, 2);
}

static void
test_import__rejects_in_order_of_lines(void **state)
{
	(void)state;
	import_text("a.jsonl", PLAIN("1", "one") PLAIN("1", "x") "bad\n" PLAIN(
				       "1", "y") "bad\n");
	assert_int_equal(report.rejected_n, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(report.rejected[i].line, i + 2);
}

static void
test_import__heartbeats_are_excluded_rows(void **state)
{
	struct rv_episode_list list;

	(void)state;
	import_text("h.jsonl", HEAD MSG("a", "null", "user", PROMPT)
				       MSG("b", "\"a\"", "assistant",
					   "HEARTBEAT_OK")
					       MSG("c", "\"b\"", "user", "hi"));
	assert_int_equal(report.added, 1);
	assert_int_equal(skipped("heartbeat"), 2);
	assert_int_equal(tempstore_all(s, false).n, 1);
	list = tempstore_all(s, true);
	assert_int_equal(list.n, 3);
	for (size_t i = 0; i < list.n; i++)
		assert_int_equal(list.items[i].excluded.n != 0,
				 list.items[i].text.n == 0);
	import(NULL, scratch_path("h.jsonl"));
	assert_int_equal(report.added, 0);
	assert_int_equal(report.seen, 1);
	assert_int_equal(skipped("heartbeat"), 2);
}

static void
test_import__directory(void **state)
{
	(void)state;
	mkdir(scratch_path("d"), 0700);
	mkdir(scratch_path("d/sub"), 0700);
	scratch_write("d/b.jsonl", RV_SV(PLAIN("1", "from b")));
	scratch_write("d/a.jsonl", RV_SV(PLAIN("1", "from a")));
	scratch_write("d/sub/c.jsonl", RV_SV(HEAD V1("from c")));
	scratch_write("d/x.jsonl.reset.2026-01-01", RV_SV(PLAIN("9", "no")));
	scratch_write("d/x.jsonl.deleted.2026-01-01", RV_SV(PLAIN("9", "no")));
	scratch_write("d/x.jsonl.bak.2026-01-01", RV_SV(PLAIN("9", "no")));
	scratch_write("d/x.jsonl.lock", RV_SV(PLAIN("9", "no")));
	scratch_write("d/notes.md", RV_SV("# no\n"));
	scratch_write("d/empty.jsonl", RV_SV(""));
	import("auto", scratch_path("d"));
	assert_int_equal(report.files, 3);
	assert_int_equal(report.added, 2);
	assert_int_equal(report.rejected_n, 1);
	/* In the order of names: a came first. */
	assert_true(rv_sv_ends(report.rejected[0].path, RV_SV("d/b.jsonl")));
	assert_int_equal(tempstore_all(s, true).n, 2);
}

static void
test_import__what_cannot_be(void **state)
{
	struct rv_err err = {0};

	(void)state;
	assert_int_equal(rv_import(s, NULL, scratch_path("none"), &report,
				   &err),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_import(s, "vault", scratch_path("d"), &report,
				   &err),
			 RV_E_USAGE);
	assert_true(strstr(err.msg, "vault") != NULL);
	assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
	assert_int_equal(rv_import(s, "jsonl", scratch_path("pipe"), &report,
				   &err),
			 RV_E_IO);
	import_text("what.txt", "hello\nworld\n");
	assert_int_equal(report.rejected_n, 1);
	assert_int_equal(report.rejected[0].line, 1);
	assert_int_equal(report.lines, 1);
	import_text("empty.jsonl", "");
	assert_int_equal(report.lines, 0);
	assert_int_equal(report.rejected_n, 0);
	s = tempstore_again(s, true);
	assert_int_equal(rv_import(s, NULL, scratch_path("a.jsonl"), &report,
				   &err),
			 RV_E_READONLY);
}

/* More than one chunk of the record. */
static void
test_import__many(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (int i = 0; i < 9000; i++)
		rv_buf_addf(&b, "{\"ref\":\"%d\",\"text\":\"t %d\","
				"\"time\":null}\n", i, i);
	import("jsonl", scratch_write("many.jsonl", rv_buf_sv(&b)));
	assert_int_equal(report.added, 9000);
	import("jsonl", scratch_path("many.jsonl"));
	assert_int_equal(report.seen, 9000);
	rv_buf_release(&b);
}

static void
test_import__real_conversation(void **state)
{
	struct rv_buf path = RV_BUF_INIT;
	const char *src = getenv("SRCDIR");

	(void)state;
	rv_buf_addf(&path, "%s/../shared/data/locomo/conv-26.episodes.jsonl",
		    src ? src : ".");
	if (!rv_path_exists(path.p)) {
		rv_buf_release(&path);
		skip();
	}
	import(NULL, path.p);
	assert_true(report.added > 100);
	assert_int_equal(report.added, report.lines);
	import(NULL, path.p);
	assert_int_equal(report.seen, report.lines);
	rv_buf_release(&path);
}

/* --- in place ------------------------------------------------------------------ */

#define REL "sessions/s1.jsonl"

static void
sync_text(const char *text)
{
	struct rv_err err = {0};

	if (text)
		scratch_write("s1.jsonl", rv_sv(text));
	rv_import_report_release(&report);
	if (rv_session_sync(s, scratch_path("s1.jsonl"), REL, &report,
			    &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(err.status, RV_OK);
}

static int64_t
read_up_to(void)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_source src;

	assert_int_equal(rv_source_get(s, RV_SV(REL), &arena, &src, NULL),
			 RV_OK);
	rv_arena_release(&arena);
	return src.offset;
}

#define PART1                                \
	HEAD MSG("a", "null", "user", "one") \
		MSG("b", "\"a\"", "assistant", "two")

static void
test_session__grows(void **state)
{
	struct rv_episode_list list;

	(void)state;
	sync_text(PART1);
	assert_int_equal(report.added, 2);
	list = tempstore_all(s, false);
	assert_int_equal(list.n, 2);
	assert_sv(list.items[0].source, REL);
	assert_sv(list.items[0].session, "s1");
	sync_text(NULL);
	assert_int_equal(report.lines, 0);
	/* Only what is new is read. */
	sync_text(PART1 MSG("c", "\"b\"", "user", "three"));
	assert_int_equal(report.lines, 1);
	assert_int_equal(report.added, 1);
	assert_int_equal(tempstore_all(s, false).n, 3);
}

static void
test_session__half_line_waits(void **state)
{
	(void)state;
	sync_text(PART1 "{\"type\":\"mess");
	assert_int_equal(report.waiting, 1);
	assert_int_equal(read_up_to(), strlen(PART1));
	sync_text(PART1 MSG("c", "\"b\"", "user", "three"));
	assert_int_equal(report.added, 1);
	assert_int_equal(report.rejected_n, 0);
	assert_int_equal(tempstore_all(s, false).n, 3);
}

static void
test_session__other_branch(void **state)
{
	struct rv_episode_list list;

	(void)state;
	sync_text(PART1);
	sync_text(PART1 MSG("c", "\"a\"", "assistant", "instead"));
	list = tempstore_all(s, false);
	assert_int_equal(list.n, 2);
	assert_sv(list.items[1].text.n == 7 ? list.items[1].text
					    : list.items[0].text,
		  "instead");
}

static void
test_session__shrinks(void **state)
{
	(void)state;
	sync_text(PART1 MSG("c", "\"b\"", "user", "three"));
	assert_int_equal(tempstore_all(s, false).n, 3);
	sync_text(PART1);
	assert_int_equal(tempstore_all(s, false).n, 2);
	sync_text("");
	assert_int_equal(tempstore_all(s, false).n, 0);
	sync_text(PART1);
	assert_int_equal(tempstore_all(s, false).n, 2);
}

/* Cut and grown again past its old length between two looks. */
static void
test_session__rewritten_and_longer(void **state)
{
	struct rv_episode_list list;

	(void)state;
	sync_text(HEAD V1("one") V1("two"));
	sync_text(HEAD V1("one") V1("something else and longer") V1("end"));
	list = tempstore_all(s, false);
	assert_int_equal(list.n, 3);
	for (size_t i = 0; i < list.n; i++)
		assert_false(rv_sv_is(list.items[i].text, "two"));
}

/* The old text of the line is in the record: it stays, and so does the new. */
static void
test_session__line_of_a_cited_row(void **state)
{
	struct rv_episode_list list;
	const char *ids[1];
	char id[RV_EPISODE_ID_LEN + 1];

	(void)state;
	sync_text(HEAD V1("one"));
	list = tempstore_all(s, false);
	memcpy(id, list.items[0].id, sizeof(id));
	ids[0] = id;
	assert_int_equal(rv_record_copy(s, ids, 1, NULL), RV_OK);
	for (int i = 0; i < 3; i++) {
		sync_text(i % 2 ? HEAD V1("new") V1("more")
				: HEAD V1("new"));
		assert_int_equal(report.rejected_n, 0);
		assert_int_equal(tempstore_all(s, false).n, i % 2 ? 3 : 2);
	}
}

static void
test_session__heartbeat_waits(void **state)
{
	(void)state;
	sync_text(PART1 MSG("c", "\"b\"", "user", PROMPT));
	assert_int_equal(report.waiting, 1);
	assert_int_equal(tempstore_all(s, true).n, 2);
	sync_text(PART1 MSG("c", "\"b\"", "user", PROMPT)
			  MSG("d", "\"c\"", "assistant", "HEARTBEAT_OK"));
	assert_int_equal(skipped("heartbeat"), 2);
	assert_int_equal(tempstore_all(s, true).n, 4);
	assert_int_equal(tempstore_all(s, false).n, 2);
}

static void
test_session__gone(void **state)
{
	(void)state;
	sync_text(PART1);
	unlink(scratch_path("s1.jsonl"));
	sync_text(NULL);
	assert_int_equal(tempstore_all(s, false).n, 0);
	sync_text(NULL);
}

static void
test_session__unreadable_leaves_the_callers_change(void **state)
{
	struct rv_err err = {0};

	(void)state;
	sync_text(PART1);
	unlink(scratch_path("s1.jsonl"));
	assert_int_equal(mkfifo(scratch_path("s1.jsonl"), 0600), 0);
	assert_int_equal(rv_store_begin(s, NULL), RV_OK);
	assert_int_not_equal(rv_session_sync(s, scratch_path("s1.jsonl"), REL,
					     &report, &err),
			     RV_OK);
	assert_int_equal(rv_store_commit(s, NULL), RV_OK);
	assert_int_equal(tempstore_all(s, false).n, 2);
	unlink(scratch_path("s1.jsonl"));
}

/* One message, met in a session and in the pending log, is one episode. */
static void
test_session__same_message_in_the_log(void **state)
{
	struct rv_pending_status st;

	(void)state;
	scratch_write("pending.log",
		      RV_SV("[2026-01-28T14:00:05.000Z] human: one\n---\n"
			    "[2026-01-28T14:20:00.000Z] human: one\n---\n"));
	assert_int_equal(rv_pending_sync(s, scratch_path("pending.log"),
					 "pending.log", &st, NULL),
			 RV_OK);
	sync_text(PART1);
	assert_int_equal(st.records, 2);
	assert_int_equal(report.seen, 1);
	assert_int_equal(report.added, 1);
	assert_int_equal(tempstore_all(s, false).n, 3);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_import__twice),
		CASE(test_import__other_text_is_rejected),
		CASE(test_import__lines_without_ref),
		CASE(test_import__rejects_in_order_of_lines),
		CASE(test_import__heartbeats_are_excluded_rows),
		CASE(test_import__directory),
		CASE(test_import__what_cannot_be),
		CASE(test_import__many),
		CASE(test_import__real_conversation),
		CASE(test_session__grows),
		CASE(test_session__half_line_waits),
		CASE(test_session__other_branch),
		CASE(test_session__shrinks),
		CASE(test_session__rewritten_and_longer),
		CASE(test_session__line_of_a_cited_row),
		CASE(test_session__heartbeat_waits),
		CASE(test_session__gone),
		CASE(test_session__unreadable_leaves_the_callers_change),
		CASE(test_session__same_message_in_the_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
