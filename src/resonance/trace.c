/* SPDX-License-Identifier: MIT */
/* The record of one run: every phase, every candidate. */
#include "config.h"

#include "base/json.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "resonance/resonance.h"

#define EXCERPT 400 /* characters */

static void
add_excerpt(struct rv_jw *w, const char *key, struct rv_sv text)
{
	struct rv_buf mended = RV_BUF_INIT, masked = RV_BUF_INIT;
	struct rv_sv v;
	size_t i = 0;

	/* the mask needs to see a secret whole, so it comes before the cut */
	v = rv_sv_slice(text, 0, rv_utf8_floor(text, EXCERPT * 64));
	rv_utf8_mend(v, &mended);
	rv_redact(rv_buf_sv(&mended), &masked);
	v = rv_buf_sv(&masked);
	for (int n = 0; n < EXCERPT && i < v.n; n++)
		(void)rv_utf8_next(v, &i);
	rv_jw_sv(w, key, rv_sv_slice(v, 0, i));
	rv_buf_release(&mended);
	rv_buf_release(&masked);
}

static void
add_text(struct rv_jw *w, const char *key, struct rv_sv v)
{
	if (v.n)
		rv_jw_sv(w, key, v);
	else
		rv_jw_null(w, key);
}

static void
add_seed(struct rv_jw *w, const struct rv_seed *seed)
{
	rv_jw_array(w, "queries");
	for (size_t i = 0; i < seed->n_queries; i++)
		rv_jw_sv(w, NULL, seed->queries[i].text);
	rv_jw_end_array(w);
	rv_jw_array(w, "entities");
	for (size_t i = 0; i < seed->n_entities; i++)
		rv_jw_sv(w, NULL, seed->entities[i]);
	rv_jw_end_array(w);
	rv_jw_array(w, "stems");
	for (size_t i = 0; i < seed->n_stems; i++) {
		const struct rv_stem *stem = &seed->stems[i];

		/* those of the history only where they met something */
		if (!stem->message && stem->documents == 0)
			continue;
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "stem", stem->stem);
		rv_jw_bool(w, "message", stem->message);
		rv_jw_int(w, "documents", stem->documents);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

static void
add_item(struct rv_jw *w, const struct rv_item *item)
{
	rv_jw_sv(w, "id", item->id);
	add_text(w, "ref", item->ref);
	if (item->episode)
		rv_jw_sv(w, "episode", item->id);
	else
		rv_jw_null(w, "episode");
	rv_jw_str(w, "layer", rv_layer_name(item->layer));
	add_text(w, "path", item->path);
	if (item->line > 0)
		rv_jw_int(w, "line", item->line);
	else
		rv_jw_null(w, "line");
	add_text(w, "session", item->session);
	rv_jw_time(w, "time", item->time);
	add_text(w, "role", item->role);
	add_text(w, "name", item->name);
	rv_jw_str(w, "origin", rv_origin_name(item->origin));
	rv_jw_double(w, "score", item->score);
}

/* Those of the message, and those of what was said before it. */
static void
add_words(struct rv_jw *w, const struct rv_candidate *c)
{
	static const char *const keys[] = {"before", "words"};

	for (int message = 1; message >= 0; message--) {
		rv_jw_array(w, keys[message]);
		for (int i = 0; i < c->n_words; i++)
			if (c->words_message[i] == message)
				rv_jw_sv(w, NULL, c->words[i]);
		rv_jw_end_array(w);
	}
	rv_jw_int(w, "shared_message", c->shared_message);
}

static void
add_candidate(struct rv_jw *w, const struct rv_candidate *c)
{
	rv_jw_object(w, NULL);
	add_item(w, &c->item);
	rv_jw_int(w, "query", c->query);
	rv_jw_int(w, "rank", c->rank);
	rv_jw_bool(w, "boosted", c->boosted);
	rv_jw_int(w, "echo_back", c->echo_back);
	rv_jw_int(w, "echo_run", c->echo_run);
	if (c->same.n)
		rv_jw_sv(w, "same", c->same);
	add_words(w, c);
	rv_jw_int(w, "shared", c->shared);
	add_text(w, "rarest", c->rarest);
	rv_jw_double(w, "rarity", c->rarity);
	rv_jw_str(w, "verdict", rv_verdict_code(c->verdict));
	rv_jw_array(w, "against");
	for (int v = 0; v < RV_VERDICT_N; v++)
		if (c->against & UINT32_C(1) << v)
			rv_jw_str(w, NULL, rv_verdict_code((enum rv_verdict)v));
	rv_jw_end_array(w);
	rv_jw_double(w, "number", c->number);
	rv_jw_sv(w, "why", c->why);
	add_text(w, "label", c->label);
	add_excerpt(w, "text", c->item.text);
	rv_jw_bool(w, "undated", c->undated);
	rv_jw_end_object(w);
}

void
rv_resonance_engines(const struct rv_run *run, struct rv_buf *out)
{
	const char *state = run->documents > 0 ? "ok" : "empty";
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_array(&w, NULL);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "name", "lexical");
	rv_jw_str(&w, "state", run->skipped.n ? "skipped" : state);
	rv_jw_int(&w, "count", (int64_t)run->n);
	rv_jw_end_object(&w);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "name", "facts");
	rv_jw_str(&w, "state", "empty");
	rv_jw_int(&w, "count", 0);
	rv_jw_end_object(&w);
	if (run->model_state) {
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "name", "model");
		rv_jw_str(&w, "state", run->model_state);
		if (run->model_why.n)
			rv_jw_sv(&w, "why", run->model_why);
		rv_jw_int(&w, "count", run->counts[RV_VERDICT_IN]);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
}

