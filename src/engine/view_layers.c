/* SPDX-License-Identifier: MIT */
/* The layers as rows: from the index, with what the walk found behind it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/scan.h"
#include "engine/view_priv.h"
#include "store/page_meta.h"
#include "trust/tree.h"

static const char *const identity[] = {
	"SOUL.md",  "IDENTITY.md",  "USER.md",	  "AGENTS.md", "BOOT.md",
	"TOOLS.md", "HEARTBEAT.md", "PURPOSE.md", "INDEX.md",
};

#define MANY_PAGES 5000

struct rows {
	struct rv_view_tree_row *list;
	size_t n, cap;
};

static struct rv_view_tree_row *
push(struct rows *r, char letter, struct rv_sv path)
{
	rv_grow(&r->list, &r->cap, r->n + 1);
	r->list[r->n] = (struct rv_view_tree_row){
		.letter = letter,
		.path = path,
		.title = rv_sv(NULL),
		.updated = RV_UNDATED,
		.trust = ' ',
	};
	return &r->list[r->n++];
}

void
rv_view_tree_row_from(const struct rv_tree_row *t,
		      struct rv_view_tree_row *out)
{
	const struct rv_page_meta *m = t->meta;

	*out = (struct rv_view_tree_row){
		.letter = rv_view_letter(rv_sv(rv_layer_name(m->layer))),
		.path = m->path,
		.title = m->title,
		.type = m->type,
		.status = m->status,
		.bytes = m->bytes,
		.tokens = m->tokens,
		.updated = m->updated,
		.trust = t->letter,
		.stale = t->stale,
		.contradiction = t->contradiction,
		.links = t->links,
		.backlinks = t->backlinks,
		.unread = m->flags & RV_META_UNREAD,
		.broken = m->flags & RV_META_BROKEN,
		.secret = m->flags & RV_META_SECRET,
	};
	/* pages of an imported vault say nothing of themselves */
	if (m->layer == RV_LAYER_WIKI && !m->type.n && !out->unread)
		out->type = RV_SV("research");
}

/* The tree lives with the engine, a view with its reader. */
static void
keep_texts(struct rv_view_tree_row *row, struct rv_arena *arena)
{
	struct rv_sv *const texts[] = {&row->path,   &row->title,
				       &row->type,   &row->status,
				       &row->stale, &row->contradiction};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (texts[i]->n)
			*texts[i] = rv_sv_dup_in(arena, *texts[i]);
}

/* What the walk found and nobody has read yet: new files, changed ones. */
static void
add_waiting(struct rv_engine *e, const struct rv_tree *tree,
	    struct rv_arena *arena, struct rows *r, int64_t *waiting)
{
	for (size_t i = e->scan ? e->scan->next : 0;
	     e->scan && i < e->scan->n; i++) {
		const struct rv_scan_item *item = &e->scan->items[i];
		struct rv_view_tree_row *row;
		size_t lo = 0, hi = tree->n;

		++*waiting;
		while (lo < hi) { /* rows of the index are by path */
			size_t mid = lo + (hi - lo) / 2;

			if (rv_sv_cmp(tree->pages[mid].path,
				      rv_sv(item->rel)) < 0)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo < tree->n &&
		    rv_sv_is(tree->pages[lo].path, item->rel)) {
			r->list[lo].waiting = true;
			continue;
		}
		row = push(r, rv_view_letter(rv_sv(rv_layer_name(item->layer))),
			   rv_sv_dup_in(arena, rv_sv(item->rel)));
		row->title = rv_sv(rv_path_base(
			rv_sv_cstr_in(arena, row->path)));
		row->bytes = item->st.st_size;
		row->waiting = true;
	}
}

static void
add_file(struct rv_engine *e, const char *rel, char letter,
	 struct rv_arena *arena, struct rows *r)
{
	const char *path = rv_path_join_in(arena, e->workspace, rel);
	struct rv_view_tree_row *row;
	struct stat st;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	row = push(r, letter, rv_sv_dup_in(arena, rv_sv(rel)));
	row->title = row->path;
	row->bytes = st.st_size;
	row->tokens = (st.st_size + 3) / 4;
	row->identity = letter == 'D';
}

