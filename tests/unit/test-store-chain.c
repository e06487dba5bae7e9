/* SPDX-License-Identifier: MIT */
/* The chain within one handle: what is looked at again, and what is accepted. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/time.h"
#include "store/chain.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static void
append(struct rv_store *s, const char *target)
{
	struct rv_ledger_row row = {.kind = RV_LEDGER_SOURCE,
				    .target = rv_sv(target)};
	struct rv_err err = {0};

	if (rv_ledger_append(s, &row, &err) != RV_OK)
		fail_msg("%s", err.msg);
}

static void
looks(struct rv_store *s, bool broken, int64_t number)
{
	struct rv_err err = {0};

	if (rv_chain_look(s, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_true(rv_chain_known(s)->known);
	assert_int_equal(rv_chain_known(s)->broken, broken);
	assert_int_equal(broken ? rv_chain_known(s)->first_bad
				: rv_chain_known(s)->rows,
			 number);
}

/* Changes one letter of a target in the file. */
static void
touch(const char *file, const char *from, char to)
{
	char *bytes = rv_sv_dup(scratch_read(file));
	size_t n = scratch_read(file).n;
	char *at = strstr(bytes, from);

	assert_non_null(at);
	*at = to;
	scratch_write(file, rv_sv_of(bytes, n));
	free(bytes);
}

static void
test_chain__grows(void **state)
{
	struct rv_store *a = test_store_open("grows");
	struct rv_store *b = test_store_open("grows");

	(void)state;
	assert_false(rv_chain_known(a)->known);
	looks(a, false, 0);
	append(a, "one");
	looks(a, false, 1);
	append(b, "two");
	append(b, "three");
	looks(a, false, 3);
	append(a, "four");
	looks(b, false, 4);
	rv_store_free(a);
	rv_store_free(b);
}

/* Rows behind do not hide that one before was touched meanwhile. */
static void
test_chain__touched_and_grown(void **state)
{
	struct rv_store *a = test_store_open("touched");
	char *good;

	(void)state;
	append(a, "one");
	append(a, "two");
	append(a, "three");
	looks(a, false, 3);
	good = rv_sv_dup(scratch_read("touched/ledger.jsonl"));
	touch("touched/ledger.jsonl", "two", 'T');
	{
		struct rv_buf more = RV_BUF_INIT;

		rv_buf_addv(&more, scratch_read("touched/ledger.jsonl"));
		rv_buf_adds(&more, "{\"v\":1,\"id\":4,\"ti");
		scratch_write("touched/ledger.jsonl", rv_buf_sv(&more));
		rv_buf_release(&more);
	}
	looks(a, true, 2);
	scratch_write("touched/ledger.jsonl", rv_sv(good));
	looks(a, false, 3);
	free(good);
	rv_store_free(a);
}

static void
test_chain__refuses_until_accepted(void **state)
{
	struct rv_store *s = test_store_open("accept");
	struct rv_ledger_row row = {.kind = RV_LEDGER_SOURCE};
	struct rv_err err = {0};
	int64_t id = 0;

	(void)state;
	append(s, "one");
	append(s, "two");
	append(s, "three");
	assert_int_equal(rv_chain_accept(s, RV_SV("why"), RV_SV("cli"), &id,
					 NULL),
			 RV_E_NO);
	touch("accept/ledger.jsonl", "two", 'T');
	assert_int_equal(rv_ledger_append(s, &row, &err), RV_E_UNDECIDED);
	assert_non_null(strstr(err.msg, "row 2"));
	assert_non_null(strstr(err.msg, "line 2"));
	assert_int_equal(rv_chain_accept(s, RV_SV("why"), RV_SV("cli"), &id,
					 &err),
			 RV_OK);
	assert_int_equal(id, 4);
	looks(s, false, 4);
	assert_int_equal(rv_chain_known(s)->accepted, 4);
	assert_int_equal(rv_chain_known(s)->accepted_bad, 2);
	append(s, "five");
	looks(s, false, 5);
	/* What was accepted, and only that. */
	touch("accept/ledger.jsonl", "one", 'O');
	looks(s, true, 1);
	touch("accept/ledger.jsonl", "One", 'o');
	looks(s, false, 5);
	/* As it was first: nothing is damaged, nothing needs accepting. */
	touch("accept/ledger.jsonl", "Two", 't');
	looks(s, false, 5);
	assert_int_equal(rv_chain_known(s)->accepted, 0);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chain__grows),
		cmocka_unit_test(test_chain__touched_and_grown),
		cmocka_unit_test(test_chain__refuses_until_accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
