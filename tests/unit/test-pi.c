/* SPDX-License-Identifier: MIT */
/* Session files of pi: the tree, the skips, the bad lines. */
#include "config.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/jsonl.h"
#include "base/path.h"
#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/collect.h"
#include "tests/support/pi.h"
#include "tests/support/scratch.h"

#define T0 INT64_C(1769608800000) /* 2026-01-28T14:00:00Z */

static struct collect c;

static int
teardown(void **state)
{
	(void)state;
	collect_release(&c);
	return 0;
}

static void
test_pi__two_messages(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD MSG("a1", "null", "01", "user", "hi")
			     MSG("b2", "\"a1\"", "02", "assistant", "hello"));
	assert_int_equal(c.n, 2);
	assert_sv(c.eps[0].session, "s1");
	assert_sv(c.eps[0].entry, "a1");
	assert_sv(c.eps[0].ref, "a1");
	assert_sv(c.eps[0].role, "user");
	assert_sv(c.eps[0].text, "hi");
	assert_int_equal(c.eps[0].origin, RV_ORIGIN_OWNER);
	assert_int_equal(c.eps[0].class, RV_SOURCE_SESSION);
	assert_int_equal(c.eps[0].time, T0 + RV_MINUTE);
	assert_int_equal(c.eps[0].line, 2);
	assert_true(c.eps[0].offset > 0);
	assert_int_equal(c.eps[0].tokens, 1);
	assert_int_equal(c.eps[1].origin, RV_ORIGIN_AGENT);
	assert_sv(c.eps[1].role, "assistant");
	assert_int_equal(collect_skipped(&c, "metadata"), 1);
}

/* The last entry chooses the branch. */
static void
test_pi__abandoned_branch(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD MSG("a", "null", "01", "user", "root")
			     MSG("b", "\"a\"", "02", "assistant", "first try")
			     MSG("c", "\"b\"", "03", "user", "more of it")
			     MSG("d", "\"a\"", "04", "assistant", "second try")
			     MSG("e", "\"d\"", "05", "user", "good"));
	assert_int_equal(c.n, 3);
	assert_sv(c.eps[0].text, "root");
	assert_sv(c.eps[1].text, "second try");
	assert_sv(c.eps[2].text, "good");
	assert_int_equal(collect_skipped(&c, "branch"), 2);
}

/* The leaf may be on the older branch again. */
static void
test_pi__branch_taken_up_again(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD MSG("a", "null", "01", "user", "root")
			     MSG("b", "\"a\"", "02", "assistant", "one")
			     MSG("d", "\"a\"", "04", "assistant", "two")
			     MSG("e", "\"b\"", "05", "user", "on one"));
	assert_int_equal(c.n, 3);
	assert_sv(c.eps[1].text, "one");
	assert_sv(c.eps[2].text, "on one");
}

/* A parent in a broken line is the entry before; nothing is lost. */
static void
test_pi__missing_parent(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD MSG("a", "null", "01", "user", "one") "{broken\n"
			     MSG("c", "\"gone\"", "03", "user", "three"));
	assert_int_equal(c.n, 2);
	assert_int_equal(c.report.rejected_n, 1);
	assert_int_equal(c.report.rejected[0].line, 3);
}

/* Neither a ring nor an entry that is its own parent goes on for ever. */
static void
test_pi__ring(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD MSG("a", "\"b\"", "01", "user", "one")
			     MSG("b", "\"b\"", "02", "user", "two")
			     MSG("a", "\"b\"", "03", "user", "three"));
	assert_true(c.n >= 2);
}

static void
test_pi__version_1_is_a_list(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     "{\"type\":\"session\",\"id\":\"old\"}\n" V1(
			     "01", "user", "hi") V1("02", "assistant", "ho"));
	assert_int_equal(c.n, 2);
	assert_sv(c.eps[0].session, "old");
	assert_sv(c.eps[0].entry, "L2");
	assert_sv(c.eps[1].entry, "L3");
}

