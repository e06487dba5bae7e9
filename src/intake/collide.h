/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_COLLIDE_H
#define RV_INTAKE_COLLIDE_H

/*
 * When an episode meets another text under its id.  With an id of the caller's
 * that is an error of the input and rejected.  With an id made of the line's
 * number ("L12") it only means that another file, or the same one cut and
 * written anew, has a line 12 too: the episode then takes the entry
 * "L12-HASH8", so that nothing is lost and the next reading finds it again.
 */

#include "base/arena.h"
#include "base/status.h"
#include "intake/report.h"
#include "store/episode.h"
#include "store/store.h"

/* A copy whose texts are in the arena. */
struct rv_episode rv_collide_copy(const struct rv_episode *e,
				  struct rv_arena *arena);
/* Gives it the other entry and id; false when its entry is the caller's. */
bool rv_collide_rename(struct rv_episode *e, struct rv_arena *arena);
/* Rejects it in the report, naming both lines. */
rv_status rv_collide_reject(struct rv_store *s, struct rv_import_report *r,
			    const char *path, const struct rv_episode *e,
			    struct rv_err *err) RV_MUST_CHECK;

#endif
