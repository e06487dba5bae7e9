/* SPDX-License-Identifier: MIT */
/* The tree of pages, kept: one page is opened many times between changes, and
 * with tens of thousands of them the tree takes longer than the page. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "engine/view_priv.h"
#include "trust/names.h"
#include "trust/tree.h"

struct rv_tree_cache {
	struct rv_arena arena;
	struct rv_tree tree;
	struct rv_names names;
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
		rv_names_build(c->tree.pages, c->tree.n, &c->arena, &c->names);
		c->version = version;
		c->hour = hour;
	}
	*tree = &c->tree;
	*names = &c->names;
	return RV_OK;
}
