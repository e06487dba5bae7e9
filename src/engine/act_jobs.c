/* SPDX-License-Identifier: MIT */
/* jobs: what runs, here and in other processes, and stopping it. */
#include "config.h"

#include <unistd.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/models.h"
#include "engine/usage.h"
#include "engine/view_priv.h"
#include "store/job.h"

#define JOBS_MAX 50

static void
write_job(struct rv_jw *w, const struct rv_job *j)
{
	rv_jw_object(w, NULL);
	rv_jw_int(w, "id", j->id);
	rv_jw_int(w, "pid", j->pid);
	rv_jw_sv(w, "kind", j->kind);
	rv_jw_sv(w, "what", j->what);
	rv_jw_sv(w, "state", j->state);
	rv_jw_int(w, "progress", j->progress);
	rv_jw_int(w, "tokens", j->tokens);
	rv_jw_time(w, "started", j->started);
	rv_jw_time(w, "updated", j->updated);
	rv_act_sv_or_null(w, "message", j->message);
	rv_jw_end_object(w);
}

rv_status
rv_act_jobs(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_job *jobs;
	struct rv_jw w;
	size_t n = 0;
	rv_status s = rv_job_list(e->store, JOBS_MAX, &arena, &jobs, &n, err);

	(void)env;
	(void)args;
	(void)door;
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_array(&w, "jobs");
		for (size_t i = 0; i < n; i++)
			write_job(&w, &jobs[i]);
		rv_jw_end_array(&w);
		rv_act_end(&w);
	}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_jobs_cancel(struct rv_engine *e, const struct rv_env *env,
		   const struct rv_args *args, enum rv_door door,
		   struct rv_buf *json, struct rv_err *err)
{
	struct rv_sv id;
	struct rv_jw w;
	int64_t n = 0;
	rv_status s = rv_act_operand(args, "ID", &id, err);

	(void)env;
	(void)door;
	if (s != RV_OK)
		return s;
	if (!rv_sv_to_int(id, &n))
		return rv_fail(err, RV_E_USAGE,
			       _("jobs cancel: \"%.*s\" is not the number of a "
				 "job; `reverie jobs` lists them"),
			       (int)RV_MIN(id.n, 40), id.p);
	s = rv_job_cancel(e->store, n, err);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	rv_jw_int(&w, "job", n);
	rv_jw_str(&w, "state", "cancelling");
	rv_act_end(&w);
	return RV_OK;
}

struct rv_sv
rv_view_usage_today(struct rv_engine *e, struct rv_arena *arena)
{
	struct rv_account_sum sum;
	struct rv_buf b = RV_BUF_INIT;

	rv_usage_today(e, &sum);
	if (!sum.calls)
		return rv_sv(_("no model was asked"));
	rv_buf_addf(&b, P_("%lld call, ", "%lld calls, ", sum.calls),
		    (long long)sum.calls);
	if (sum.failed)
		rv_buf_addf(&b, _("%lld failed, "), (long long)sum.failed);
	rv_buf_adds(&b, sum.estimated ? "~" : "");
	rv_fmt_int(&b, sum.input);
	rv_buf_adds(&b, _(" tokens in, "));
	rv_buf_adds(&b, sum.estimated ? "~" : "");
	rv_fmt_int(&b, sum.output);
	rv_buf_adds(&b, _(" out, "));
	if (sum.unpriced == sum.calls)
		rv_buf_adds(&b, _("no price"));
	else
		rv_buf_addf(&b, "%s$%.4f%s", sum.estimated ? "~" : "",
			    sum.cost, sum.unpriced ? "+" : "");
	return rv_buf_detach_in(arena, &b);
}

static void
fill_job(struct rv_engine *e, const struct rv_job *j, struct rv_view_job *out)
{
	struct rv_account_sum sum;

	rv_usage_of_job(e, j->id, &sum);
	*out = (struct rv_view_job){
		.id = j->id, .pid = j->pid, .kind = j->kind, .what = j->what,
		.state = j->state, .progress = j->progress,
		.tokens = j->tokens, .started = j->started,
		.updated = j->updated, .message = j->message,
		.own = j->pid == getpid(),
		.calls = sum.calls, .input = sum.input, .output = sum.output,
		.cost = sum.cost, .priced = sum.calls && !sum.unpriced,
		.estimated = sum.estimated > 0,
	};
}

rv_status
rv_view_jobs(struct rv_engine *e, struct rv_arena *arena,
	     struct rv_view_jobs *out, struct rv_err *err)
{
	struct rv_job *jobs;
	size_t n = 0;
	rv_status s = rv_view_status(e, arena, &out->status, err);

	if (s == RV_OK)
		s = rv_job_list(e->store, JOBS_MAX, arena, &jobs, &n, err);
	if (s != RV_OK)
		return s;
	out->items = rv_arena_array(arena, struct rv_view_job, n + 1);
	out->n = n;
	out->running = 0;
	for (size_t i = 0; i < n; i++) {
		fill_job(e, &jobs[i], &out->items[i]);
		out->running += rv_sv_is(jobs[i].state, "running") ||
				rv_sv_is(jobs[i].state, "cancelling");
	}
	out->model = rv_sv(rv_models_name(e, RV_USE_NARRATE, arena));
	out->today = rv_view_usage_today(e, arena);
	return RV_OK;
}
