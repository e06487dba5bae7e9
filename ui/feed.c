/* SPDX-License-Identifier: MIT */
/* What happens in the workspace, from the feed to the worker. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/console_priv.h"

#define JOBS_MS 100
#define COALESCE_MS 33
#define WATCH_MS 1 /* between two portions of directories */

/* A name with a newline could not be told from two. */
static void
note(struct ui_console *c, const struct rv_event *ev)
{
	c->changes = true;
	if (ev->kind != RV_EVENT_FILES)
		return;
	if (!ev->path.n || rv_sv_find_char(ev->path, '\n') >= 0) {
		c->change_all = true;
		return;
	}
	rv_buf_addv(&c->changed, ev->path);
	rv_buf_addc(&c->changed, '\n');
}

void
ui_feed_take(struct ui_console *c)
{
	/* One at a time: a later wish would take the place of this one. */
	if (!c->changes || !c->ctx.follow ||
	    ui_model_reading(c->ctx.model, UI_VIEW_SYNC))
		return;
	if (c->change_all)
		ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
	else
		ui_model_want(c->ctx.model, UI_VIEW_SYNC, 1,
			      rv_buf_sv(&c->changed));
	rv_buf_reset(&c->changed);
	c->changes = c->change_all = false;
}

static void
take_events(struct ui_console *c)
{
	c->event_waiting = false;
	if (c->ctx.follow && c->ctx.opened)
		ui_feed_take(c);
}

static void
on_event_timer(void *arg)
{
	struct ui_console *c = arg;

	c->event_timer = 0;
	if (!c->event_waiting)
		return;
	take_events(c);
	c->event_timer = rv_loop_add_timer(c->loop, COALESCE_MS, on_event_timer,
					   c);
}

/* Jobs and the lamp of the model; the rest does not change by a call. */
static void
on_job_timer(void *arg)
{
	struct ui_console *c = arg;
	const char *screen = ui_screens[c->screen].name;

	c->job_timer = 0;
	if (c->ctx.follow && c->ctx.opened &&
	    (!strcmp(screen, "jobs") || !strcmp(screen, "overview")))
		ui_refresh(&c->ctx);
}

static void on_watch_timer(void *arg);

/* The first event is shown at once, what follows within 33 ms together. */
static void
on_feed(void *arg)
{
	struct ui_console *c = arg;
	struct rv_event ev;
	bool any = false;

	while (rv_feed_next(c->feed, &ev)) {
		if (ev.kind == RV_EVENT_JOB) {
			if (!c->job_timer)
				c->job_timer = rv_loop_add_timer(
					c->loop, JOBS_MS, on_job_timer, c);
			continue;
		}
		any = true;
		note(c, &ev);
		if (ev.kind == RV_EVENT_TURN && !c->ctx.follow) {
			c->ctx.held++;
			c->dirty = true;
			/* The count takes the place of what was said. */
			if (c->toast_level == RV_LEVEL_OK)
				rv_buf_reset(&c->toast);
		}
	}
	/* a tree of directories was moved in */
	if (rv_feed_behind(c->feed) && !c->watch_timer)
		c->watch_timer = rv_loop_add_timer(c->loop, WATCH_MS,
						   on_watch_timer, c);
	if (!any)
		return;
	if (c->event_timer) {
		c->event_waiting = true;
		return;
	}
	take_events(c);
	c->event_timer = rv_loop_add_timer(c->loop, COALESCE_MS, on_event_timer,
					   c);
}

/* A few thousand directories are added in portions, behind the first frame. */
static void
on_watch_timer(void *arg)
{
	struct ui_console *c = arg;

	c->watch_timer = 0;
	if (rv_feed_more(c->feed)) {
		c->watch_timer = rv_loop_add_timer(c->loop, WATCH_MS,
						   on_watch_timer, c);
		return;
	}
	if (rv_feed_limited(c->feed))
		ui_toast(&c->ctx, RV_LEVEL_WARN,
			 _("too many directories to watch them all: F5 reads "
			   "again; fs.inotify.max_user_watches is the limit"));
	on_feed(c);
}

void
ui_feed_start(struct ui_console *c)
{
	if (rv_feed_new(c->opts->workspace, 0, &c->feed, NULL) != RV_OK) {
		ui_toast(&c->ctx, RV_LEVEL_WARN,
			 _("the workspace cannot be watched: F5 reads again"));
		return;
	}
	rv_loop_add_fd(c->loop, rv_feed_fd(c->feed), on_feed, c);
	on_watch_timer(c);
}

void
ui_feed_stop(struct ui_console *c)
{
	if (!c->feed)
		return;
	rv_loop_del_timer(c->loop, c->watch_timer);
	c->watch_timer = 0;
	rv_loop_del_fd(c->loop, rv_feed_fd(c->feed));
	rv_feed_free(c->feed);
	c->feed = NULL;
}
