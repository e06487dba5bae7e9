/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/support/workspace.h"

#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

const struct rv_env workspace_env = {.now = INT64_C(1767225600000),
				     .home = "",
				     .config_home = "",
				     .state_home = "",
				     .data_dir = "",
				     .tz = "",
				     .user = "t",
				     .editor = ""};

const char *
workspace_path(const char *dir, const char *rel)
{
	struct rv_buf b = RV_BUF_INIT;
	const char *path;

	rv_buf_addf(&b, "%s/%s", dir, rel);
	path = scratch_path(b.p);
	rv_buf_release(&b);
	return path;
}

void
workspace_make(const char *dir, const char *rel)
{
	assert_int_equal(rv_path_mkdirs(workspace_path(dir, rel), 0700, NULL),
			 RV_OK);
}

void
workspace_put(const char *dir, const char *rel, const char *text)
{
	struct rv_buf b = RV_BUF_INIT;
	char *slash;

	rv_buf_addf(&b, "%s/%s", dir, rel);
	slash = strrchr(b.p, '/');
	*slash = '\0';
	assert_int_equal(rv_path_mkdirs(scratch_path(b.p), 0700, NULL), RV_OK);
	*slash = '/';
	scratch_write(b.p, rv_sv(text));
	rv_buf_release(&b);
}

struct rv_engine *
workspace_open(const char *dir)
{
	struct rv_engine_opts opts = {.env = &workspace_env,
				      .workspace = scratch_path(dir),
				      .create = true};
	struct rv_engine *e;

	assert_int_equal(rv_engine_open(&opts, &e, NULL), RV_OK);
	return e;
}

sqlite3 *
workspace_index(const char *dir)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(workspace_path(
					      dir, ".reverie/reverie.db"),
				      &db),
			 SQLITE_OK);
	return db;
}
