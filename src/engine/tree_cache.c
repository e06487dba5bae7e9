/* SPDX-License-Identifier: MIT */
/* The tree of pages, kept: one page is opened many times between changes, and
 * with tens of thousands of them the tree takes longer than the page. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "engine/view_priv.h"
#include "trust/tree.h"

struct rv_tree_cache {
	struct rv_arena arena;
	struct rv_tree tree;
	int64_t version, hour;
};

void
rv_tree_cache_free(struct rv_tree_cache *c)
{
	if (!c)
		return;
	rv_arena_release(&c->arena);
	free(c);
}

rv_status
rv_tree_cached(struct rv_engine *e, const struct rv_tree **tree,
	       const struct rv_names **names, struct rv_err *err)
{
	int64_t version = rv_store_version(e->store);
	/* Pages grow stale by the day. */
	int64_t hour = rv_env_now(e->env) / RV_HOUR;
	struct rv_tree_cache *c = e->tree;
	rv_status st;

	if (!c)
		c = e->tree = rv_calloc(1, sizeof(*c));
	if (version == 0 || c->version != version || c->hour != hour) {
		rv_arena_release(&c->arena);
		c->version = 0;
		st = rv_tree_build(e->store, rv_env_now(e->env), &c->arena,
				   &c->tree, err);
		if (st != RV_OK)
			return st;
		c->version = version;
		c->hour = hour;
	}
	*tree = &c->tree;
	*names = &c->tree.names;
	return RV_OK;
}

/* What other pages see of a page: with that unchanged, its own row is all that
 * has to be made anew. */
static bool
same_to_others(const struct rv_page_meta *a, const struct rv_page_meta *b)
{
	struct rv_page_meta x = *a, y = *b;

	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++)
		if (!rv_sv_eq(*rv_page_meta_text(&x, i),
			      *rv_page_meta_text(&y, i)))
			return false;
	return a->layer == b->layer && a->updated == b->updated &&
	       a->reviewed == b->reviewed;
}

bool
rv_tree_cache_patch(struct rv_engine *e, const struct rv_page_meta *now)
{
	struct rv_tree_cache *c = e->tree;
	struct rv_page_meta *old;
	ptrdiff_t at;

	if (!c || c->version == 0)
		return false;
	at = rv_pages_find(c->tree.pages, c->tree.n, now->path);
	old = at < 0 ? NULL : &c->tree.pages[at];
	if (!old || !same_to_others(old, now))
		return false;
	old->bytes = now->bytes;
	old->tokens = now->tokens;
	old->flags = now->flags;
	return true;
}

int64_t
rv_tree_cache_version(const struct rv_engine *e)
{
	return e->tree ? e->tree->version : 0;
}

void
rv_tree_cache_move(struct rv_engine *e, int64_t version)
{
	if (e->tree)
		e->tree->version = version;
}
