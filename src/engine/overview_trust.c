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
static struct rv_tree_sums *
sums_of(struct rv_engine *e)
{
	struct rv_tree_sums *sums = NULL;
	struct rv_layer_count c;
	int64_t pages = 0;

	for (int i = 0; !e->tree && i <= RV_LAYER_STORY; i++) {
		c = (struct rv_layer_count){0};
		if (rv_page_count(e->store, (enum rv_layer)i, &c, NULL) ==
		    RV_OK)
			pages += c.files;
	}
	if (pages > TREE_PAGES || rv_tree_summed(e, &sums, NULL) != RV_OK)
		return NULL;
	return sums;
}

static void
count_pages(struct rv_engine *e, struct rv_tree_sums *sums,
	    enum rv_layer layer, struct rv_view_layer *l)
{
	const struct rv_tree_sum *sum = rv_tree_sum_of(sums, l->letter);
	struct rv_arena arena = RV_ARENA_INIT;

	l->items = sum->pages;
	l->bytes = sum->bytes;
	l->stale = sum->faults[RV_TREE_STALE];
	l->contradictions = sum->faults[RV_TREE_CONTRADICTED];
	l->held = sum->faults[RV_TREE_HELD];
	if (layer == RV_LAYER_DERIVED) {
		int64_t bytes = 0;

		l->items += rv_view_identity(e, &arena, &bytes);
		l->bytes += bytes;
	}
	rv_arena_release(&arena);
}

/* The age of the newest page, by the rule of the rows on Layers. */
static rv_status
newest_of(struct rv_engine *e, const struct rv_view_status *now,
	  enum rv_layer layer, int64_t newest, int64_t *out,
	  struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv *paths;
	size_t n = 0;
	rv_status st = RV_OK;

	*out = newest;
	if (rv_view_names_today(now, newest))
		st = rv_page_dated(e->store, layer, newest, &arena, &paths, &n,
				   err);
	for (size_t i = 0; i < n; i++)
		*out = RV_MAX(*out, rv_view_aged(e, now, paths[i], newest,
						 &arena));
	rv_arena_release(&arena);
	return st;
}

rv_status
rv_overview_layers(struct rv_engine *e, struct rv_view_overview *o,
		   struct rv_arena *a, struct rv_err *err)
{
	static const enum rv_layer order[] = {RV_LAYER_LIVE, RV_LAYER_RAW,
					      RV_LAYER_WIKI, RV_LAYER_DERIVED,
					      RV_LAYER_STORY};
	struct rv_tree_sums *sums = sums_of(e);
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < ARRAY_LEN(order); i++) {
		struct rv_view_layer *l = &o->layers[i];
		struct rv_layer_count c = {.newest = RV_UNDATED};
		l->name = rv_sv(rv_layer_name(order[i]));
		l->letter = rv_view_letter(l->name);
		st = rv_page_count(e->store, order[i], &c, err);
		l->items = c.files;
		l->bytes = c.bytes;
		if (st == RV_OK)
			st = newest_of(e, &o->status, order[i], c.newest,
				       &l->newest, err);
		l->stale = l->contradictions = l->held = -1;
		if (sums && order[i] != RV_LAYER_LIVE &&
		    order[i] != RV_LAYER_STORY)
			count_pages(e, sums, order[i], l);
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
} faults[RV_TREE_FAULTS] = {
	[RV_TREE_CONTRADICTED] = {RV_LEVEL_WARN, N_("contradiction")},
	[RV_TREE_SAME_NAME] = {RV_LEVEL_WARN, N_("same name")},
	[RV_TREE_TWIN] = {RV_LEVEL_WARN, N_("twin in case or form")},
	[RV_TREE_COPY] = {RV_LEVEL_WARN, N_("copy of a conflict")},
	[RV_TREE_HELD] = {RV_LEVEL_WARN, N_("secret masked")},
	[RV_TREE_BROKEN] = {RV_LEVEL_WARN, N_("broken frontmatter")},
	[RV_TREE_STALE] = {RV_LEVEL_NOTE, N_("stale")},
};

void
rv_overview_pages(struct rv_engine *e, struct rv_view_overview *o,
		  struct rv_arena *a)
{
	const struct rv_tree_sums *sums = sums_of(e);

	for (int f = 0; sums && f < RV_TREE_FAULTS; f++) {
		const struct rv_tree_list *l = &sums->faults[f];

		for (size_t i = 0; i < l->n && i < RV_OVERVIEW_NAMED; i++)
			rv_overview_need(o, faults[f].level,
					 rv_sv_dup_in(a, l->rows[i]->path),
					 _(faults[f].what), _("5 layers"));
		if (l->n > RV_OVERVIEW_NAMED)
			rv_overview_need(
				o, faults[f].level, RV_SV_NONE,
				rv_arena_printf(a, _("%s: %d more in 5 Layers"),
						_(faults[f].what),
						(int)(l->n - RV_OVERVIEW_NAMED)),
				_("5 layers"));
	}
}
