/* SPDX-License-Identifier: MIT */
/* Putting proposals aside for a while. */
#include "config.h"

#include "engine/defer.h"

#include "base/time.h"
#include "store/ledger.h"

rv_status
rv_defers_of(struct rv_engine *e, struct rv_sv id, struct rv_defers *out,
	     struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	size_t n = 0;
	rv_status s = rv_ledger_list(e->store, 0, &arena, &rows, &n, err);

	*out = (struct rv_defers){.due = RV_UNDATED};
	for (size_t i = 0; s == RV_OK && i < n; i++) {
		struct rv_sv why = rows[i].reason;

		if (rows[i].kind != RV_LEDGER_DEFER ||
		    !rv_sv_eq(rows[i].proposal, id))
			continue;
		/* newest first: the first one counts */
		if (!out->count++ && rv_sv_starts(why, RV_SV(RV_DEFER_UNTIL)))
			(void)rv_time_parse(
				rv_sv_slice(why, sizeof(RV_DEFER_UNTIL) - 1,
					    why.n),
				&out->due);
	}
	rv_arena_release(&arena);
	return s;
}

bool
rv_defer_parse(struct rv_sv text, int64_t *out)
{
	static const struct {
		char letter;
		int64_t ms;
	} units[] = {{'h', RV_HOUR}, {'d', RV_DAY}, {'w', 7 * RV_DAY}};
	int64_t n;

	if (text.n < 2 ||
	    !rv_sv_to_int(rv_sv_slice(text, 0, text.n - 1), &n) || n < 1 ||
	    n > 1000)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(units); i++)
		if (text.p[text.n - 1] == units[i].letter) {
			*out = n * units[i].ms;
			return true;
		}
	return false;
}
