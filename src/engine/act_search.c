/* SPDX-License-Identifier: MIT */
/* search: hits for a query. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "recall/lexical.h"
#include "store/search.h"

#define K_DEFAULT 10
#define K_MAX 1000

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

static void
write_hit(struct rv_jw *w, const struct rv_item *it, int rank)
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
		rv_jw_double(w, "bm25", it->score);
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
	struct rv_lexical_query q = {.as_of = RV_UNDATED};
	bool explain = rv_args_has(args, "explain");
	int64_t start = rv_env_ticks(env);
	struct rv_item *items;
	struct rv_jw w;
	size_t n = 0;
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
	s = rv_lexical_search(e->store, e->tokens, &q, &arena, &items, &n,
			      err);
	if (s != RV_OK)
		goto out;
	rv_act_begin(&w, json);
	rv_jw_array(&w, "hits");
	for (size_t i = 0; i < n; i++)
		write_hit(&w, &items[i], explain ? (int)i + 1 : 0);
	rv_jw_end_array(&w);
	if (explain)
		s = write_terms(e, &w, q.text, &arena, err);
	rv_jw_double(&w, "ms", (double)(rv_env_ticks(env) - start) / 1000.0);
	rv_act_end(&w);
	if (s == RV_OK && n == 0)
		s = rv_fail(err, RV_E_NO,
			    _("search: nothing has these words; try fewer or "
			      "others"));
out:
	rv_arena_release(&arena);
	return s;
}
