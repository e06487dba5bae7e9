/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ACCESS_H
#define RV_ENGINE_ACCESS_H

/*
 * Whether a console may write into a workspace.  What a person said with
 * :readonly stands in .reverie/readonly ("on" or "off"); before anybody did,
 * one in which no person decided anything is looked at only (unless it is the
 * demo or holds nothing of an agent).  What agents propose, record and import
 * ends that as little as it is kept from them.  A decision on the command line
 * is a person's, so it may be the first one; it is refused where "on" was said.
 */

#include <stdbool.h>

#include "base/status.h"

enum rv_access { RV_ACCESS_UNDECIDED, RV_ACCESS_HELD, RV_ACCESS_WRITE };

/* `dir` is WORKSPACE/.reverie and exists. */
enum rv_access rv_access_of(const char *dir);
/* The word alone; UNDECIDED: there is none. */
enum rv_access rv_access_said(const char *dir);
rv_status rv_access_keep(const char *dir, bool readonly, struct rv_err *err)
	RV_MUST_CHECK;

#endif