static void
add_counts(struct rv_jw *w, const struct rv_run *run)
{
	rv_jw_object(w, "verdicts");
	for (int v = 0; v < RV_VERDICT_N; v++)
		if (run->counts[v] > 0)
			rv_jw_int(w, rv_verdict_code((enum rv_verdict)v),
				  run->counts[v]);
	rv_jw_end_object(w);
	rv_jw_int(w, "unique", (int64_t)run->n);
	rv_jw_int(w, "in",
		  run->counts[RV_VERDICT_IN] + run->counts[RV_VERDICT_LATE]);
}

void
rv_resonance_trace(const struct rv_run *run, struct rv_buf *out)
{
	struct rv_buf engines = RV_BUF_INIT;
	struct rv_jw w;

	rv_resonance_engines(run, &engines);
	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_time(&w, "time", run->turn.now);
	rv_jw_sv(&w, "session", run->turn.session);
	add_excerpt(&w, "message", run->turn.message);
	add_text(&w, "skipped", run->skipped);
	rv_jw_time(&w, "now", run->turn.now);
	rv_jw_int(&w, "seed", (int64_t)run->turn.seed);
	rv_jw_object(&w, "limits");
	rv_jw_int(&w, "max", run->turn.max);
	rv_jw_int(&w, "echo", run->turn.echo);
	rv_jw_int(&w, "tokens", run->turn.tokens);
	rv_jw_end_object(&w);
	add_seed(&w, &run->seed);
	rv_jw_raw(&w, "engines", rv_buf_sv(&engines));
	rv_jw_int(&w, "documents", run->documents);
	rv_jw_array(&w, "candidates");
	for (size_t i = 0; i < run->n; i++)
		add_candidate(&w, &run->cands[i]);
	rv_jw_end_array(&w);
	add_counts(&w, run);
	rv_jw_sv(&w, "block", run->block);
	rv_jw_int(&w, "block_tokens", run->block_tokens);
	rv_jw_object(&w, "ms");
	for (int p = 0; p < RV_PHASE_N; p++)
		rv_jw_double(&w, rv_phase_name((enum rv_phase)p), run->ms[p]);
	rv_jw_end_object(&w);
	rv_jw_end_object(&w);
	rv_buf_release(&engines);
}
