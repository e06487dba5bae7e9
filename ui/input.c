/* SPDX-License-Identifier: MIT */
/* From keys to acts. */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "base/i18n.h"
#include "base/utf8.h"
#include "ui/console_priv.h"
#include "ui/find.h"
#include "ui/help.h"
#include "ui/palette.h"

#define CHORD_MS 300

size_t
ui_input_scopes(struct ui_console *c, const struct ui_key *out[4])
{
	const struct pane *p = ui_console_focused(c);
	size_t n = 0;

	if (p->ops->keys)
		out[n++] = p->ops->keys;
	if (p->ops->rows)
		out[n++] = ui_keys_list;
	else if (p->ops->flags & PANE_TEXT)
		out[n++] = ui_keys_text;
	out[n++] = ui_keys_global;
	return n;
}

static void
chord_end(struct ui_console *c)
{
	if (c->chord_timer)
		rv_loop_del_timer(c->loop, c->chord_timer);
	c->chord_timer = 0;
	if (c->chord_shown)
		c->dirty = true;
	c->chord_shown = false;
	c->typed[0] = '\0';
}

static void
on_chord_timer(void *arg)
{
	struct ui_console *c = arg;

	c->chord_timer = 0;
	c->chord_shown = true;
	c->dirty = true;
}

static void
step_pane(struct ui_console *c, int by)
{
	size_t n = ui_screen_places(&ui_screens[c->screen]);
	size_t at = c->focus[c->screen];

	ui_console_focus(c, (at + n + (size_t)(by + (int)n)) % n);
}

static void
on_help(struct ui_ctx *ctx, const struct ui_key *k)
{
	ui_input_act(ctx->console, k->act, k->arg);
}

static void
suspend(struct ui_console *c)
{
	if (c->opts->headless)
		return;
	c->term->ops->leave(c->term);
	/* SIGCONT brings the terminal back, in the loop. */
	raise(SIGSTOP);
}

static bool
go_act(struct ui_console *c, enum ui_act act)
{
	static const struct {
		enum ui_act act;
		const char *screen, *pane;
	} places[] = {
		{UI_ACT_GO_PENDING, "pending", "episodes"},
		{UI_ACT_GO_STORY, "story", "chapters"},
		{UI_ACT_GO_TRACE, "resonance", "candidates"},
		{UI_ACT_GO_LAYERS, "layers", "tree"},
		{UI_ACT_GO_OLDEST, "review", "queue"},
		{UI_ACT_GO_UNDO, "log", "ledger"},
		{UI_ACT_GO_JOBS, "jobs", "jobs"},
	};

	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		if (places[i].act != act)
			continue;
		c->ctx.oldest = act == UI_ACT_GO_OLDEST;
		if (act == UI_ACT_GO_UNDO)
			c->ctx.log_steps = true;
		ui_goto(&c->ctx, places[i].screen, places[i].pane);
		ui_ctx_tell(&c->ctx);
		ui_refresh(&c->ctx);
		return true;
	}
	return false;
}

/* Was it zoomed where one came from?  Then the zoom is older than the step. */
static bool
came_zoomed(const struct ui_console *c)
{
	return c->back_at > 0 && c->back[c->back_at - 1].zoom;
}

static void
unmark(struct ui_ctx *c)
{
	ui_stage_unmark(&c->stage);
	ui_ctx_tell(c);
}

/* The filter of another pane in sight: its heading names esc, too. */
static bool
unfilter_other(struct ui_console *c)
{
	for (size_t i = 0; i < c->n_panes; i++) {
		struct pane *p = &c->panes[i];

		if (p->visible && p->list.filter.n > 0) {
			ui_rows_filter(p, RV_SV_NONE);
			return true;
		}
	}
	return false;
}

/* What was made stays: making it again may ask a model again. */
static bool
leave_preview(struct ui_console *c)
{
	if (strcmp(ui_console_focused(c)->ops->name, "preview") != 0 ||
	    c->ctx.show == UI_SHOW_NONE)
		return false;
	ui_goto(&c->ctx, "pending", "episodes");
	ui_toast(&c->ctx, RV_LEVEL_NOTE,
		 _("the preview stays: tab leads to it, x there drops it"));
	return true;
}

