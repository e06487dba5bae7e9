/* SPDX-License-Identifier: MIT */
/* The whole picture: frames, panes, the lines around them, windows. */
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


enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

static void
yield_idle(struct ui_console *c, const struct ui_screen *s,
	   struct ui_rect r[UI_PLACES])
{
	for (size_t i = 0; i < ui_screen_places(s); i++) {
		const struct pane *p = ui_console_pane(c, s->places[i].pane);

		if (i != c->focus[c->screen] && p->ops->idle && p->ops->idle(p))
			ui_screen_yield(i, r);
	}
}

/* As the table of screens has it. */
static void
own_layout(const struct ui_console *c, struct ui_rect r[UI_PLACES])
{
	int h = c->grid.h - UI_LINES_ABOVE - UI_LINES_BELOW;

	h -= ui_tour_rows(c, c->grid.w, h);
	ui_screen_layout(&ui_screens[c->screen], c->size, c->grid.w, h,
			 c->focus[c->screen], c->shown[c->screen], c->zoom, r);
}

void
ui_frame_layout(struct ui_console *c)
{
	const struct ui_screen *s = &ui_screens[c->screen];
	struct ui_rect r[UI_PLACES];

	c->size = ui_size_class(s, c->grid.w, c->grid.h);
	c->ctx.small = c->size != UI_SIZE_FULL;
	own_layout(c, r);
	ui_sizes_apply(s, c->size, &c->sizes[c->screen], r);
	if (c->size == UI_SIZE_FULL && !c->zoom)
		yield_idle(c, s, r);
	for (size_t i = 0; i < c->n_panes; i++)
		c->panes[i].visible = c->panes[i].focused = false;
	for (size_t i = 0; i < ui_screen_places(s); i++) {
		struct pane *p = ui_console_pane(c, s->places[i].pane);

		p->rect = r[i];
		p->rect.y += UI_LINES_ABOVE;
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

void
ui_frame_grow(struct ui_console *c, int dir)
{
	const struct ui_screen *s = &ui_screens[c->screen];
	struct ui_sizes *z = &c->sizes[c->screen];
	bool first = ui_sizes_none(z);
	struct ui_rect r[UI_PLACES];
	unsigned seen = 0;

	for (size_t i = 0; i < ui_screen_places(s); i++)
		if (ui_console_pane(c, s->places[i].pane)->visible)
			seen |= 1u << i;
	own_layout(c, r);
	if (c->zoom)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("only this pane is shown: z brings the others back"));
	else if (c->size == UI_SIZE_ONE || c->size == UI_SIZE_CARD)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("a terminal of this size shows one pane: from "
			   "80x24 on there are two"));
	else if (!ui_sizes_step(s, c->size, z, r, seen, c->focus[c->screen],
				dir))
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 dir > 0 ? _("no pane beside this one has room to "
				     "give: z shows it alone")
				 : _("this pane cannot be smaller"));
	else if (first)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _(",z gives all panes of this screen their own size "
			   "again"));
}

void
ui_frame_own_sizes(struct ui_console *c)
{
	if (ui_sizes_none(&c->sizes[c->screen]))
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("all panes of this screen have their own size"));
	c->sizes[c->screen] = (struct ui_sizes){0};
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

/* The first byte from i on that is not 0; n: none is. */
static size_t
next_set(const uint8_t *bytes, size_t i, size_t n)
{
	uint64_t eight;

	for (; i + sizeof(eight) <= n; i += sizeof(eight)) {
		memcpy(&eight, bytes + i, sizeof(eight));
		if (eight)
			break;
	}
	while (i < n && !bytes[i])
		i++;
	return i;
}

