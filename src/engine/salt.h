/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_SALT_H
#define RV_ENGINE_SALT_H

/*
 * The salt of fingerprints: 32 bytes by chance in `.reverie/salt` (0600), made
 * once for a workspace.  It goes into no answer and no record, so nobody else
 * can look a fingerprint up in a table of known secrets or numbers.
 */

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"

/* The salt of the workspace, made when it is missing and may be; else one that
 * is made of the machine's id and the directory's, and kept nowhere. */
struct rv_sv rv_salt_in(struct rv_arena *arena, const char *workspace,
			bool readonly);
/* One for this run alone. */
struct rv_sv rv_salt_by_chance(struct rv_arena *arena);

#endif