/* Takes away what was added last: search, filter, zoom, what was opened here,
 * then the filter of another pane; the tour stays until its own key.  Other screens are left
 * by keys that name one, and by [. */
static void
step_back(struct ui_console *c)
{
	if (c->ctx.find.n > 0)
		rv_buf_reset(&c->ctx.find);
	else if (ui_console_focused(c)->list.filter.n > 0)
		ui_rows_filter(ui_console_focused(c), RV_SV_NONE);
	else if (ui_stage_marked(&c->ctx.stage) > 0 &&
		 !strcmp(ui_screens[c->screen].name, "review"))
		unmark(&c->ctx);
	else if (c->zoom && !came_zoomed(c))
		c->zoom = false;
	else if (!ui_console_close(c) && !leave_preview(c) &&
		 !unfilter_other(c) && c->back_at > 0)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("nothing is open here: [ goes back to %s"),
			 _(ui_screens[c->back[c->back_at - 1].screen].title));
}

static bool
size_act(struct ui_console *c, enum ui_act act)
{
	if (act == UI_ACT_GROW || act == UI_ACT_SHRINK)
		ui_frame_grow(c, act == UI_ACT_GROW ? 1 : -1);
	else if (act == UI_ACT_PANES)
		ui_frame_own_sizes(c);
	else
		return false;
	return true;
}

static void
global_act(struct ui_console *c, enum ui_act act, int arg)
{
	switch ((int)act) {
	case UI_ACT_SCREEN:
		ui_console_screen(c, ui_screen_by_number(arg));
		break;
	case UI_ACT_NEXT_PANE:
		step_pane(c, 1);
		break;
	case UI_ACT_PREV_PANE:
		step_pane(c, -1);
		break;
	case UI_ACT_ZOOM:
		c->zoom = !c->zoom;
		break;
	case UI_ACT_HELP:
		ui_help_open(ui_console_focused(c), on_help);
		break;
	case UI_ACT_PALETTE:
		ui_palette_open(&c->ctx, RV_SV_NONE, RV_SV_NONE,
				ui_flow_run_line);
		break;
	case UI_ACT_BACK:
		ui_console_back(c, false);
		break;
	case UI_ACT_FORWARD:
		ui_console_back(c, true);
		break;
	case UI_ACT_FOLLOW:
		ui_console_follow(c);
		break;
	case UI_ACT_REFRESH:
		ui_model_want(c->ctx.model,
			      c->ctx.opened ? UI_VIEW_SYNC : UI_VIEW_OPEN, 0,
			      RV_SV_NONE);
		break;
	case UI_ACT_REPAINT:
		c->term->ops->repaint(c->term);
		break;
	case UI_ACT_SUSPEND:
		suspend(c);
		break;
	case UI_ACT_QUIT:
		ui_console_quit(c);
		break;
	case UI_ACT_FIND:
		ui_find_open(&c->ctx, false);
		break;
	case UI_ACT_FILTER:
		ui_find_open(&c->ctx, true);
		break;
	case UI_ACT_FIND_NEXT:
		ui_find_step(&c->ctx, 1);
		break;
	case UI_ACT_FIND_PREV:
		ui_find_step(&c->ctx, -1);
		break;
	case UI_ACT_NOTES:
		ui_notes_open(&c->ctx);
		break;
	case UI_ACT_TOUR_NEXT:
		ui_tour_next(c);
		break;
	case UI_ACT_TOUR:
		if (!ui_tour_end(c))
			ui_tour_start(c);
		break;
	case UI_ACT_CLOSE:
		step_back(c);
		break;
	default:
		if (go_act(c, act) || size_act(c, act) ||
		    ui_marks_act(c, act))
			break;
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("this pane has nothing to do for that; ? lists its "
			   "keys"));
		break;
	}
}

