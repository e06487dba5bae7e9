/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_WORKSPACE_H
#define RV_TESTS_SUPPORT_WORKSPACE_H

/*
 * Workspaces in the scratch directory, each a DIR of its own, with an engine
 * over it.  Failures fail the test.
 */

#include <sqlite3.h>

#include "base/env.h"
#include "engine/engine.h"

/* 2026-01-01T00:00:00Z and the user "t", without a home. */
extern const struct rv_env workspace_env;

/* Of a file; borrowed until the 16th call of this or of scratch_path(). */
const char *workspace_path(const char *dir, const char *rel);
/* A directory with all above it. */
void workspace_make(const char *dir, const char *rel);
/* A file with the directories above it. */
void workspace_put(const char *dir, const char *rel, const char *text);
/* An engine over DIR, which is there. */
struct rv_engine *workspace_open(const char *dir);
/* The index beside the engine's back. */
sqlite3 *workspace_index(const char *dir);

#endif
