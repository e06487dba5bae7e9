/* SPDX-License-Identifier: MIT */
/* Turns and traces: rows made from the lines of traces.jsonl. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "engine/explain.h"
#include "engine/view_priv.h"
#include "resonance/resonance.h"
#include "store/traces.h"

rv_status
rv_view_turns(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_turns *out, struct rv_err *err)
{
	const struct rv_turn_row *rows;
	struct rv_turn_gauges g;
	size_t n;
	rv_status st;

	*out = (struct rv_view_turns){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = rv_turn_cache_rows(e, &rows, &n, &out->total, err);
	if (st != RV_OK)
		return st;
	out->items = rv_arena_array(arena, struct rv_view_turn, n ? n : 1);
	out->n = n;
	for (size_t i = 0; i < n; i++)
		rv_turn_copy(&rows[n - 1 - i], arena, &out->items[i]);
	rv_turn_gauges(rows, n, &g);
	memcpy(out->in_histogram, g.in_histogram, sizeof(g.in_histogram));
	out->surfaced_percent = g.surfaced_percent;
	out->distinct_percent = g.distinct_percent;
	return RV_OK;
}

static const char *
known_verdict(struct rv_sv code, struct rv_sv *sentence)
{
	for (int v = 0; v < RV_VERDICT_N; v++)
		if (rv_sv_is(code, rv_verdict_code((enum rv_verdict)v))) {
			*sentence = rv_sv(rv_verdict_sentence(
				(enum rv_verdict)v));
			return rv_verdict_code((enum rv_verdict)v);
		}
	*sentence = RV_SV_NONE;
	return "?";
}

static bool
is_injected(const char *code)
{
	return !strcmp(code, "in") || !strcmp(code, "late");
}

static void
fill_against(const rv_json *o, struct rv_view_candidate *c)
{
	const rv_json *list = rv_json_get(o, "against");
	struct rv_sv sentence;

	for (const rv_json *a = rv_json_first(list); a; a = rv_json_next(a))
		if (c->n_against < RV_VIEW_AGAINST)
			c->against[c->n_against++] =
				known_verdict(rv_json_sv(a), &sentence);
	if (!list && !c->injected)
		c->against[c->n_against++] = c->verdict;
}

/* The words of a list with ", " between; `all` may be more than it names. */
static struct rv_sv
join_words(const rv_json *list, int all, struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT;

	for (const rv_json *w = rv_json_first(list); w; w = rv_json_next(w)) {
		rv_buf_adds(&b, b.n > 0 ? ", " : "");
		rv_buf_addv(&b, rv_json_sv(w));
	}
	if (b.n > 0 && (size_t)all > rv_json_size(list))
		rv_buf_adds(&b, ", ...");
	return rv_buf_detach_in(a, &b);
}

static void
fill_words(const rv_json *o, struct rv_arena *a, struct rv_view_candidate *c)
{
	int all = (int)rv_json_int(rv_json_get(o, "shared"), 0);

	c->knows_words = rv_json_get(o, "words") != NULL;
	c->n_words = (int)rv_json_int(rv_json_get(o, "shared_message"), 0);
	c->n_before = all - c->n_words;
	c->words = join_words(rv_json_get(o, "words"), c->n_words, a);
	c->before = join_words(rv_json_get(o, "before"), c->n_before, a);
}

