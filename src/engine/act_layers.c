/* SPDX-License-Identifier: MIT */
/* layers, lint and live: what is there, what is wrong, what is so now. */
#include "config.h"

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/scan.h"
#include "engine/view_priv.h"
#include "trust/lint.h"
#include "trust/live.h"

static const char *
layer_name(char letter)
{
	static const char *const names[] = {"live", "raw", "wiki", "derived",
					    "story"};
	static const char letters[] = "LRWDS";

	for (size_t i = 0; letters[i]; i++)
		if (letters[i] == letter)
			return names[i];
	return "derived";
}

static void
write_row(struct rv_jw *w, const struct rv_view_tree_row *r)
{
	const char trust[2] = {r->trust, '\0'};

	rv_jw_object(w, NULL);
	rv_jw_str(w, "layer", layer_name(r->letter));
	rv_jw_sv(w, "path", r->path);
	rv_jw_sv(w, "title", r->title);
	rv_jw_int(w, "bytes", r->bytes);
	rv_jw_int(w, "tokens", r->tokens);
	rv_jw_time(w, "updated", r->updated);
	rv_jw_str(w, "trust", r->trust == ' ' ? NULL : trust);
	rv_act_sv_or_null(w, "type", r->type);
	rv_act_sv_or_null(w, "status", r->status);
	rv_jw_int(w, "links", r->links);
	rv_jw_int(w, "backlinks", r->backlinks);
	rv_act_sv_or_null(w, "stale", r->stale);
	rv_act_sv_or_null(w, "contradiction", r->contradiction);
	rv_act_sv_or_null(w, "same_name", r->same_name);
	rv_act_sv_or_null(w, "twin", r->twin);
	rv_act_sv_or_null(w, "copy", r->copy);
	rv_act_sv_or_null(w, "proposal", r->proposal);
	rv_act_sv_or_null(w, "feeds", r->feeds);
	if (r->unread)
		rv_jw_bool(w, "unread", true);
	if (r->broken)
		rv_jw_bool(w, "broken", true);
	rv_jw_end_object(w);
}

