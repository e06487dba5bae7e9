/* SPDX-License-Identifier: MIT */
/* Tokens and what they cost. */
#include "config.h"

#include "llm/account.h"

#include <string.h>

#include "base/time.h"

#define PER 1e6

static double
price_of(const struct rv_yaml *row, const char *key, double otherwise)
{
	double d;

	if (!rv_sv_to_double(rv_yaml_sv(rv_yaml_get(row, key)), &d) || d < 0)
		return otherwise;
	return d;
}

/* How many bytes of the name a row names, or -1. */
static ptrdiff_t
match(struct rv_sv pattern, struct rv_sv name)
{
	if (pattern.n && pattern.p[pattern.n - 1] == '*') {
		pattern.n--;
		return rv_sv_starts(name, pattern) ? (ptrdiff_t)pattern.n : -1;
	}
	return rv_sv_eq(pattern, name) ? (ptrdiff_t)name.n + 1 : -1;
}

/* The row with the longest matching name of the first table that has one, among
 * those that have this key; or NULL. */
static const struct rv_yaml *
row_of(const struct rv_yaml *const *tables, size_t n, const char *provider,
       const char *model, const char *key)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv name = rv_sv(rv_arena_printf(&arena, "%s/%s", provider,
						  model));
	const struct rv_yaml *found = NULL;
	ptrdiff_t best = -1;

	for (size_t i = 0; i < n && !found; i++) {
		const struct rv_yaml *row = tables[i] ? tables[i]->child : NULL;

		for (; row; row = row->next) {
			ptrdiff_t m = match(row->key, name);

			if (row->kind != RV_YAML_MAP || m <= best ||
			    !rv_yaml_get(row, key))
				continue;
			best = m;
			found = row;
		}
	}
	rv_arena_release(&arena);
	return found;
}

bool
rv_price_find(const struct rv_yaml *const *tables, size_t n,
	      const char *provider, const char *model, struct rv_price *out)
{
	const struct rv_yaml *row = row_of(tables, n, provider, model, "input");

	if (!row)
		return false;
	out->input = price_of(row, "input", 0);
	out->output = price_of(row, "output", out->input);
	out->cached = price_of(row, "cached", out->input);
	return true;
}

int64_t
rv_price_context(const struct rv_yaml *const *tables, size_t n,
		 const char *provider, const char *model)
{
	const struct rv_yaml *row =
		row_of(tables, n, provider, model, "context");
	int64_t v = 0;

	return row && rv_yaml_to_int(rv_yaml_get(row, "context"), &v) && v > 0
		       ? v
		       : 0;
}

double
rv_price_of(const struct rv_price *p, const struct rv_usage *u)
{
	int64_t cached = RV_MIN(u->cached, u->input);

	return ((double)(u->input - cached) * p->input +
		(double)cached * p->cached + (double)u->output * p->output) /
	       PER;
}

void
rv_account_init(struct rv_account *a, const struct rv_env *env,
		const char *use)
{
	*a = (struct rv_account){
		.env = env, .use = use, .lines = RV_BUF_INIT,
		.cost_known = true, .instead = RV_BUF_INIT,
	};
}

void
rv_account_release(struct rv_account *a)
{
	rv_buf_release(&a->lines);
	rv_buf_release(&a->instead);
}

static void
write_line(struct rv_account *a, const struct rv_chat_out *o, bool ok,
	   bool priced, double cost)
{
	struct rv_jw w;

	rv_jw_init(&w, &a->lines);
	rv_jw_object(&w, NULL);
	rv_jw_time(&w, "t", rv_env_now(a->env));
	rv_jw_str(&w, "use", a->use);
	if (a->run.n)
		rv_jw_sv(&w, "run", a->run);
	rv_jw_str(&w, "provider", o->provider);
	rv_jw_str(&w, "model", o->model);
	rv_jw_bool(&w, "ok", ok);
	rv_jw_str(&w, "stop", rv_stop_name(o->stop));
	rv_jw_bool(&w, "truncated", o->truncated);
	rv_jw_int(&w, "attempts", o->attempts);
	rv_jw_int(&w, "input", o->usage.input);
	rv_jw_int(&w, "cached", o->usage.cached);
	rv_jw_int(&w, "output", o->usage.output);
	rv_jw_int(&w, "reasoning", o->usage.reasoning);
	rv_jw_bool(&w, "estimated", o->usage.estimated);
	if (priced)
		rv_jw_double(&w, "cost", cost);
	else
		rv_jw_null(&w, "cost");
	rv_jw_int(&w, "ms", o->ms);
	rv_jw_end_object(&w);
	rv_buf_addc(&a->lines, '\n');
}