static void
test_pi__reasons(void **state)
{
	static const struct {
		const char *line, *reason;
	} rows[] = {
		{"{\"type\":\"compaction\",\"summary\":\"s\"}", "metadata"},
		{"{\"type\":\"branch_summary\",\"summary\":\"s\"}",
		 "metadata"},
		{"{\"type\":\"custom\",\"data\":{}}", "metadata"},
		{"{\"type\":\"model_change\"}", "metadata"},
		{"{\"type\":\"thinking_level_change\"}", "metadata"},
		{"{\"type\":\"label\"}", "metadata"},
		{"{\"type\":\"session_info\"}", "metadata"},
		{"{\"type\":\"reset\"}", "metadata"},
		{"{\"type\":\"custom_message\",\"content\":\"x\"}",
		 "injected"},
		{"{\"type\":\"of 2031\"}", "unknown"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"toolResult\","
		 "\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}}",
		 "tool"},
		{"{\"type\":\"message\",\"message\":{\"role\":"
		 "\"bashExecution\",\"command\":\"ls\"}}",
		 "shell"},
		{"{\"type\":\"message\",\"message\":{\"role\":"
		 "\"branchSummary\",\"content\":\"x\"}}",
		 "derived"},
		{"{\"type\":\"message\",\"message\":{\"role\":"
		 "\"compactionSummary\",\"content\":\"x\"}}",
		 "derived"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"hookMessage\","
		 "\"content\":\"x\"}}",
		 "injected"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"system\","
		 "\"content\":\"x\"}}",
		 "injected"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"oracle\","
		 "\"content\":\"x\"}}",
		 "unknown"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"assistant\","
		 "\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\","
		 "\"text\":\"no\"},{\"type\":\"toolCall\",\"name\":\"x\"}]}}",
		 "empty"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		 "\"content\":[{\"type\":\"image\",\"data\":\"x\"}]}}",
		 "empty"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		 "\"content\":\" \\n\"}}",
		 "empty"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"user\"}}",
		 "empty"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"assistant\","
		 "\"model\":\"delivery-mirror\",\"content\":\"x\"}}",
		 "mirror"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"assistant\","
		 "\"content\":\"[openclaw] missing tool result for x\"}}",
		 "repair"},
		{"{\"type\":\"message\",\"message\":{\"role\":\"assistant\","
		 "\"content\":\"NO_REPLY\"}}",
		 "noreply"},
		{"", "blank"},
		{"  \t", "blank"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b, "%s%s\n", V1("01", "user", "hi"),
			    rows[i].line);
		collect_text(&c, "pi", b.p);
		if (c.report.added != 1 ||
		    collect_skipped(&c, rows[i].reason) != 1)
			fail_msg("%s: not %s", rows[i].line, rows[i].reason);
		collect_release(&c);
		rv_buf_release(&b);
	}
}

static void
test_pi__text_blocks(void **state)
{
	(void)state;
	collect_text(
		&c, "pi",
		"{\"type\":\"message\",\"message\":{\"role\":\"assistant\","
		"\"content\":[{\"type\":\"text\",\"text\":\"one\"},"
		"{\"type\":\"thinking\",\"thinking\":\"hm\"},"
		"{\"type\":\"text\",\"text\":\"\"},"
		"{\"type\":\"text\",\"text\":\"two\"}]}}\n");
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].text, "one\ntwo");
}

/* The entry's time, else the message's, else that of the entry before. */
static void
test_pi__times(void **state)
{
	(void)state;
	collect_text(
		&c, "pi",
		"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		"\"content\":\"undated\"}}\n"
		"{\"type\":\"message\"," AT("05") ",\"message\":{\"role\":"
		"\"user\",\"content\":\"a\",\"timestamp\":1769608801000}}\n"
		"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		"\"content\":\"b\",\"timestamp\":1769608801000}}\n"
		"{\"type\":\"message\",\"timestamp\":\"nonsense\","
		"\"message\":{\"role\":\"user\",\"content\":\"c\"}}\n"
		"{\"type\":\"model_change\"," AT("09") "}\n"
		"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		"\"content\":\"d\",\"timestamp\":-5}}\n"
		"{\"type\":\"message\",\"timestamp\":1769608802,"
		"\"message\":{\"role\":\"user\",\"content\":\"e\"}}\n");
	assert_int_equal(c.n, 6);
	assert_int_equal(c.eps[0].time, RV_UNDATED);
	assert_int_equal(c.eps[1].time, T0 + 5 * RV_MINUTE);
	assert_int_equal(c.eps[2].time, T0 + RV_SECOND);
	assert_int_equal(c.eps[3].time, T0 + RV_SECOND);
	assert_int_equal(c.eps[4].time, T0 + 9 * RV_MINUTE);
	assert_int_equal(c.eps[5].time, T0 + 2 * RV_SECOND);
}

