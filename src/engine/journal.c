/* SPDX-License-Identifier: MIT */
/* The journal: one line a resonance turn, followed live by every front end. */
#include "config.h"

#include "base/json.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/engine_priv.h"
#include "files/append.h"

rv_status
rv_journal_turn(struct rv_engine *e, int64_t t, int64_t run,
		struct rv_sv session, int64_t unique, int64_t in,
		struct rv_sv verdicts_json, double ms, struct rv_sv skipped,
		struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_jw w;
	rv_status st;

	rv_jw_init(&w, &line);
	rv_jw_object(&w, NULL);
	rv_jw_time(&w, "t", t);
	rv_jw_str(&w, "step", "turn");
	rv_jw_int(&w, "run", run);
	rv_jw_sv(&w, "session", session);
	rv_jw_int(&w, "unique", unique);
	rv_jw_int(&w, "in", in);
	rv_jw_raw(&w, "verdicts", verdicts_json);
	rv_jw_double(&w, "ms", ms);
	if (skipped.n)
		rv_jw_sv(&w, "skipped", skipped);
	else
		rv_jw_null(&w, "skipped");
	rv_jw_end_object(&w);
	rv_buf_addc(&line, '\n');
	/* The trace is durable already; a journal line lost with the power
	 * is only a missed repaint. */
	st = rv_append_line(rv_path_join_in(&arena, e->dir,
					    "subconscious.jsonl"),
			    rv_buf_sv(&line), false, NULL, err);
	rv_buf_release(&line);
	rv_arena_release(&arena);
	return st;
}
