/* SPDX-License-Identifier: MIT */
/* The schema: numbered steps, each applied once, all in one transaction. */
#include "config.h"

#include "base/i18n.h"
#include "base/log.h"
#include "doc/redact.h"
#include "store/schema_001.h"
#include "store/schema_002.h"
#include "store/schema_003.h"
#include "store/schema_004.h"
#include "store/schema_005.h"
#include "store/schema_006.h"
#include "store/schema_007.h"
#include "store/schema_008.h"
#include "store/schema_009.h"
#include "store/schema_010.h"
#include "store/schema_011.h"
#include "store/schema_012.h"
#include "store/schema_013.h"
#include "store/schema_014.h"
#include "store/schema_015.h"
#include "store/schema_016.h"
#include "store/store_priv.h"

static const char *const steps[] = {
	RV_SCHEMA_001, /* user_version 1 */
	RV_SCHEMA_002,
	RV_SCHEMA_003,
	RV_SCHEMA_004,
	RV_SCHEMA_005,
	RV_SCHEMA_006,
	RV_SCHEMA_007,
	RV_SCHEMA_008,
	RV_SCHEMA_009,
	RV_SCHEMA_010,
	RV_SCHEMA_011,
	RV_SCHEMA_012,
	RV_SCHEMA_013,
	RV_SCHEMA_014,
	RV_SCHEMA_015,
	RV_SCHEMA_016,
};

/* Tables that are emptied to fill the index anew. */
static const char wipe[] =
	"DELETE FROM meta WHERE key NOT IN"
	" ('anchor', 'tokens', 'redact', 'ledger_top');"
	"DELETE FROM log;"
	"DELETE FROM string; DELETE FROM episode; DELETE FROM page;"
	RV_LAYER_COUNT_NONE
	"DELETE FROM page_meta; DELETE FROM page_link;"
	"DELETE FROM source; DELETE FROM ledger; DELETE FROM narration;"
	"DELETE FROM proposal; DELETE FROM trace; DELETE FROM echo;"
	"DELETE FROM masked; DELETE FROM rejected;"
	"INSERT INTO page_change(path) VALUES('');"
	"INSERT INTO fts(fts) VALUES('delete-all');";

static rv_status
get_version(struct rv_store *s, int *out, struct rv_err *err)
{
	sqlite3_stmt *st = NULL;
	rv_status status = RV_OK;

	if (sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &st, NULL) !=
		    SQLITE_OK ||
	    sqlite3_step(st) != SQLITE_ROW)
		status = rv__db_fail(s, err);
	else
		*out = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return status;
}

static rv_status
apply(struct rv_store *s, int from, struct rv_err *err)
{
	char version[48];
	rv_status st;

	for (int i = from; i < (int)ARRAY_LEN(steps); i++)
		if ((st = rv__db_exec(s, steps[i], err)) != RV_OK)
			return st;
	sqlite3_snprintf(sizeof(version), version, "PRAGMA user_version = %d",
			 (int)ARRAY_LEN(steps));
	return rv__db_exec(s, version, err);
}

rv_status
rv__db_migrate(struct rv_store *s, struct rv_err *err)
{
	int version = 0, newest = (int)ARRAY_LEN(steps);
	rv_status st = get_version(s, &version, err);

	if (st != RV_OK || version == newest)
		return st;
	if (version > newest)
		return rv_fail_path(err, RV_E_CONFIG, RV_DB_NAME,
				    _("cannot open the index: it has schema "
				      "%d and this program knows %d; use the "
				      "newer program or delete %s"),
				    version, newest, RV_DB_NAME);
	st = rv_store_begin(s, err);
	if (st == RV_OK) /* another process may have been faster */
		st = get_version(s, &version, err);
	if (st == RV_OK && version < newest)
		st = apply(s, version, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

rv_status
rv__redact_refresh(struct rv_store *s, struct rv_err *err)
{
	int64_t version;
	rv_status st = rv__meta_get(s, "redact", 0, &version, err);

	if (st != RV_OK || version == rv_redact_version())
		return st;
	if ((st = rv_store_begin(s, err)) != RV_OK)
		return st;
	/* Another process may have been faster. */
	st = rv__meta_get(s, "redact", 0, &version, err);
	if (st == RV_OK && version != rv_redact_version()) {
		rv_log(RV_LOG_INFO, "%s: masking by other rules: indexing anew",
		       s->dir);
		st = rv__db_wipe(s, err);
		if (st == RV_OK)
			st = rv__meta_set(s, "redact", rv_redact_version(), err);
	}
	if (st == RV_OK)
		st = rv_store_commit(s, err);
	else
		rv_store_rollback(s);
	/* What was let pass stands in pages that are free now; who else has
	 * the file open keeps them until his next start. */
	if (st == RV_OK && !s->memory)
		(void)sqlite3_exec(s->db,
				   "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)",
				   NULL, NULL, NULL);
	return st;
}

rv_status
rv__db_wipe(struct rv_store *s, struct rv_err *err)
{
	for (size_t i = 0; i < ARRAY_LEN(s->interned); i++)
		s->interned[i].id = 0;
	rv__tally_forget(s);
	s->narrations = -1;
	return rv__db_exec(s, wipe, err);
}
