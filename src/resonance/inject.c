/* SPDX-License-Identifier: MIT */
/* Phase 6: the block that goes into the prompt, and the final count. */
#include "config.h"

#include <inttypes.h>

#include "doc/estimate.h"
#include "resonance/resonance.h"

#define HEAD "\n---\n[SUBCONSCIOUS RESONANCE]\n"
#define TAIL "---\n"

/* Appends the line when the block with it stays in the budget. */
static bool
add_line(struct rv_buf *block, struct rv_sv line, int64_t tokens, int64_t *need)
{
	size_t before = block->n;

	rv_buf_addv(block, line);
	rv_buf_addc(block, '\n');
	rv_buf_adds(block, TAIL);
	*need = rv_estimate_tokens(rv_buf_sv(block));
	if (block->overflow || *need > tokens) {
		rv_buf_truncate(block, before);
		return false;
	}
	rv_buf_truncate(block, block->n - (sizeof(TAIL) - 1));
	return true;
}

/* Injected ones first; the order among them and among the others stays. */
static void
injected_first(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_candidate *sorted = rv_arena_array(arena, struct rv_candidate,
						     run->n);
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < run->n; i++) {
			enum rv_verdict v = run->cands[i].verdict;
			bool in = v == RV_VERDICT_IN || v == RV_VERDICT_LATE;

			if (in == (pass == 0))
				sorted[n++] = run->cands[i];
		}
	}
	run->cands = sorted;
}

void
rv_resonance_inject(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_buf block = RV_BUF_INIT;
	bool any = false;

	rv_buf_adds(&block, HEAD);
	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];
		int64_t need;

		if (c->verdict != RV_VERDICT_IN &&
		    c->verdict != RV_VERDICT_LATE)
			continue;
		if (add_line(&block, c->line, run->turn.tokens, &need)) {
			any = true;
			continue;
		}
		c->verdict = RV_VERDICT_BUDGET;
		c->against |= UINT32_C(1) << RV_VERDICT_BUDGET;
		c->number = (double)need;
		c->why = rv_sv(
			rv_arena_printf(arena,
					"the block would have %" PRId64
					" tokens, the budget is %" PRId64,
					need, run->turn.tokens));
	}
	rv_buf_adds(&block, TAIL);
	run->block = RV_SV_NONE;
	run->block_tokens = 0;
	if (any) {
		run->block = rv_sv_dup_in(arena, rv_buf_sv(&block));
		run->block_tokens = rv_estimate_tokens(run->block);
	}
	rv_buf_release(&block);
	if (run->n)
		injected_first(run, arena);
	for (size_t i = 0; i < RV_VERDICT_N; i++)
		run->counts[i] = 0;
	for (size_t i = 0; i < run->n; i++)
		run->counts[run->cands[i].verdict]++;
}
