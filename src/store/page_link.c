/* SPDX-License-Identifier: MIT */
/* Links between pages in the index: one row a page, packed. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/page_meta.h"
#include "store/store_priv.h"

struct list {
	struct rv_page_link *items;
	size_t n, cap;
};

static int
compare(const void *a, const void *b)
{
	const struct rv_page_link *x = *(const struct rv_page_link *const *)a;
	const struct rv_page_link *y = *(const struct rv_page_link *const *)b;
	int c = (x->line > y->line) - (x->line < y->line);

	if (!c)
		c = rv_sv_cmp(x->target, y->target);
	return c ? c : (x > y) - (x < y); /* of one list */
}

static void
put_number(struct rv_buf *out, int64_t v)
{
	rv_buf_add(out, &v, sizeof(v));
}

static void
put_text(struct rv_buf *out, struct rv_sv v)
{
	uint32_t n = (uint32_t)v.n;

	rv_buf_add(out, &n, sizeof(n));
	rv_buf_addv(out, v);
}

static bool
take(struct rv_sv *rest, void *to, size_t n)
{
	if (rest->n < n)
		return false;
	memcpy(to, rest->p, n);
	*rest = rv_sv_slice(*rest, n, rest->n);
	return true;
}

static bool
take_text(struct rv_sv *rest, struct rv_sv *out)
{
	uint32_t n;

	if (!take(rest, &n, sizeof(n)) || rest->n < n)
		return false;
	*out = rv_sv_slice(*rest, 0, n);
	*rest = rv_sv_slice(*rest, n, rest->n);
	return true;
}

/* By line and target, as readers want them. */
static void
pack(const struct rv_page_link *links, size_t n, struct rv_buf *out)
{
	const struct rv_page_link **order = rv_calloc(n + 1, sizeof(*order));

	for (size_t i = 0; i < n; i++)
		order[i] = &links[i];
	if (n > 1)
		qsort(order, n, sizeof(*order), compare);
	for (size_t i = 0; i < n; i++) {
		put_number(out, (int64_t)order[i]->kind);
		put_number(out, order[i]->line);
		put_text(out, order[i]->target);
		put_text(out, order[i]->label);
	}
	free(order);
}

static bool
unpack(struct rv_sv *rest, struct rv_page_link *out)
{
	int64_t kind;

	if (!take(rest, &kind, sizeof(kind)) ||
	    !take(rest, &out->line, sizeof(out->line)) ||
	    !take_text(rest, &out->target) || !take_text(rest, &out->label))
		return false;
	out->kind = (enum rv_page_link_kind)kind;
	return true;
}

rv_status
rv__page_links_set(struct rv_store *s, struct rv_sv path,
		   const struct rv_page_link *links, size_t n,
		   struct rv_err *err)
{
	struct rv_buf packed = RV_BUF_INIT;
	sqlite3_stmt *st = rv__db_stmt(s, n ? RV_SQL_LINK_SET
					    : RV_SQL_LINK_DROP, err);
	rv_status status;

	pack(links, n, &packed);
	if (st)
		rv__bind(st, 1, path);
	if (st && n)
		sqlite3_bind_blob64(st, 2, packed.p, packed.n, SQLITE_STATIC);
	status = rv__db_run(s, st, err);
	rv_buf_release(&packed);
	return status;
}

static void
give(struct list *l, struct rv_arena *arena, struct rv_page_link **out,
     size_t *n)
{
	*out = rv_arena_array(arena, struct rv_page_link, l->n + 1);
	if (l->n)
		memcpy(*out, l->items, l->n * sizeof(**out));
	*n = l->n;
}

static rv_status
read_rows(struct rv_store *s, sqlite3_stmt *st, struct rv_arena *arena,
	  struct rv_page_link **out, size_t *n, struct rv_err *err)
{
	struct list l = {0};
	rv_status status;
	bool row;

	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		struct rv_page_link link;
		struct rv_sv path = rv__column_in(arena, st, 0);
		struct rv_sv rest = rv_sv_dup_in(arena, rv__blob(st, 1));

		while (unpack(&rest, &link)) {
			link.path = path;
			rv_grow(&l.items, &l.cap, l.n + 1);
			l.items[l.n++] = link;
		}
	}
	sqlite3_reset(st);
	if (status == RV_OK)
		give(&l, arena, out, n);
	free(l.items);
	return status;
}

rv_status
rv_page_links(struct rv_store *s, struct rv_sv path, struct rv_arena *arena,
	      struct rv_page_link **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, path.n ? RV_SQL_LINK_OF
						 : RV_SQL_LINK_ALL, err);

	if (!st)
		return rv__db_fail(s, err);
	if (path.n)
		rv__bind(st, 1, path);
	return read_rows(s, st, arena, out, n, err);
}