static void
test_pi__heartbeat_pair(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     HEAD V1("01", "user", PROMPT)
			     V1("02", "assistant", "**HEARTBEAT_OK**")
				     V1("03", "user", "HEARTBEAT_OK what?")
					     V1("04", "assistant", "Hm."));
	assert_int_equal(c.report.added, 2);
	assert_int_equal(collect_skipped(&c, "heartbeat"), 2);
	assert_int_equal(c.n, 4);
	for (int i = 0; i < 2; i++) {
		assert_sv(c.eps[i].excluded, "heartbeat");
		assert_int_equal(c.eps[i].text.n, 0);
		assert_int_equal(c.eps[i].tokens, 0);
	}
	assert_sv(c.eps[2].text, "HEARTBEAT_OK what?");
}

/* A heartbeat that found something is an event; its prompt is no owner's. */
static void
test_pi__heartbeat_alert(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     V1("01", "user", PROMPT)
			     V1("02", "assistant", "The disk is full."));
	assert_int_equal(c.report.added, 2);
	assert_int_equal(c.eps[0].origin, RV_ORIGIN_SYSTEM);
	assert_sv(c.eps[1].text, "The disk is full.");
}

static void
test_pi__heartbeat_without_answer(void **state)
{
	(void)state;
	collect_text(&c, "pi", V1("01", "user", PROMPT));
	assert_int_equal(collect_skipped(&c, "heartbeat"), 1);
	assert_int_equal(c.n, 1);
}

static void
test_pi__flush_turn(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     V1("01", "user", "Pre-compaction memory flush. Go.")
			     V1("02", "assistant", "I wrote it down.")
				     V1("03", "assistant", "NO_REPLY")
					     V1("04", "user", "hi"));
	assert_int_equal(collect_skipped(&c, "flush"), 3);
	assert_int_equal(c.report.added, 1);
}

static void
test_pi__metadata_blocks(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     V1("01", "user",
			"Sender (untrusted metadata):\\n```json\\n{}\\n```"
			"\\n\\nhello"));
	assert_sv(c.eps[0].text, "hello");
}

static void
test_pi__secrets_are_masked(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     V1("01", "user", "key AKIA" "IOSFODNN7XB3MPLQ end"));
	assert_int_equal(c.n, 1);
	assert_false(rv_sv_has(c.eps[0].text, RV_SV("AKIA" "IOSFODNN7XB3MPLQ")));
	assert_true(rv_sv_ends(c.eps[0].text, RV_SV(" end")));
}

static void
test_pi__probe_session(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     "{\"type\":\"session\",\"id\":\"probe-x-1\"}\n" V1(
			     "01", "user", "hi")
			     V1("02", "assistant", "ho"));
	assert_int_equal(c.n, 0);
	assert_int_equal(collect_skipped(&c, "probe"), 2);
}

static void
test_pi__without_header(void **state)
{
	(void)state;
	collect_text(&c, "pi", V1("01", "user", "hi"));
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].session, "s");
}

static void
test_pi__bad_lines(void **state)
{
	static const int64_t lines[] = {2, 3, 4, 5, 6, 7};

	(void)state;
	collect_text(&c, "pi",
		     HEAD "not json\n"
			  "{\"type\":\"message\",\"message\":{\"ro\n"
			  "[1,2]\n"
			  "{\"id\":\"x\"}\n"
			  "{\"type\":\"message\",\"message\":{}}\n"
			  "{\"type\":\"message\"} trailing\n" V1(
				  "01", "user", "hi"));
	assert_int_equal(c.report.rejected_n, ARRAY_LEN(lines));
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		assert_int_equal(c.report.rejected[i].line, lines[i]);
		assert_true(c.report.rejected[i].message.n > 0);
	}
	assert_int_equal(c.report.added, 1);
	assert_sv(c.eps[0].entry, "L8");
}