static void
fill_candidate(const rv_json *o, struct rv_arena *a,
	       struct rv_view_candidate *c)
{
	*c = (struct rv_view_candidate){
		.id = rv_sv_dup_in(a, rv_json_get_sv(o, "id")),
		.ref = rv_sv_dup_in(a, rv_json_get_sv(o, "ref")),
		.path = rv_sv_dup_in(a, rv_json_get_sv(o, "path")),
		.letter = rv_view_letter(rv_json_get_sv(o, "layer")),
		.line = rv_json_int(rv_json_get(o, "line"), 0),
		.time = RV_UNDATED,
		.why = rv_sv_dup_in(a, rv_json_get_sv(o, "why")),
		.label = rv_sv_dup_in(a, rv_json_get_sv(o, "label")),
		.text = rv_sv_dup_in(a, rv_json_get_sv(o, "text")),
		.session = rv_sv_dup_in(a, rv_json_get_sv(o, "session")),
		.role = rv_sv_dup_in(a, rv_json_get_sv(o, "role")),
		.name = rv_sv_dup_in(a, rv_json_get_sv(o, "name")),
		.origin = rv_sv_dup_in(a, rv_json_get_sv(o, "origin")),
		.score = rv_json_double(rv_json_get(o, "score"), 0),
		.number = rv_json_double(rv_json_get(o, "number"), 0),
		.query = (int)rv_json_int(rv_json_get(o, "query"), 0),
		.rank = (int)rv_json_int(rv_json_get(o, "rank"), 0),
		.same = rv_sv_dup_in(a, rv_json_get_sv(o, "same")),
		.rarest = rv_sv_dup_in(a, rv_json_get_sv(o, "rarest")),
		.rarity = rv_json_double(rv_json_get(o, "rarity"), 1),
		.echo_back = (int)rv_json_int(rv_json_get(o, "echo_back"), 0),
		.echo_run = rv_json_int(rv_json_get(o, "echo_run"), 0),
		.boosted = rv_json_bool(rv_json_get(o, "boosted"), false),
		.undated = rv_json_bool(rv_json_get(o, "undated"), false),
	};
	(void)rv_time_parse(rv_json_get_sv(o, "time"), &c->time);
	c->verdict = known_verdict(rv_json_get_sv(o, "verdict"), &c->sentence);
	c->injected = is_injected(c->verdict);
	fill_against(o, c);
	fill_words(o, a, c);
}

static void
fill_counts(const rv_json *verdicts, struct rv_arena *a,
	    struct rv_view_trace *out)
{
	int64_t sum = 0;
	struct rv_sv sentence;

	out->counts = rv_arena_array(a, struct rv_view_verdict_count,
				     rv_json_size(verdicts) + 1);
	for (const rv_json *v = rv_json_first(verdicts); v;
	     v = rv_json_next(v)) {
		int64_t n = rv_json_int(v, 0);
		sum += n;
		if (n > 0)
			out->counts[out->n_counts++] =
				(struct rv_view_verdict_count){
					known_verdict(rv_sv(rv_json_key(v)),
						      &sentence),
					n};
	}
	out->adds_up = sum == out->turn.unique &&
		       (int64_t)out->n == out->turn.unique;
}

static int64_t
count_of(const struct rv_view_trace *t, const char *code)
{
	for (size_t i = 0; i < t->n_counts; i++)
		if (!strcmp(t->counts[i].code, code))
			return t->counts[i].n;
	return 0;
}

/* Short lines under each phase of the strip. */
static void
describe_phases(const rv_json *o, struct rv_arena *a, struct rv_view_trace *t)
{
	const rv_json *ms = rv_json_get(o, "ms");
	const rv_json *entities = rv_json_get(o, "entities");
	int64_t entity_n = (int64_t)rv_json_size(entities), undated = 0;
	int64_t pages = 0;

	for (int p = 0; p < RV_PHASE_N; p++) {
		t->phases[p].name = rv_phase_name((enum rv_phase)p);
		t->phases[p].ms =
			rv_json_double(rv_json_get(ms, t->phases[p].name), 0);
	}
	for (size_t i = 0; i < t->n; i++) {
		undated += t->cands[i].injected && t->cands[i].undated;
		pages += t->cands[i].path.n && t->cands[i].id.n &&
			 t->cands[i].id.p[0] != 'e';
	}
#define LINE(p, i, ...) \
	(t->phases[p].lines[i] = rv_sv(rv_arena_printf(a, __VA_ARGS__)))
	LINE(0, 0, P_("%d query", "%d queries", t->n_queries),
	     (int)t->n_queries);
	LINE(0, 1, P_("%d name", "%d names", entity_n), (int)entity_n);
	LINE(1, 0, _("%d unique"), (int)t->turn.unique);
	LINE(1, 1, P_("%d page", "%d pages", pages), (int)pages);
	LINE(2, 0, _("%d kept"),
	     (int)(t->turn.in + count_of(t, "budget")));
	LINE(2, 1, _("%d dropped"),
	     (int)(t->turn.unique - t->turn.in - count_of(t, "budget")));
	LINE(3, 0, _("%d dated"), (int)(t->turn.in - undated));
	LINE(3, 1, _("%d undated"), (int)undated);
	LINE(4, 0, _("%d quoted"), (int)t->turn.in);
	LINE(4, 1, _("no model"));
	LINE(5, 0, _("%d in"), (int)t->turn.in);
	LINE(5, 1, _("%d/%d tok"), (int)t->block_tokens,
	     (int)t->token_budget);
#undef LINE
}

