/* SPDX-License-Identifier: MIT */
/* Sums over the lines of usage.jsonl, kept up to where it was read. */
#include "config.h"

#include "engine/usage.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "files/tail.h"

#define JOBS 64

struct rv_usage_cache {
	struct rv_tail tail;
	int64_t day; /* its first ms */
	int64_t last; /* job */
	int64_t end;  /* behind the newest line */
	struct rv_account_sum today;
	struct {
		int64_t job;
		struct rv_account_sum sum;
	} jobs[JOBS]; /* a ring */
	size_t next;
};

static void
add(struct rv_account_sum *to, const struct rv_account_sum *s)
{
	to->calls += s->calls;
	to->failed += s->failed;
	to->input += s->input;
	to->output += s->output;
	to->ms += s->ms;
	to->cost += s->cost;
	to->unpriced += s->unpriced;
	to->estimated += s->estimated;
}

static struct rv_account_sum *
slot(struct rv_usage_cache *u, int64_t job, bool make)
{
	for (size_t i = 0; i < JOBS; i++)
		if (u->jobs[i].job == job)
			return &u->jobs[i].sum;
	if (!make)
		return NULL;
	u->next = (u->next + 1) % JOBS;
	u->jobs[u->next].job = job;
	u->jobs[u->next].sum = (struct rv_account_sum){0};
	return &u->jobs[u->next].sum;
}

/* "J-12" */
static int64_t
job_of(struct rv_sv line)
{
	struct rv_json_doc doc;
	struct rv_sv run;
	int64_t n = 0;

	if (rv_json_parse(line, &doc, NULL) != RV_OK)
		return 0;
	run = rv_json_get_sv(doc.root, "run");
	if (!rv_sv_starts(run, RV_SV("J-")) ||
	    !rv_sv_to_int(rv_sv_slice(run, 2, run.n), &n))
		n = 0;
	rv_json_release(&doc);
	return n;
}

/* rv_tail_fn */
static void
on_line(struct rv_sv line, int64_t offset, void *arg)
{
	struct rv_usage_cache *u = arg;
	struct rv_account_sum one;
	int64_t job;

	/* The file is another one: what was counted is not in it. */
	if (offset < u->end) {
		u->today = (struct rv_account_sum){0};
		memset(u->jobs, 0, sizeof(u->jobs));
	}
	u->end = offset + (int64_t)line.n + 1;
	rv_account_sum(line, u->day, u->day + RV_DAY, &one);
	add(&u->today, &one);
	rv_account_sum(line, INT64_MIN, INT64_MAX, &one);
	job = one.calls ? job_of(line) : 0;
	if (job > 0)
		add(slot(u, job, true), &one);
	u->last = RV_MAX(u->last, job);
}

static struct rv_usage_cache *
look(struct rv_engine *e)
{
	int64_t now = rv_env_now(e->env), day = now - now % RV_DAY;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err why = {0};

	if (e->usage && e->usage->day != day) {
		rv_usage_free(e->usage);
		e->usage = NULL;
	}
	if (!e->usage) {
		e->usage = rv_calloc(1, sizeof(*e->usage));
		e->usage->day = day;
		rv_tail_init(&e->usage->tail,
			     rv_path_join_in(&arena, e->dir, RV_USAGE_NAME), 1);
	}
	if (rv_tail_read(&e->usage->tail, on_line, e->usage, &why) != RV_OK)
		rv_log(RV_LOG_DEBUG, "%s", why.msg);
	rv_arena_release(&arena);
	return e->usage;
}

void
rv_usage_today(struct rv_engine *e, struct rv_account_sum *out)
{
	*out = look(e)->today;
}

void
rv_usage_of_job(struct rv_engine *e, int64_t job, struct rv_account_sum *out)
{
	const struct rv_account_sum *s = slot(look(e), job, false);

	*out = s ? *s : (struct rv_account_sum){0};
}

int64_t
rv_usage_last_job(struct rv_engine *e)
{
	return look(e)->last;
}

void
rv_usage_free(struct rv_usage_cache *u)
{
	if (!u)
		return;
	rv_tail_release(&u->tail);
	free(u);
}
