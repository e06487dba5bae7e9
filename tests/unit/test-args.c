/* SPDX-License-Identifier: MIT */
/* Command lines, there and back. */
#include "config.h"

#include <string.h>

#include "base/attr.h"
#include "engine/action.h"
#include "tests/support/cm.h"

static struct rv_arena arena;
static struct rv_args args;
static struct rv_err err;

static int
teardown(void **state)
{
	(void)state;
	rv_arena_release(&arena);
	return 0;
}

static rv_status
parse(const char *line)
{
	err = (struct rv_err){0};
	args = (struct rv_args){0};
	return rv_args_parse_line(rv_sv(line), &arena, &args, &err);
}

static void
test_parse__good(void **state)
{
	static const struct {
		const char *line, *id, *twin;
	} cases[] = {
		{"status", "status", "reverie status"},
		{"reverie status", "status", "reverie status"},
		{"search a b", "search", "reverie search 'a b'"},
		{"search -k 3 a", "search", "reverie search --limit 3 a"},
		{"search -k3 a", "search", "reverie search --limit 3 a"},
		{"search --limit=3 a", "search", "reverie search --limit 3 a"},
		{"search --layer raw --layer wiki a", "search",
		 "reverie search --layer raw --layer wiki a"},
		{"search -- --limit", "search", "reverie search -- --limit"},
		{"review", "review.list", "reverie review list"},
		{"review --all", "review.list", "reverie review list --all"},
		{"review reject C-1 --reason \"it's old\"", "review.reject",
		 "reverie review reject --reason 'it'\\''s old' C-1"},
		{"turn -", "turn", "reverie turn -"},
		{"record --session s --role user a\\ b  c", "record",
		 "reverie record --session s --role user 'a b c'"},
		{"turn ''", "turn", "reverie turn ''"},
		{"help review approve", "help", "reverie help review approve"},
		{"undo 12", "undo", "reverie undo 12"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rv_buf twin = RV_BUF_INIT;

		if (parse(cases[i].line) != RV_OK)
			fail_msg("%s: %s", cases[i].line, err.msg);
		assert_string_equal(args.action->id, cases[i].id);
		rv_args_cli_twin(&args, &twin);
		assert_string_equal(twin.p, cases[i].twin);
		/* What is printed reads back as the same. */
		assert_int_equal(parse(twin.p), RV_OK);
		assert_string_equal(args.action->id, cases[i].id);
		rv_buf_release(&twin);
	}
}

static void
test_parse__bad(void **state)
{
	static const char *const lines[] = {
		"",		 "frob",	  "review frob",
		"status more",	 "search --frob", "search -z a",
		"search --limit", "undo 1 2",	  "story --chapters=yes",
		"turn 'open",	 "search -k 1 -k 2 a", "Status",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		if (parse(lines[i]) != RV_E_USAGE)
			fail_msg("\"%s\" was understood", lines[i]);
		assert_true(strchr(err.msg, ';') || strchr(err.msg, ':'));
	}
}

static void
test_make__get(void **state)
{
	int64_t n = 0;

	(void)state;
	rv_args_make("search", &arena, &args, "limit", "7", "explain", NULL, "",
		     "a", NULL);
	assert_string_equal(rv_args_get(&args, "limit"), "7");
	assert_true(rv_args_has(&args, "explain"));
	assert_null(rv_args_get(&args, "explain"));
	assert_false(rv_args_has(&args, "layer"));
	assert_int_equal(rv_args_operands(&args), 1);
	assert_string_equal(rv_args_operand(&args, 0), "a");
	assert_null(rv_args_operand(&args, 1));
	assert_int_equal(rv_args_int(&args, "limit", 1, &n, &err), RV_OK);
	assert_int_equal(n, 7);
	assert_int_equal(rv_args_int(&args, "size", 4, &n, &err), RV_OK);
	assert_int_equal(n, 4);
	rv_args_make("search", &arena, &args, "limit", "-7", NULL);
	assert_int_equal(rv_args_int(&args, "limit", 1, &n, &err), RV_E_USAGE);
}

/* A person's decision is never a tool of an agent. */
static void
test_table__decisions(void **state)
{
	const struct rv_action *all;
	size_t n;

	(void)state;
	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++) {
		struct rv_buf json = RV_BUF_INIT;

		assert_ptr_equal(rv_action_by_id(all[i].id), &all[i]);
		if (all[i].class != RV_CLASS_DECIDE)
			continue;
		assert_false(all[i].flags & RV_ACTION_MCP);
		args = (struct rv_args){.action = &all[i]};
		assert_int_equal(rv_action_run(NULL, NULL, &args, RV_DOOR_MCP,
					       &json, &err),
				 RV_E_DENIED);
		rv_buf_release(&json);
	}
	assert_null(rv_action_by_id("frob"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse__good),
		cmocka_unit_test(test_parse__bad),
		cmocka_unit_test(test_make__get),
		cmocka_unit_test(test_table__decisions),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
