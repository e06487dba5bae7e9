/* SPDX-License-Identifier: MIT */
/* Rows of the ledger as one line for each act. */
#include "config.h"

#include "tests/support/cm.h"

#include "store/ledger_acts.h"

#define ROW(i, k, o)                                        \
	{                                                   \
		.id = (i), .kind = RV_LEDGER_##k, .of = (o) \
	}

/* A proposal is written, taken back, written again. */
static void
test_acts__undo_of_undo(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(8, DONE, 7),    ROW(7, UNDO, 5),	ROW(6, DONE, 5),
		ROW(5, UNDO, 2),    ROW(4, PROPOSE, 0), ROW(3, DONE, 2),
		ROW(2, APPROVE, 1), ROW(1, PROPOSE, 0),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	for (size_t i = 0; i < ARRAY_LEN(r); i++) {
		assert_int_equal(r[i].folded, r[i].kind == RV_LEDGER_DONE);
		assert_int_equal(r[i].redo, r[i].id == 7);
		assert_int_equal(r[i].undone_by, r[i].id == 5 ? 7 : 0);
		assert_false(r[i].aborted);
	}
	assert_int_equal(r[1].end, 8);
	assert_int_equal(r[3].end, 6);
	assert_int_equal(r[6].end, 3);
	/* What was proposed has its answer, but no end. */
	assert_int_equal(r[7].end, 0);
}

static void
test_acts__undone(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(6, DONE, 5),   ROW(5, UNDO, 3),    ROW(4, REJECT, 1),
		ROW(3, REJECT, 2), ROW(2, PROPOSE, 0), ROW(1, PROPOSE, 0),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	assert_int_equal(r[3].undone_by, 5);
	assert_int_equal(r[2].undone_by, 0);
}

/* An undo that did not come to its end took nothing back. */
static void
test_acts__not_carried_out(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(9, UNDO, 4),  ROW(8, ABORT, 7),   ROW(7, UNDO, 4),
		ROW(6, ABORT, 5), ROW(5, APPROVE, 1), ROW(4, APPROVE, 2),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	assert_int_equal(r[5].undone_by, 0);
	assert_true(r[4].aborted && r[2].aborted);
	assert_int_equal(r[0].end, 0);
}

/* The list is cut, and a row of it could not be read. */
static void
test_acts__gaps(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(90, DONE, 80),
		ROW(80, UNDO, 40),
		ROW(70, DONE, 60),
		ROW(50, DONE, 40),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	assert_true(r[0].folded);
	assert_false(r[2].folded || r[3].folded);
	assert_false(r[1].redo);
	rv_ledger_acts(r, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_acts__undo_of_undo),
		cmocka_unit_test(test_acts__undone),
		cmocka_unit_test(test_acts__not_carried_out),
		cmocka_unit_test(test_acts__gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
