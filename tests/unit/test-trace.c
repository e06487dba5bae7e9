/* SPDX-License-Identifier: MIT */
/* The trace: what it holds, and that its sum is right. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/time.h"
#include "resonance/resonance.h"

static void
fill(struct rv_run *run, struct rv_candidate *c, size_t n)
{
	assert_true(rv_time_parse(RV_SV("2026-01-28T14:00:00Z"),
				  &run->turn.now));
	run->turn.session = RV_SV("s1");
	run->turn.message = RV_SV("move to redis? token=ghp_"
				  "16C7e42F292c6912E7710c838347Ae178B4a");
	run->turn.tokens = 400;
	run->turn.max = 5;
	run->turn.echo = 25;
	run->seed.queries[0].text = RV_SV("move redis");
	run->seed.n_queries = 1;
	run->seed.entities[0] = RV_SV("Redis");
	run->seed.n_entities = 1;
	run->documents = 40;
	run->cands = c;
	run->n = n;
}

static int64_t
sum(const rv_json *verdicts)
{
	int64_t n = 0;

	for (const rv_json *v = rv_json_first(verdicts); v; v = rv_json_next(v))
		n += rv_json_int(v, -1000);
	return n;
}

static void
assert_words(const rv_json *c)
{
	const rv_json *words = rv_json_get(c, "words");
	const rv_json *before = rv_json_get(c, "before");

	assert_int_equal(rv_json_size(words), 1);
	assert_true(rv_sv_is(rv_json_sv(rv_json_first(words)), "Redis"));
	assert_int_equal(rv_json_size(before), 1);
	assert_true(rv_sv_is(rv_json_sv(rv_json_first(before)), "queues"));
}

static void
assert_limits(const rv_json *l)
{
	assert_int_equal(rv_json_int(rv_json_get(l, "max"), 0), 5);
	assert_int_equal(rv_json_int(rv_json_get(l, "echo"), 0), 25);
	assert_int_equal(rv_json_int(rv_json_get(l, "tokens"), 0), 400);
}

static void
test_trace__fields(void **state)
{
	static struct rv_candidate c[4];
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_run run = {0};
	struct rv_buf b = RV_BUF_INIT, text = RV_BUF_INIT;
	struct rv_json_doc doc;
	const rv_json *one;
	struct rv_err err;

	(void)state;
	for (int i = 0; i < 500; i++)
		rv_buf_adds(&text, "да ");
	c[0].item = (struct rv_item){.id = RV_SV("e-1"), .ref = RV_SV("D1"),
				     .text = rv_buf_sv(&text),
				     .layer = RV_LAYER_RAW, .episode = true,
				     .time = RV_UNDATED,
				     .session = RV_SV("s0")};
	c[0].shared = 2;
	c[0].rank = 1;
	c[0].shared_message = 1;
	c[0].words[0] = RV_SV("Redis");
	c[0].words_message[0] = true;
	c[0].words[1] = RV_SV("queues");
	c[0].n_words = 2;
	c[1].item = (struct rv_item){.id = RV_SV("wiki/a.md#7"),
				     .path = RV_SV("wiki/a.md"), .line = 7,
				     .text = RV_SV("a page"),
				     .layer = RV_LAYER_WIKI};
	c[2].item.id = RV_SV("e-2");
	c[2].item.text = RV_SV("{}");
	c[3].item.id = RV_SV("e-3");
	c[3].item.text = RV_SV("broken \xFF text");
	fill(&run, c, 4);
	rv_resonance_filter(&run, &arena);
	rv_resonance_label(&run, &arena);
	rv_resonance_narrate(&run, &arena);
	rv_resonance_inject(&run, &arena);
	rv_resonance_trace(&run, &b);
	assert_int_equal(rv_json_parse(rv_buf_sv(&b), &doc, &err), RV_OK);
	assert_int_equal(doc.mended, 0);
	assert_int_equal(sum(rv_json_get(doc.root, "verdicts")), 4);
	assert_int_equal(rv_json_int(rv_json_get(doc.root, "unique"), 0), 4);
	assert_int_equal(rv_json_int(rv_json_get(doc.root, "in"), 0), 1);
	assert_true(rv_sv_is(rv_json_get_sv(doc.root, "session"), "s1"));
	assert_true(rv_json_is_null(rv_json_get(doc.root, "skipped")));
	assert_false(rv_sv_has(rv_buf_sv(&b), RV_SV("ghp_16C")));
	assert_true(rv_sv_eq(rv_json_get_sv(doc.root, "block"), run.block));
	assert_int_equal(
		rv_json_size(rv_json_get(doc.root, "candidates")), 4);
	one = rv_json_first(rv_json_get(doc.root, "candidates"));
	assert_true(rv_sv_is(rv_json_get_sv(one, "id"), "e-1"));
	assert_true(rv_sv_is(rv_json_get_sv(one, "episode"), "e-1"));
	assert_true(rv_sv_is(rv_json_get_sv(one, "ref"), "D1"));
	assert_true(rv_sv_is(rv_json_get_sv(one, "verdict"), "in"));
	assert_true(rv_sv_is(rv_json_get_sv(one, "label"), "Undated"));
	assert_true(rv_json_bool(rv_json_get(one, "undated"), false));
	assert_true(rv_json_is_null(rv_json_get(one, "time")));
	assert_int_equal(rv_json_get_sv(one, "text").n, 400 / 3 * 5 + 2);
	assert_words(one);
	for (; one; one = rv_json_next(one)) {
		assert_true(rv_json_get_sv(one, "why").n > 0);
		/* the verdict of a dropped one is among what is against it */
		assert_int_equal(
			rv_json_size(rv_json_get(one, "against")) == 0,
			rv_sv_is(rv_json_get_sv(one, "verdict"), "in"));
		assert_true(rv_json_is_number(rv_json_get(one, "number")));
	}
	assert_limits(rv_json_get(doc.root, "limits"));
	for (int p = 0; p < RV_PHASE_N; p++)
		assert_true(rv_json_double(
				    rv_json_get(rv_json_get(doc.root, "ms"),
						rv_phase_name((enum rv_phase)p)),
				    -1) == 0);
	rv_json_release(&doc);
	rv_buf_release(&b);
	rv_buf_release(&text);
	rv_arena_release(&arena);
}

static void
test_trace__skipped(void **state)
{
	struct rv_run run = {0};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_json_doc doc;

	(void)state;
	fill(&run, NULL, 0);
	run.skipped = RV_SV("heartbeat");
	rv_resonance_trace(&run, &b);
	assert_int_equal(rv_json_parse(rv_buf_sv(&b), &doc, NULL), RV_OK);
	assert_true(rv_sv_is(rv_json_get_sv(doc.root, "skipped"), "heartbeat"));
	assert_int_equal(rv_json_size(rv_json_get(doc.root, "candidates")), 0);
	assert_int_equal(sum(rv_json_get(doc.root, "verdicts")), 0);
	rv_json_release(&doc);
	rv_buf_release(&b);
}

static void
test_tables__complete(void **state)
{
	(void)state;
	for (int v = 0; v < RV_VERDICT_N; v++) {
		assert_true(rv_verdict_code((enum rv_verdict)v)[0]);
		assert_true(rv_verdict_sentence((enum rv_verdict)v)[0]);
	}
	for (int p = 0; p < RV_PHASE_N; p++)
		assert_true(rv_phase_name((enum rv_phase)p)[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trace__fields),
		cmocka_unit_test(test_trace__skipped),
		cmocka_unit_test(test_tables__complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
