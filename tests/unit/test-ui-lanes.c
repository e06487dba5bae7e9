/* SPDX-License-Identifier: MIT */
/* The console's three workers at the same time: a preview that asks a model,
 * an action that takes long, and the screens that wait for neither. */
#include "config.h"

#include <sched.h>

#include "base/flag.h"
#include "tests/support/cm.h"
#include "ui/model.h"

struct world {
	struct ui_backend backend;
	struct rv_loop *loop;
	struct ui_model *model;
	struct rv_running running[UI_LANES];
	int closed, pieces, actions; /* UI thread */
};

/* A call that ends when somebody says so. */
static rv_status
call(struct rv_running *r)
{
	volatile int *flag = rv_running_begin(r, NULL);

	for (int64_t n = 1; !rv_flag_up(flag); n++) {
		rv_running_piece(r, n, n / 4);
		sched_yield();
	}
	rv_running_end(r);
	rv_running_reset(r);
	return RV_E_CANCELLED;
}

/* ui_backend.serve */
static void
serve(struct ui_backend *b, struct ui_snap *s)
{
	struct world *w = (struct world *)b;

	s->status = s->lane == UI_LANE_READ ? RV_OK
					    : call(&w->running[s->lane]);
}

/* ui_backend.close */
static void
closed(struct ui_backend *b)
{
	((struct world *)b)->closed++;
}

/* ui_backend.cancel */
static void
cancel(struct ui_backend *b, enum ui_lane lane)
{
	rv_running_cancel(&((struct world *)b)->running[lane]);
}

/* ui_backend.look */
static struct rv_running_now
look(struct ui_backend *b)
{
	return rv_running_look(&((struct world *)b)->running[UI_LANE_CALL]);
}

/* rv_running.told, in the lane's thread */
static void
told(void *arg)
{
	struct world *w = arg;

	rv_loop_wake(w->loop);
}

/* ui_model_fn */
static void
on_snap(void *arg, const struct ui_snap *s)
{
	struct world *w = arg;

	w->actions += s->view == UI_VIEW_ACTION;
}

static void
collect(void *arg)
{
	struct world *w = arg;

	ui_model_collect(w->model, on_snap, w);
	w->pieces = (int)ui_model_running(w->model).pieces;
}

static void
turn(struct world *w)
{
	assert_int_equal(rv_loop_turn(w->loop, 5000, NULL), RV_OK);
}

static void
run_action(struct world *w, const char *id)
{
	struct rv_args args = {.action = rv_action_by_id(id)};

	assert_non_null(args.action);
	ui_model_run(w->model, &args, 0);
}

static void
begin(struct world *w)
{
	*w = (struct world){.backend = {.serve = serve, .close = closed,
					.cancel = cancel, .look = look}};
	for (int i = 0; i < UI_LANES; i++)
		rv_running_init(&w->running[i]);
	w->running[UI_LANE_CALL].told = told;
	w->running[UI_LANE_CALL].arg = w;
	assert_int_equal(rv_loop_new(&w->loop, NULL), RV_OK);
	w->model = ui_model_new(w->loop, &w->backend);
	rv_loop_on_wake(w->loop, collect, w);
}

static void
end(struct world *w)
{
	ui_model_free(w->model);
	assert_int_equal(w->closed, 1);
	for (int i = 0; i < UI_LANES; i++)
		rv_running_release(&w->running[i]);
	rv_loop_free(w->loop);
}

static void
test_lanes__nobody_waits(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	run_action(&w, "embed");
	assert_true(ui_model_idle(w.model)); /* nobody waits for it */
	ui_model_want(w.model, UI_VIEW_DRAFT, 0, RV_SV_NONE);
	assert_false(ui_model_idle(w.model));
	while (w.pieces < 10)
		turn(&w);
	assert_true(ui_model_settled(w.model));
	/* the screens are read meanwhile, again and again */
	for (int i = 0; i < 50; i++) {
		ui_model_want(w.model, UI_VIEW_STATUS, i, RV_SV_NONE);
		while (ui_model_reading(w.model, UI_VIEW_STATUS))
			turn(&w);
		assert_int_equal(ui_model_get(w.model, UI_VIEW_STATUS)->num, i);
	}
	assert_true(ui_model_reading(w.model, UI_VIEW_DRAFT));
	assert_null(ui_model_failed(w.model, UI_VIEW_DRAFT));
	/* stopping the preview stops it alone */
	ui_model_cancel(w.model);
	while (ui_model_reading(w.model, UI_VIEW_DRAFT))
		turn(&w);
	assert_int_equal(ui_model_failed(w.model, UI_VIEW_DRAFT)->status,
			 RV_E_CANCELLED);
	assert_true(ui_model_idle(w.model));
	assert_int_equal(w.actions, 0);
	/* the end stops what still runs, and waits for its thread */
	end(&w);
}

/* A consolidation goes to the lane of calls, everything else is read. */
static void
test_lanes__by_the_action(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	run_action(&w, "consolidate");
	while (!ui_model_running(w.model).asked)
		turn(&w);
	run_action(&w, "status");
	while (!w.actions)
		turn(&w);
	assert_false(ui_model_idle(w.model));
	ui_model_cancel(w.model);
	while (!ui_model_idle(w.model))
		turn(&w);
	assert_int_equal(w.actions, 2);
	end(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes__nobody_waits),
		cmocka_unit_test(test_lanes__by_the_action),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
