/* SPDX-License-Identifier: MIT */
/* Following a file that others append to. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "files/tail.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static void
collect(struct rv_sv line, int64_t offset, void *arg)
{
	rv_buf_addf(arg, "%d:%.*s;", (int)offset, RV_SV_ARG(line));
}

static void
append(const char *name, const char *text)
{
	int fd = open(scratch_path(name), O_WRONLY | O_APPEND | O_CREAT, 0600);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

/* What one read gives. */
static void
expect(struct rv_tail *t, const char *lines)
{
	struct rv_buf got = RV_BUF_INIT;

	assert_int_equal(rv_tail_read(t, collect, &got, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), lines);
	rv_buf_release(&got);
}

static void
test_tail__from_start(void **state)
{
	struct rv_tail t;

	(void)state;
	rv_tail_init(&t, scratch_path("a"), 1);
	expect(&t, "");
	append("a", "one\r\ntw");
	expect(&t, "0:one;");
	expect(&t, "");
	append("a", "o\n\nthree\n");
	expect(&t, "5:two;9:;10:three;");
	rv_tail_release(&t);
}

static void
test_tail__from_end(void **state)
{
	struct rv_tail t;

	(void)state;
	append("b", "old\nha");
	rv_tail_init(&t, scratch_path("b"), 0);
	expect(&t, "");
	append("b", "lf\n");
	expect(&t, "4:half;");
	rv_tail_release(&t);
	rv_tail_init(&t, scratch_path("not-yet"), 0);
	append("not-yet", "x\n");
	expect(&t, "0:x;");
	rv_tail_release(&t);
}

static void
test_tail__shrunk_and_replaced(void **state)
{
	struct rv_tail t;

	(void)state;
	append("c", "one\ntwo\nha");
	rv_tail_init(&t, scratch_path("c"), 1);
	expect(&t, "0:one;4:two;");
	scratch_write("c", RV_SV("new\n"));
	expect(&t, "0:new;");
	append("d", "other\nlonger than before\n");
	assert_int_equal(rename(scratch_path("d"), scratch_path("c")), 0);
	expect(&t, "0:other;6:longer than before;");
	unlink(scratch_path("c"));
	expect(&t, "");
	append("c", "back\n");
	expect(&t, "0:back;");
	rv_tail_release(&t);
}

/* Longer than one read, and longer than any line may be. */
static void
test_tail__long_lines(void **state)
{
	struct rv_tail t;
	struct rv_buf line = RV_BUF_INIT, got = RV_BUF_INIT;

	(void)state;
	memset(rv_buf_room(&line, 150000), 'x', 150000);
	rv_buf_took(&line, 150000);
	rv_buf_adds(&line, "\nshort\n");
	scratch_write("e", rv_buf_sv(&line));
	rv_tail_init(&t, scratch_path("e"), 1);
	assert_int_equal(rv_tail_read(&t, collect, &got, NULL), RV_OK);
	assert_int_equal(got.n, 2 + 150000 + 1 + strlen("150001:short;"));
	rv_tail_release(&t);
	rv_tail_init(&t, scratch_path("e"), 1);
	rv_buf_init(&t.half, 1000);
	rv_buf_reset(&got);
	assert_int_equal(rv_tail_read(&t, collect, &got, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), "150001:short;");
	rv_tail_release(&t);
	rv_buf_release(&line);
	rv_buf_release(&got);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tail__from_start),
		cmocka_unit_test(test_tail__from_end),
		cmocka_unit_test(test_tail__shrunk_and_replaced),
		cmocka_unit_test(test_tail__long_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
