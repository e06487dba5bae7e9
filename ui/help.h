/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_HELP_H
#define RV_UI_HELP_H

/* The list of keys, made from the key tables.  Typing filters, enter runs. */

#include "ui/pane.h"

/* `run` gets the row that enter chose. */
typedef void ui_help_fn(struct ui_ctx *c, const struct ui_key *key);

void ui_help_open(const struct pane *focused, ui_help_fn *run);
/* Letters in order, case folded: the filter of help and palette.  Returns a
 * score (smaller is better), -1 when it does not match. */
int ui_fuzzy(struct rv_sv text, struct rv_sv pattern);

#endif
