/* SPDX-License-Identifier: MIT */
/* status: what is there, in numbers. */
#include "config.h"

#include "base/time.h"
#include "doc/story_doc.h"
#include "engine/act.h"
#include "engine/models.h"
#include "engine/rejected.h"
#include "engine/view.h"
#include "files/lock.h"
#include "store/chain.h"
#include "store/episode.h"
#include "store/masked.h"
#include "store/search.h"
#include "store/traces.h"

#define SECRETS_MAX 1000
#define REJECTS_MAX 20

struct counts {
	struct rv_episode_counts episodes;
	int64_t chapters, anchor, proposals, runs, documents;
};

static rv_status
count_story(struct rv_engine *e, struct counts *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_story_doc doc;
	rv_status s = rv_engine_read_story(e, &text, err);

	if (s == RV_OK) {
		rv_story_parse(rv_buf_sv(&text), &arena, &doc);
		out->anchor = doc.anchor;
		for (size_t i = 0; i < doc.n; i++)
			out->chapters += doc.chapters[i].heading.n > 0;
	}
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return s;
}

static rv_status
count(struct rv_engine *e, struct counts *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal *open;
	size_t n = 0;
	rv_status s = rv_episode_count(e->store, &out->episodes, err);

	if (s == RV_OK)
		s = count_story(e, out, err);
	if (s == RV_OK)
		s = rv_proposal_list(e->store, false, &arena, &open, &n, err);
	if (s == RV_OK)
		s = rv_trace_count(e->store, &out->runs, err);
	if (s == RV_OK)
		s = rv_store_documents(e->store, &out->documents, err);
	out->proposals = (int64_t)n;
	rv_arena_release(&arena);
	return s;
}

/* The ledger's chain, and whatever is wrong, the worst first. */
static void
write_troubles(struct rv_jw *w, const struct rv_view_status *v)
{
	static const char *const levels[] = {
		[RV_LEVEL_OK] = "ok",
		[RV_LEVEL_NOTE] = "note",
		[RV_LEVEL_WARN] = "warn",
		[RV_LEVEL_ERROR] = "error",
	};

	rv_jw_object(w, "ledger");
	rv_jw_bool(w, "ok", !v->chain.broken);
	rv_jw_int(w, "rows", v->chain.rows);
	if (v->chain.broken)
		rv_jw_int(w, "first_bad", v->chain.first_bad);
	else
		rv_jw_null(w, "first_bad");
	if (v->chain.accepted)
		rv_jw_int(w, "accepted", v->chain.accepted);
	else
		rv_jw_null(w, "accepted");
	rv_jw_end_object(w);
	rv_jw_array(w, "troubles");
	for (size_t i = 0; i < v->n_troubles; i++) {
		rv_jw_object(w, NULL);
		rv_jw_str(w, "level", levels[v->troubles[i].level]);
		rv_jw_sv(w, "what", v->troubles[i].what);
		rv_jw_sv(w, "how", v->troubles[i].how);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

static void
write_engine(struct rv_jw *w, const char *name, const char *state)
{
	rv_jw_object(w, NULL);
	rv_jw_str(w, "name", name);
	rv_jw_str(w, "state", state);
	rv_jw_end_object(w);
}

rv_status
rv_act_status(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_lock_info lock = {0};
	struct counts c = {.anchor = RV_UNDATED};
	struct rv_masked *secrets;
	size_t n = 0;
	struct rv_view_status v;
	struct rv_jw w;
	rv_status s = count(e, &c, err);

	(void)args;
	(void)door;
	if (s == RV_OK)
		s = rv_masked_list(e->store, SECRETS_MAX, &arena, &secrets, &n,
				   err);
	if (s == RV_OK)
		s = rv_chain_look(e->store, err);
	if (s == RV_OK)
		s = rv_view_status(e, &arena, &v, err);
	if (s != RV_OK) {
		rv_arena_release(&arena);
		return s;
	}
	rv_lock_peek(e->map.story, env, &lock);
	rv_act_begin(&w, json);
	rv_jw_str(&w, "workspace", e->workspace);
	rv_jw_str(&w, "agent", e->agent);
	rv_jw_bool(&w, "readonly", e->readonly);
	rv_jw_bool(&w, "demo", e->demo);
	rv_jw_int(&w, "episodes", c.episodes.episodes);
	rv_jw_int(&w, "excluded", c.episodes.excluded);
	rv_jw_int(&w, "chapters", c.chapters);
	rv_jw_time(&w, "anchor", c.anchor);
	rv_jw_object(&w, "pending");
	rv_jw_int(&w, "episodes", c.episodes.pending);
	rv_jw_int(&w, "tokens", c.episodes.pending_tokens);
	rv_jw_int(&w, "late", c.episodes.late);
	rv_jw_int(&w, "threshold",
		  rv_config_int(&e->config, "narrative.tokenThreshold"));
	rv_jw_object(&w, "log");
	rv_jw_int(&w, "episodes", c.episodes.log);
	rv_jw_int(&w, "tokens", c.episodes.log_tokens);
	rv_jw_end_object(&w);
	rv_jw_end_object(&w);
	rv_jw_int(&w, "proposals", c.proposals);
	rv_jw_int(&w, "runs", c.runs);
	rv_jw_int(&w, "masked", rv_masked_lines(e->store));
	rv_jw_array(&w, "secrets");
	for (size_t i = 0; i < n; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "file", secrets[i].file);
		rv_jw_int(&w, "line", secrets[i].line);
		rv_jw_sv(&w, "rule", secrets[i].rule);
		rv_jw_sv(&w, "fingerprint", secrets[i].fingerprint);
		rv_act_sv_or_null(&w, "id", secrets[i].id);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	s = rv_rejected_write(e, &w, REJECTS_MAX, err);
	write_troubles(&w, &v);
	rv_jw_array(&w, "engines");
	write_engine(&w, "lexical", c.documents ? "ok" : "empty");
	write_engine(&w, "facts", "empty");
	write_engine(&w, "model",
		     rv_models_name(e, RV_USE_NARRATE, &arena));
	rv_jw_end_array(&w);
	if (lock.held) {
		rv_jw_object(&w, "lock");
		rv_jw_int(&w, "pid", lock.pid);
		rv_jw_time(&w, "since", lock.created);
		rv_jw_end_object(&w);
	} else {
		rv_jw_null(&w, "lock");
	}
	rv_act_end(&w);
	rv_arena_release(&arena);
	return s;
}
