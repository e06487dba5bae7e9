/* SPDX-License-Identifier: MIT */
/* Vectors of texts: the cache, batches, and what an answer must be. */
#include "config.h"

#include "llm/embed.h"

#include "base/flag.h"
#include "base/i18n.h"
#include "base/log.h"
#include "doc/estimate.h"
#include "llm/embed_priv.h"

/* A text that the cache does not have. */
struct miss {
	struct rv_sv text; /* redacted */
	struct rv_embed_key key;
	size_t at; /* in the caller's order */
};

static rv_status
too_big(struct rv__embed *e, size_t bytes, struct rv_failure *f)
{
	const char *why = rv_arena_printf(
		e->arena, _("a text has %zu KiB, and %zu are the most"),
		(bytes + 1023) >> 10, RV_EMBED_TEXT_MAX >> 10);

	return rv_failure_set(f, &e->target, e->arena, RV_E_TOOBIG, false, why,
			      _("split it into pieces"));
}

/* Vectors of one model have one length, today and before. */
static rv_status
check_space(struct rv__embed *e, size_t dim, struct rv_failure *f)
{
	const char *space, *why;
	size_t before = e->out->dim;

	space = rv_embed_space(&e->target, e->call.dimensions, e->arena);
	if (!before && e->call.cache)
		before = rv_embed_cache_dim(e->call.cache, space);
	if (!before || before == dim) {
		e->out->dim = dim;
		return RV_OK;
	}
	why = rv_arena_printf(e->arena,
			      _("its vectors have %zu numbers and had %zu "
				"before"),
			      dim, before);
	return rv_failure_set(f, &e->target, e->arena, RV_E_MODEL, false, why,
			      _("another model answers under this name: give "
				"it another memorySearch.model, or delete "
				".reverie/embeddings.bin"));
}

/* What is redacted, empty, or known already. */
static rv_status
look_up(struct rv__embed *e, const struct rv_sv *texts, size_t n,
	struct miss *misses, size_t *count, struct rv_failure *f)
{
	struct rv_embed_out *out = e->out;
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		struct miss m = {.at = i};
		size_t dim = 0;

		if (!rv_sv_trim(texts[i]).n) {
			out->skipped++;
			continue;
		}
		if (texts[i].n > RV_EMBED_TEXT_MAX)
			return too_big(e, texts[i].n, f);
		m.text = rv__embed_text(e, texts[i]);
		rv__embed_key(e, m.text, &m.key);
		if (e->call.cache)
			out->v[i] = rv_embed_cache_get(e->call.cache, &m.key,
						       &out->arena, &dim);
		if (!out->v[i]) {
			misses[(*count)++] = m;
			continue;
		}
		out->cached++;
		st = check_space(e, dim, f);
	}
	return st;
}

