/* SPDX-License-Identifier: MIT */
/* search: hits for a query. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/vectors.h"
#include "recall/lexical.h"

#define K_DEFAULT 10
#define K_MAX 1000
/* Somebody waits for the answer: a server that is slow is not waited for. */
#define QUERY_CONNECT_MS 2000
#define QUERY_TOTAL_MS 10000

static rv_status
read_layers(const struct rv_args *args, unsigned *out, struct rv_err *err)
{
	enum rv_layer layer;

	for (size_t i = 0; i < args->n; i++) {
		if (strcmp(args->items[i].name, "layer") != 0)
			continue;
		if (!rv_layer_parse(rv_sv(args->items[i].value), &layer))
			return rv_fail(err, RV_E_USAGE,
				       _("search --layer %.40s: there is no "
					 "such layer; give live, raw, wiki, "
					 "derived or story"),
				       args->items[i].value);
		*out |= 1u << layer;
	}
	return RV_OK;
}

/* What was found, and by what. */
struct found {
	struct rv_item *items;
	size_t n;
	bool semantic; /* by vectors; the score is a cosine */
	const char *space; /* of the vectors, NULL: they were not looked at */
	struct rv_semantic_seen seen;
	const char *note; /* why not, or what is missing; NULL: nothing */
};

/* By the vectors; where that cannot be, f->note says why. */
static rv_status
by_meaning(struct rv_engine *e, const struct rv_recall_query *q,
	   struct rv_arena *arena, struct found *f, struct rv_err *err)
{
	struct rv_embed_call call;
	struct rv_embed_out out = {0};
	struct rv_err why = {0};
	struct rv_vectors v;
	rv_status s = RV_OK;

	rv_vectors_open(e, "search", &v);
	if (!v.llm.n) {
		f->note = rv_sv_cstr_in(arena, v.llm.warning);
		goto out;
	}
	f->space = rv_sv_cstr_in(arena, rv_sv(rv_vectors_space(&v)));
	if (!rv_embed_cache_count(v.call.cache)) {
		f->note = _("There are no vectors yet, so this is by words; "
			    "`reverie embed` makes them.");
		goto out;
	}
	call = v.call;
	call.purpose = RV_EMBED_QUERY;
	call.attempts = 1;
	call.connect_ms = QUERY_CONNECT_MS;
	call.idle_ms = call.total_ms = QUERY_TOTAL_MS;
	if (rv_vectors_ask(&v, &call, &q->text, 1, &out, &why) != RV_OK)
		f->note = rv_arena_printf(
			arena, _("By words, since the query has no vector: %s"),
			why.msg);
	else
		s = rv_semantic_search(e->store, &v.call, q, out.v[0], out.dim,
				       arena, &f->items, &f->n, &f->seen, err);
	f->semantic = s == RV_OK && !f->note && f->seen.vectors > 0;
	if (s == RV_OK && !f->note && !f->seen.vectors)
		f->note = _("Nothing here has a vector of this model, so this "
			    "is by words; `reverie embed` makes them.");
	else if (f->semantic && f->seen.vectors < f->seen.documents)
		f->note = rv_arena_printf(
			arena,
			_("%lld of %lld documents have a vector; `reverie "
			  "embed` makes the others."),
			(long long)f->seen.vectors,
			(long long)f->seen.documents);
	rv_embed_release(&out);
out:
	rv_vectors_close(&v);
	return s;
}

static void
write_semantic(struct rv_jw *w, const struct found *f)
{
	rv_jw_object(w, "semantic");
	rv_jw_bool(w, "used", f->semantic);
	rv_jw_str(w, "model", f->space);
	rv_jw_int(w, "documents", f->seen.documents);
	rv_jw_int(w, "vectors", f->seen.vectors);
	rv_jw_str(w, "note", f->note);
	rv_jw_end_object(w);
}

