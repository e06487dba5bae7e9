/* SPDX-License-Identifier: MIT */
/* Fragments in a model's words: what is taken, what is not, and in what time. */
#include "config.h"

#include "base/time.h"
#include "resonance/rewrite.h"
#include "tests/support/cm.h"
#include "tests/support/fakehttp.h"

#define SAYS(text) "data: {\"choices\":[{\"delta\":{\"content\":\"" text \
	"\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
#define CUT(text) "data: {\"choices\":[{\"delta\":{\"content\":\"" text \
	"\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n"
#define KEY "sk-test-1234567890abcdef"

static const struct rv_chat_target targets[] = {
	{.provider = "openai", .model = "m", .key = RV_SV(KEY)},
	{.provider = "openai", .model = "n", .key = RV_SV(KEY)},
};
static int opened;
static size_t n_targets;
static struct rv_account account;

/* As often as a model is asked before it is given up. */
#define ATTEMPTS 3

static void
no_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)ms;
	(void)cancel;
	(void)arg;
}

/* rv_rewriter.open */
static void
open_model(void *arg, struct rv_rewriting *out)
{
	(void)arg;
	opened++;
	*out = (struct rv_rewriting){.call = fake_call(targets, n_targets),
				     .soul = RV_SV("Dry and kind."),
				     .account = &account};
	out->call.wait = no_wait;
}

struct fixture {
	struct rv_arena arena;
	struct rv_candidate cands[3];
	struct rv_run run;
};

/* Two fragments that are in, and one between them that is not. */
static void
begin(struct fixture *f)
{
	static const char *const texts[] = {
		"The restore drill took 51 minutes, Kenji was there.", "no",
		"We buy the beans in Harbour Street."};

	*f = (struct fixture){.run = {.n = 3}};
	for (size_t i = 0; i < 3; i++) {
		struct rv_candidate *c = &f->cands[i];

		c->item.text = c->quote = rv_sv(texts[i]);
		c->item.role = RV_SV("user");
		c->label = RV_SV("3 days ago");
		c->line = rv_sv(rv_arena_printf(&f->arena, "- 3 days ago: %s",
						texts[i]));
		c->verdict = i == 1 ? RV_VERDICT_DUP : RV_VERDICT_IN;
	}
	f->run.cands = f->cands;
	f->run.turn.message = RV_SV("How long did the drill take?");
	opened = 0;
	n_targets = 1;
	rv_account_init(&account, &fake_env, "rewrite");
}

static void
run(struct fixture *f, const char *body, int64_t spent)
{
	static struct fake_reply replies[ATTEMPTS];
	const struct rv_rewriter r = {.deadline_ms = 8000, .open = open_model};

	for (size_t i = 0; i < ATTEMPTS; i++)
		replies[i] = (struct fake_reply){.status = body ? 200 : 503,
						 .body = body ? body : ""};
	fake_http_set(replies, ATTEMPTS);
	rv_resonance_rewrite(&f->run, &r, spent, &f->arena);
}

static void
end(struct fixture *f)
{
	rv_account_release(&account);
	rv_arena_release(&f->arena);
}

static void
test_rewrite__words_the_fragments(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f);
	run(&f, SAYS("1. I remember that the drill took 51 minutes.\\n"
		     "2) Our beans come from Harbour Street."), 0);
	assert_string_equal(f.run.model_state, "ok");
	assert_sv(f.cands[0].line, "- 3 days ago: I remember that the drill "
				   "took 51 minutes.");
	assert_sv(f.cands[2].quote, "Our beans come from Harbour Street.");
	assert_sv(f.cands[1].quote, "no");
	assert_int_equal(f.cands[0].verdict, RV_VERDICT_IN);
	assert_int_equal(account.calls, 1);
	assert_int_equal(account.failed, 0);
	/* the prompt: numbered quotations, the voice, and the message */
	assert_non_null(strstr(fake_http.body.p, "Dry and kind."));
	assert_non_null(strstr(fake_http.body.p, "How long did the drill"));
	assert_non_null(strstr(fake_http.body.p, "2. [3 days ago] user: "));
	assert_null(strstr(fake_http.body.p, "3. [3 days ago]"));
	end(&f);
}

/* What the model says of the first fragment, and the fact that is too much. */
static const struct {
	const char *says, *bad; /* NULL: it is taken */
} facts[] = {
	{"It took 51 minutes.", NULL},
	{"It took 5 minutes.", "5"},
	{"It took 512 minutes.", "512"},
	{"It took 1 minute.", "1"},
	{"That was with kenji.", NULL},
	{"Kenji was there.", NULL},
	{"I saw that Ken was there.", "Ken"},
	{"We did it with Mara.", "Mara"},
	/* a capital letter that begins a sentence is no name */
	{"Indeed. Minutes passed.", NULL},
	/* what the message or the label says is known, too */
	{"It was 3 days ago.", NULL},
	{"[3 days ago] user: the drill", ""},
};

