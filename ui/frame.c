/* SPDX-License-Identifier: MIT */
/* The whole picture: tabs, crumbs, frames, panes, status, hints, windows. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/console_priv.h"
#include "ui/find.h"
#include "ui/keys.h"
#include "ui/textview.h"

/* Rows around the body: tabs and crumbs above, status and hints below. */
#define ROWS_ABOVE 2
#define ROWS_BELOW 2

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

void
ui_frame_layout(struct ui_console *c)
{
	const struct ui_screen *s = &ui_screens[c->screen];
	struct ui_rect r[UI_PLACES];
	int h = c->grid.h - ROWS_ABOVE - ROWS_BELOW;

	h -= ui_tour_rows(c, c->grid.w, h);
	c->size = ui_size_class(c->grid.w, c->grid.h);
	c->ctx.small = c->size != UI_SIZE_FULL;
	ui_screen_layout(s, c->size, c->grid.w, h, c->focus[c->screen],
			 c->shown[c->screen], c->zoom, r);
	for (size_t i = 0; i < c->n_panes; i++)
		c->panes[i].visible = c->panes[i].focused = false;
	for (size_t i = 0; i < ui_screen_places(s); i++) {
		struct pane *p = ui_console_pane(c, s->places[i].pane);

		p->rect = r[i];
		p->rect.y += ROWS_ABOVE;
		p->visible = r[i].w > 2 && r[i].h > 2;
		p->focused = p->visible && i == c->focus[c->screen];
		if (!p->visible)
			continue;
		/* A blank column keeps text off the line on both sides. */
		p->w = r[i].w - 4;
		p->h = r[i].h - 2;
		if (p->ops->recalc)
			p->ops->recalc(p);
		if (p->ops->rows)
			ui_rows_fit(p);
	}
}

static void
add_frame(uint8_t *mask, const struct ui_grid *g, const struct ui_rect *r)
{
	int x1 = r->x + r->w - 1, y1 = r->y + r->h - 1;

	for (int x = r->x; x <= x1; x++) {
		uint8_t bits = (uint8_t)((x > r->x ? LEFT : 0) |
					 (x < x1 ? RIGHT : 0));

		mask[r->y * g->w + x] |= bits;
		mask[y1 * g->w + x] |= bits;
	}
	for (int y = r->y; y <= y1; y++) {
		uint8_t bits = (uint8_t)((y > r->y ? UP : 0) |
					 (y < y1 ? DOWN : 0));

		mask[y * g->w + r->x] |= bits;
		mask[y * g->w + x1] |= bits;
	}
}

static bool
on_edge(const struct ui_rect *r, int x, int y)
{
	bool in_x = x >= r->x && x < r->x + r->w;
	bool in_y = y >= r->y && y < r->y + r->h;

	return in_x && in_y && (x == r->x || x == r->x + r->w - 1 ||
				y == r->y || y == r->y + r->h - 1);
}

/* Neighbours share a line, so all frames are drawn together. */
static void
draw_frames(struct ui_console *c, struct ui_surface *s)
{
	static const char *const lines[16] = {
		" ", "│", "│", "│", "─", "┘", "┐", "┤",
		"─", "└", "┌", "├", "─", "┴", "┬", "┼",
	};
	struct ui_grid *g = &c->grid;
	uint8_t *mask = rv_calloc((size_t)g->w * (size_t)g->h, 1);
	const struct pane *focused = NULL;

	for (size_t i = 0; i < c->n_panes; i++) {
		if (!c->panes[i].visible)
			continue;
		add_frame(mask, g, &c->panes[i].rect);
		if (c->panes[i].focused)
			focused = &c->panes[i];
	}
	for (int y = 0; y < g->h; y++) {
		for (int x = 0; x < g->w; x++) {
			uint8_t m = mask[y * g->w + x];
			bool f = m && focused && on_edge(&focused->rect, x, y);
			char a = (m & (UP | DOWN)) == 0		 ? '-'
				 : (m & (LEFT | RIGHT)) == 0 ? '|'
								 : '+';

			if (m)
				ui_glyph(s, x, y,
					 f ? UI_ROLE_FOCUS : UI_ROLE_BORDER,
					 lines[m], a);
		}
	}
	free(mask);
}

