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

/* A later row is seen first, so an UNDO knows here whether it stands. */
void
rv_ledger_acts(struct rv_ledger_act *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct rv_ledger_act *r = &rows[i];
		struct rv_ledger_act *of = find(rows, n, r->of);

		if (!of)
			continue;
		if (r->kind == RV_LEDGER_DONE || r->kind == RV_LEDGER_ABORT) {
			r->folded = true;
			of->end = r->id;
			of->aborted = r->kind == RV_LEDGER_ABORT;
		} else if (r->kind == RV_LEDGER_UNDO) {
			r->redo = of->kind == RV_LEDGER_UNDO;
			if (r->end && !r->aborted && !r->undone_by &&
			    !of->undone_by)
				of->undone_by = r->id;
		}
	}
}