static void
test_rewrite__no_fact_is_added(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(facts); i++) {
		struct fixture f;
		struct rv_buf body = RV_BUF_INIT;
		const char *bad = facts[i].bad;

		begin(&f);
		rv_buf_addf(&body, SAYS("1. %s"), facts[i].says);
		run(&f, body.p, 0);
		if (!bad) {
			assert_sv(f.cands[0].quote, facts[i].says);
		} else {
			assert_sv(f.cands[0].quote, f.cands[0].item.text.p);
			if (*bad && !strstr(f.cands[0].why.p,
					    rv_arena_printf(&f.arena,
							    "\"%s\"", bad)))
				fail_msg("row %zu: %.*s", i,
					 RV_SV_ARG(f.cands[0].why));
		}
		/* the line that the model left out stays as it was */
		assert_non_null(strstr(f.cands[2].why.p, "left it out"));
		assert_int_equal(f.cands[2].verdict, RV_VERDICT_IN);
		rv_buf_release(&body);
		end(&f);
	}
}

static void
test_rewrite__failure_leaves_quotations(void **state)
{
	static const char *const bodies[] = {
		NULL, "data: {\"choices\":[{\"delta\":{\"content\":\"1. I\"}}]}\n\n",
		CUT("1. I remember"), SAYS(" "), "<html>", ""};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		struct fixture f;

		begin(&f);
		run(&f, bodies[i], 0);
		assert_string_equal(f.run.model_state, "failed");
		assert_int_equal(f.cands[0].verdict, RV_VERDICT_LATE);
		assert_int_equal(f.cands[1].verdict, RV_VERDICT_DUP);
		assert_int_equal(f.cands[2].verdict, RV_VERDICT_LATE);
		assert_sv(f.cands[0].quote, f.cands[0].item.text.p);
		assert_true(f.cands[0].why.n > 0);
		/* asked again while there is time */
		assert_true(fake_http.used >= 1);
		assert_int_equal(account.failed, 1);
		end(&f);
	}
}

static void
test_rewrite__nobody_is_asked(void **state)
{
	struct fixture f;

	(void)state;
	/* nothing to word: keys are not even looked for */
	begin(&f);
	f.cands[0].verdict = f.cands[2].verdict = RV_VERDICT_WEAK;
	run(&f, SAYS("1. x"), 0);
	assert_int_equal(opened, 0);
	assert_null(f.run.model_state);
	end(&f);
	/* no model is configured */
	begin(&f);
	n_targets = 0;
	run(&f, SAYS("1. x"), 0);
	assert_int_equal(opened, 1);
	assert_int_equal(fake_http.used, 0);
	assert_null(f.run.model_state);
	end(&f);
}

static int64_t limits[4];
static size_t asked;

/* rv_http_fn: how long may it take? */
static rv_status
note_limit(const struct rv_http_request *req, rv_http_sink *sink, void *arg,
	   struct rv_arena *arena, struct rv_http_response *out,
	   struct rv_err *err)
{
	(void)sink;
	(void)arg;
	(void)arena;
	*out = (struct rv_http_response){0};
	assert_true(req->connect_ms <= req->total_ms);
	assert_int_equal(req->idle_ms, req->total_ms);
	limits[asked++] = req->total_ms;
	return rv_fail(err, RV_E_MODEL, "no connection");
}

/* rv_rewriter.open */
static void
open_noting(void *arg, struct rv_rewriting *out)
{
	open_model(arg, out);
	out->call.http = note_limit;
}

static void
test_rewrite__time_is_shared(void **state)
{
	static const struct {
		size_t targets;
		int64_t spent, each;
	} rows[] = {
		{1, 0, 7700}, {2, 0, 3850}, {2, 1700, 3000},
		/* never less than a chance */
		{1, 8000, 200}, {2, 20000, 200},
	};
	const struct rv_rewriter r = {.deadline_ms = 8000, .open = open_noting};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fixture f;

		begin(&f);
		n_targets = rows[i].targets;
		asked = 0;
		rv_resonance_rewrite(&f.run, &r, rows[i].spent, &f.arena);
		assert_int_equal(asked, rows[i].targets);
		for (size_t k = 0; k < asked; k++)
			assert_int_equal(limits[k], rows[i].each);
		/* an answer that comes at once is never too late, unless no
		 * time was left for it */
		assert_string_equal(f.run.model_state,
				    rows[i].each > 200 ? "failed" : "late");
		end(&f);
	}
}

static int
done(void **state)
{
	(void)state;
	fake_http_release();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rewrite__words_the_fragments),
		cmocka_unit_test(test_rewrite__no_fact_is_added),
		cmocka_unit_test(test_rewrite__failure_leaves_quotations),
		cmocka_unit_test(test_rewrite__nobody_is_asked),
		cmocka_unit_test(test_rewrite__time_is_shared),
	};

	return cmocka_run_group_tests(tests, NULL, done);
}