static void
draw_pane(struct pane *p, struct ui_surface *s)
{
	ui_style st = p->focused ? UI_ROLE_TITLE_FOCUS : UI_ROLE_TITLE;
	struct ui_surface top = ui_sub(s, p->rect.x + 1, p->rect.y,
				       p->rect.w - 2, 1);
	struct ui_surface in = ui_sub(s, p->rect.x + 2, p->rect.y + 1, p->w,
				      p->h);
	struct rv_buf b = RV_BUF_INIT;
	int x = 1;

	rv_buf_addf(&b, " %s ", _(p->ops->title));
	x += ui_putw(&top, x, 0, top.r.w - 2, st, rv_buf_sv(&b));
	rv_buf_reset(&b);
	if (p->ops->rows)
		ui_rows_heading(p, &b);
	else if (p->ops->heading)
		p->ops->heading(p, &b);
	if (b.n > 0 && x < top.r.w - 6) {
		rv_buf_addc(&b, ' ');
		ui_puts(&top, x, 0, UI_ROLE_LABEL, " ");
		ui_putw(&top, x + 1, 0, top.r.w - x - 2, UI_ROLE_LABEL,
			rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	if (p->ops->draw)
		p->ops->draw(p, &in);
	else
		ui_rows_draw(p, &in);
	if (ui_find_can(p) && p->ctx->find.n > 0)
		ui_find_mark(&in, rv_buf_sv(&p->ctx->find));
}

/* --- the lines around ------------------------------------------------------ */

static int
right_side(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 1;

	if (st) {
		rv_fmt_clock(&b, st->now, st->zone);
		x = ui_put_right(s, x, 0, 8, UI_ROLE_DIM, rv_buf_sv(&b)) - 2;
		rv_buf_reset(&b);
	}
	if (c->ctx.follow)
		rv_buf_adds(&b, _("LIVE"));
	else if (c->ctx.held > 0)
		rv_buf_addf(&b, _("HELD +%d"), (int)c->ctx.held);
	else
		rv_buf_adds(&b, _("HELD"));
	x = ui_put_right(s, x, 0, 16, c->ctx.follow ? UI_ROLE_OK : UI_ROLE_HELD,
			 rv_buf_sv(&b)) - 2;
	rv_buf_release(&b);
	if (c->opts->demo || (st && st->demo))
		x = ui_put_right(s, x, 0, 8, UI_ROLE_WARN,
				 rv_sv(_("DEMO"))) - 2;
	if (st)
		x = ui_put_right(s, x, 0, 20, UI_ROLE_STRONG, st->agent) - 1;
	return x;
}

static void
draw_tabs(struct ui_console *c, struct ui_surface *s)
{
	int end = right_side(c, s), x = 1, want = 1;
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	bool names;

	for (int i = 0; i < UI_SCREENS; i++)
		want += rv_width(rv_sv(_(ui_screens[i].title))) + 5;
	names = want + 4 < end;
	for (int i = 0; i < UI_SCREENS; i++) {
		bool on = i == c->screen;
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addc(&b, on ? '[' : ' ');
		rv_buf_addf(&b, names || on ? "%d %s" : "%d",
			    ui_screens[i].number, _(ui_screens[i].title));
		if (st && !strcmp(ui_screens[i].name, "review") &&
		    st->open_proposals > 0)
			rv_buf_addf(&b, ":%d", (int)st->open_proposals);
		rv_buf_addc(&b, on ? ']' : ' ');
		x += ui_putw(s, x, 0, end - x,
			     on ? UI_ROLE_TAB_ACTIVE : UI_ROLE_TAB,
			     rv_buf_sv(&b));
		x += names ? 1 : 0;
		rv_buf_release(&b);
	}
}

static void
crumb_of_screen(struct ui_console *c, struct rv_buf *b)
{
	const struct rv_view_proposal *p = ui_ctx_shown(&c->ctx);
	const struct ui_snap *story = ui_model_get(c->ctx.model, UI_VIEW_STORY);

	if (!strcmp(ui_screens[c->screen].name, "resonance") && c->ctx.run > 0)
		rv_buf_addf(b, _(" > turn %d"), (int)c->ctx.run);
	if (!strcmp(ui_screens[c->screen].name, "story") && story &&
	    c->ctx.chapter >= 0 &&
	    (size_t)c->ctx.chapter < story->u.story.n) {
		rv_buf_addf(b, _(" > chapter %d"), (int)c->ctx.chapter + 1);
	}
	if (!strcmp(ui_screens[c->screen].name, "layers") && c->ctx.path)
		rv_buf_addf(b, " > %s", c->ctx.path);
	if (!strcmp(ui_screens[c->screen].name, "review") && p) {
		rv_buf_addf(b, " > %.*s  ", RV_SV_ARG(p->id));
		if (p->source.n > 0)
			rv_buf_addf(b, "%.*s -> ", RV_SV_ARG(p->source));
		rv_buf_addv(b, p->target);
	}
	if (!strcmp(ui_screens[c->screen].name, "pending") && p) {
		if (p->id.n > 0)
			rv_buf_addf(b, " > %.*s", RV_SV_ARG(p->id));
		else
			rv_buf_adds(b, _(" > preview (dry run, nothing "
					 "written)"));
	}
}

/* What is wrong comes before the way here; returns the free column left. */
static int
draw_trouble(const struct rv_view_status *st, struct ui_surface *s, int end)
{
	const struct rv_view_trouble *t = &st->troubles[0];
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "%s %.*s", ui_level_sign(t->level), RV_SV_ARG(t->what));
	if (st->n_troubles > 1)
		rv_buf_addf(&b, _(" (and %d more)"), (int)st->n_troubles - 1);
	end = ui_put_right(s, end, 1, end - 1, ui_level_role(t->level),
			   rv_buf_sv(&b));
	rv_buf_release(&b);
	return end - 2;
}

static void
draw_counts(const struct rv_view_status *st, struct ui_surface *s, int x,
	    int end)
{
	struct rv_buf b = RV_BUF_INIT, num = RV_BUF_INIT;

	rv_fmt_int(&num, st->episodes);
	rv_buf_addf(&b, P_("%s episode", "%s episodes", st->episodes), num.p);
	rv_buf_adds(&b, "   ");
	rv_buf_reset(&num);
	rv_fmt_int(&num, st->chapters);
	rv_buf_addf(&b, P_("%s chapter", "%s chapters", st->chapters), num.p);
	rv_buf_adds(&b, "   ");
	rv_buf_reset(&num);
	rv_fmt_int(&num, st->pending);
	rv_buf_addf(&b, _("%s pending"), num.p);
	if (rv_width(rv_buf_sv(&b)) <= end - x)
		ui_put_right(s, end, 1, end - x, UI_ROLE_DIM, rv_buf_sv(&b));
	rv_buf_release(&num);
	rv_buf_release(&b);
}

static void
draw_crumbs(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = 1, end = s->r.w - 1;
	size_t place;

	if (st)
		rv_buf_addv(&b, st->agent);
	else
		rv_buf_adds(&b, "reverie");
	if (st && st->n_troubles > 0)
		end = draw_trouble(st, s, end);
	place = b.n;
	for (size_t most = 4; most > 0; most--) {
		rv_buf_truncate(&b, place);
		ui_console_trail(c, most - 1, &b);
		rv_buf_addf(&b, " > %s", ui_screens[c->screen].name);
		crumb_of_screen(c, &b);
		if (rv_width(rv_buf_sv(&b)) <= end - x)
			break;
	}
	if (end > x)
		x += ui_putw(s, x, 1, end - x, UI_ROLE_CRUMB, rv_buf_sv(&b)) +
		     3;
	if (st && st->n_troubles == 0)
		draw_counts(st, s, x, end);
	rv_buf_release(&b);
}

static int
status_right(struct ui_console *c, struct ui_surface *s, int y)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 1;

	if (!st) {
		rv_buf_release(&b);
		return x;
	}
	rv_buf_addf(&b, _("undo %d"), (int)st->undo_steps);
	x = ui_put_right(s, x, y, 12, UI_ROLE_DIM, rv_buf_sv(&b)) - 3;
	if (st->readonly)
		x = ui_put_right(s, x, y, 16, UI_ROLE_HELD,
				 rv_sv(_(" read-only "))) - 3;
	else
		x = ui_put_right(s, x, y, 4, UI_ROLE_DIM, RV_SV("rw")) - 3;
	rv_buf_reset(&b);
	if (st->lock_held) {
		rv_buf_addf(&b, _("lock: pid %d, "), (int)st->lock_pid);
		rv_fmt_age(&b, st->lock_age);
		x = ui_put_right(s, x, y, 30, UI_ROLE_WARN, rv_buf_sv(&b)) - 3;
	} else {
		x = ui_put_right(s, x, y, 30, UI_ROLE_DIM,
				 rv_sv(_("lock free"))) - 3;
	}
	rv_buf_release(&b);
	return x;
}

