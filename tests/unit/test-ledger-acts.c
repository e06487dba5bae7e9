/* SPDX-License-Identifier: MIT */
/* Rows of the ledger as one line for each act. */
#include "config.h"

#include "tests/support/cm.h"

#include <string.h>

#include "store/ledger_acts.h"

#define ROW(i, k, o)                                                    \
	{                                                               \
		.id = (i), .kind = RV_LEDGER_##k, .of = (o), .root = (i) \
	}
/* An undo of the chain of `r`. */
#define UNDO_ROW(i, o, r, a)                                         \
	{                                                            \
		.id = (i), .kind = RV_LEDGER_UNDO, .of = (o),        \
		.root = (r), .again = (a)                            \
	}

/* A proposal is written, taken back, written again. */
static void
test_acts__undo_of_undo(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(8, DONE, 7),    UNDO_ROW(7, 5, 2, true), ROW(6, DONE, 5),
		UNDO_ROW(5, 2, 2, false), ROW(4, PROPOSE, 0), ROW(3, DONE, 2),
		ROW(2, APPROVE, 1), ROW(1, PROPOSE, 0),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	for (size_t i = 0; i < ARRAY_LEN(r); i++) {
		assert_int_equal(r[i].folded, r[i].kind == RV_LEDGER_DONE);
		assert_int_equal(r[i].undone_by, r[i].id == 5 ? 7 : 0);
		assert_int_equal(r[i].again_by, r[i].id == 2 ? 7 : 0);
		assert_false(r[i].aborted);
	}
	assert_int_equal(r[1].end, 8);
	assert_int_equal(r[3].end, 6);
	assert_int_equal(r[6].end, 3);
	/* What was proposed has its answer, but no end. */
	assert_int_equal(r[7].end, 0);
	assert_int_equal(r[1].newest, 7);
	assert_int_equal(r[3].newest, 7);
	assert_int_equal(r[6].newest, 7);
}

/* Turned round by its own number and by that of its undos: one chain, of which
 * the newest says what stands; also where the list ends above the decision. */
static void
test_acts__one_chain(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(11, DONE, 10), UNDO_ROW(10, 2, 2, false),
		ROW(9, DONE, 8),   UNDO_ROW(8, 6, 2, true),
		ROW(7, DONE, 6),   UNDO_ROW(6, 2, 2, false),
		ROW(3, DONE, 2),   ROW(2, REJECT, 0),
	}, above[6];

	(void)state;
	memcpy(above, r, sizeof(above));
	rv_ledger_acts(r, ARRAY_LEN(r));
	rv_ledger_acts(above, ARRAY_LEN(above));
	assert_int_equal(r[7].undone_by, 10);
	assert_int_equal(r[7].again_by, 0);
	for (size_t i = 0; i < ARRAY_LEN(above); i++)
		assert_memory_equal(&r[i].folded, &above[i].folded,
				    offsetof(struct rv_ledger_act, next) -
				    offsetof(struct rv_ledger_act, folded));
	assert_int_equal(above[1].undone_by, 0);
	assert_int_equal(above[3].undone_by, 10);
	assert_int_equal(above[5].undone_by, 8);
	assert_int_equal(above[5].newest, 10);
}

static void
test_acts__undone(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(6, DONE, 5),   UNDO_ROW(5, 3, 3, false), ROW(4, REJECT, 1),
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
		UNDO_ROW(9, 4, 4, false), ROW(8, ABORT, 7),
		UNDO_ROW(7, 4, 4, false),
		ROW(6, ABORT, 5), ROW(5, APPROVE, 1), ROW(4, APPROVE, 2),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	assert_int_equal(r[5].undone_by, 0);
	assert_true(r[4].aborted && r[2].aborted);
	assert_int_equal(r[0].end, 0);
}

/* The list is cut: what ends a row below it is no act.  A row of it could not be
 * read: its end is all there is of it. */
static void
test_acts__gaps(void **state)
{
	struct rv_ledger_act r[] = {
		ROW(90, DONE, 80),
		UNDO_ROW(80, 40, 30, true),
		ROW(70, DONE, 60),
		ROW(50, DONE, 40),
	};

	(void)state;
	rv_ledger_acts(r, ARRAY_LEN(r));
	assert_true(r[0].folded);
	assert_false(r[2].folded);
	assert_true(r[3].folded);
	assert_int_equal(r[1].newest, 80);
	rv_ledger_acts(r, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_acts__undo_of_undo),
		cmocka_unit_test(test_acts__one_chain),
		cmocka_unit_test(test_acts__undone),
		cmocka_unit_test(test_acts__not_carried_out),
		cmocka_unit_test(test_acts__gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
