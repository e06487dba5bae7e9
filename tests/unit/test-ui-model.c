/* SPDX-License-Identifier: MIT */
/* The model asks once, asks again, keeps the newest good answer. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/model.h"

struct fake {
	struct ui_backend backend;
	int served[UI_VIEW_N];
	int64_t last[UI_VIEW_N];
	rv_status answer;
	int closed;
};

static void
fake_serve(struct ui_backend *b, struct ui_snap *s)
{
	struct fake *f = (struct fake *)b;

	f->served[s->view]++;
	f->last[s->view] = s->num;
	s->status = f->answer;
	if (s->view == UI_VIEW_TRACE)
		s->u.trace.turn.run = s->num;
	if (s->view == UI_VIEW_ACTION)
		s->u.action.cli = rv_sv_dup_in(
			&s->arena, rv_sv(s->u.action.args.items[0].value));
}

static void
fake_close(struct ui_backend *b)
{
	((struct fake *)b)->closed++;
}

struct seen {
	int n[UI_VIEW_N];
	char cli[32];
	int tag;
};

static void
on_snap(void *arg, const struct ui_snap *s)
{
	struct seen *seen = arg;

	seen->n[s->view]++;
	if (s->view == UI_VIEW_ACTION) {
		memcpy(seen->cli, s->u.action.cli.p, s->u.action.cli.n);
		seen->tag = s->tag;
	}
}

struct world {
	struct rv_loop *loop;
	struct ui_model *model;
	struct fake fake;
	struct seen seen;
};

static void
collect(void *arg)
{
	struct world *w = arg;

	ui_model_collect(w->model, on_snap, &w->seen);
}

static void
until_idle(struct world *w)
{
	while (!ui_model_idle(w->model))
		assert_int_equal(rv_loop_turn(w->loop, 5000, NULL), RV_OK);
}

static void
world_begin(struct world *w)
{
	*w = (struct world){0};
	w->fake.backend.serve = fake_serve;
	w->fake.backend.close = fake_close;
	assert_int_equal(rv_loop_new(&w->loop, NULL), RV_OK);
	w->model = ui_model_new(w->loop, &w->fake.backend);
	rv_loop_on_wake(w->loop, collect, w);
}

static void
world_end(struct world *w)
{
	ui_model_free(w->model);
	assert_int_equal(w->fake.closed, 1);
	rv_loop_free(w->loop);
}

static void
test_want__is_coalesced(void **state)
{
	struct world w;

	(void)state;
	world_begin(&w);
	for (int64_t i = 1; i <= 100; i++)
		ui_model_want(w.model, UI_VIEW_TRACE, i, RV_SV_NONE);
	assert_true(ui_model_reading(w.model, UI_VIEW_TRACE));
	until_idle(&w);
	/* The first, and once more the newest: nothing between. */
	assert_int_equal(w.fake.served[UI_VIEW_TRACE], 2);
	assert_int_equal(w.fake.last[UI_VIEW_TRACE], 100);
	assert_int_equal(ui_model_get(w.model, UI_VIEW_TRACE)->num, 100);
	assert_null(ui_model_get(w.model, UI_VIEW_STORY));
	world_end(&w);
}

static void
test_want__failure_keeps_the_good_one(void **state)
{
	struct world w;

	(void)state;
	world_begin(&w);
	ui_model_want(w.model, UI_VIEW_STORY, 0, RV_SV_NONE);
	until_idle(&w);
	assert_non_null(ui_model_get(w.model, UI_VIEW_STORY));
	assert_null(ui_model_failed(w.model, UI_VIEW_STORY));
	w.fake.answer = RV_E_IO;
	ui_model_want(w.model, UI_VIEW_STORY, 0, RV_SV_NONE);
	until_idle(&w);
	assert_non_null(ui_model_get(w.model, UI_VIEW_STORY));
	assert_int_equal(ui_model_failed(w.model, UI_VIEW_STORY)->status,
			 RV_E_IO);
	ui_model_drop(w.model, UI_VIEW_STORY);
	assert_null(ui_model_get(w.model, UI_VIEW_STORY));
	world_end(&w);
}

static void
test_run__copies_its_arguments(void **state)
{
	struct world w;
	char value[] = "C-3";
	struct rv_arg items[] = {{"", value}};
	struct rv_args args = {.items = items, .n = 1};

	(void)state;
	world_begin(&w);
	ui_model_run(w.model, &args, 7);
	value[0] = 'X';
	until_idle(&w);
	assert_string_equal(w.seen.cli, "C-3");
	assert_int_equal(w.seen.tag, 7);
	/* What was not begun when the end comes is not begun any more. */
	for (int i = 0; i < 10; i++)
		ui_model_run(w.model, &args, i);
	world_end(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_want__is_coalesced),
		cmocka_unit_test(test_want__failure_keeps_the_good_one),
		cmocka_unit_test(test_run__copies_its_arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
