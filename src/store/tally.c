/* SPDX-License-Identifier: MIT */
/* Counts of episodes, kept beside the rows. */
#include "config.h"

#include <string.h>

#include "store/store_priv.h"

static const char *const keys[] = {
	[RV_TALLY_EPISODES] = "count.episodes",
	[RV_TALLY_EXCLUDED] = "count.excluded",
	[RV_TALLY_PENDING] = "count.pending",
	[RV_TALLY_TOKENS] = "count.tokens",
};

void
rv__tally(struct rv_store *s, int sign, bool counts, bool excluded,
	  bool pending, int64_t tokens)
{
	s->tally[RV_TALLY_EPISODES] += sign * counts;
	s->tally[RV_TALLY_EXCLUDED] += sign * excluded;
	s->tally[RV_TALLY_PENDING] += sign * pending;
	s->tally[RV_TALLY_TOKENS] += sign * (pending ? tokens : 0);
}

rv_status
rv__tally_flush(struct rv_store *s, struct rv_err *err)
{
	for (size_t i = 0; i < RV_TALLY_N; i++) {
		sqlite3_stmt *st;
		rv_status status;

		if (!s->tally[i])
			continue;
		if ((st = rv__db_stmt(s, RV_SQL_META_ADD, err))) {
			rv__bind(st, 1, rv_sv(keys[i]));
			sqlite3_bind_int64(st, 2, s->tally[i]);
		}
		if ((status = rv__db_run(s, st, err)) != RV_OK)
			return status;
		s->tally[i] = 0;
	}
	return RV_OK;
}

void
rv__tally_forget(struct rv_store *s)
{
	memset(s->tally, 0, sizeof(s->tally));
}

rv_status
rv__tally_read(struct rv_store *s, int64_t out[RV_TALLY_N], struct rv_err *err)
{
	for (size_t i = 0; i < RV_TALLY_N; i++) {
		rv_status st = rv__meta_get(s, keys[i], 0, &out[i], err);

		if (st != RV_OK)
			return st;
		out[i] += s->tally[i];
	}
	return RV_OK;
}
