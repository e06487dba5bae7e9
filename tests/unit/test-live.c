/* SPDX-License-Identifier: MIT */
/* Live checks: what is declared, what a run gives, what is kept. */
#include "config.h"

#include "trust/live.h"

#include "base/attr.h"
#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define NOW INT64_C(1769607900000)

static const struct rv_env env = {.now = NOW, .home = "", .tz = ""};

static rv_status
declared(const char *yaml, struct rv_arena *arena, struct rv_live **list,
	 size_t *n, struct rv_err *err)
{
	struct rv_yaml *doc;

	assert_int_equal(rv_yaml_parse(rv_sv(yaml), "config", arena, &doc,
				       NULL),
			 RV_OK);
	return rv_live_declared(rv_yaml_get(doc, "live.checks"), arena, list,
				n, err);
}

static void
test_declared__refuses(void **state)
{
	static const char *const bad[] = {
		"live:\n  checks: 3\n",
		"live:\n  checks:\n    - argv: [true]\n",
		"live:\n  checks:\n    - name: a\n",
		"live:\n  checks:\n    - {name: a, argv: [x], file: y}\n",
		"live:\n  checks:\n    - {name: a, argv: rm -rf x}\n",
		"live:\n  checks:\n    - {name: a, file: y, every: often}\n",
	};
	struct rv_live *list;
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_err err = {0};

		assert_int_equal(declared(bad[i], &arena, &list, &n, &err),
				 RV_E_CONFIG);
		assert_true(rv_sv_has(rv_sv(err.msg), RV_SV("live.checks")));
		rv_arena_release(&arena);
	}
}

static void
test_run__kinds(void **state)
{
	static const char yaml[] =
		"live.checks:\n"
		"  - {name: say, argv: [printf, 'a\\033[31m\\nb'], every: 5m}\n"
		"  - {name: no, argv: [sh, -c, 'echo no >&2; exit 3']}\n"
		"  - {name: gone, argv: [/does/not/exist]}\n"
		"  - {name: shell, argv: [echo, '$HOME; rm x']}\n"
		"  - {name: many, argv: [head, -c, '200000', /dev/zero]}\n"
		"  - {name: file, file: state.txt}\n"
		"  - {name: missing, file: nothing.txt}\n"
		"  - {name: site, url: 'http://example.org/health'}\n";
	static const struct {
		enum rv_live_state state;
		int exit;
		const char *result;
	} want[] = {
		{RV_LIVE_OK, 0, "a^[[31m\nb"},
		{RV_LIVE_FAILED, 3, "no"},
		{RV_LIVE_FAILED, 0, "/does/not/exist"},
		{RV_LIVE_OK, 0, "$HOME; rm x"},
		{RV_LIVE_OK, 0, "^@"},
		{RV_LIVE_OK, 0, "jobs: 3"},
		{RV_LIVE_FAILED, 0, "nothing.txt"},
		{RV_LIVE_FAILED, 0, "https"},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	const char *dir = rv_sv_cstr_in(&arena, rv_sv(scratch_path("")));
	struct rv_live *list, *again;
	size_t n;

	(void)state;
	scratch_write("state.txt", RV_SV("jobs: 3\n"));
	assert_int_equal(declared(yaml, &arena, &list, &n, NULL), RV_OK);
	assert_int_equal(n, ARRAY_LEN(want));
	assert_int_equal(list[0].every, 5 * RV_MINUTE);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(list[i].time, RV_UNDATED);
		rv_live_run(&list[i], dir, &env, &arena);
		assert_int_equal(list[i].state, want[i].state);
		assert_int_equal(list[i].exit_code, want[i].exit);
		assert_int_equal(list[i].time, NOW);
		if (!rv_sv_has(list[i].result, rv_sv(want[i].result)))
			fail_msg("%zu: %.*s", i, RV_SV_ARG(list[i].result));
	}
	assert_true(list[4].result.n <= 2 * RV_LIVE_OUTPUT_MAX);
	assert_int_equal(rv_live_save(scratch_path("live.json"), list, n,
				      NULL),
			 RV_OK);
	assert_int_equal(declared(yaml, &arena, &again, &n, NULL), RV_OK);
	again[1].what = RV_SV("another command");
	rv_live_load(scratch_path("live.json"), &arena, again, n);
	assert_sv(again[0].result, "a^[[31m\nb");
	assert_int_equal(again[0].time, NOW);
	assert_int_equal(again[1].state, RV_LIVE_NEVER);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_declared__refuses),
		cmocka_unit_test(test_run__kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
