/* SPDX-License-Identifier: MIT */
/* What is conversation and what is not. */
#include "config.h"

#include "base/attr.h"
#include "base/buf.h"
#include "intake/noise.h"
#include "tests/support/cm.h"

#define PROMPT                                                              \
	"Read HEARTBEAT.md if it exists (workspace context). Follow it "    \
	"strictly. If nothing needs attention, reply HEARTBEAT_OK."

struct expect {
	const char *text, *reason;
};

static void
check(const char *(*fn)(struct rv_sv), const struct expect *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *got = fn(rv_sv(rows[i].text));

		if (!rows[i].reason != !got ||
		    (got && strcmp(got, rows[i].reason) != 0))
			fail_msg("\"%s\": %s, not %s", rows[i].text,
				 got ? got : "NULL",
				 rows[i].reason ? rows[i].reason : "NULL");
	}
}

static void
test_session__keys(void **state)
{
	static const struct expect rows[] = {
		{"probe-openai-1234", "probe"},
		{"my-probe-1", NULL},
		{"agent:main:subagent:42", "subagent"},
		{"subagent:42", "subagent"},
		{"agent:main:heartbeat", "heartbeat"},
		{"agent:main:heartbeats", NULL},
		{"cron:weekly", "notice"},
		{"agent:main:cron:weekly", "notice"},
		{"hook:f00", "notice"},
		{"agent:main:main", NULL},
		{"", NULL},
	};

	(void)state;
	check(rv_noise_session, rows, ARRAY_LEN(rows));
}

static void
test_prompt__patterns(void **state)
{
	static const struct expect rows[] = {
		{PROMPT, "heartbeat"},
		{PROMPT "\nCurrent time: 2026-02-01 10:00", "heartbeat"},
		{"System: node connected\n\n" PROMPT, "heartbeat"},
		{"HEARTBEAT_OK", "heartbeat"},
		{"[OpenClaw heartbeat poll] x", "heartbeat"},
		{"Follow the heartbeat monitor scratch context when provided.",
		 "heartbeat"},
		{"[OpenClaw cron wake] x", "notice"},
		{"[OpenClaw exec completion] x", "notice"},
		{"[OpenClaw session event] x", "notice"},
		{"A scheduled reminder has been triggered: tea", "notice"},
		{"A scheduled cron event was triggered.", "notice"},
		{"An async command you ran earlier has completed.", "notice"},
		{"Pre-compaction memory flush. Store what matters.", "flush"},
		/* A person who only mentions it. */
		{"Why do you answer HEARTBEAT_OK all day?", NULL},
		{"HEARTBEAT_OK is a strange word", NULL},
		{"Please Read HEARTBEAT.md and tell me what HEARTBEAT_OK is",
		 NULL},
		{"Read HEARTBEAT.md and tell me what it says", NULL},
		{"What is a [OpenClaw cron wake]?", NULL},
		{"", NULL},
	};

	(void)state;
	check(rv_noise_prompt, rows, ARRAY_LEN(rows));
}

static void
test_reply__edges(void **state)
{
	static const struct expect rows[] = {
		{"HEARTBEAT_OK", "heartbeat"},
		{"  HEARTBEAT_OK\n", "heartbeat"},
		{"HEARTBEAT_OK.", "heartbeat"},
		{"HEARTBEAT_OK!!!!", "heartbeat"},
		{"**HEARTBEAT_OK**", "heartbeat"},
		{"`HEARTBEAT_OK`", "heartbeat"},
		{"<b>HEARTBEAT_OK</b>", "heartbeat"},
		{"<p>All quiet.</p>&nbsp;HEARTBEAT_OK", "heartbeat"},
		{"HEARTBEAT_OK \xF0\x9F\x91\x8D", "heartbeat"},
		{"All quiet. HEARTBEAT_OK", "heartbeat"},
		{"HEARTBEAT_OK - nothing new", "heartbeat"},
		{"\xD0\x92\xD1\x81\xD1\x91 HEARTBEAT_OK", "heartbeat"},
		/* More than four characters behind it. */
		{"All quiet. HEARTBEAT_OK .....", NULL},
		/* Not at an edge, or part of a word. */
		{"I said HEARTBEAT_OK to it.", NULL},
		{"HEARTBEAT_OKAY", NULL},
		{"MY_HEARTBEAT_OK2", NULL},
		{"heartbeat_ok", NULL},
		{"NO_REPLY", "noreply"},
		{"no_reply", "noreply"},
		{" **NO_REPLY** ", "noreply"},
		{"NO_REPLY needed here", NULL},
		{"Hello", NULL},
		{"", NULL},
	};

	(void)state;
	check(rv_noise_reply, rows, ARRAY_LEN(rows));
}