/* What the turn was made with; older traces did not say. */
static int64_t
limit_of(struct rv_engine *e, const rv_json *o, const char *name,
	 const char *config)
{
	return rv_json_int(rv_json_get(rv_json_get(o, "limits"), name),
			   rv_config_int(&e->config, config));
}

static void
fill_trace(struct rv_engine *e, const rv_json *o, int64_t run,
	   struct rv_arena *a, struct rv_view_trace *out)
{
	const rv_json *cands = rv_json_get(o, "candidates");
	const rv_json *q = rv_json_first(rv_json_get(o, "queries"));
	const rv_json *ms = rv_json_get(o, "ms");
	size_t at = 0;

	out->turn.run = run;
	out->turn.time = RV_UNDATED;
	(void)rv_time_parse(rv_json_get_sv(o, "time"), &out->turn.time);
	out->turn.session = rv_sv_dup_in(a, rv_json_get_sv(o, "session"));
	out->turn.message = rv_sv_dup_in(a, rv_json_get_sv(o, "message"));
	out->turn.skipped = rv_sv_dup_in(a, rv_json_get_sv(o, "skipped"));
	out->turn.in = rv_json_int(rv_json_get(o, "in"), 0);
	out->turn.unique = rv_json_int(rv_json_get(o, "unique"), 0);
	for (const rv_json *m = rv_json_first(ms); m; m = rv_json_next(m))
		out->turn.ms += rv_json_double(m, 0);
	for (; q && out->n_queries < 3; q = rv_json_next(q))
		out->queries[out->n_queries++] =
			rv_sv_dup_in(a, rv_json_sv(q));
	out->n = rv_json_size(cands);
	out->cands = rv_arena_array(a, struct rv_view_candidate,
				    out->n ? out->n : 1);
	for (const rv_json *c = rv_json_first(cands); c; c = rv_json_next(c))
		fill_candidate(c, a, &out->cands[at++]);
	out->block = rv_sv_dup_in(a, rv_json_get_sv(o, "block"));
	out->block_tokens = rv_json_int(rv_json_get(o, "block_tokens"), 0);
	out->token_budget = limit_of(e, o, "tokens", "resonance.tokens");
	out->limit_max = (int)limit_of(e, o, "max", "resonance.max");
	out->limit_echo = (int)limit_of(e, o, "echo", "resonance.echo");
	fill_counts(rv_json_get(o, "verdicts"), a, out);
	describe_phases(o, a, out);
	rv_explain(out, a);
}

rv_status
rv_view_trace(struct rv_engine *e, int64_t run, struct rv_arena *arena,
	      struct rv_view_trace *out, struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT;
	struct rv_json_doc doc;
	rv_status st = rv_trace_get(e->store, run, &line, err);

	*out = (struct rv_view_trace){0};
	if (st == RV_OK)
		st = rv_json_parse(rv_buf_sv(&line), &doc, err);
	if (st == RV_OK) {
		out->json = rv_sv_dup_in(arena, rv_buf_sv(&line));
		fill_trace(e, doc.root, run, arena, out);
		rv_json_release(&doc);
	}
	rv_buf_release(&line);
	return st;
}
