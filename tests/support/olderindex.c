/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/support/olderindex.h"

#include <stdio.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/buf.h"
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
#include "tests/support/cm.h"
#include "tests/support/workspace.h"

static const char *const steps[OLDER_INDEX] = {
	RV_SCHEMA_001, RV_SCHEMA_002, RV_SCHEMA_003, RV_SCHEMA_004,
	RV_SCHEMA_005, RV_SCHEMA_006, RV_SCHEMA_007, RV_SCHEMA_008,
	RV_SCHEMA_009, RV_SCHEMA_010, RV_SCHEMA_011, RV_SCHEMA_012,
};

static void
run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

/* One statement a table, each row with the number that others know it by. */
static void
copy_rows(sqlite3 *db)
{
	static const char query[] =
		"WITH known(name, columns) AS (SELECT t.name,"
		" iif(t.wr, '', 'rowid, ') || (SELECT group_concat(o.name)"
		"  FROM pragma_table_info(t.name, 'main') o"
		"  JOIN pragma_table_info(t.name, 'now') n USING (name))"
		" FROM pragma_table_list t WHERE t.schema = 'main'"
		" AND t.type IN ('table', 'shadow')"
		" AND t.name <> 'sqlite_schema')"
		"SELECT format('DELETE FROM main.%s; INSERT INTO main.%s(%s)"
		" SELECT %s FROM now.%s;', name, name, columns, columns, name)"
		" FROM known";
	struct rv_buf sql = RV_BUF_INIT;
	sqlite3_stmt *st;

	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &st, NULL),
			 SQLITE_OK);
	while (sqlite3_step(st) == SQLITE_ROW)
		rv_buf_adds(&sql, (const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	run(db, sql.p);
	rv_buf_release(&sql);
}

void
older_index(const char *dir)
{
	const char *path = workspace_path(dir, ".reverie/reverie.db");
	const char *old = workspace_path(dir, ".reverie/older.db");
	struct rv_buf sql = RV_BUF_INIT;
	sqlite3 *db;

	assert_int_equal(sqlite3_open(old, &db), SQLITE_OK);
	for (int i = 0; i < OLDER_INDEX; i++)
		run(db, steps[i]);
	/* What they would note stands in the rows already. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	rv_buf_addf(&sql, "PRAGMA user_version = %d; ATTACH '%s' AS now",
		    OLDER_INDEX, path);
	run(db, sql.p);
	copy_rows(db);
	run(db, "DETACH now");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(rename(old, path), 0);
	rv_buf_release(&sql);
}
