/* SPDX-License-Identifier: MIT */
/* Cells, and the graphemes that are more than one code point. */
#include "config.h"

#include "ui/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

#define CHAINS 256 /* a power of two */
#define CLUSTERS_MAX 4096 /* more are forgotten when a frame begins */

struct cluster {
	char text[UI_CELL_TEXT];
	uint32_t n;
	uint32_t next; /* number + 1 of the next one of its chain; 0: none */
};

struct ui_clusters {
	struct cluster *list;
	size_t n, cap;
	uint32_t chains[CHAINS]; /* as `next` */
};

void
ui_grid_init(struct ui_grid *g, int w, int h, bool ascii)
{
	*g = (struct ui_grid){.ascii = ascii, .cx = -1, .cy = -1};
	ui_grid_resize(g, w, h);
}

void
ui_grid_resize(struct ui_grid *g, int w, int h)
{
	g->w = w < 1 ? 1 : w;
	g->h = h < 1 ? 1 : h;
	g->cells = rv_realloc(g->cells,
			      (size_t)g->w * (size_t)g->h * sizeof(*g->cells));
	ui_grid_clear(g);
}

static void
forget(struct ui_grid *g)
{
	if (!g->clusters)
		return;
	free(g->clusters->list);
	free(g->clusters);
	g->clusters = NULL;
}

void
ui_grid_clear(struct ui_grid *g)
{
	size_t n = (size_t)g->w * (size_t)g->h;

	for (size_t i = 0; i < n; i++)
		g->cells[i] = UI_CELL_BLANK;
	g->cx = g->cy = -1;
	if (g->clusters && g->clusters->n > CLUSTERS_MAX) {
		forget(g);
		g->age++;
	}
}

void
ui_grid_release(struct ui_grid *g)
{
	forget(g);
	free(g->cells);
	*g = (struct ui_grid){0};
}

static uint32_t
cluster_number(struct ui_grid *g, struct rv_sv text)
{
	struct ui_clusters *all = g->clusters;
	uint32_t *chain;
	struct cluster *c;

	if (!all)
		all = g->clusters = rv_calloc(1, sizeof(*all));
	chain = &all->chains[rv_sv_hash(text) & (CHAINS - 1)];
	for (uint32_t i = *chain; i > 0; i = all->list[i - 1].next)
		if (rv_sv_eq(rv_sv_of(all->list[i - 1].text,
				      all->list[i - 1].n), text))
			return i - 1;
	rv_grow(&all->list, &all->cap, all->n + 1);
	c = &all->list[all->n++];
	*c = (struct cluster){.n = (uint32_t)text.n, .next = *chain};
	memcpy(c->text, text.p, text.n);
	return (*chain = (uint32_t)all->n) - 1;
}

uint32_t
ui_grid_glyph(struct ui_grid *g, struct rv_sv text)
{
	uint32_t cp;
	size_t i = 0;

	if (text.n == 0)
		return 0;
	cp = rv_utf8_next(text, &i);
	if (i == text.n)
		return cp;
	text.n = RV_MIN(text.n, (size_t)UI_CELL_TEXT);
	return UI_GLYPH_CLUSTER | cluster_number(g, text);
}

struct rv_sv
ui_cell_cluster(const struct ui_grid *g, const struct ui_cell *c)
{
	const struct cluster *k =
		&g->clusters->list[c->glyph & ~UI_GLYPH_CLUSTER];

	return rv_sv_of(k->text, k->n);
}

void
ui_cell_text(const struct ui_grid *g, const struct ui_cell *c,
	     struct rv_buf *out)
{
	if (c->glyph & UI_GLYPH_CLUSTER)
		rv_buf_addv(out, ui_cell_cluster(g, c));
	else if (c->glyph)
		rv_buf_add_utf8(out, c->glyph);
}