/* A cache that cannot be written costs money, no vectors. */
static void
keep(struct rv__embed *e, const struct miss *m, const struct rv_embed_rows *r)
{
	struct rv_embed_record *records;
	struct rv_err why = {0};

	if (!e->call.cache)
		return;
	records = rv_arena_array(e->arena, struct rv_embed_record, r->n);
	for (size_t i = 0; i < r->n; i++)
		records[i] = (struct rv_embed_record){m[i].key, r->v[i]};
	if (rv_embed_cache_add(e->call.cache,
			       rv_embed_space(&e->target, e->call.dimensions,
					      e->arena),
			       records, r->n, r->dim, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", why.msg);
}

static void
count_usage(struct rv__embed *e, const struct rv_usage *u,
	    const struct miss *m, size_t n)
{
	struct rv_usage *sum = &e->out->usage;

	sum->input += u->input;
	if (u->input > 0)
		return;
	sum->estimated = true;
	for (size_t i = 0; i < n; i++)
		sum->input += rv_estimate_tokens(m[i].text);
}

/* The vectors of an answer, checked. */
static rv_status
read_answer(struct rv__embed *e, const struct rv_json_doc *doc,
	    const struct miss *m, size_t n, struct rv_failure *f)
{
	struct rv_embed_rows rows = {
		.arena = &e->out->arena, .n = n,
		.v = rv_arena_array(e->arena, const float *, n)};
	struct rv_usage usage = {0};
	struct rv_err why = {0};
	rv_status st = e->provider->answer(doc->root, &rows, &usage, &why);

	if (st == RV_OK)
		st = rv_embed_rows_whole(&rows, &why);
	count_usage(e, &usage, m, n);
	if (st != RV_OK)
		return rv_failure_set(f, &e->target, e->arena, st, false,
				      why.msg, rv_failure_later());
	st = check_space(e, rows.dim, f);
	if (st != RV_OK)
		return st;
	rv__embed_normalise(&rows);
	keep(e, m, &rows);
	for (size_t i = 0; i < n; i++)
		e->out->v[m[i].at] = rows.v[i];
	return RV_OK;
}

static rv_status
one_request(struct rv__embed *e, const struct miss *m, size_t n,
	    struct rv_failure *f)
{
	struct rv_arena scratch = RV_ARENA_INIT;
	struct rv_sv *texts = rv_arena_array(&scratch, struct rv_sv, n);
	const struct rv_embed_ask ask = {
		.target = &e->target, .texts = texts, .n = n,
		.dimensions = e->call.dimensions, .purpose = e->call.purpose,
		.floats = e->call.floats, .old = e->old,
	};
	struct rv_http_request req = {0};
	struct rv_json_doc doc = {0};
	struct rv_err why = {0};
	rv_status st;

	for (size_t i = 0; i < n; i++)
		texts[i] = m[i].text;
	st = e->provider->request(&ask, &scratch, &req, &why);
	if (st != RV_OK)
		st = rv_failure_set(f, &e->target, e->arena, st, false,
				    why.msg, rv_failure_later());
	else
		st = rv__embed_send(e, &req, &doc, f);
	if (st == RV_OK) {
		st = read_answer(e, &doc, m, n, f);
		rv_json_release(&doc);
	}
	rv_arena_release(&scratch);
	return st;
}

/* How many of them go into the next request. */
static size_t
batch_of(const struct rv__embed *e, const struct miss *m, size_t n)
{
	size_t most = e->old ? 1 : e->call.batch_texts, bytes = 0, k = 0;

	while (k < n && k < most) {
		bytes += m[k].text.n;
		if (k && bytes > e->call.batch_bytes)
			break;
		k++;
	}
	return k;
}

static rv_status
ask_all(struct rv__embed *e, const struct miss *m, size_t n,
	struct rv_failure *f)
{
	rv_status st = RV_OK;
	size_t k;

	for (size_t at = 0; st == RV_OK && at < n; at += k) {
		k = batch_of(e, m + at, n - at);
		if (rv_flag_up(e->call.cancel))
			return RV_E_CANCELLED;
		st = one_request(e, m + at, k, f);
		if (st != RV_E_NO)
			continue;
		e->old = true;
		st = RV_OK;
		k = 0;
	}
	return st;
}

rv_status
rv_embed(const struct rv_embed_call *call, const struct rv_sv *texts, size_t n,
	 struct rv_embed_out *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	int64_t t0 = rv_env_ticks(call->env);
	struct rv_failure f;
	struct rv__embed e;
	struct miss *misses;
	size_t count = 0;
	rv_status st;

	*out = (struct rv_embed_out){.n = n};
	out->v = rv_arena_array(&out->arena, const float *, n + 1);
	misses = rv_arena_array(&arena, struct miss, n + 1);
	st = rv__embed_begin(&e, call, out, &arena, &f);
	if (st == RV_OK)
		st = look_up(&e, texts, n, misses, &count, &f);
	if (st == RV_OK)
		st = ask_all(&e, misses, count, &f);
	out->ms = (rv_env_ticks(call->env) - t0) / 1000;
	if (st != RV_OK)
		st = rv__embed_say(st, &f, err);
	rv_arena_release(&arena);
	return st;
}

const float *
rv_embed_known(const struct rv_embed_call *call, struct rv_sv text,
	       struct rv_arena *arena, size_t *dim)
{
	struct rv_embed_key key;
	struct rv_failure f;
	struct rv__embed e;

	if (!call->cache || !rv_sv_trim(text).n ||
	    rv__embed_begin(&e, call, NULL, arena, &f) != RV_OK)
		return NULL;
	rv__embed_key(&e, rv__embed_text(&e, text), &key);
	return rv_embed_cache_get(call->cache, &key, arena, dim);
}

void
rv_embed_release(struct rv_embed_out *out)
{
	rv_arena_release(&out->arena);
	out->v = NULL;
	out->n = 0;
}
