/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_REJECTED_H
#define RV_ENGINE_REJECTED_H

/*
 * Lines that could not be read, as actions tell and keep them.  The engine's
 * thread.
 */

#include "base/json.h"
#include "engine/engine_priv.h"
#include "intake/report.h"
#include "store/rejected.h"

/* "rejected":N,"rejects":[{file,line,offset,message,time}], `max` at most;
 * `more` of a file stands in its row. */
rv_status rv_rejected_write(struct rv_engine *e, struct rv_jw *w, int64_t max,
			    struct rv_err *err) RV_MUST_CHECK;
/* "sessions/a.jsonl:3:120", without what is not known; in the arena. */
const char *rv_rejected_place(const struct rv_rejected *r,
			      struct rv_arena *arena);
/* Below the workspace "a/b", else absolute: the place of what was imported by
 * the name `path`, which may be masked. */
const char *rv_rejected_file(struct rv_engine *e, struct rv_sv path,
			     struct rv_arena *arena);
/* Rejected lines of an import from detail `from` on, as the JSON array that the
 * checks of its SOURCE row hold; empty when there are none. */
struct rv_sv rv_rejected_checks(struct rv_engine *e,
				const struct rv_import_report *r, size_t from,
				int64_t count, struct rv_arena *arena);

#endif