void
ui_input_act(struct ui_console *c, enum ui_act act, int arg)
{
	struct pane *p = ui_console_focused(c);
	unsigned did = PANE_IGNORED;

	c->dirty = true;
	if (c->size != UI_SIZE_CARD)
		did = ui_pane_act(p, act);
	if (did == PANE_IGNORED && !ui_flow_act(c, act))
		global_act(c, act, arg);
}

static void
key(struct ui_console *c, const char *name)
{
	const struct ui_key *scopes[4], *found;
	size_t n = ui_input_scopes(c, scopes), len = strlen(c->typed);
	enum ui_match m;

	if (ui_marks_key(c, name))
		return;
	if (len > 0 && !strcmp(name, "esc")) {
		chord_end(c);
		return;
	}
	if (len + strlen(name) >= UI_TYPED_MAX)
		len = 0;
	memcpy(c->typed + len, name, strlen(name) + 1);
	m = ui_keymap_find(scopes, n, c->typed, &found);
	if (m == UI_MATCH_PREFIX) {
		if (!c->chord_timer && !c->chord_shown)
			c->chord_timer = rv_loop_add_timer(
				c->loop, CHORD_MS, on_chord_timer, c);
		return;
	}
	if (m == UI_MATCH_NONE) {
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("%s does nothing here; ? lists the keys"), c->typed);
		chord_end(c);
		return;
	}
	chord_end(c);
	if (ui_guard_rest(&c->guard) && ui_act_is_deed(found->act)) {
		ui_toast(&c->ctx, RV_LEVEL_WARN,
			 _("%s came too fast to be a decision: ignored; press "
			   "it again"),
			 found->key);
		return;
	}
	/* The others show in a question what they are about. */
	if (found->act != UI_ACT_APPROVE)
		c->ctx.landed = false;
	ui_input_act(c, found->act, found->arg);
}

static void
resize(struct ui_console *c)
{
	int w, h;

	c->term->ops->size(c->term, &w, &h);
	ui_grid_resize(&c->grid, w, h);
	c->dirty = true;
}

static void
take(struct ui_console *c, const struct ui_input *in)
{
	struct ui_overlay *o = c->overlay;
	struct rv_sv text;

	if (in->kind == UI_INPUT_RESIZE) {
		resize(c);
		return;
	}
	c->dirty = true;
	if (c->toast.n > 0) {
		/* It stands over the panes: nobody sees what esc would leave. */
		bool over = ui_around_toast_is_long(c);

		rv_buf_reset(&c->toast);
		if (over && !o && !c->typed[0] && !c->mark_asks && in->kind == UI_INPUT_KEY &&
		    !strcmp(in->key, "esc"))
			return;
	}
	if (in->kind == UI_INPUT_PASTE) {
		if (o && o->ops->paste)
			o->ops->paste(o, in->text);
		else
			ui_toast(&c->ctx, RV_LEVEL_WARN,
				 _("%d pasted characters discarded: keys are "
				   "typed; : opens a field"),
				 (int)rv_utf8_count(in->text));
		return;
	}
	ui_guard_key(&c->guard, in->at, in->more);
	if (!o) {
		key(c, in->key);
		return;
	}
	c->mark_asks = UI_ACT_NONE; /* a window came between */
	if (!strcmp(in->key, "ctrl-l")) {
		c->term->ops->repaint(c->term);
		return;
	}
	/* It may open another window; then it is not on top any more. */
	if (!o->ops->key(o, in->key)) {
		struct ui_overlay **at = &c->overlay;

		/* The rest of a word that began with an answer runs nothing;
		 * enter and esc begin none. */
		if (!strcmp(o->ops->name, "dialog")) {
			c->term->ops->flush(c->term);
			if (ui_key_types(in->key, &text))
				ui_guard_answered(&c->guard);
		}
		while (*at && *at != o)
			at = &(*at)->below;
		if (*at)
			*at = o->below;
		o->ops->free(o);
	}
}

void
ui_input(struct ui_console *c, const struct ui_input *in)
{
	take(c, in);
	ui_tour_look(c);
}
