/* SPDX-License-Identifier: MIT */
/* What calls cost: prices, the lines of usage.jsonl, and sums that screens ask
 * for while the file grows. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/time.h"
#include "engine/usage.h"
#include "files/append.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define NOW INT64_C(1769608800000) /* 2026-01-28T14:00:00Z */
#define MODEL(in, out) "{input: " in ", output: " out "}"

static struct rv_yaml *
table(const char *text, struct rv_arena *arena)
{
	struct rv_yaml *root = NULL;
	struct rv_err err = {0};

	if (rv_yaml_parse(rv_sv(text), "prices", arena, &root, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return root;
}

static void
test_prices__longest_name_of_the_first_table(void **state)
{
	static const struct {
		const char *provider, *model;
		double input; /* below 0: none */
		int64_t context;
	} rows[] = {
		{"openai", "gpt-4o", 2.5, 128000},
		{"openai", "gpt-4o-mini", 0.15, 1000},
		{"openai", "gpt-4o-mini-2024", 0.15, 1000},
		{"openai", "gpt-5", 9, 1000},
		{"openai", "emb#batch", 0.5, 1000},
		/* the user's row comes first, the shipped one knows the rest */
		{"gemini", "g", 1, 77},
		{"nobody", "x", -1, 0},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_yaml *tables[] = {
		table("gemini/g: " MODEL("1", "2"), &arena),
		table("openai/*: {input: 9, output: 9, context: 1000}\n"
		      "openai/gpt-4o: {input: 2.50, cached: 1.25, output: 10, "
		      "context: 128000}\n"
		      "openai/gpt-4o-mini*: " MODEL("0.15", "0.60") "\n"
		      "openai/emb#batch: " MODEL("0.5", "0") "\n"
		      "gemini/g: {input: 5, output: 6, context: 77}\n",
		      &arena)};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_price p = {.input = -1};

		assert_int_equal(rv_price_find(tables, 2, rows[i].provider,
					       rows[i].model, &p),
				 rows[i].input >= 0);
		if (fabs(p.input - rows[i].input) > 1e-9)
			fail_msg("row %zu: %f", i, p.input);
		assert_int_equal(rv_price_context(tables, 2, rows[i].provider,
						  rows[i].model),
				 rows[i].context);
	}
	rv_arena_release(&arena);
}

static void
test_account__lines_and_sums(void **state)
{
	const struct rv_env env = {.now = NOW};
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_yaml *tables[] = {
		table("openai/m: {input: 10, cached: 1, output: 100}\n"
		      "gemini/e#batch: " MODEL("4", "0"), &arena)};
	const struct rv_chat_out chat = {
		.provider = "openai", .model = "m", .attempts = 2, .ms = 30,
		.usage = {.input = 1000, .cached = 600, .output = 50}};
	const struct rv_chat_target e = {.provider = "gemini", .model = "e"};
	const struct rv_embed_out vectors = {
		.attempts = 1, .ms = 5,
		.usage = {.input = 500, .estimated = true}};
	const struct rv_embed_out cached = {.attempts = 0};
	struct rv_account_sum sum;
	struct rv_account a;

	(void)state;
	rv_account_init(&a, &env, "narrate");
	a.tables = tables;
	a.n_tables = 1;
	a.run = RV_SV("J-7");
	rv_account_add(&a, &chat, true);
	rv_account_add_embed(&a, &e, &vectors, true, true);
	rv_account_add_embed(&a, &e, &vectors, false, false);
	rv_account_add_embed(&a, &e, &cached, false, true);
	assert_int_equal(a.calls, 3);
	assert_int_equal(a.failed, 1);
	assert_false(a.cost_known);
	assert_non_null(strstr(a.lines.p, "\"model\":\"e#batch\""));
	assert_non_null(strstr(a.lines.p, "\"run\":\"J-7\""));
	rv_account_sum(rv_buf_sv(&a.lines), NOW, NOW + 1, &sum);
	assert_int_equal(sum.calls, 3);
	assert_int_equal(sum.failed, 1);
	assert_int_equal(sum.input, 2000);
	assert_int_equal(sum.output, 50);
	assert_int_equal(sum.estimated, 2);
	assert_int_equal(sum.unpriced, 1);
	/* 400 fresh, 600 cached, 50 out; and 500 of the batch */
	assert_true(fabs(sum.cost - (0.004 + 0.0006 + 0.005 + 0.002)) < 1e-9);
	rv_account_sum(rv_buf_sv(&a.lines), NOW + 1, NOW + 2, &sum);
	assert_int_equal(sum.calls, 0);
	rv_account_sum(RV_SV("{\"t\":\nrubbish\n[]\n{}\n"), 0, NOW, &sum);
	assert_int_equal(sum.calls, 0);
	rv_account_release(&a);
	rv_arena_release(&arena);
}

static void
append(const char *t, const char *run, int input)
{
	char *line = NULL;

	if (asprintf(&line, "{\"t\":\"%s\",\"run\":\"%s\",\"ok\":true,"
			    "\"input\":%d,\"output\":1,\"cost\":0.5}\n",
		     t, run, input) < 0)
		abort();
	assert_int_equal(rv_append_line(scratch_path(RV_USAGE_NAME),
					rv_sv(line), false, NULL, NULL),
			 RV_OK);
	free(line);
}

static void
expect(struct rv_engine *e, int64_t today, int64_t job, int64_t of_job,
       int64_t last)
{
	struct rv_account_sum sum;

	rv_usage_today(e, &sum);
	assert_int_equal(sum.input, today);
	rv_usage_of_job(e, job, &sum);
	assert_int_equal(sum.input, of_job);
	assert_int_equal(rv_usage_last_job(e), last);
}

static void
test_usage__grows(void **state)
{
	struct rv_env env = {.now = NOW};
	struct rv_engine e = {.env = &env, .dir = scratch_path("")};

	(void)state;
	expect(&e, 0, 1, 0, 0); /* there is no file */
	append("2026-01-27T23:59:59Z", "J-1", 10);
	append("2026-01-28T00:00:00Z", "J-2", 20);
	append("2026-01-28T13:00:00Z", "J-2", 5);
	append("2026-01-28T13:00:00Z", "", 100);
	expect(&e, 125, 2, 25, 2);
	expect(&e, 125, 1, 10, 2);
	append("2026-01-28T13:30:00Z", "J-9", 1000);
	append("2026-01-28T13:30:00Z", "J-x", 1);
	append("2026-01-28T13:30:00Z", "J--3", 1);
	expect(&e, 1127, 9, 1000, 9);
	/* another day begins: nothing today, and the jobs are known still */
	env.now += RV_DAY;
	expect(&e, 0, 9, 1000, 9);
	/* of very many jobs the newest are known */
	for (int i = 10; i < 110; i++) {
		char run[16];

		snprintf(run, sizeof(run), "J-%d", i);
		append("2026-01-29T01:00:00Z", run, 1);
	}
	expect(&e, 100, 109, 1, 109);
	expect(&e, 100, 9, 0, 109);
	rv_usage_free(e.usage);
}

static void
test_usage__replaced_file(void **state)
{
	struct rv_env env = {.now = NOW};
	struct rv_engine e = {.env = &env, .dir = scratch_path("")};

	(void)state;
	remove(scratch_path(RV_USAGE_NAME));
	append("2026-01-28T10:00:00Z", "J-3", 7);
	append("2026-01-28T10:00:00Z", "J-3", 8);
	expect(&e, 15, 3, 15, 3);
	/* somebody cut it: what is gone does not count any more, nor twice */
	remove(scratch_path(RV_USAGE_NAME));
	append("2026-01-28T10:00:00Z", "J-3", 7);
	expect(&e, 7, 3, 7, 3);
	rv_usage_free(e.usage);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_prices__longest_name_of_the_first_table),
		cmocka_unit_test(test_account__lines_and_sums),
		cmocka_unit_test(test_usage__grows),
		cmocka_unit_test(test_usage__replaced_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
