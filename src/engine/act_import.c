/* SPDX-License-Identifier: MIT */
/* import: conversations from files into the record. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/rejected.h"
#include "intake/import.h"
#include "store/chain.h"

static rv_status
check_format(const char *format, struct rv_err *err)
{
	if (!format || strcmp(format, "auto") == 0)
		return RV_OK;
	if (rv_format_find(format, NULL))
		return RV_OK;
	return rv_fail(err, RV_E_USAGE,
		       _("import --format %.40s: no such format is built; give "
			 "auto, jsonl, pi, openclaw or vault"),
		       format);
}

void
rv_import_write(const struct rv_import_report *r, struct rv_buf *json)
{
	struct rv_jw w;

	rv_act_begin(&w, json);
	rv_jw_bool(&w, "dry_run", r->dry);
	rv_jw_int(&w, "files", r->files);
	rv_jw_int(&w, "lines", r->lines);
	rv_jw_int(&w, "added", r->added);
	rv_jw_int(&w, "seen", r->seen);
	rv_jw_array(&w, "skipped");
	for (size_t i = 0; i < r->n_skipped; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "reason", r->skipped[i].reason);
		rv_jw_int(&w, "count", r->skipped[i].count);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_jw_int(&w, "waiting", r->waiting);
	rv_jw_array(&w, "rejected");
	for (size_t i = 0; i < r->n_rejected; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "path", r->rejected[i].path);
		rv_jw_int(&w, "line", r->rejected[i].line);
		if (r->rejected[i].offset >= 0)
			rv_jw_int(&w, "offset", r->rejected[i].offset);
		else
			rv_jw_null(&w, "offset");
		rv_jw_sv(&w, "message", r->rejected[i].message);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_jw_int(&w, "rejected_count", r->rejected_n);
	rv_jw_time(&w, "first", r->dated ? r->first : RV_UNDATED);
	rv_jw_time(&w, "last", r->dated ? r->last : RV_UNDATED);
	if (r->dry) {
		rv_jw_int(&w, "masked", r->masked);
		rv_jw_array(&w, "rules");
		for (size_t i = 0; i < r->n_rules; i++) {
			rv_jw_object(&w, NULL);
			rv_jw_str(&w, "rule", r->rules[i].rule);
			rv_jw_int(&w, "count", r->rules[i].count);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
	}
	rv_act_end(&w);
}

/* What the report had before a path was read. */
struct before {
	int64_t added, rejected;
	size_t details;
};

/* Is what was rejected of the path as the index has it? */
static bool
same_rejects(struct rv_engine *e, struct rv_sv target, int64_t count)
{
	return rv_rejected_count(e->store, target) == count;
}

/*
 * The ledger's row of a path of which something was taken, or of which other
 * lines were left out than the last time.
 */
static rv_status
note_source(struct rv_engine *e, const char *path,
	    const struct rv_import_report *r, const struct before *b,
	    enum rv_door door, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	int64_t rejected = r->rejected_n - b->rejected;
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_SOURCE,
		.action = RV_SV("import"),
		.target = rv_sv(rv_rejected_file(e, rv_sv(path), &arena)),
		.door = rv_sv(rv_door_name(door)),
		.n_episodes = r->added - b->added,
		.checks = rv_rejected_checks(e, r, b->details, rejected,
					     &arena),
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
	};
	rv_status s = RV_OK;

	if (row.n_episodes || !same_rejects(e, row.target, rejected))
		s = rv_ledger_append(e->store, &row, err);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_import(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	const char *format = rv_args_get(args, "format"), *path;
	struct rv_import_report r = {.dry = rv_args_has(args, "dry-run")};
	rv_status s;

	(void)env;
	if (format && strcmp(format, "vault") == 0)
		return rv_import_vault(e, args, door, json, err);
	s = check_format(format, err);
	if (s != RV_OK)
		return s;
	if (!rv_args_operand(args, 0))
		return rv_fail(err, RV_E_USAGE,
			       _("import: PATH is missing; name a file or a "
				 "directory"));
	/* All or nothing for what can be known before the first line. */
	for (size_t i = 0; (path = rv_args_operand(args, i)) != NULL; i++)
		if (!rv_path_exists(path))
			return rv_fail_path(err, RV_E_USAGE, path,
					    _("%s: no such file; nothing was "
					      "imported"),
					    path);
	s = r.dry ? rv_store_begin(e->store, err)
		  : rv_chain_guard(e->store, err);
	if (s != RV_OK)
		return s;
	for (size_t i = 0; (path = rv_args_operand(args, i)) != NULL; i++) {
		const struct before b = {r.added, r.rejected_n, r.n_rejected};

		s = rv_import(e->store, format, path, &r, err);
		if (s == RV_OK && !r.dry)
			s = note_source(e, path, &r, &b, door, err);
		if (s != RV_OK)
			break;
	}
	if (r.dry)
		rv_store_rollback(e->store);
	if (s == RV_OK) {
		rv_import_write(&r, json);
		if (r.rejected_n && r.rejected_n == r.lines && r.lines > 1)
			s = rv_fail(err, RV_E_REJECTED,
				    _("import: not one of %lld lines could be "
				      "read: plain episodes, and sessions of pi "
				      "and openclaw are; `reverie help import` "
				      "names the formats"),
				    (long long)r.lines);
		else if (r.rejected_n)
			s = rv_fail(err, RV_E_REJECTED,
				    P_("import: %lld line was rejected; the "
				       "report says which and why",
				       "import: %lld lines were rejected; the "
				       "report says which and why",
				       r.rejected_n),
				    (long long)r.rejected_n);
	}
	rv_import_report_release(&r);
	return s;
}
