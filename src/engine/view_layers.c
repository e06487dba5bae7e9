/* SPDX-License-Identifier: MIT */
/* The layers as rows: from the index, with what the walk found behind it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/cited.h"
#include "engine/scan.h"
#include "engine/view_priv.h"
#include "store/page_meta.h"
#include "trust/tree.h"

static const char *const identity[] = {
	"SOUL.md",  "IDENTITY.md",  "USER.md",	  "AGENTS.md", "BOOT.md",
	"TOOLS.md", "HEARTBEAT.md", "PURPOSE.md", "INDEX.md",
};

#define MANY_PAGES 5000

/* Rows that the tree does not have. */
struct rows {
	struct rv_arena *arena;
	const struct rv_view_tree_row **list;
	size_t n, cap;
};

static struct rv_view_tree_row *
push(struct rows *r, char letter, struct rv_sv path)
{
	struct rv_view_tree_row *row = rv_arena_new(r->arena,
						    struct rv_view_tree_row);

	*row = (struct rv_view_tree_row){
		.letter = letter,
		.path = rv_sv_dup_in(r->arena, path),
		.title = rv_sv(NULL),
		.updated = RV_UNDATED,
		.aged = RV_UNDATED,
		.written = RV_UNDATED,
		.trust = ' ',
	};
	rv_grow(&r->list, &r->cap, r->n + 1);
	r->list[r->n++] = row;
	return row;
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
		.aged = m->updated,
		.written = m->written,
		.trust = t->letter,
		.stale = t->stale,
		.newer = t->newer,
		.contradiction = t->contradiction,
		.same_name = t->same_name,
		.twin = t->twin,
		.copy = t->copy,
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

static const char order[] = "LRWDS"; /* of the layers in a view */

static int
rank(char letter)
{
	return (int)(strchr(order, letter) - order);
}

static int
compare(const struct rv_view_tree_row *row, char letter, struct rv_sv path)
{
	int c = rank(row->letter) - rank(letter);

	return c ? c : rv_sv_cmp(row->path, path);
}

size_t
rv_view_row_place(const struct rv_view_tree_row *const *rows, size_t n,
		  char letter, struct rv_sv path)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (compare(rows[mid], letter, path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

ptrdiff_t
rv_view_layers_row(const struct rv_view_layers *v, struct rv_sv path)
{
	for (const char *letter = order; *letter; letter++) {
		size_t at = rv_view_row_place(v->rows, v->n, *letter, path);

		if (at < v->n && v->rows[at]->letter == *letter &&
		    rv_sv_eq(v->rows[at]->path, path))
			return (ptrdiff_t)at;
	}
	return -1;
}

size_t
rv_view_layers_count(const struct rv_view_layers *v, char letter)
{
	const char *next = order + rank(letter) + 1;
	size_t from = rv_view_row_place(v->rows, v->n, letter, RV_SV_NONE);

	return *next ? rv_view_row_place(v->rows, v->n, *next, RV_SV_NONE) -
			       from
		     : v->n - from;
}

size_t
rv_view_rows_deal(const struct rv_view_tree_row *rows, size_t n,
		  const struct rv_view_tree_row **out)
{
	size_t k = 0;

	for (size_t l = 0; order[l]; l++)
		for (size_t i = 0; i < n; i++)
			if (rows[i].letter == order[l])
				out[k++] = &rows[i];
	return k;
}

/* The row of a page, of this view alone; NULL: there is none. */
static struct rv_view_tree_row *
own_row(struct rv_view_layers *v, char letter, struct rv_sv path,
	struct rv_arena *arena)
{
	size_t at = rv_view_row_place(v->rows, v->n, letter, path);
	struct rv_view_tree_row *row;

	if (at == v->n || v->rows[at]->letter != letter ||
	    !rv_sv_eq(v->rows[at]->path, path))
		return NULL;
	row = rv_arena_new(arena, struct rv_view_tree_row);
	*row = *v->rows[at];
	v->rows[at] = row;
	return row;
}

static int64_t
day_of(int64_t t)
{
	return t - (t % RV_DAY + RV_DAY) % RV_DAY;
}

bool
rv_view_names_today(const struct rv_view_status *now, int64_t updated)
{
	return updated != RV_UNDATED && updated == day_of(updated) &&
	       (updated == day_of(now->now) ||
		updated == day_of(now->now + now->zone));
}

int64_t
rv_view_aged(struct rv_engine *e, const struct rv_view_status *now,
	     struct rv_sv path, int64_t updated, struct rv_arena *arena)
{
	struct stat st;
	int64_t t;

	if (!rv_view_names_today(now, updated) ||
	    lstat(rv_path_join_in(arena, e->workspace,
				  rv_sv_cstr_in(arena, path)),
		  &st) != 0)
		return updated;
	t = (int64_t)st.st_mtim.tv_sec * RV_SECOND;
	return t <= now->now && (day_of(t) == updated ||
				 day_of(t + now->zone) == updated)
		       ? t
		       : updated;
}

static void
age_today(struct rv_engine *e, struct rv_view_layers *v, struct rv_arena *arena)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct rv_view_tree_row *old = v->rows[i];
		int64_t t = rv_view_aged(e, &v->status, old->path,
					 old->updated, arena);
		struct rv_view_tree_row *row =
			t == old->updated ? NULL
					  : own_row(v, old->letter, old->path,
						    arena);

		if (row)
			row->aged = t;
	}
}

/* What the walk found and nobody has read yet: new files, changed ones. */
static void
add_waiting(struct rv_engine *e, struct rv_view_layers *v, struct rows *r)
{
	for (size_t i = e->scan ? e->scan->next : 0;
	     e->scan && i < e->scan->n; i++) {
		const struct rv_scan_item *item = &e->scan->items[i];
		char letter = rv_view_letter(rv_sv(rv_layer_name(item->layer)));
		struct rv_view_tree_row *row;

		if (item->shown)
			continue;
		row = own_row(v, letter, rv_sv(item->rel), r->arena);
		v->waiting++;
		if (!row) {
			row = push(r, letter, rv_sv(item->rel));
			row->title = rv_sv(rv_path_base(row->path.p));
			row->bytes = item->st.st_size;
		}
		row->waiting = true;
	}
}

static void
add_file(struct rv_engine *e, const char *rel, char letter, struct rows *r)
{
	const char *path = rv_path_join_in(r->arena, e->workspace, rel);
	struct rv_view_tree_row *row;
	struct stat st;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	row = push(r, letter, rv_sv(rel));
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
by_layer(const void *a, const void *b)
{
	const struct rv_view_tree_row *const *x = a, *const *y = b;

	return compare(*x, (*y)->letter, (*y)->path);
}

/* Both are in order; there is room behind those of the view. */
static void
merge(struct rv_view_layers *v, const struct rows *r)
{
	size_t i = v->n, k = r->n;

	v->n += r->n;
	while (k > 0)
		if (i > 0 && by_layer(&v->rows[i - 1], &r->list[k - 1]) > 0) {
			v->rows[i + k - 1] = v->rows[i - 1];
			i--;
		} else {
			v->rows[i + k - 1] = r->list[k - 1];
			k--;
		}
}

static struct rv_sv
source_of(const struct rv_ledger_row *row, struct rv_arena *arena)
{
	struct rv_cited o;

	rv_cited_read(row, arena, &o);
	return o.source.n ? rv_promote_path(o.source) : RV_SV_NONE;
}

bool
rv_view_feeds(const struct rv_ledger_row *row, struct rv_sv path,
	      struct rv_arena *arena)
{
	return path.n && rv_sv_eq(source_of(row, arena), path);
}

static rv_status
mark_proposals(struct rv_engine *e, struct rv_arena *arena,
	       struct rv_view_layers *v, struct rv_err *err)
{
	static const char letters[] = "RWDS";
	struct rv_proposal *list;
	size_t n = 0;
	rv_status st = rv_proposal_list(e->store, false, arena, &list, &n, err);

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		struct rv_sv source = source_of(&list[i].row, arena);

		for (size_t k = 0; letters[k]; k++) {
			struct rv_view_tree_row *row = own_row(
				v, letters[k], list[i].row.target, arena);

			if (row)
				row->proposal = list[i].id;
			row = source.n ? own_row(v, letters[k], source, arena)
				       : NULL;
			if (row)
				row->feeds = list[i].id;
		}
	}
	return st;
}

/* Following half a million links takes longer than the list of files; who asks
 * for the first time is shown that. */
static rv_status
first_look(struct rv_engine *e, struct rv_arena *arena, size_t more,
	   struct rv_view_layers *out, struct rv_err *err)
{
	struct rv_view_tree_row *rows;
	struct rv_tree tree;
	rv_status st = rv_tree_list(e->store, rv_env_now(e->env), arena, &tree,
				    err);

	e->looked = true;
	if (st != RV_OK || tree.n <= MANY_PAGES)
		return st;
	out->partial = true;
	rows = rv_arena_array(arena, struct rv_view_tree_row, tree.n);
	out->rows = rv_arena_array(arena, const struct rv_view_tree_row *,
				   tree.n + more);
	for (size_t i = 0; i < tree.n; i++) {
		rv_view_tree_row_from(tree.rows[i], &rows[i]);
		out->stale += rows[i].stale.n != 0;
	}
	out->n = rv_view_rows_deal(rows, tree.n, out->rows);
	return RV_OK;
}

rv_status
rv_view_layers(struct rv_engine *e, bool quick, struct rv_arena *arena,
	       struct rv_view_layers *out, struct rv_err *err)
{
	size_t more = ARRAY_LEN(identity) + 1;
	struct rows r = {.arena = arena};
	rv_status st;

	*out = (struct rv_view_layers){0};
	if (e->scan)
		more += e->scan->n - e->scan->next;
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK && quick && !e->looked)
		st = first_look(e, arena, more, out, err);
	if (st == RV_OK && !out->partial)
		st = rv_tree_shown(e, arena, more, out, err);
	if (st != RV_OK)
		return st;
	age_today(e, out, arena);
	add_waiting(e, out, &r);
	for (size_t i = 0; i < ARRAY_LEN(identity); i++)
		add_file(e, identity[i], 'D', &r);
	add_file(e, e->map.story_rel, 'S', &r);
	if (r.n)
		qsort(r.list, r.n, sizeof(*r.list), by_layer);
	merge(out, &r);
	free(r.list);
	return mark_proposals(e, arena, out, err);
}
