/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_MARKS_H
#define RV_UI_MARKS_H

/*
 * Marks: places that a person gave a letter, for as long as the console runs.
 * The letter is taken here, whatever it means elsewhere: who names a mark
 * decides nothing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/keymap.h"

#define UI_MARKS 52 /* a to z, A to Z */

struct ui_console;

/* Lists them, or asks for a letter, which is the next key; false: it is another
 * act. */
bool ui_marks_act(struct ui_console *c, enum ui_act act);
/* Takes a key that was asked for; false: none was. */
bool ui_marks_key(struct ui_console *c, const char *key);
void ui_marks_release(struct ui_console *c);

#endif