static void
write_hit(struct rv_jw *w, const struct rv_item *it, const char *feature,
	  int rank)
{
	rv_jw_object(w, NULL);
	rv_act_sv_or_null(w, "ref", it->ref);
	rv_act_sv_or_null(w, "episode", it->episode ? it->id : RV_SV_NONE);
	rv_act_sv_or_null(w, "session", it->session);
	rv_jw_str(w, "layer", rv_layer_name(it->layer));
	rv_act_sv_or_null(w, "path", it->path);
	rv_jw_int(w, "line", it->line);
	rv_jw_time(w, "time", it->time);
	rv_jw_double(w, "score", it->score);
	rv_act_sv_or_null(w, "role", it->role);
	rv_act_sv_or_null(w, "name", it->name);
	rv_act_sv_or_null(w, "title", it->title);
	rv_jw_sv(w, "text", it->text);
	if (rank) {
		rv_jw_object(w, "features");
		rv_jw_double(w, feature, it->score);
		rv_jw_end_object(w);
		rv_jw_int(w, "rank", rank);
	}
	rv_jw_end_object(w);
}

static rv_status
write_terms(struct rv_engine *e, struct rv_jw *w, struct rv_sv query,
	    struct rv_arena *arena, struct rv_err *err)
{
	struct rv_token *t;
	int64_t documents = 0;
	rv_status s = RV_OK;
	size_t n;

	t = rv_tokens_of(e->tokens, query, arena, &n);
	rv_jw_array(w, "terms");
	for (size_t i = 0; i < n && s == RV_OK; i++) {
		s = rv_store_frequency(e->store, t[i].stem, &documents, err);
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "word", t[i].word);
		rv_jw_sv(w, "stem", t[i].stem);
		rv_jw_bool(w, "stop", t[i].stop);
		rv_jw_int(w, "documents", documents);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
	rv_jw_object(w, "weights");
	rv_jw_double(w, "text", 1.0);
	rv_jw_end_object(w);
	return s;
}

rv_status
rv_act_search(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_recall_query q = {.as_of = RV_UNDATED};
	bool explain = rv_args_has(args, "explain");
	bool semantic = rv_args_has(args, "semantic");
	int64_t start = rv_env_ticks(env);
	struct found f = {0};
	struct rv_jw w;
	rv_status s;

	(void)door;
	s = rv_act_operand(args, "QUERY", &q.text, err);
	if (s == RV_OK)
		s = rv_args_int(args, "limit", K_DEFAULT, &q.k, err);
	if (s == RV_OK && q.k < 1)
		s = rv_fail(err, RV_E_USAGE,
			    _("search --limit: it is less than 1; give how "
			      "many hits to show at most"));
	if (s == RV_OK)
		s = rv_act_time(args, "as-of", RV_UNDATED, &q.as_of, err);
	if (s == RV_OK)
		s = read_layers(args, &q.layers, err);
	if (s != RV_OK)
		return s;
	q.k = RV_MIN(q.k, K_MAX);
	if (semantic)
		s = by_meaning(e, &q, &arena, &f, err);
	if (s == RV_OK && !f.semantic)
		s = rv_lexical_search(e->store, e->tokens, &q, &arena,
				      &f.items, &f.n, err);
	if (s != RV_OK)
		goto out;
	rv_act_begin(&w, json);
	rv_jw_array(&w, "hits");
	for (size_t i = 0; i < f.n; i++)
		write_hit(&w, &f.items[i], f.semantic ? "cosine" : "bm25",
			  explain ? (int)i + 1 : 0);
	rv_jw_end_array(&w);
	if (explain)
		s = write_terms(e, &w, q.text, &arena, err);
	if (semantic)
		write_semantic(&w, &f);
	rv_jw_double(&w, "ms", (double)(rv_env_ticks(env) - start) / 1000.0);
	rv_act_end(&w);
	if (s == RV_OK && f.n == 0)
		s = rv_fail(err, RV_E_NO,
			    _("search: nothing has these words; try fewer or "
			      "others"));
out:
	rv_arena_release(&arena);
	return s;
}
