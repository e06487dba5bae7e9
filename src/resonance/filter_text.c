/* SPDX-License-Identifier: MIT */
/* What the text of a candidate decides alone. */
#include "config.h"

#include "base/utf8.h"
#include "intake/noise.h"
#include "resonance/resonance_priv.h"

#define LOOK_BYTES ((size_t)16 * 1024)
#define REACH 6 /* words between "ignore" and "instructions" */

/* Folded.  The place in a table is the number that the trace shows. */
static const char *const marks[] = {
	"<|im_start",  "<|im_end",	    "<|system",
	"<|user",      "<|assistant",	    "<|eot_id",
	"[inst]",      "<<sys>>",	    "<system>",
	"</system>",   "<system-reminder>", "[system]",
	"指示を無視",  "指示は無視",	    "命令を無視",
	"忽略之前的",  "忽略以上",	    "忽略先前的",
	"지시를 무시",
};
static const char *const verbs[] = {
	"ignore",    "disregard",   "forget",	    "override", "bypass",
	"игнорируй", "игнорируйте", "проигнорируй", "забудь",	"забудьте",
};
static const char *const qualifiers[] = {
	"previous", "prior",	  "above",   "earlier", "preceding", "all",
	"your",	    "предыдущие", "прежние", "все",	"прошлые",   "свои",
};
static const char *const nouns[] = {
	"instruction", "instructions", "prompt",     "prompts",
	"guidelines",  "rules",	       "directives", "инструкции",
	"указания",    "правила",      "промпт",
};

#define ONE_OF(word, table) one_of((word), (table), ARRAY_LEN(table))

static bool
one_of(struct rv_sv word, const char *const *table, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (rv_sv_is(word, table[i]))
			return true;
	return false;
}

/* "ignore all previous instructions" and its like, in this order. */
static bool
commands(struct rv_sv folded)
{
	struct rv_sv word;
	size_t at = 0;
	int since_verb = REACH;
	bool qualified = false, any = false;

	/* cutting words is slow and nearly no text needs it */
	for (size_t i = 0; i < ARRAY_LEN(verbs) && !any; i++)
		any = rv_sv_has(folded, rv_sv(verbs[i]));
	if (!any)
		return false;
	while (rv_word_next(folded, &at, &word)) {
		if (ONE_OF(word, verbs)) {
			since_verb = 0;
			qualified = false;
			continue;
		}
		if (++since_verb > REACH)
			continue;
		if (ONE_OF(word, qualifiers))
			qualified = true;
		else if (qualified && ONE_OF(word, nouns))
			return true;
	}
	return false;
}

/* Rule that calls the text an instruction, 0 when none does. */
static int
instruction_rule(struct rv_sv folded)
{
	if (commands(folded))
		return 1;
	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (rv_sv_has(folded, rv_sv(marks[i])))
			return (int)i + 2;
	return 0;
}

/* An injected block that came back with a transcript. */
static bool
is_injected_block(struct rv_sv text)
{
	struct rv_sv rest = text, line;
	bool head = false;

	while (rv_sv_next_line(&rest, &line)) {
		if (head && rv_sv_starts(line, RV_SV("- ")))
			return true;
		head = rv_sv_is(rv_sv_trim(line), "[SUBCONSCIOUS RESONANCE]");
	}
	return false;
}

static bool
has_letters(struct rv_sv text)
{
	size_t i = 0;

	while (i < text.n) {
		uint32_t cp = rv_utf8_next(text, &i);

		if (cp != RV_REPLACEMENT &&
		    (rv_is_letter(cp) || rv_is_number(cp)))
			return true;
	}
	return false;
}

static const char *
noise_of(const struct rv_item *item)
{
	const char *reason = NULL;

	if (!item->episode)
		return NULL;
	reason = rv_noise_session(item->session);
	if (!reason && rv_sv_is(item->role, "user"))
		reason = rv_noise_prompt(item->text);
	if (!reason && rv_sv_is(item->role, "assistant"))
		reason = rv_noise_reply(item->text);
	return reason;
}

void
rv__filter_text(struct rv_candidate *c, struct rv_arena *arena)
{
	struct rv_sv text = rv_sv_trim(c->item.text);
	struct rv_buf folded = RV_BUF_INIT;
	const char *noise = noise_of(&c->item);
	int rule;

	if (noise) {
		rv__judge(c, arena, RV_VERDICT_NOISE, 1,
			  "1 noise rule names it (%s)", noise);
		return;
	}
	if (is_injected_block(text)) {
		rv__judge(c, arena, RV_VERDICT_LOOP, 1,
			  "holds 1 block that was put into a prompt before");
		return;
	}
	if (rv_sv_starts(text, RV_SV("{")) && rv_sv_ends(text, RV_SV("}"))) {
		rv__judge(c, arena, RV_VERDICT_JSON, (double)text.n,
			  "%zu bytes of raw data, not language", text.n);
		return;
	}
	if (!has_letters(text)) {
		rv__judge(c, arena, RV_VERDICT_EMPTYKEY, 0,
			  "has 0 letters or digits to compare");
		return;
	}
	rv_utf8_fold(rv_sv_slice(text, 0, rv_utf8_floor(text, LOOK_BYTES)),
		     &folded);
	rule = instruction_rule(rv_buf_sv(&folded));
	rv_buf_release(&folded);
	if (rule)
		rv__judge(c, arena, RV_VERDICT_QUARANTINE, rule,
			  "reads like an instruction to the agent (pattern "
			  "%d)",
			  rule);
}