int64_t
rv_view_identity(struct rv_engine *e, struct rv_arena *arena, int64_t *bytes)
{
	struct stat st;
	int64_t n = 0;

	for (size_t i = 0; i < ARRAY_LEN(identity); i++) {
		const char *path =
			rv_path_join_in(arena, e->workspace, identity[i]);

		if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
			continue;
		n++;
		*bytes += st.st_size;
	}
	return n;
}

static int
rank(char letter)
{
	static const char order[] = "LRWDS";

	return (int)(strchr(order, letter) - order);
}

static int
by_layer(const void *a, const void *b)
{
	const struct rv_view_tree_row *x = a, *y = b;
	int c = rank(x->letter) - rank(y->letter);

	return c ? c : rv_sv_cmp(x->path, y->path);
}

/* The index gives them in this order but for the layers: most are sorted by
 * being dealt out. */
static void
sort_rows(struct rows *r)
{
	bool sorted = true;

	for (size_t i = 1; sorted && i < r->n; i++)
		sorted = by_layer(&r->list[i - 1], &r->list[i]) <= 0;
	if (!sorted)
		qsort(r->list, r->n, sizeof(*r->list), by_layer);
}

static rv_status
mark_proposals(struct rv_engine *e, struct rv_arena *arena, struct rows *r,
	       struct rv_err *err)
{
	struct rv_proposal *list;
	size_t n = 0;
	rv_status st = rv_proposal_list(e->store, false, arena, &list, &n, err);

	for (size_t i = 0; st == RV_OK && i < n; i++)
		for (size_t k = 0; k < r->n; k++)
			if (rv_sv_eq(r->list[k].path, list[i].row.target))
				r->list[k].proposal = list[i].id;
	return st;
}

/* Following half a million links takes longer than the list of files; who asks
 * for the first time is shown that. */
static rv_status
first_look(struct rv_engine *e, struct rv_arena *arena,
	   const struct rv_tree **out, bool *partial, struct rv_err *err)
{
	struct rv_tree *tree = rv_arena_array(arena, struct rv_tree, 1);
	rv_status st = rv_tree_list(e->store, rv_env_now(e->env), arena, tree,
				    err);

	*out = tree;
	*partial = st == RV_OK && tree->n > MANY_PAGES && !e->looked;
	e->looked = true;
	return st;
}

rv_status
rv_view_layers(struct rv_engine *e, bool quick, struct rv_arena *arena,
	       struct rv_view_layers *out, struct rv_err *err)
{
	const struct rv_names *names;
	const struct rv_tree *tree;
	struct rows r = {0};
	rv_status st;

	*out = (struct rv_view_layers){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = quick && !e->looked
			     ? first_look(e, arena, &tree, &out->partial, err)
			     : RV_OK;
	if (st == RV_OK && !out->partial)
		st = rv_tree_cached(e, &tree, &names, err);
	if (st != RV_OK)
		return st;
	for (size_t i = 0; i < tree->n; i++) {
		struct rv_view_tree_row *row = push(&r, ' ', RV_SV_NONE);

		rv_view_tree_row_from(&tree->rows[i], row);
		keep_texts(row, arena);
		out->stale += row->stale.n != 0;
		out->contradictions += row->contradiction.n != 0;
	}
	add_waiting(e, tree, arena, &r, &out->waiting);
	for (size_t i = 0; i < ARRAY_LEN(identity); i++)
		add_file(e, identity[i], 'D', arena, &r);
	add_file(e, e->map.story_rel, 'S', arena, &r);
	st = mark_proposals(e, arena, &r, err);
	sort_rows(&r);
	out->rows = rv_arena_array(arena, struct rv_view_tree_row, r.n + 1);
	if (r.n)
		memcpy(out->rows, r.list, r.n * sizeof(*r.list));
	out->n = r.n;
	free(r.list);
	return st;
}