rv_status
rv_act_layers(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	const char *only = rv_args_get(args, "layer");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_layers v;
	enum rv_layer layer;
	struct rv_jw w;
	rv_status s = RV_OK;

	(void)env;
	(void)door;
	if (only && !rv_layer_parse(rv_sv(only), &layer))
		s = rv_fail(err, RV_E_USAGE,
			    _("layers --layer %.40s: there is no such layer; "
			      "give raw, wiki, derived or story"),
			    only);
	if (s == RV_OK)
		s = rv_view_layers(e, false, &arena, &v, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_array(&w, "items");
		for (size_t i = 0; i < v.n; i++)
			if (!only || rv_sv_is(rv_sv(layer_name(
						      v.rows[i]->letter)),
					      only))
				write_row(&w, v.rows[i]);
		rv_jw_end_array(&w);
		rv_jw_int(&w, "stale", v.stale);
		rv_jw_int(&w, "contradictions", v.contradictions);
		rv_act_end(&w);
	}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_lint(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_findings found;
	struct rv_roots roots;
	size_t errors = 0;
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)args;
	(void)door;
	rv_engine_roots(e, &arena, &roots);
	s = rv_lint(e->store, e->workspace, &roots, &arena, &found, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_array(&w, "findings");
		for (size_t i = 0; i < found.n; i++) {
			const struct rv_finding *f = &found.items[i];

			errors += f->error;
			rv_jw_object(&w, NULL);
			rv_jw_str(&w, "code", f->code);
			rv_jw_str(&w, "level", f->error ? "error" : "warning");
			rv_jw_sv(&w, "path", f->path);
			rv_jw_int(&w, "line", f->line);
			rv_jw_sv(&w, "message", f->message);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_jw_int(&w, "errors", (int64_t)errors);
		rv_act_end(&w);
	}
	if (s == RV_OK && errors)
		s = rv_fail(err, RV_E_NO,
			    P_("lint: %zu page has an error; the list says "
			       "where",
			       "lint: %zu errors; the list says where", errors),
			    errors);
	rv_arena_release(&arena);
	return s;
}

static rv_status
read_live(struct rv_engine *e, struct rv_arena *arena, struct rv_live **list,
	  size_t *n, struct rv_err *err)
{
	rv_status s = rv_live_declared(
		rv_config_node(&e->config, "live.checks"), arena, list, n, err);

	if (s == RV_OK)
		rv_live_load(rv_path_join_in(arena, e->dir, "live.json"), arena,
			     *list, *n);
	return s;
}

static void
view_of(const struct rv_live *list, size_t n, int64_t now,
	struct rv_arena *arena, struct rv_view_lives *out)
{
	*out = (struct rv_view_lives){
		.items = rv_arena_array(arena, struct rv_view_live, n + 1)};
	for (size_t i = 0; i < n; i++) {
		const struct rv_live *l = &list[i];
		int64_t age = l->time == RV_UNDATED ? -1 : now - l->time;

		out->items[out->n++] = (struct rv_view_live){
			.name = l->name,
			.kind = rv_sv(rv_live_kind_name(l->kind)),
			.what = l->what,
			.every = l->every,
			.state = rv_sv(rv_live_state_name(l->state)),
			.result = l->result,
			.time = l->time,
			.age = age,
			.exit_code = l->exit_code,
			.late = l->every && age > l->every,
		};
	}
}

rv_status
rv_view_lives(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_lives *out, struct rv_err *err)
{
	struct rv_live *list;
	size_t n = 0;
	rv_status s = read_live(e, arena, &list, &n, err);

	*out = (struct rv_view_lives){0};
	if (s == RV_OK)
		view_of(list, n, rv_env_now(e->env), arena, out);
	return s;
}

/* Runs one check; a read-only workspace keeps no result, it is shown alone. */
static rv_status
run_live(struct rv_engine *e, const char *name, struct rv_arena *arena,
	 enum rv_live_state *state, struct rv_view_lives *out,
	 struct rv_err *err)
{
	struct rv_live *list;
	size_t n = 0;
	bool found = false;
	rv_status s = read_live(e, arena, &list, &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++)
		if (rv_sv_is(list[i].name, name)) {
			rv_live_run(&list[i], e->workspace, e->env, arena);
			*state = list[i].state;
			found = true;
		}
	if (s == RV_OK && !found)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("live %.40s: no such check is declared; "
				 "`reverie live` lists them"),
			       name);
	if (s == RV_OK && !e->readonly)
		s = rv_live_save(rv_path_join_in(arena, e->dir, "live.json"),
				 list, n, err);
	if (s == RV_OK)
		view_of(list, n, rv_env_now(e->env), arena, out);
	return s;
}

rv_status
rv_act_live(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	const char *name = rv_args_operand(args, 0);
	struct rv_arena arena = RV_ARENA_INIT;
	enum rv_live_state state = RV_LIVE_NEVER;
	struct rv_view_lives v;
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)door;
	s = name ? run_live(e, name, &arena, &state, &v, err)
		 : rv_view_lives(e, &arena, &v, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_array(&w, "checks");
		for (size_t i = 0; i < v.n; i++) {
			const struct rv_view_live *l = &v.items[i];

			if (name && !rv_sv_is(l->name, name))
				continue;
			rv_jw_object(&w, NULL);
			rv_jw_sv(&w, "name", l->name);
			rv_jw_sv(&w, "kind", l->kind);
			rv_jw_sv(&w, "what", l->what);
			rv_jw_sv(&w, "state", l->state);
			rv_act_sv_or_null(&w, "result", l->result);
			rv_jw_time(&w, "time", l->time);
			if (l->age < 0)
				rv_jw_null(&w, "age");
			else
				rv_jw_int(&w, "age", l->age);
			if (l->age < 0)
				rv_jw_null(&w, "exit");
			else
				rv_jw_int(&w, "exit", l->exit_code);
			rv_jw_bool(&w, "late", l->late);
			if (name)
				rv_jw_bool(&w, "kept", !e->readonly);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_act_end(&w);
	}
	if (s == RV_OK && state == RV_LIVE_FAILED)
		s = rv_fail(err, RV_E_NO,
			    _("live %.40s: the check failed; its result says "
			      "why"),
			    name);
	else if (s == RV_OK && state == RV_LIVE_TIMEOUT)
		s = rv_fail(err, RV_E_NO,
			    _("live %.40s: the check did not end in %d s; see "
			      "what it waits for"),
			    name, RV_LIVE_TIMEOUT_MS / 1000);
	rv_arena_release(&arena);
	return s;
}
