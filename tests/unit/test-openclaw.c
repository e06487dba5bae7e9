/* SPDX-License-Identifier: MIT */
/* What OpenClaw says beside its session files: topics, kinds of sessions. */
#include "config.h"

#include "tests/support/cm.h"
#include "tests/support/collect.h"
#include "tests/support/pi.h"
#include "tests/support/scratch.h"

static struct collect c;

static int
teardown(void **state)
{
	(void)state;
	collect_release(&c);
	return 0;
}

static void
test_openclaw__topic_is_a_session(void **state)
{
	(void)state;
	collect_read(&c, "openclaw",
		     scratch_write("s1-topic-42.jsonl",
				   RV_SV(HEAD V1("01", "user", "hi"))),
		     false, NULL);
	assert_sv(c.eps[0].session, "s1-topic-42");
}

static void
test_openclaw__key_tells_the_kind(void **state)
{
	(void)state;
	scratch_write("sessions.json",
		      RV_SV("{\"agent:main:main\":{\"sessionId\":\"main\"},"
			    "\"cron:x\":{\"sessionId\":\"s1\"},"
			    "\"agent:main:subagent:q\":{\"sessionId\":\"z\","
			    "\"sessionFile\":\"/there/s2.jsonl\"}}"));
	collect_read(&c, "openclaw",
		     scratch_write("s1.jsonl",
				   RV_SV(HEAD V1("01", "user", "hi"))),
		     false, NULL);
	assert_int_equal(c.n, 0);
	assert_int_equal(collect_skipped(&c, "notice"), 1);
	collect_release(&c);
	collect_read(&c, "openclaw",
		     scratch_write("s2.jsonl",
				   RV_SV(HEAD V1("01", "user", "hi"))),
		     false, NULL);
	assert_int_equal(collect_skipped(&c, "subagent"), 1);
	collect_release(&c);
	collect_read(&c, "openclaw",
		     scratch_write("main.jsonl",
				   RV_SV(HEAD V1("01", "user", "hi"))),
		     false, NULL);
	assert_int_equal(c.n, 1);
	scratch_write("sessions.json", RV_SV("{"));
}

#define CASE(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_openclaw__topic_is_a_session),
		CASE(test_openclaw__key_tells_the_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
