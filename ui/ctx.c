/* SPDX-License-Identifier: MIT */
/* Selection and look-ups that panes share. */
#include "config.h"

#include "ui/ctx.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "ui/console_priv.h"

const struct rv_view_status *
ui_ctx_status(const struct ui_ctx *c)
{
	const struct ui_snap *s = ui_model_get(c->model, c->status_from);

	if (!s)
		return NULL;
	switch (c->status_from) {
	case UI_VIEW_STATUS: return &s->u.status_;
	case UI_VIEW_OVERVIEW: return &s->u.overview.status;
	case UI_VIEW_STORY: return &s->u.story.status;
	case UI_VIEW_TURNS: return &s->u.turns.status;
	case UI_VIEW_PENDING: return &s->u.pending.status;
	case UI_VIEW_LOG: return &s->u.log.status;
	case UI_VIEW_LAYERS: return &s->u.layers.status;
	case UI_VIEW_JOBS: return &s->u.jobs.status;
	case UI_VIEW_REVIEW: return &s->u.review.status;
	case UI_VIEW_OPEN:
	case UI_VIEW_SYNC:
	case UI_VIEW_SOURCES:
	case UI_VIEW_TRACE:
	case UI_VIEW_DRAFT:
	case UI_VIEW_PROPOSAL:
	case UI_VIEW_EPISODE:
	case UI_VIEW_ITEM:
	case UI_VIEW_THREE:
	case UI_VIEW_LIVES:
	case UI_VIEW_FOUND:
	case UI_VIEW_REST:
	case UI_VIEW_NOTES:
	case UI_VIEW_ACTION:
	case UI_VIEW_N: break;
	}
	return NULL;
}

int64_t
ui_ctx_now(const struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);

	int64_t now = rv_env_now(c->env);

	/* what is shown grows older between two views too */
	return s ? RV_MAX(s->now, now) : now;
}

const struct rv_view_trace *
ui_ctx_trace(const struct ui_ctx *c)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_TRACE);

	return s && s->num == c->run && c->run != 0 ? &s->u.trace : NULL;
}

const struct rv_view_proposal *
ui_ctx_shown(const struct ui_ctx *c)
{
	const struct ui_snap *s;

	if (!strcmp(ui_screens[c->console->screen].name, "review"))
		return c->review ? ui_ctx_queued(c, rv_sv(c->review)) : NULL;
	switch (c->show) {
	case UI_SHOW_DRAFT:
		s = ui_model_get(c->model, UI_VIEW_DRAFT);
		return s ? &s->u.proposal : NULL;
	case UI_SHOW_PROPOSAL:
		s = ui_model_get(c->model, UI_VIEW_PROPOSAL);
		return s && c->proposal && rv_sv_is(s->text, c->proposal)
			       ? &s->u.proposal
			       : NULL;
	case UI_SHOW_NONE:
		break;
	}
	return NULL;
}

const struct rv_view_proposal *
ui_ctx_queued(const struct ui_ctx *c, struct rv_sv id)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_REVIEW);

	for (size_t i = 0; s && i < s->u.review.n; i++)
		if (rv_sv_eq(s->u.review.rows[i].id, id))
			return &s->u.review.rows[i];
	return NULL;
}

void
ui_ctx_tell(struct ui_ctx *c)
{
	struct ui_console *con = c->console;

	for (size_t i = 0; i < con->n_panes; i++)
		ui_pane_update(&con->panes[i], UI_VIEW_N);
	con->dirty = true;
}

void
ui_ctx_select_run(struct ui_ctx *c, int64_t run)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_TRACE);

	if (c->run != run) {
		c->run = run;
		c->cand = 0;
	} else if (s && s->num == run) {
		return;
	}
	if (run != 0 && !(s && s->num == run))
		ui_model_want(c->model, UI_VIEW_TRACE, run, RV_SV_NONE);
	ui_ctx_tell(c);
}

void
ui_ctx_select_cand(struct ui_ctx *c, size_t i)
{
	if (c->cand == i)
		return;
	c->cand = i;
	ui_ctx_tell(c);
}

void
ui_ctx_select_chapter(struct ui_ctx *c, int64_t i)
{
	if (c->chapter == i)
		return;
	c->chapter = i;
	if (i >= 0)
		ui_model_want(c->model, UI_VIEW_SOURCES, i, RV_SV_NONE);
	ui_ctx_tell(c);
}

void
ui_ctx_select_path(struct ui_ctx *c, struct rv_sv path)
{
	if (path.n == 0 || (c->path && rv_sv_is(path, c->path)))
		return;
	c->path = rv_sv_cstr_in(&c->kept, path);
	ui_model_want(c->model, UI_VIEW_ITEM, 0, path);
	ui_ctx_tell(c);
}

void
ui_ctx_select_review(struct ui_ctx *c, struct rv_sv id)
{
	const struct rv_view_proposal *p;

	if (id.n > 0 && (!c->review || !rv_sv_is(id, c->review)))
		c->review = rv_sv_cstr_in(&c->kept, id);
	p = c->review ? ui_ctx_queued(c, rv_sv(c->review)) : NULL;
	if (p && p->base_moved)
		ui_model_want(c->model, UI_VIEW_THREE, 0, rv_sv(c->review));
	ui_ctx_tell(c);
}

void
ui_ctx_step_review(struct ui_ctx *c, int by)
{
	ui_pane_act(ui_console_pane(c->console, "queue"),
		    by > 0 ? UI_ACT_DOWN : UI_ACT_UP);
}

void
ui_ctx_show_proposal(struct ui_ctx *c, struct rv_sv id)
{
	char *copy = rv_sv_dup(id);

	free(c->proposal);
	c->proposal = copy;
	c->show = UI_SHOW_PROPOSAL;
	ui_model_want(c->model, UI_VIEW_PROPOSAL, 0, rv_sv(copy));
	ui_ctx_tell(c);
}

enum ui_role
ui_level_role(enum rv_level level)
{
	static const enum ui_role roles[] = {
		[RV_LEVEL_OK] = UI_ROLE_OK,
		[RV_LEVEL_NOTE] = UI_ROLE_NOTE,
		[RV_LEVEL_WARN] = UI_ROLE_WARN,
		[RV_LEVEL_ERROR] = UI_ROLE_ERROR,
	};

	return roles[level];
}

const char *
ui_level_sign(enum rv_level level)
{
	static const char *const signs[] = {
		[RV_LEVEL_OK] = " ",
		[RV_LEVEL_NOTE] = "i",
		[RV_LEVEL_WARN] = "!",
		[RV_LEVEL_ERROR] = "x",
	};

	return signs[level];
}

enum ui_role
ui_layer_role(char letter)
{
	static const struct {
		char letter;
		enum ui_role role;
	} roles[] = {
		{'L', UI_ROLE_LIVE},	{'R', UI_ROLE_RAW},
		{'W', UI_ROLE_WIKI},	{'D', UI_ROLE_DERIVED},
		{'S', UI_ROLE_STORY},
	};

	for (size_t i = 0; i < ARRAY_LEN(roles); i++)
		if (roles[i].letter == letter)
			return roles[i].role;
	return UI_ROLE_TEXT;
}
