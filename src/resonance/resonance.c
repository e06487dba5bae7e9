/* SPDX-License-Identifier: MIT */
/* The tables, and the six phases in their order. */
#include "config.h"

#include "resonance/resonance.h"

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "intake/noise.h"
#include "resonance/rewrite.h"

static const struct {
	const char *code, *sentence, *instead;
} verdicts[] = {
#define VERDICT(name, code, sentence, instead) \
	[RV_VERDICT_##name] = {code, sentence, instead},
#include "resonance/verdicts.def"
#undef VERDICT
};

static const char *const phases[] = {
	[RV_PHASE_SEED] = "seed",	[RV_PHASE_RETRIEVE] = "retrieve",
	[RV_PHASE_FILTER] = "filter",	[RV_PHASE_LABEL] = "label",
	[RV_PHASE_NARRATE] = "narrate", [RV_PHASE_INJECT] = "inject",
};

const char *
rv_verdict_code(enum rv_verdict v)
{
	return verdicts[v].code;
}

const char *
rv_verdict_sentence(enum rv_verdict v)
{
	return _(verdicts[v].sentence);
}

const char *
rv_verdict_instead(enum rv_verdict v)
{
	return verdicts[v].instead[0] ? _(verdicts[v].instead) : "";
}

const char *
rv_phase_name(enum rv_phase p)
{
	return phases[p];
}

static struct rv_sv
mend(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;
	size_t hits;

	rv_utf8_mend(rv_noise_strip_metadata(text), &b);
	v = rv_redact_in(arena, rv_sv_dup_in(arena, rv_buf_sv(&b)), &hits);
	rv_buf_release(&b);
	return v;
}

/* What every phase may see: valid text without secrets. */
static void
prepare(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_turn *turn = &run->turn;
	struct rv_turn_message *history;

	turn->message = mend(turn->message, arena);
	history = rv_arena_array(arena, struct rv_turn_message,
				 turn->n_history + 1);
	for (size_t i = 0; i < turn->n_history; i++) {
		history[i] = turn->history[i];
		history[i].text = mend(history[i].text, arena);
	}
	turn->history = history;
	if (!turn->tz)
		turn->tz = "";
}

rv_status
rv_resonance_run(struct rv_store *s, struct rv_tokens *tokens,
		 const struct rv_env *env, struct rv_run *run,
		 struct rv_arena *arena, struct rv_err *err)
{
	const char *noise = rv_noise_turn(run->turn.session, run->turn.message);
	int64_t t[RV_PHASE_N + 1];
	rv_status st;

	*run = (struct rv_run){.turn = run->turn};
	prepare(run, arena);
	if (noise) {
		run->skipped = rv_sv(noise);
		return RV_OK;
	}
	t[RV_PHASE_SEED] = rv_env_ticks(env);
	rv_resonance_seed(run, tokens, arena);
	t[RV_PHASE_RETRIEVE] = rv_env_ticks(env);
	st = rv_resonance_retrieve(s, run, tokens, arena, err);
	if (st != RV_OK)
		return st;
	t[RV_PHASE_FILTER] = rv_env_ticks(env);
	rv_resonance_filter(run, arena);
	t[RV_PHASE_LABEL] = rv_env_ticks(env);
	rv_resonance_label(run, arena);
	t[RV_PHASE_NARRATE] = rv_env_ticks(env);
	rv_resonance_narrate(run, arena);
	if (run->turn.rewriter)
		rv_resonance_rewrite(run, run->turn.rewriter,
				     (t[RV_PHASE_NARRATE] - t[RV_PHASE_SEED]) /
					     1000,
				     arena);
	t[RV_PHASE_INJECT] = rv_env_ticks(env);
	rv_resonance_inject(run, arena);
	t[RV_PHASE_N] = rv_env_ticks(env);
	for (int p = 0; p < RV_PHASE_N; p++)
		run->ms[p] = (double)(t[p + 1] - t[p]) / 1000;
	return RV_OK;
}