static void
test_pi__odd_bytes(void **state)
{
	static const char bytes[] =
		"\xEF\xBB\xBF"
		"{\"type\":\"session\",\"id\":\"s1\"}\r\n"
		"{\"type\":\"message\",\"message\":{\"role\":\"user\","
		"\"content\":\"a\0b \xFF \\ud800 \\u0000\"}}\r\n";

	(void)state;
	collect_read(&c, "pi",
		     scratch_write("s.jsonl",
				   rv_sv_of(bytes, sizeof(bytes) - 1)),
		     false, NULL);
	collect_balance(&c);
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].session, "s1");
	assert_sv(c.eps[0].text, "a\xEF\xBF\xBD"
				 "b \xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD");
}

static void
test_pi__half_last_line(void **state)
{
	(void)state;
	collect_text(&c, "pi",
		     V1("01", "user", "hi") "{\"type\":\"message\",\"mess");
	assert_int_equal(c.report.waiting, 1);
	assert_int_equal(c.report.rejected_n, 0);
	assert_int_equal(c.n, 1);
}

/* Without a newline a good last line counts, unless somebody writes on. */
static void
test_pi__last_line_without_newline(void **state)
{
	struct rv_sv text = RV_SV(V1("01", "user", "hi"));

	(void)state;
	text.n--;
	collect_read(&c, "pi", scratch_write("s.jsonl", text), false, NULL);
	assert_int_equal(c.report.added, 1);
	collect_release(&c);
	collect_read(&c, "pi", scratch_write("s.jsonl", text), true, NULL);
	assert_int_equal(c.report.added, 0);
	assert_int_equal(c.report.waiting, 1);
	assert_int_equal(c.to.offset, 0);
}

static void
test_pi__line_too_long(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	rv_buf_adds(&b, V1("01", "user", "hi"));
	rv_buf_adds(&b, "{\"type\":\"message\",\"message\":{\"role\":\"user\","
			"\"content\":\"");
	for (size_t i = 0; i < RV_LINE_MAX; i += 16)
		rv_buf_adds(&b, "0123456789abcdef");
	rv_buf_adds(&b, "\"}}\n" V1("02", "user", "ho"));
	collect_read(&c, "pi", scratch_write("s.jsonl", rv_buf_sv(&b)), false,
		     NULL);
	rv_buf_release(&b);
	collect_balance(&c);
	assert_int_equal(c.report.added, 2);
	assert_int_equal(c.report.rejected_n, 1);
	assert_int_equal(c.report.rejected[0].line, 2);
	assert_sv(c.eps[1].entry, "L3");
}

static void
test_pi__real_session(void **state)
{
	static const struct {
		const char *reason;
		int64_t count;
	} want[] = {
		{"tool", 448}, {"shell", 3}, {"empty", 231}, {"metadata", 13}};
	struct rv_buf path = RV_BUF_INIT;
	const char *src = getenv("SRCDIR");

	(void)state;
	rv_buf_addf(&path, "%s/../shared/data/sessions/"
			   "pi_before-compaction.jsonl",
		    src ? src : ".");
	if (!rv_path_exists(path.p)) {
		rv_buf_release(&path);
		skip();
	}
	collect_read(&c, NULL, path.p, false, NULL);
	rv_buf_release(&path);
	collect_balance(&c);
	assert_int_equal(c.report.lines, 1003);
	assert_int_equal(c.report.added, 308);
	assert_int_equal(c.report.rejected_n, 0);
	for (size_t i = 0; i < ARRAY_LEN(want); i++)
		assert_int_equal(collect_skipped(&c, want[i].reason),
				 want[i].count);
}

#define CASE(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_pi__two_messages),
		CASE(test_pi__abandoned_branch),
		CASE(test_pi__branch_taken_up_again),
		CASE(test_pi__missing_parent),
		CASE(test_pi__ring),
		CASE(test_pi__version_1_is_a_list),
		CASE(test_pi__reasons),
		CASE(test_pi__text_blocks),
		CASE(test_pi__times),
		CASE(test_pi__heartbeat_pair),
		CASE(test_pi__heartbeat_alert),
		CASE(test_pi__heartbeat_without_answer),
		CASE(test_pi__flush_turn),
		CASE(test_pi__metadata_blocks),
		CASE(test_pi__secrets_are_masked),
		CASE(test_pi__probe_session),
		CASE(test_pi__without_header),
		CASE(test_pi__bad_lines),
		CASE(test_pi__odd_bytes),
		CASE(test_pi__half_last_line),
		CASE(test_pi__last_line_without_newline),
		CASE(test_pi__line_too_long),
		CASE(test_pi__real_session),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
