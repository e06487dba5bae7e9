/* SPDX-License-Identifier: MIT */
/* Lines of a file in bounded memory. */
#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/jsonl.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define B(s) s, sizeof(s) - 1

/* The lines as "number:offset-end:kind:text;". */
static void
list(int fd, int64_t offset, int64_t number, size_t max, struct rv_buf *out)
{
	struct rv_lines l;
	struct rv_line line;

	rv_lines_init(&l, fd, offset, number, max);
	rv_buf_reset(out);
	for (;;) {
		assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
		if (line.kind == RV_LINE_END)
			break;
		rv_buf_addf(out, "%d:%d-%d:%c:%.*s;", (int)line.number,
			    (int)line.offset, (int)line.end, "FPT"[line.kind],
			    RV_SV_ARG(line.text));
	}
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
	assert_int_equal(line.kind, RV_LINE_END);
	rv_lines_release(&l);
}

static void
test_lines__table(void **state)
{
	static const struct {
		const char *file;
		size_t n;
		int offset;
		const char *lines;
	} rows[] = {
		{B(""), 0, ""},
		{B("\n"), 0, "1:0-1:F:;"},
		{B("a\nb\n"), 0, "1:0-2:F:a;2:2-4:F:b;"},
		{B("a\r\nb"), 0, "1:0-3:F:a;2:3-4:P:b;"},
		{B("\xEF\xBB\xBF" "a\n"), 0, "1:3-5:F:a;"},
		{B("\xEF\xBB\xBF"), 0, ""},
		{B("\xEF\xBB"), 0, "1:0-2:P:\xEF\xBB;"},
		{B("ab\n\xEF\xBB\xBF\n"), 3, "1:3-7:F:\xEF\xBB\xBF;"},
		{B("12345678\nx\n"), 0, "1:0-9:F:12345678;2:9-11:F:x;"},
		{B("12345678\r\nx\n"), 0, "1:0-10:F:12345678;2:10-12:F:x;"},
		{B("123456789\nx\n"), 0, "1:0-10:T:12345678;2:10-12:F:x;"},
		{B("123456789"), 0, "1:0-9:T:12345678;"},
		{B("a\n123456789"), 0, "1:0-2:F:a;2:2-11:T:12345678;"},
		{B("12345678\r"), 0, "1:0-9:T:12345678;"},
		{B("12345678\rx\n"), 0, "1:0-11:T:12345678;"},
		{B("a\rb\n"), 0, "1:0-4:F:a\rb;"},
	};
	struct rv_buf got = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int fd = open(scratch_write("lines",
					    rv_sv_of(rows[i].file, rows[i].n)),
			      O_RDONLY);

		list(fd, rows[i].offset, 1, 8, &got);
		assert_sv(rv_buf_sv(&got), rows[i].lines);
		close(fd);
	}
	rv_buf_release(&got);
}

static void
test_lines__nul_and_pipe(void **state)
{
	struct rv_buf got = RV_BUF_INIT;
	struct rv_lines l;
	struct rv_line line;
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], "a\0b\nc", 5), 5);
	close(fds[1]);
	rv_lines_init(&l, fds[0], 0, 7, 100);
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
	assert_int_equal(line.text.n, 3);
	assert_int_equal(line.number, 7);
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
	assert_int_equal(line.kind, RV_LINE_PARTIAL);
	rv_lines_release(&l);
	close(fds[0]);
	rv_buf_release(&got);
}

/* Lines of all lengths around the size of a read, and one that is huge. */
static void
test_lines__big(void **state)
{
	struct rv_buf file = RV_BUF_INIT;
	struct rv_lines l;
	struct rv_line line;
	int64_t at = 0;
	size_t want = 65500;
	int fd;

	(void)state;
	for (size_t n = 65500; n < 65570; n += 7) {
		memset(rv_buf_room(&file, n), 'x', n);
		rv_buf_took(&file, n);
		rv_buf_addc(&file, '\n');
	}
	memset(rv_buf_room(&file, 900000), 'y', 900000);
	rv_buf_took(&file, 900000);
	rv_buf_adds(&file, "\nend\n");
	fd = open(scratch_write("big", rv_buf_sv(&file)), O_RDONLY);
	rv_lines_init(&l, fd, 0, 1, 100000);
	for (; want < 65570; want += 7) {
		assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
		assert_int_equal(line.text.n, want);
		assert_int_equal(line.offset, at);
		at = line.end;
	}
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
	assert_int_equal(line.kind, RV_LINE_TOOLONG);
	assert_int_equal(line.text.n, 100000);
	assert_int_equal(line.end, at + 900001);
	assert_true(l.buf.cap < 600000);
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_OK);
	assert_sv(line.text, "end");
	assert_int_equal(line.end, file.n);
	rv_lines_release(&l);
	close(fd);
	rv_buf_release(&file);
}

static void
test_lines__bad_fd(void **state)
{
	struct rv_lines l;
	struct rv_line line;

	(void)state;
	rv_lines_init(&l, -1, 0, 1, 100);
	assert_int_equal(rv_lines_next(&l, &line, NULL), RV_E_IO);
	rv_lines_release(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines__table),
		cmocka_unit_test(test_lines__nul_and_pipe),
		cmocka_unit_test(test_lines__big),
		cmocka_unit_test(test_lines__bad_fd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
