/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_KEYMAP_H
#define RV_UI_KEYMAP_H

/*
 * Key tables: a scope is an array of rows ended by one without key.  A lookup
 * walks pane, list, global.  The letters a x e d W A u mean approve, reject,
 * edit, defer, write, approve-and-write and undo in every table and nothing
 * else anywhere; a test reads the tables for it.
 */

#include <stdbool.h>
#include <stddef.h>

enum ui_act {
#define ACT(id, name, help) UI_ACT_##id,
#include "ui/acts.def"
#undef ACT
	UI_ACT_N
};

struct ui_key {
	const char *key;   /* "j", "gg", ",c" */
	enum ui_act act;
	const char *label; /* N_(): one word for the hint bar; NULL: not there */
	const char *help;  /* N_(): a sentence; NULL: that of the act */
	int arg; /* a screen's number; of a chord 1: in the hint bar, too */
};

extern const struct ui_key ui_keys_global[];
extern const struct ui_key ui_keys_list[];
extern const struct ui_key ui_keys_text[];

enum ui_match { UI_MATCH_NONE, UI_MATCH_PREFIX, UI_MATCH_FULL };

/*
 * Looks the keys typed so far ("g", "gp") up in the scopes, first match wins.
 * PREFIX: some row goes on from here.
 */
enum ui_match ui_keymap_find(const struct ui_key *const *scopes, size_t n,
			     const char *typed, const struct ui_key **out);
/* Does it decide, start or end something? */
bool ui_act_is_deed(enum ui_act a);
const char *ui_act_name(enum ui_act a);
const char *ui_act_help(enum ui_act a); /* translated */
const char *ui_key_help(const struct ui_key *k); /* translated */

#endif
