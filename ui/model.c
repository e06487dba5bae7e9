/* SPDX-License-Identifier: MIT */
/* Requests to the worker and snapshots from it. */
#include "config.h"

#include "ui/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"

struct slot {
	struct ui_snap *good, *bad;
	bool asked; /* a request is on its way */
	bool again; /* and was asked for once more meanwhile */
	int64_t num;
	char *text; /* of the newest wish */
};

struct lane {
	struct ui_model *m;
	struct rv_queue *todo;
	pthread_t thread;
	bool runs;
};

struct ui_model {
	struct rv_loop *loop;
	struct ui_backend *backend;
	struct rv_queue *done;
	struct lane lanes[UI_LANES];
	size_t on_way[UI_LANES];
	struct slot slots[UI_VIEW_N];
};

static void
snap_free(struct ui_snap *s)
{
	if (!s)
		return;
	rv_arena_release(&s->arena);
	free(s);
}

static void *
work(void *arg)
{
	struct lane *l = arg;
	struct ui_model *m = l->m;
	struct ui_snap *s;

	while ((s = rv_queue_pop(l->todo))) {
		m->backend->serve(m->backend, s);
		rv_queue_push(m->done, s);
		rv_loop_wake(m->loop);
	}
	return NULL;
}

static void
lane_begin(struct ui_model *m, enum ui_lane i)
{
	struct lane *l = &m->lanes[i];

	if (l->runs)
		return;
	l->m = m;
	l->todo = rv_queue_new();
	l->runs = true;
	if (!rv_thread_begin(&l->thread, work, l))
		abort();
}

struct ui_model *
ui_model_new(struct rv_loop *loop, struct ui_backend *backend)
{
	struct ui_model *m = rv_calloc(1, sizeof(*m));

	m->loop = loop;
	m->backend = backend;
	backend->loop = loop;
	m->done = rv_queue_new();
	lane_begin(m, UI_LANE_READ);
	return m;
}

void
ui_model_free(struct ui_model *m)
{
	struct ui_snap *s;

	if (!m)
		return;
	/* What has not begun is not begun any more. */
	for (int i = 0; i < UI_LANES; i++) {
		if (!m->lanes[i].runs)
			continue;
		while ((s = rv_queue_try_pop(m->lanes[i].todo)))
			snap_free(s);
		rv_queue_close(m->lanes[i].todo);
	}
	ui_model_cancel(m);
	if (m->backend->cancel)
		m->backend->cancel(m->backend, UI_LANE_LONG);
	for (int i = 0; i < UI_LANES; i++) {
		if (!m->lanes[i].runs)
			continue;
		pthread_join(m->lanes[i].thread, NULL);
		rv_queue_free(m->lanes[i].todo);
	}
	if (m->backend->close)
		m->backend->close(m->backend);
	while ((s = rv_queue_try_pop(m->done)))
		snap_free(s);
	rv_queue_free(m->done);
	for (int i = 0; i < UI_VIEW_N; i++) {
		snap_free(m->slots[i].good);
		snap_free(m->slots[i].bad);
		free(m->slots[i].text);
	}
	free(m);
}

static void
post(struct ui_model *m, struct ui_snap *s)
{
	const struct rv_action *a = s->u.action.args.action;

	if (s->view == UI_VIEW_DRAFT ||
	    (s->view == UI_VIEW_ACTION && a &&
	     !strcmp(a->id, "consolidate")))
		s->lane = UI_LANE_CALL;
	else if (s->view == UI_VIEW_ACTION && a && a->flags & RV_ACTION_LONG)
		s->lane = UI_LANE_LONG;
	lane_begin(m, s->lane);
	m->on_way[s->lane]++;
	atomic_fetch_add(&m->backend->waiting, 1);
	rv_queue_push(m->lanes[s->lane].todo, s);
}

static void
post_view(struct ui_model *m, enum ui_view v)
{
	struct slot *slot = &m->slots[v];
	struct ui_snap *s = rv_calloc(1, sizeof(*s));

	s->view = v;
	s->num = slot->num;
	s->text = rv_sv_dup_in(&s->arena, rv_sv(slot->text));
	slot->asked = true;
	slot->again = false;
	post(m, s);
}

void
ui_model_want(struct ui_model *m, enum ui_view v, int64_t num,
	      struct rv_sv text)
{
	struct slot *slot = &m->slots[v];

	free(slot->text);
	slot->text = text.n > 0 ? rv_sv_dup(text) : NULL;
	slot->num = num;
	if (slot->asked)
		slot->again = true;
	else
		post_view(m, v);
}

void
ui_model_run(struct ui_model *m, const struct rv_args *args, int tag)
{
	struct ui_snap *s = rv_calloc(1, sizeof(*s));
	struct rv_args *a = &s->u.action.args;

	s->view = UI_VIEW_ACTION;
	s->tag = tag;
	a->action = args->action;
	a->n = args->n;
	a->items = rv_arena_array(&s->arena, struct rv_arg, args->n + 1);
	for (size_t i = 0; i < args->n; i++) {
		struct rv_arg *to = &a->items[i];
		const struct rv_arg *from = &args->items[i];

		to->name = rv_sv_cstr_in(&s->arena, rv_sv(from->name));
		if (from->value)
			to->value = rv_sv_cstr_in(&s->arena,
						  rv_sv(from->value));
	}
	a->input = rv_sv_dup_in(&s->arena, args->input);
	post(m, s);
}

const struct ui_snap *
ui_model_get(const struct ui_model *m, enum ui_view v)
{
	return m->slots[v].good;
}

const struct ui_snap *
ui_model_failed(const struct ui_model *m, enum ui_view v)
{
	return m->slots[v].bad;
}

bool
ui_model_reading(const struct ui_model *m, enum ui_view v)
{
	return m->slots[v].asked;
}

bool
ui_model_idle(const struct ui_model *m)
{
	return m->on_way[UI_LANE_READ] + m->on_way[UI_LANE_CALL] == 0;
}

bool
ui_model_settled(const struct ui_model *m)
{
	return m->on_way[UI_LANE_READ] == 0 &&
	       (m->on_way[UI_LANE_CALL] == 0 || ui_model_running(m).asked);
}

void
ui_model_cancel(struct ui_model *m)
{
	if (m->backend->cancel)
		m->backend->cancel(m->backend, UI_LANE_CALL);
}

struct rv_running_now
ui_model_running(const struct ui_model *m)
{
	return m->backend->look ? m->backend->look(m->backend)
				: (struct rv_running_now){0};
}

void
ui_model_drop(struct ui_model *m, enum ui_view v)
{
	snap_free(m->slots[v].good);
	snap_free(m->slots[v].bad);
	m->slots[v].good = m->slots[v].bad = NULL;
}

static void
keep(struct ui_model *m, struct ui_snap *s)
{
	struct slot *slot = &m->slots[s->view];

	slot->asked = false;
	snap_free(slot->bad);
	slot->bad = NULL;
	if (s->status == RV_OK) {
		snap_free(slot->good);
		slot->good = s;
	} else {
		slot->bad = s;
	}
	if (slot->again)
		post_view(m, s->view);
}

void
ui_model_collect(struct ui_model *m, ui_model_fn *fn, void *arg)
{
	struct ui_snap *s;

	while ((s = rv_queue_try_pop(m->done))) {
		m->on_way[s->lane]--;
		if (s->view == UI_VIEW_ACTION) {
			fn(arg, s);
			snap_free(s);
			continue;
		}
		keep(m, s);
		fn(arg, s);
	}
}
