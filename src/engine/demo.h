/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_DEMO_H
#define RV_ENGINE_DEMO_H

/*
 * The demo workspace: a tree of installed files whose times are relative to
 * now.  demo/README.md lists the placeholders.
 */

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/status.h"
#include "base/str.h"

/* Appends the text with its placeholders replaced; what only looks like one
 * stays as it is.  Pure. */
void rv_demo_expand(struct rv_sv text, int64_t now, struct rv_buf *out);

/* "memory/day-5.md" becomes "memory/2026-01-23.md"; others stay.  In the
 * arena. */
const char *rv_demo_name(const char *rel, int64_t now, struct rv_arena *arena)
	RV_NONNULL;

/* Copies the tree to `dir`, which is made and has to be empty.  RV_E_EXISTS. */
rv_status rv_demo_copy(const struct rv_env *env, const char *dir,
		       struct rv_err *err) RV_MUST_CHECK;

#endif
