/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ACT_H
#define RV_ENGINE_ACT_H

/*
 * The functions behind the rows of actions.def, one file a verb, and what they
 * share.  No front end includes this.
 */

#include "base/json.h"
#include "engine/action.h"
#include "recall/lexical.h"
#include "store/ledger_acts.h"

struct rv_draft;

struct rv_import_report;
/* The answer of an import. */
void rv_import_write(const struct rv_import_report *r, struct rv_buf *json);
/* vault.c: import --format vault. */
rv_status rv_import_vault(struct rv_engine *e, const struct rv_args *args,
			  enum rv_door door, struct rv_buf *json,
			  struct rv_err *err) RV_MUST_CHECK;

#define ACTION(run, id, verb, operands, class, flags, help, ...) \
	rv_status run(struct rv_engine *e, const struct rv_env *env, \
		      const struct rv_args *args, enum rv_door door, \
		      struct rv_buf *json, struct rv_err *err) RV_MUST_CHECK;
#include "engine/actions.def"
#undef ACTION

/* Opens the document: {"v":1 */
void rv_act_begin(struct rv_jw *w, struct rv_buf *json);
/* Closes it with a newline. */
void rv_act_end(struct rv_jw *w);
/* A ledger row as an object under `key` (NULL in an array), with what came of it
 * since, but of one that is new (act->id 0). */
void rv_act_ledger(struct rv_jw *w, const char *key,
		   const struct rv_ledger_row *row,
		   const struct rv_ledger_act *act);
/* The row `id` under "ledger". */
rv_status rv_act_ledger_id(struct rv_engine *e, struct rv_jw *w, int64_t id,
			   struct rv_err *err) RV_MUST_CHECK;
/* The first operand, or RV_E_USAGE that names what is missing. */
rv_status rv_act_operand(const struct rv_args *args, const char *what,
			 struct rv_sv *out, struct rv_err *err) RV_MUST_CHECK;
/* An option's time, or `otherwise`.  RV_E_USAGE. */
rv_status rv_act_time(const struct rv_args *args, const char *opt,
		      int64_t otherwise, int64_t *out, struct rv_err *err)
	RV_MUST_CHECK;
/* Refuses a write, and says what would make it possible: RV_E_READONLY. */
rv_status rv_act_readonly(struct rv_engine *e, const char *verb,
			  struct rv_err *err);
/* An empty view as null, else the text. */
void rv_act_sv_or_null(struct rv_jw *w, const char *key, struct rv_sv v);
/* Unified diff between two objects; an empty hash is an absent file. */
rv_status rv_act_diff(struct rv_engine *e, struct rv_sv before,
		      struct rv_sv after, const char *name, struct rv_buf *out,
		      struct rv_err *err) RV_MUST_CHECK;
/* "checks":[...] from a JSON array, or an empty array. */
void rv_act_raw_array(struct rv_jw *w, const char *key, struct rv_sv json);

#endif