/* "staged: 2 approve 1 reject   nothing is on disk until you press W" */
static void
staged_text(const struct ui_ctx *c, struct rv_buf *b)
{
	size_t a = ui_stage_count(&c->stage, UI_APPROVED);
	size_t x = ui_stage_count(&c->stage, UI_REJECTED);
	size_t d = ui_stage_count(&c->stage, UI_DEFERRED);

	rv_buf_adds(b, _("staged:"));
	if (a > 0)
		rv_buf_addf(b, _(" %d approve"), (int)a);
	if (x > 0)
		rv_buf_addf(b, _(" %d reject"), (int)x);
	if (d > 0)
		rv_buf_addf(b, _(" %d defer"), (int)d);
	rv_buf_adds(b, _("   nothing is on disk until you press W"));
}

static void
draw_status(struct ui_console *c, struct ui_surface *s)
{
	int y = s->r.h - 2, end;

	if (c->toast.n > 0) {
		/* A sentence that matters gets the whole line. */
		int w = s->r.w - 2;

		if (rv_width(rv_buf_sv(&c->toast)) < w - 34) {
			end = status_right(c, s, y);
			w = end - 1;
		}
		ui_putw(s, 1, y, w,
			c->toast_level == RV_LEVEL_OK
				? UI_ROLE_TOAST
				: ui_level_role(c->toast_level),
			rv_buf_sv(&c->toast));
		return;
	}
	end = status_right(c, s, y);
	if (ui_stage_total(&c->ctx.stage) > 0) {
		struct rv_buf b = RV_BUF_INIT;

		staged_text(&c->ctx, &b);
		if (rv_width(rv_buf_sv(&b)) > end - 1) {
			end = s->r.w;
			ui_fill(s, 0, y, s->r.w, 1, UI_ROLE_TEXT);
		}
		ui_putw(s, 1, y, end - 1, UI_ROLE_WARN, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (!c->ctx.follow && c->ctx.held > 0) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b, P_("%d newer turn, F follows",
				   "%d newer turns, F follows", c->ctx.held),
			    (int)c->ctx.held);
		ui_putw(s, 1, y, end - 1, UI_ROLE_NOTE, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (c->ctx.newer > 0 &&
		   !strcmp(ui_screens[c->screen].name, "resonance")) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b,
			    P_("%d newer turn came: gg in Turns shows it",
			       "%d newer turns came: gg in Turns shows them",
			       c->ctx.newer),
			    (int)c->ctx.newer);
		ui_putw(s, 1, y, end - 1, UI_ROLE_NOTE, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (!ui_model_idle(c->ctx.model)) {
		ui_putw(s, 1, y, end - 1, UI_ROLE_DIM,
			rv_sv(ui_model_reading(c->ctx.model, UI_VIEW_DRAFT)
				      ? _("dry run: reading what is pending")
				      : _("reading")));
	}
}

static int
hint(struct ui_surface *s, int x, int y, int end, const char *key,
     const char *label)
{
	int need = rv_width(rv_sv(key)) + 1 + rv_width(rv_sv(label));

	if (x + need > end)
		return -1;
	x += ui_puts(s, x, y, UI_ROLE_KEY, key) + 1;
	return x + ui_puts(s, x, y, UI_ROLE_HINT, label) + 2;
}

static bool
is_chord(const char *key)
{
	return key[1] && (key[0] == 'g' || key[0] == ',');
}

/* A narrower scope has the key already. */
static bool
is_covered(const struct ui_key *const *scopes, size_t i, const char *key)
{
	while (i-- > 0)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (k->label && !strcmp(k->key, key))
				return true;
	return false;
}

/* The row of an act that the hint line always has room for. */
static const struct ui_key *
kept_hint(const struct ui_key *const *scopes, size_t n, enum ui_act act)
{
	for (size_t i = 0; i < n; i++)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (k->label && k->act == act && !is_chord(k->key))
				return k;
	return NULL;
}

/* What is commonest comes first; how to get help and out stands at the end,
 * whatever had to be left out before it. */
static void
draw_hints(struct ui_console *c, struct ui_surface *s)
{
	const struct ui_key *scopes[4], *last[2];
	size_t n = ui_input_scopes(c, scopes);
	int y = s->r.h - 1, x = 1, end = s->r.w - 1, next;

	last[0] = kept_hint(scopes, n, UI_ACT_HELP);
	last[1] = kept_hint(scopes, n, UI_ACT_QUIT);
	for (size_t i = 0; i < ARRAY_LEN(last); i++)
		if (last[i])
			end -= rv_width(rv_sv(last[i]->key)) + 3 +
			       rv_width(rv_sv(_(last[i]->label)));
	for (size_t i = 0; i < n; i++) {
		for (const struct ui_key *k = scopes[i]; k->key; k++) {
			/* Chords have their own window; few are here, too. */
			if (!k->label || (is_chord(k->key) && !k->arg) ||
			    k == last[0] || k == last[1] ||
			    is_covered(scopes, i, k->key))
				continue;
			next = hint(s, x, y, end, ui_key_short(k->key),
				    _(k->label));
			x = next > 0 ? next : x;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(last); i++) {
		if (!last[i])
			continue;
		next = hint(s, x, y, s->r.w - 1, ui_key_short(last[i]->key),
			    _(last[i]->label));
		x = next > 0 ? next : x;
	}
}

/* Continuations of a pending chord, in columns above the status line. */
static void
draw_chord(struct ui_console *c, struct ui_surface *s)
{
	const struct ui_key *scopes[4], *rows[64];
	size_t n = ui_input_scopes(c, scopes), found = 0;
	size_t len = strlen(c->typed);
	int cols = s->r.w / 19 > 0 ? s->r.w / 19 : 1, h;
	struct ui_surface win;
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < n; i++)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (strlen(k->key) > len && found < 64 &&
			    !strncmp(k->key, c->typed, len) &&
			    strncmp(k->key, "ctrl-", 5) != 0)
				rows[found++] = k;
	h = (int)(found + (size_t)cols - 1) / cols + 2;
	win = ui_sub(s, 0, s->r.h - ROWS_BELOW - h, s->r.w, h);
	ui_fill(&win, 0, 0, win.r.w, win.r.h, UI_ROLE_TEXT);
	ui_box(&win, UI_ROLE_FOCUS);
	rv_buf_addf(&b, " %s ... ", c->typed);
	ui_put(&win, 2, 0, UI_ROLE_TITLE_FOCUS, rv_buf_sv(&b));
	rv_buf_release(&b);
	for (size_t i = 0; i < found; i++) {
		int x = 2 + (int)(i % (size_t)cols) * 19;
		int y = 1 + (int)(i / (size_t)cols);

		ui_puts(&win, x, y, UI_ROLE_KEY, rows[i]->key);
		ui_putw(&win, x + 3, y, 15, UI_ROLE_TEXT,
			rv_sv(rows[i]->label ? _(rows[i]->label)
					     : ui_key_help(rows[i])));
	}
}

/* Returns the rows that it took. */
static int
card_trouble(const struct rv_view_trouble *t, struct ui_surface *s, int y)
{
	/* Two lines below are the way on. */
	int room = s->r.h - 2 - y;
	struct ui_surface in = ui_sub(s, 0, y, s->r.w, RV_MAX(room, 0));
	struct ui_textview v = {0};
	struct rv_buf b = RV_BUF_INIT;
	int rows;

	if (room <= 0)
		return 0;
	rv_buf_addf(&b, "%s %.*s; %.*s", ui_level_sign(t->level),
		    RV_SV_ARG(t->what), RV_SV_ARG(t->how));
	ui_textview_begin(&v, s->r.w);
	ui_textview_add(&v, ui_level_role(t->level), 0, rv_buf_sv(&b));
	ui_textview_draw(&v, &in);
	rows = RV_MIN((int)v.n, room);
	ui_textview_release(&v);
	rv_buf_release(&b);
	return rows;
}

/* Too small for panes: what matters most, and how to go on. */
static void
draw_card(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int y = 0;

	ui_puts(s, 0, y++, UI_ROLE_STRONG, "Reverie");
	if (st) {
		ui_put(s, 8, 0, UI_ROLE_TEXT, st->agent);
		rv_buf_addf(&b, _("pending %d%%  open %d"),
			    rv_fmt_percent(st->log_tokens, st->threshold),
			    (int)st->open_proposals);
		ui_put(s, 0, y++, UI_ROLE_TEXT, rv_buf_sv(&b));
		for (size_t i = 0; i < st->n_troubles; i++)
			y += card_trouble(&st->troubles[i], s, y);
		if (st->n_troubles == 0)
			ui_puts(s, 0, y++, UI_ROLE_OK, _("memory ok"));
	} else {
		ui_puts(s, 0, y++, UI_ROLE_DIM, _("reading"));
	}
	ui_puts(s, 0, y++, UI_ROLE_DIM, _("60x16 shows panes"));
	ui_puts(s, 0, y, UI_ROLE_HINT, _("q quit  ? help  : command"));
	rv_buf_release(&b);
}

void
ui_frame_draw(struct ui_console *c)
{
	struct ui_surface s, body;
	int rows;

	ui_grid_clear(&c->grid);
	s = ui_grid_surface(&c->grid);
	if (c->size == UI_SIZE_CARD) {
		draw_card(c, &s);
		if (c->overlay) {
			c->grid.cx = c->grid.cy = -1;
			c->overlay->ops->draw(c->overlay, &s);
		}
		return;
	}
	draw_tabs(c, &s);
	draw_crumbs(c, &s);
	draw_frames(c, &s);
	for (size_t i = 0; i < c->n_panes; i++)
		if (c->panes[i].visible)
			draw_pane(&c->panes[i], &s);
	rows = ui_tour_rows(c, s.r.w, s.r.h - ROWS_ABOVE - ROWS_BELOW);
	if (rows > 0) {
		body = ui_sub(&s, 0, s.r.h - ROWS_BELOW - rows, s.r.w, rows);
		ui_tour_draw(c, &body);
	}
	draw_status(c, &s);
	draw_hints(c, &s);
	if (c->overlay) {
		c->grid.cx = c->grid.cy = -1;
		body = ui_sub(&s, 0, 1, s.r.w, s.r.h - 2);
		c->overlay->ops->draw(c->overlay, &body);
	}
	if (c->chord_shown)
		draw_chord(c, &s);
}
