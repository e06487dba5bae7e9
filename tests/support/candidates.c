/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/support/candidates.h"

#include <stdlib.h>

#include "base/time.h"
#include "tests/support/cm.h"

int
cand_setup(void **state)
{
	static struct candidates f;

	f = (struct candidates){.tokens = rv_tokens_new()};
	f.run.cands = f.cands;
	f.run.turn = (struct rv_turn){.session = RV_SV("s"),
				      .message = RV_SV("the message"),
				      .tz = "",
				      .max = 5,
				      .echo = 25,
				      .tokens = 400};
	assert_true(
		rv_time_parse(RV_SV("2026-01-28T14:00:00Z"), &f.run.turn.now));
	*state = &f;
	return 0;
}

int
cand_teardown(void **state)
{
	struct candidates *f = *state;

	rv_tokens_free(f->tokens);
	rv_arena_release(&f->arena);
	return 0;
}

static int
compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

struct rv_candidate *
cand_add(struct candidates *f, const char *id, struct rv_sv text,
	 const char *time)
{
	struct rv_candidate *c = &f->run.cands[f->run.n++];
	struct rv_token *t;
	uint64_t *stems;
	size_t n, m = 0;

	assert_true(f->run.n <= CANDIDATES);
	*c = (struct rv_candidate){
		.rank = 2, .shared = 2, .shared_message = 1, .rarity = 0.2};
	c->rarest = RV_SV("redis");
	c->fused = 1.0 / (double)(60 + f->run.n);
	c->item = (struct rv_item){.id = rv_sv(id),
				   .text = text,
				   .layer = RV_LAYER_RAW,
				   .episode = true,
				   .session = RV_SV("old"),
				   .role = RV_SV("user"),
				   .time = RV_UNDATED};
	if (time)
		assert_true(rv_time_parse(rv_sv(time), &c->item.time));
	t = rv_tokens_of(f->tokens, text, &f->arena, &n);
	stems = rv_arena_array(&f->arena, uint64_t, n + 1);
	for (size_t i = 0; i < n; i++)
		stems[i] = rv_sv_hash(t[i].stem);
	qsort(stems, n, sizeof(*stems), compare);
	for (size_t i = 0; i < n; i++)
		if (!m || stems[m - 1] != stems[i])
			stems[m++] = stems[i];
	c->stems = stems;
	c->n_stems = m;
	return c;
}

const struct rv_candidate *
cand_get(const struct candidates *f, const char *id)
{
	for (size_t i = 0; i < f->run.n; i++)
		if (rv_sv_is(f->run.cands[i].item.id, id))
			return &f->run.cands[i];
	fail_msg("no candidate %s", id);
	return NULL;
}

void
cand_is(const struct candidates *f, const char *id, enum rv_verdict v,
	const char *why)
{
	const struct rv_candidate *c = cand_get(f, id);

	if (c->verdict != v || !rv_sv_has(c->why, rv_sv(why)))
		fail_msg("%s: %s \"%.*s\"", id, rv_verdict_code(c->verdict),
			 RV_SV_ARG(c->why));
}

void
cand_filter(struct candidates *f)
{
	rv_resonance_filter(&f->run, &f->arena);
	for (size_t i = 0; i < f->run.n; i++)
		assert_true(f->run.cands[i].why.n > 0);
}
