/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_HELP_H
#define RV_UI_HELP_H

/* The list of keys, made from the key tables.  Typing filters, enter runs. */

#include "ui/pane.h"

/* `run` gets the row that enter chose. */
typedef void ui_help_fn(struct ui_ctx *c, const struct ui_key *key);

void ui_help_open(const struct pane *focused, ui_help_fn *run);

#endif
