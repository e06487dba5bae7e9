/* SPDX-License-Identifier: MIT */
/* A session file of pi read on from where the last reading stopped. */
#include "config.h"

#include "tests/support/cm.h"
#include "tests/support/collect.h"
#include "tests/support/pi.h"
#include "tests/support/scratch.h"

#define PART1                                            \
	HEAD MSG("a", "null", "01", "user", "one")       \
		MSG("b", "\"a\"", "02", "assistant", "two")

static struct collect c;

static int
teardown(void **state)
{
	(void)state;
	collect_release(&c);
	return 0;
}

static void
move_point(struct rv_read_point *to)
{
	*to = c.to;
	c.to = (struct rv_read_point){.state = RV_BUF_INIT};
	rv_arena_release(&c.arena);
	rv_import_report_release(&c.report);
	c.n = 0;
}

static void
test_pi__goes_on(void **state)
{
	struct rv_read_point from;

	(void)state;
	collect_read(&c, "pi", scratch_write("s.jsonl", RV_SV(PART1)), true,
		     NULL);
	assert_int_equal(c.n, 2);
	move_point(&from);
	collect_read(&c, "pi",
		     scratch_write("s.jsonl",
				   RV_SV(PART1 MSG("c", "\"b\"", "03", "user",
						   "three"))),
		     true, &from);
	assert_int_equal(c.status, RV_OK);
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].session, "s1");
	assert_sv(c.eps[0].entry, "c");
	assert_int_equal(c.eps[0].line, 4);
	rv_buf_release(&from.state);
}

static void
test_pi__other_branch_needs_all(void **state)
{
	struct rv_read_point from;

	(void)state;
	collect_read(&c, "pi", scratch_write("s.jsonl", RV_SV(PART1)), true,
		     NULL);
	move_point(&from);
	collect_read(&c, "pi",
		     scratch_write("s.jsonl",
				   RV_SV(PART1 MSG("c", "\"a\"", "03", "user",
						   "three"))),
		     true, &from);
	assert_int_equal(c.status, RV_E_MOVED);
	assert_int_equal(c.n, 0);
	rv_buf_release(&from.state);
}

/* A prompt whose answer is still to come is read again with it. */
static void
test_pi__heartbeat_waits_for_its_answer(void **state)
{
	struct rv_read_point from;

	(void)state;
	collect_read(&c, "pi",
		     scratch_write("s.jsonl",
				   RV_SV(PART1 MSG("c", "\"b\"", "03", "user",
						   PROMPT))),
		     true, NULL);
	assert_int_equal(c.n, 2);
	assert_int_equal(c.report.waiting, 1);
	collect_balance(&c);
	move_point(&from);
	collect_read(&c, "pi",
		     scratch_write(
			     "s.jsonl",
			     RV_SV(PART1 MSG("c", "\"b\"", "03", "user", PROMPT)
					   MSG("d", "\"c\"", "04", "assistant",
					       "Disk full on db-1."))),
		     true, &from);
	assert_int_equal(c.status, RV_OK);
	assert_int_equal(c.n, 2);
	assert_sv(c.eps[0].entry, "c");
	assert_int_equal(c.eps[0].excluded.n, 0);
	assert_sv(c.eps[1].text, "Disk full on db-1.");
	rv_buf_release(&from.state);
}

#define CASE(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_pi__goes_on),
		CASE(test_pi__other_branch_needs_all),
		CASE(test_pi__heartbeat_waits_for_its_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
