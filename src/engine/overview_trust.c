/* SPDX-License-Identifier: MIT */
/* The Overview: the layers by trust, and what in them needs a person. */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/view_priv.h"
#include "store/page.h"
#include "store/page_meta.h"
#include "trust/tree.h"

/* Above this many pages the tree is looked at only when Layers made it: the
 * Overview is shown first and waits for nothing. */
#define TREE_PAGES 5000
/* Pages of one kind that are named; the others are counted. */
#define NAMED 3

enum fault { CONTRADICTED, SAME_NAME, HELD, BROKEN, STALE, N_FAULTS };

/* Live is what checks say now; it has no files. */
static rv_status
live_layer(struct rv_engine *e, struct rv_view_layer *l, struct rv_arena *a,
	   struct rv_err *err)
{
	struct rv_view_lives v;
	rv_status st = rv_view_lives(e, a, &v, err);
	size_t never = 0;

	if (st != RV_OK)
		return st;
	for (size_t i = 0; i < v.n; i++) {
		never += v.items[i].time == RV_UNDATED;
		l->newest = RV_MAX(l->newest, v.items[i].time);
	}
	l->items = (int64_t)v.n;
	if (!v.n)
		l->note = rv_sv(_("no live checks configured"));
	else if (never)
		l->note = rv_sv(rv_arena_printf(a, _("%zu never run"), never));
	return RV_OK;
}

/* NULL: there are too many pages to look at each. */
static const struct rv_tree *
tree_of(struct rv_engine *e)
{
	struct rv_tree *tree = NULL;
	struct rv_layer_count c;
	int64_t pages = 0;

	for (int i = 0; !e->tree && i <= RV_LAYER_STORY; i++) {
		c = (struct rv_layer_count){0};
		if (rv_page_count(e->store, (enum rv_layer)i, &c, NULL) ==
		    RV_OK)
			pages += c.files;
	}
	if (pages > TREE_PAGES ||
	    rv_tree_cached(e, &tree, NULL) != RV_OK)
		return NULL;
	return tree;
}

static bool
has(const struct rv_tree_row *t, enum fault f)
{
	switch (f) {
	case CONTRADICTED:
		return t->contradiction.n > 0;
	case SAME_NAME:
		return t->same_name.n > 0;
	case HELD:
		return t->meta->flags & RV_META_SECRET;
	case BROKEN:
		return t->meta->flags & RV_META_BROKEN;
	case STALE:
		return t->stale.n > 0;
	case N_FAULTS:
		break;
	}
	return false;
}

static void
count_pages(struct rv_engine *e, const struct rv_tree *tree, enum rv_layer layer,
	    struct rv_view_layer *l)
{
	struct rv_arena arena = RV_ARENA_INIT;

	l->items = l->bytes = 0;
	l->stale = l->contradictions = l->held = 0;
	for (size_t i = 0; i < tree->n; i++) {
		const struct rv_tree_row *t = tree->rows[i];

		if (t->meta->layer != layer)
			continue;
		l->items++;
		l->bytes += t->meta->bytes;
		l->stale += has(t, STALE);
		l->contradictions += has(t, CONTRADICTED);
		l->held += has(t, HELD);
	}
	if (layer == RV_LAYER_DERIVED) {
		int64_t bytes = 0;

		l->items += rv_view_identity(e, &arena, &bytes);
		l->bytes += bytes;
	}
	rv_arena_release(&arena);
}

rv_status
rv_overview_layers(struct rv_engine *e, struct rv_view_overview *o,
		   struct rv_arena *a, struct rv_err *err)
{
	static const enum rv_layer order[] = {RV_LAYER_LIVE, RV_LAYER_RAW,
					      RV_LAYER_WIKI, RV_LAYER_DERIVED,
					      RV_LAYER_STORY};
	const struct rv_tree *tree = tree_of(e);
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < ARRAY_LEN(order); i++) {
		struct rv_view_layer *l = &o->layers[i];
		struct rv_layer_count c = {.newest = RV_UNDATED};
		l->name = rv_sv(rv_layer_name(order[i]));
		l->letter = rv_view_letter(l->name);
		st = rv_page_count(e->store, order[i], &c, err);
		l->items = c.files;
		l->bytes = c.bytes;
		l->newest = c.newest;
		l->stale = l->contradictions = l->held = -1;
		if (tree && order[i] != RV_LAYER_LIVE &&
		    order[i] != RV_LAYER_STORY)
			count_pages(e, tree, order[i], l);
		if (order[i] == RV_LAYER_LIVE) {
			if (st == RV_OK)
				st = live_layer(e, l, a, err);
		} else if (order[i] == RV_LAYER_RAW) {
			l->note = rv_sv(rv_arena_printf(
				a,
				P_("%lld episode", "%lld episodes",
				   o->status.episodes),
				(long long)o->status.episodes));
		} else if (order[i] == RV_LAYER_STORY) {
			l->items = o->status.chapters;
			l->note = rv_sv(_("chapters"));
		}
	}
	return st;
}


static const struct {
	enum rv_level level;
	const char *what; /* N_(), before the page's path */
} faults[N_FAULTS] = {
	[CONTRADICTED] = {RV_LEVEL_WARN, N_("contradiction")},
	[SAME_NAME] = {RV_LEVEL_WARN, N_("same name")},
	[HELD] = {RV_LEVEL_WARN, N_("secret masked")},
	[BROKEN] = {RV_LEVEL_WARN, N_("broken frontmatter")},
	[STALE] = {RV_LEVEL_NOTE, N_("stale")},
};

void
rv_overview_pages(struct rv_engine *e, struct rv_view_overview *o,
		  struct rv_arena *a)
{
	const struct rv_tree *tree = tree_of(e);

	for (int f = 0; tree && f < N_FAULTS; f++) {
		int named = 0, more = 0;

		for (size_t i = 0; i < tree->n; i++) {
			const struct rv_tree_row *t = tree->rows[i];

			if (!has(t, (enum fault)f))
				continue;
			if (named == NAMED) {
				more++;
				continue;
			}
			named++;
			rv_overview_need(
				o, faults[f].level,
				rv_sv_dup_in(a, t->meta->path),
				_(faults[f].what), _("5 layers"));
		}
		if (more > 0)
			rv_overview_need(
				o, faults[f].level, RV_SV_NONE,
				rv_arena_printf(a, _("%s: %d more in 5 Layers"),
						_(faults[f].what), more),
				_("5 layers"));
	}
}
