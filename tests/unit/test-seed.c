/* SPDX-License-Identifier: MIT */
/* What a message makes the subconscious look for. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/time.h"
#include "resonance/resonance.h"

struct fixture {
	struct rv_arena arena;
	struct rv_tokens *tokens;
	struct rv_run run;
};

static int
setup(void **state)
{
	static struct fixture f;

	f = (struct fixture){.tokens = rv_tokens_new()};
	*state = &f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	rv_tokens_free(f->tokens);
	rv_arena_release(&f->arena);
	return 0;
}

static struct rv_seed *
seed(struct fixture *f, struct rv_sv message,
     const struct rv_turn_message *history, size_t n)
{
	f->run = (struct rv_run){.turn = {.message = message,
					  .history = history,
					  .n_history = n}};
	rv_resonance_seed(&f->run, f->tokens, &f->arena);
	return &f->run.seed;
}

static void
assert_sv(struct rv_sv v, const char *want)
{
	if (!rv_sv_is(v, want))
		fail_msg("\"%.*s\" is not \"%s\"", RV_SV_ARG(v), want);
}

static bool
has_stem(const struct rv_seed *s, const char *stem, bool message)
{
	for (size_t i = 0; i < s->n_stems; i++)
		if (rv_sv_is(s->stems[i].stem, stem) &&
		    s->stems[i].message == message)
			return true;
	return false;
}

static void
test_seed__queries(void **state)
{
	static const struct rv_turn_message history[] = {
		{RV_SV("user"), RV_SV("the restore drill failed"), RV_UNDATED},
		{RV_SV("assistant"), RV_SV("I wrote a plan"), RV_UNDATED},
	};
	struct rv_seed *s = seed(
		*state, RV_SV("Should we move the queue to Redis, for Mara?"),
		history, 2);

	assert_int_equal(s->n_queries, 3);
	assert_sv(s->queries[0].text, "move queue Redis Mara");
	assert_sv(s->queries[1].text, "Redis Mara queue");
	assert_sv(s->queries[2].text,
		  "move queue Redis Mara wrote plan restore drill failed");
	assert_int_equal(s->n_entities, 2);
	assert_sv(s->entities[0], "Redis");
	assert_sv(s->entities[1], "Mara");
	assert_sv(s->stems[0].stem, "move");
	assert_true(has_stem(s, "queue", true) || has_stem(s, "queu", true));
	assert_true(has_stem(s, "drill", false));
	assert_false(has_stem(s, "the", true));
	assert_false(has_stem(s, "to", true));
}

static void
test_seed__entities(void **state)
{
	static const struct rv_turn_message history[] = {
		{RV_SV("user"), RV_SV("I met Pavel there"), RV_UNDATED},
	};
	static const struct {
		struct rv_sv message;
		size_t n;
		const char *want[3];
	} rows[] = {
		{RV_SV("remember it"), 0, {NULL}},
		{RV_SV("Remember the queue"), 0, {NULL}},
		{RV_SV("Pavel called"), 1, {"Pavel"}},
		{RV_SV("FalkorDB is slow"), 1, {"FalkorDB"}},
		{RV_SV("ask Mara Lindqvist and Émile"), 2,
		 {"Mara Lindqvist", "Émile"}},
		{RV_SV("Mara Lindqvist called"), 1, {"Mara Lindqvist"}},
		{RV_SV("спроси Марину про Неву"), 2, {"Марину", "Неву"}},
		{RV_SV("with Ann, Bob, Cid and Dan"), 3, {"Ann", "Bob", "Cid"}},
		{RV_SV("with Ann and again Ann"), 1, {"Ann"}},
		{RV_SV("is it Ann's or Bob’s?"), 2, {"Ann", "Bob"}},
		{RV_SV("WHY IS IT DOWN"), 0, {NULL}},
		{RV_SV("I said I'd go"), 0, {NULL}},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_seed *s = seed(*state, rows[i].message, history, 1);

		if (s->n_entities != rows[i].n)
			fail_msg("row %zu: %zu names", i, s->n_entities);
		for (size_t e = 0; e < rows[i].n; e++)
			assert_sv(s->entities[e], rows[i].want[e]);
	}
}

static void
test_seed__distinct(void **state)
{
	struct rv_seed *s = seed(*state, RV_SV("redis queue"), NULL, 0);

	assert_int_equal(s->n_queries, 1);
	assert_sv(s->queries[0].text, "redis queue");
	s = seed(*state, RV_SV("redis redis Redis"), NULL, 0);
	assert_int_equal(s->n_queries, 1);
	assert_int_equal(s->n_stems, 1);
}

static void
test_seed__apostrophes(void **state)
{
	struct rv_seed *s =
		seed(*state, RV_SV("why won't Ann's café-bar open?"), NULL, 0);

	assert_sv(s->queries[0].text, "Ann café bar open");
}

static void
test_seed__nothing(void **state)
{
	static const struct rv_turn_message history[] = {
		{RV_SV("user"), RV_SV("the backup job"), RV_UNDATED},
	};
	struct rv_seed *s = seed(*state, RV_SV("!!! 🙂"), NULL, 0);

	assert_int_equal(s->n_queries, 0);
	assert_int_equal(s->n_stems, 0);
	s = seed(*state, RV_SV_NONE, NULL, 0);
	assert_int_equal(s->n_queries, 0);
	/* Stop words alone ask for themselves, or for what was said before. */
	s = seed(*state, RV_SV("what is it?"), NULL, 0);
	assert_int_equal(s->n_queries, 1);
	assert_int_equal(s->n_stems, 0);
	s = seed(*state, RV_SV("and then?"), history, 1);
	assert_int_equal(s->n_queries, 1);
	assert_sv(s->queries[0].text, "backup job");
}

static void
test_seed__languages(void **state)
{
	struct rv_seed *s =
		seed(*state, RV_SV("Куда мы перенесли очередь?"), NULL, 0);

	assert_sv(s->queries[0].text, "перенесли очередь");
	assert_int_equal(s->n_stems, 2);
	s = seed(*state, RV_SV("京都の桜祭りの写真"), NULL, 0);
	assert_true(has_stem(s, "京都", true));
	assert_true(has_stem(s, "写真", true));
	assert_true(rv_sv_has(s->queries[0].text, RV_SV("桜祭り")));
}

static void
test_seed__long_and_broken(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_seed *s;

	for (int i = 0; i < 20000; i++)
		rv_buf_addf(&b, "word%d \xFFx\xE3\x81 ", i);
	s = seed(*state, rv_buf_sv(&b), NULL, 0);
	assert_true(s->n_queries > 0 && s->n_queries <= 3);
	assert_true(s->n_stems <= RV_SEED_STEMS);
	for (size_t i = 0; i < s->n_queries; i++)
		assert_true(s->queries[i].text.n < 1000);
	rv_buf_release(&b);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_seed__queries),   TEST(test_seed__entities),
		TEST(test_seed__distinct),  TEST(test_seed__apostrophes),  TEST(test_seed__nothing),
		TEST(test_seed__languages), TEST(test_seed__long_and_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