/* 300 UTF-16 units may stand beside the token, not 301. */
static void
test_reply__length(void **state)
{
	(void)state;
	for (int n = 299; n <= 302; n++) {
		struct rv_buf b = RV_BUF_INIT;
		const char *got;

		rv_buf_adds(&b, "HEARTBEAT_OK ");
		for (int i = 0; i < n; i++)
			rv_buf_addc(&b, 'x');
		got = rv_noise_reply(rv_buf_sv(&b));
		assert_int_equal(got != NULL, n <= 300);
		rv_buf_release(&b);
	}
}

static void
test_turn__session_before_message(void **state)
{
	(void)state;
	assert_string_equal(rv_noise_turn(rv_sv("probe-1"), rv_sv("hi")),
			    "probe");
	assert_string_equal(rv_noise_turn(rv_sv("main"), rv_sv(PROMPT)),
			    "heartbeat");
	assert_null(rv_noise_turn(rv_sv("main"), rv_sv("hi")));
}

static void
test_strip_metadata__blocks(void **state)
{
	static const struct expect rows[] = {
		{"hello", "hello"},
		{"Sender (untrusted metadata):\n```json\n{\"n\":1}\n```\n\nhi",
		 "hi"},
		{"Conversation info (untrusted metadata):\r\n```json\r\n{}\r\n"
		 "```\r\nSender (untrusted metadata):\n```json\n{}\n```\n"
		 "two\n\nlines",
		 "two\n\nlines"},
		/* Not closed, not in front, not a fence: it stays. */
		{"Sender (untrusted metadata):\n```json\n{}",
		 "Sender (untrusted metadata):\n```json\n{}"},
		{"hi\nSender (untrusted metadata):\n```json\n{}\n```",
		 "hi\nSender (untrusted metadata):\n```json\n{}\n```"},
		{"Sender (untrusted metadata):\nhi",
		 "Sender (untrusted metadata):\nhi"},
		{"Sender (untrusted metadata):\n```json\n{}\n```\n", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_sv v = rv_noise_strip_metadata(rv_sv(rows[i].text));

		assert_true(rv_sv_is(v, rows[i].reason));
	}
}

static void
mark(struct rv_noise_msg *m, size_t n, const char *const *want)
{
	rv_noise_mark(m, n);
	for (size_t i = 0; i < n; i++) {
		if (!want[i])
			assert_null(m[i].reason);
		else
			assert_string_equal(m[i].reason, want[i]);
	}
}

#define USER(t) {.role = RV_SV("user"), .text = RV_SV(t)}
#define AGENT(t) {.role = RV_SV("assistant"), .text = RV_SV(t)}

static void
test_mark__pair(void **state)
{
	struct rv_noise_msg m[] = {USER("hi"),	 AGENT("hello"),
				   USER(PROMPT), AGENT("Let me look."),
				   AGENT("HEARTBEAT_OK"), USER("bye"),
				   AGENT("NO_REPLY")};
	static const char *const want[] = {NULL,	NULL, "heartbeat",
					   "heartbeat", "heartbeat", NULL,
					   "noreply"};

	(void)state;
	mark(m, ARRAY_LEN(m), want);
}

static void
test_mark__alert_keeps_both(void **state)
{
	struct rv_noise_msg m[] = {
		USER(PROMPT),
		AGENT("The disk of db-1 is full: 99 percent."),
		USER(PROMPT),
	};
	static const char *const want[] = {NULL, NULL, "heartbeat"};

	(void)state;
	mark(m, ARRAY_LEN(m), want);
}

static void
test_mark__flush_takes_all(void **state)
{
	struct rv_noise_msg m[] = {
		USER("Pre-compaction memory flush. Write."),
		AGENT("I wrote the notes."), AGENT("NO_REPLY"), USER("hi")};
	static const char *const want[] = {"flush", "flush", "flush", NULL};

	(void)state;
	mark(m, ARRAY_LEN(m), want);
}

/* In a talk about heartbeats only a bare token is noise. */
static void
test_mark__talk_about_it(void **state)
{
	struct rv_noise_msg m[] = {USER("What do you answer?"),
				   AGENT("I answer HEARTBEAT_OK"),
				   AGENT("HEARTBEAT_OK")};
	static const char *const want[] = {NULL, NULL, "heartbeat"};

	(void)state;
	mark(m, ARRAY_LEN(m), want);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_session__keys),
		cmocka_unit_test(test_prompt__patterns),
		cmocka_unit_test(test_reply__edges),
		cmocka_unit_test(test_reply__length),
		cmocka_unit_test(test_turn__session_before_message),
		cmocka_unit_test(test_strip_metadata__blocks),
		cmocka_unit_test(test_mark__pair),
		cmocka_unit_test(test_mark__alert_keeps_both),
		cmocka_unit_test(test_mark__flush_takes_all),
		cmocka_unit_test(test_mark__talk_about_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