/* A model that was asked and another one after it. */
static void
add_failed(struct rv_account *a, const struct rv_chat_asked *m)
{
	const struct rv_chat_out as_chat = {
		.provider = m->provider, .model = m->model,
		.attempts = m->attempts, .ms = m->ms};

	a->calls++;
	a->failed++;
	write_line(a, &as_chat, false, true, 0);
}

void
rv_account_add(struct rv_account *a, const struct rv_chat_out *all, bool ok)
{
	struct rv_chat_out last = *all;
	const struct rv_chat_out *out = &last;
	struct rv_price p = {0};
	bool priced = out->provider &&
		      rv_price_find(a->tables, a->n_tables, out->provider,
				    out->model, &p);
	double cost = priced ? rv_price_of(&p, &out->usage) : 0;

	if (!out->attempts)
		return;
	for (size_t i = 0; i + 1 < all->n_asked; i++)
		add_failed(a, &all->asked[i]);
	if (all->n_asked) {
		last.attempts = all->asked[all->n_asked - 1].attempts;
		last.ms = all->asked[all->n_asked - 1].ms;
	}
	if (ok) {
		a->provider = out->provider;
		a->model = out->model;
		if (all->failed.n) {
			rv_buf_reset(&a->instead);
			rv_buf_addv(&a->instead, rv_buf_sv(&all->failed));
		}
	}
	a->calls++;
	a->failed += !ok;
	a->input += out->usage.input;
	a->output += out->usage.output;
	a->cost += cost;
	a->cost_known &= priced;
	a->estimated |= out->usage.estimated;
	write_line(a, out, ok, priced, cost);
}

void
rv_account_add_embed(struct rv_account *a, const struct rv_chat_target *t,
		     const struct rv_embed_out *out, bool batch, bool ok)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_chat_out as_chat = {
		.provider = t->provider,
		.model = batch ? rv_arena_printf(&arena, "%s#batch", t->model)
			       : t->model,
		.usage = out->usage, .attempts = out->attempts,
		.stop = ok ? RV_STOP_END : RV_STOP_NONE, .ms = out->ms,
	};

	rv_account_add(a, &as_chat, ok);
	rv_arena_release(&arena);
}

void
rv_account_sum(struct rv_sv lines, int64_t from, int64_t to,
	       struct rv_account_sum *out)
{
	struct rv_json_doc doc;
	struct rv_sv line;
	int64_t t;

	*out = (struct rv_account_sum){0};
	while (rv_sv_next_line(&lines, &line)) {
		const rv_json *cost;

		if (!line.n || rv_json_parse(line, &doc, NULL) != RV_OK)
			continue;
		if (rv_time_parse(rv_json_get_sv(doc.root, "t"), &t) &&
		    t >= from && t < to) {
			const rv_json *r = doc.root;

			out->calls++;
			out->failed += !rv_json_bool(rv_json_get(r, "ok"),
						     false);
			out->input += rv_json_int(rv_json_get(r, "input"), 0);
			out->output += rv_json_int(rv_json_get(r, "output"),
						   0);
			out->ms += rv_json_int(rv_json_get(r, "ms"), 0);
			cost = rv_json_get(r, "cost");
			out->cost += rv_json_double(cost, 0);
			out->unpriced += !rv_json_is_number(cost);
			out->estimated += rv_json_bool(
				rv_json_get(r, "estimated"), false);
		}
		rv_json_release(&doc);
	}
}
