/* SPDX-License-Identifier: MIT */
/* One act a row: ends are folded into what they end. */
#include "config.h"

#include "store/ledger_acts.h"

/* The row with this id, or NULL: they descend. */
static struct rv_ledger_act *
find(struct rv_ledger_act *rows, size_t n, int64_t id)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (rows[mid].id > id)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && rows[low].id == id ? &rows[low] : NULL;
}

static bool
stands(const struct rv_ledger_act *r)
{
	return r->kind == RV_LEDGER_UNDO && r->end && !r->aborted;
}

/* The next newer act of its chain, or NULL.  The decision keeps it; the window may
 * end above that one. */
static const struct rv_ledger_act *
newer(struct rv_ledger_act *rows, size_t n, size_t i,
      const struct rv_ledger_act *root)
{
	if (root)
		return root->next ? find(rows, n, root->next) : NULL;
	for (size_t k = i; k-- > 0;)
		if (stands(&rows[k]) && rows[k].root == rows[i].root)
			return &rows[k];
	return NULL;
}

/* A later row is seen first, so what turned this one round is known. */
static void
chain(struct rv_ledger_act *rows, size_t n, size_t i)
{
	struct rv_ledger_act *r = &rows[i], *root = find(rows, n, r->root);
	const struct rv_ledger_act *next = newer(rows, n, i, root);
	const struct rv_ledger_act *last = next ? find(rows, n, next->newest)
						: NULL;

	r->newest = last ? last->id : r->id;
	if (last && r->kind == RV_LEDGER_UNDO)
		r->undone_by = next->id;
	else if (last && last->again)
		r->again_by = last->id;
	else if (last)
		r->undone_by = last->id;
	if (root && stands(r))
		root->next = r->id;
}

void
rv_ledger_acts(struct rv_ledger_act *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct rv_ledger_act *r = &rows[i];
		struct rv_ledger_act *of = find(rows, n, r->of);

		if (r->kind == RV_LEDGER_DONE || r->kind == RV_LEDGER_ABORT) {
			/* of a row that cannot be read it is all there is */
			r->folded = of || r->of < rows[n - 1].id;
			if (of) {
				of->end = r->id;
				of->aborted = r->kind == RV_LEDGER_ABORT;
			}
		} else if (rv_ledger_is_step(r->kind) && !r->aborted) {
			chain(rows, n, i);
		}
	}
}

/* Oldest first: a chain of undos grows by one at each of them. */
static rv_status
look_up(struct rv_store *s, struct rv_ledger_act *acts, size_t n,
	struct rv_err *err)
{
	rv_status st = RV_OK;

	for (size_t i = n; st == RV_OK && i-- > 0;) {
		struct rv_ledger_act *r = &acts[i];
		const struct rv_ledger_act *of = find(acts, n, r->of);

		if (r->kind != RV_LEDGER_UNDO)
			continue;
		if (!of) {
			st = rv_ledger_root(s, r->id, &r->root, &r->again, err);
		} else if (of->kind == RV_LEDGER_UNDO) {
			r->root = of->root;
			r->again = !of->again;
		} else {
			r->root = of->id;
		}
	}
	return st;
}

rv_status
rv_ledger_acts_of(struct rv_store *s, const struct rv_ledger_row *rows,
		  size_t n, struct rv_arena *arena, struct rv_ledger_act **out,
		  struct rv_err *err)
{
	struct rv_ledger_act *acts = rv_arena_array(arena, struct rv_ledger_act,
						    n + 1);
	rv_status st;

	for (size_t i = 0; i < n; i++)
		acts[i] = (struct rv_ledger_act){.id = rows[i].id,
						 .of = rows[i].of,
						 .kind = rows[i].kind,
						 .root = rows[i].id};
	st = look_up(s, acts, n, err);
	if (st != RV_OK)
		return st;
	rv_ledger_acts(acts, n);
	*out = acts;
	return RV_OK;
}