/* Neighbours share a line, so all frames are drawn together. */
static void
draw_frames(struct ui_console *c)
{
	static const uint32_t lines[16] = {
		' ',	0x2502, 0x2502, 0x2502, 0x2500, 0x2518, 0x2510, 0x2524,
		0x2500, 0x2514, 0x250c, 0x251c, 0x2500, 0x2534, 0x252c, 0x253c,
	};
	struct ui_grid *g = &c->grid;
	size_t w = (size_t)g->w;
	uint8_t *mask = rv_calloc(w * (size_t)g->h, 1);
	const struct pane *focused = NULL;

	for (size_t i = 0; i < c->n_panes; i++) {
		if (!c->panes[i].visible)
			continue;
		add_frame(mask, g, &c->panes[i].rect);
		if (c->panes[i].focused)
			focused = &c->panes[i];
	}
	/* Most cells are inside of a pane; nothing stands on the others yet. */
	for (int y = 0; y < g->h; y++) {
		const uint8_t *row = mask + (size_t)y * w;

		for (size_t x = 0; (x = next_set(row, x, w)) < w; x++) {
			bool f = focused && on_edge(&focused->rect, (int)x, y);
			uint32_t ascii = (row[x] & (UP | DOWN)) == 0	  ? '-'
					 : (row[x] & (LEFT | RIGHT)) == 0 ? '|'
									  : '+';

			*ui_grid_at(g, (int)x, y) = (struct ui_cell){
				.glyph = g->ascii ? ascii : lines[row[x]],
				.style = f ? UI_ROLE_FOCUS : UI_ROLE_BORDER,
				.width = 1,
			};
		}
	}
	free(mask);
}

#define HIDDEN_AROUND 14 /* the corners, "tab", a comma and "+1" */

/* On the lower edge: the panes that tab leads to and that have no room here, the
 * next one first. */
static void
draw_hidden(struct ui_console *c, struct ui_surface *s)
{
	const struct ui_screen *sc = &ui_screens[c->screen];
	size_t n = ui_screen_places(sc), at = c->focus[c->screen];
	struct rv_buf b = RV_BUF_INIT;
	int y = 0, x, more = 0;

	if (c->size == UI_SIZE_FULL || c->zoom)
		return;
	for (size_t i = 1; i < n; i++) {
		const struct pane *p =
			ui_console_pane(c, sc->places[(at + i) % n].pane);
		int room = s->r.w - HIDDEN_AROUND - rv_width(rv_buf_sv(&b)) -
			   rv_width(rv_sv(_(p->ops->title)));

		if (p->visible)
			continue;
		if (more > 0 || room < 0)
			more++;
		else
			rv_buf_addf(&b, "%s%s", b.n > 0 ? ", " : " ",
				    _(p->ops->title));
	}
	if (more > 0)
		rv_buf_addf(&b, " +%d", more);
	for (size_t i = 0; i < c->n_panes; i++)
		if (c->panes[i].visible)
			y = RV_MAX(y, c->panes[i].rect.y + c->panes[i].rect.h);
	if (b.n > 0) {
		rv_buf_addc(&b, ' ');
		ui_puts(s, 2, y - 1, UI_ROLE_HINT, " ");
		x = 3 + ui_puts(s, 3, y - 1, UI_ROLE_KEY, "tab");
		ui_putw(s, x, y - 1, s->r.w - x - 2, UI_ROLE_HINT,
			rv_buf_sv(&b));
	}
	rv_buf_release(&b);
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
		rv_buf_addf(&b, _("%d%% pending, %d wait"),
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
	ui_around_tabs(c, &s);
	ui_around_crumbs(c, &s);
	draw_frames(c);
	for (size_t i = 0; i < c->n_panes; i++)
		if (c->panes[i].visible)
			draw_pane(&c->panes[i], &s);
	draw_hidden(c, &s);
	rows = ui_tour_rows(c, s.r.w, s.r.h - UI_LINES_ABOVE - UI_LINES_BELOW);
	if (rows > 0) {
		body = ui_sub(&s, 0, s.r.h - UI_LINES_BELOW - rows, s.r.w, rows);
		ui_tour_draw(c, &body);
	}
	ui_around_status(c, &s);
	ui_hints_line(c, &s);
	if (c->overlay) {
		c->grid.cx = c->grid.cy = -1;
		/* What the status says is seen beside every window. */
		body = ui_sub(&s, 0, 1, s.r.w, s.r.h - 1 - UI_LINES_BELOW);
		c->overlay->ops->draw(c->overlay, &body);
	}
	if (c->chord_shown)
		ui_hints_chord(c, &s);
}
