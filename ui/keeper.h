/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_KEEPER_H
#define RV_UI_KEEPER_H

/*
 * A file that is replaced again and again, by a thread of its own: a rename can
 * wait for the disk as long as others write much, and no key waits for that.
 * Of texts that were given meanwhile only the newest is written.  Not flushed to
 * disk: a killed program loses nothing by that.  All functions from one thread.
 */

#include <stdbool.h>

#include "base/str.h"

struct ui_keeper;

/* DIR/NAME; DIR is made when it is missing.  The thread begins with the first
 * text. */
struct ui_keeper *ui_keeper_new(const char *dir, const char *name);
/* Writes what was given, and forgets; k may be NULL. */
void ui_keeper_free(struct ui_keeper *k);
/* Takes a copy. */
void ui_keeper_put(struct ui_keeper *k, struct rv_sv text);
/* Waits until what was given is written; false: it could not be. */
bool ui_keeper_flush(struct ui_keeper *k);
/* The last one could not be written, as far as known. */
bool ui_keeper_failed(struct ui_keeper *k);

#endif
