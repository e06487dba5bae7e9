/* SPDX-License-Identifier: MIT */
/* A preview that a model answers for ever ends within 100 ms of the wish. */
#include "config.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "base/env.h"
#include "engine/engine.h"
#include "engine/running.h"
#include "engine/view_proposal.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/services.h"

#define ROUNDS 20
#ifdef __SANITIZE_THREAD__
#define MOST_MS 2000 /* what it watches takes ten times as long */
#else
#define MOST_MS 100
#endif

static const char *base;

static const char *
var(const char *name)
{
	(void)name;
	return "sk-live-7f3Kq9ZxW2mB8vTnR4";
}

static const struct rv_env env = {.now = 1769608800000, .seed = 7,
				  .home = "/nonexistent", .var = var};

struct preview {
	struct rv_engine *engine;
	rv_status status;
	struct rv_err err;
	double ended;
};

static void *
preview(void *arg)
{
	struct preview *p = arg;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_proposal view;

	p->status = rv_view_draft(p->engine, false, RV_SV_NONE, &arena, &view,
				  &p->err);
	p->ended = (double)rv_monotonic_us() / 1000;
	rv_arena_release(&arena);
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* One preview: stopped when it has `pieces` of an answer. */
static double
once(struct rv_engine *e, struct rv_running *r, int64_t pieces)
{
	struct preview p = {.engine = e};
	pthread_t thread;
	double t0;

	assert_int_equal(pthread_create(&thread, NULL, preview, &p), 0);
	while (!rv_running_look(r).asked || rv_running_look(r).pieces < pieces)
		sched_yield();
	/* Without an answer nothing tells that the request is on its way. */
	if (!pieces)
		poll(NULL, 0, 30);
	t0 = (double)rv_monotonic_us() / 1000;
	rv_running_cancel(r);
	pthread_join(thread, NULL);
	rv_running_reset(r);
	if (p.status != RV_E_CANCELLED)
		fail_msg("%s", p.err.msg);
	return p.ended - t0;
}

static void
measure(const char *model, int64_t pieces)
{
	static char config[4096];
	const char *path = scratch_path("config.yaml");
	struct rv_engine_opts opts = {
		.env = &env, .workspace = scratch_path("ws"), .config = path,
		.create = true};
	struct rv_err err = {0};
	struct rv_running r;
	struct rv_engine *e;
	double ms[ROUNDS];

	snprintf(config, sizeof(config),
		 "chat: {provider: openai, model: \"%s\"}\n"
		 "providers: {openai: {baseUrl: \"%s/v1\", keyEnv: K}}\n",
		 model, base);
	scratch_write("config.yaml", rv_sv(config));
	rv_running_init(&r);
	opts.running = &r;
	if (rv_engine_open(&opts, &e, &err) != RV_OK ||
	    rv_engine_sync(e, &err) != RV_OK)
		fail_msg("%s", err.msg);
	for (int i = 0; i < ROUNDS; i++)
		ms[i] = once(e, &r, pieces);
	rv_engine_free(e);
	rv_running_release(&r);
	qsort(ms, ROUNDS, sizeof(*ms), compare);
	printf("cancel: %s: median %.1f ms, worst %.1f ms of %d\n", model,
	       ms[ROUNDS / 2], ms[ROUNDS - 1], ROUNDS);
	/* The worst is the machine's; one of twenty may be. */
	assert_true(ms[ROUNDS - 2] <= MOST_MS);
}

static void
test_cancel__in_the_answer(void **state)
{
	(void)state;
	measure("never-ends", 3);
}

static void
test_cancel__before_it_speaks(void **state)
{
	(void)state;
	measure("silent", 0);
	measure("503", 0); /* while it waits to ask again */
}

static int
make_workspace(void **state)
{
	(void)state;
	mkdir(scratch_path("ws"), 0700);
	scratch_write("ws/pending-episodes.log",
		      RV_SV("[2026-01-28T13:00:00.000Z] human: We keep "
			    "FalkorDB until the drill is done.\n---\n"));
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cancel__in_the_answer),
		cmocka_unit_test(test_cancel__before_it_speaks),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, make_workspace, NULL);
}
