/* SPDX-License-Identifier: MIT */
/* The documents of the index in the order of their rows. */
#include "config.h"

#include "store/document.h"

#include "store/store_priv.h"

rv_status
rv_store_walk(struct rv_store *s, struct rv_document_walk *w, size_t max,
	      struct rv_arena *arena, struct rv_document *out, size_t *n,
	      struct rv_err *err)
{
	rv_status status = RV_OK;

	*n = 0;
	while (*n < max) {
		sqlite3_stmt *st = rv__db_stmt(
			s, w->pages ? RV_SQL_PAGE_WALK : RV_SQL_EP_WALK, err);
		bool row;

		if (!st)
			return rv__db_fail(s, err);
		sqlite3_bind_int64(st, 1, w->after);
		sqlite3_bind_int64(st, 2, (int64_t)(max - *n));
		while ((status = rv__db_step(s, st, &row, err)) == RV_OK &&
		       row) {
			w->after = sqlite3_column_int64(st, 0);
			out[(*n)++] = (struct rv_document){
				.episode = !w->pages, .rowid = w->after,
				.title = rv__column_in(arena, st, 1),
				.text = rv__column_in(arena, st, 2)};
		}
		sqlite3_reset(st);
		if (status != RV_OK || w->pages || *n == max)
			break;
		*w = (struct rv_document_walk){.pages = true};
	}
	return status;
}
