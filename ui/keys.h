/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_KEYS_H
#define RV_UI_KEYS_H

/*
 * Keys as data: a name ("j", "G", "tab", "shift-tab", "enter", "esc", "space",
 * "backspace", "ctrl-d", "alt-x", "left", "page-down", "f5"), or a paste, which
 * is text and never a binding.  Chords ("gg", ",c") are keys one after another
 * and belong to the key map.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define UI_KEY_NAME 24

enum ui_input_kind { UI_INPUT_KEY, UI_INPUT_PASTE, UI_INPUT_RESIZE };

struct ui_input {
	enum ui_input_kind kind;
	char key[UI_KEY_NAME]; /* of a key */
	struct rv_sv text;     /* of a paste; valid until the next input */
	int64_t at; /* when it was read, microseconds of the terminal's clock */
	bool more;  /* another one was there already */
};

/* A key by its name; false when there is no such key. */
bool ui_key_parse(struct rv_sv name, char out[UI_KEY_NAME]);
/* The name of a typed character (control characters too). */
void ui_key_of_char(uint32_t cp, char out[UI_KEY_NAME]);
/* The character that the key types into a field; false when it types none. */
bool ui_key_types(const char *key, struct rv_sv *text);
/* How help shows it: "C-d", "S-Tab". */
const char *ui_key_short(const char *key);

#endif
