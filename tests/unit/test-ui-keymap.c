/* SPDX-License-Identifier: MIT */
/* The key tables keep their promise: one key, one meaning. */
#include "config.h"

#include "tests/support/cm.h"

#include <string.h>

#include "ui/keys.h"
#include "ui/pane.h"

static const struct {
	const char *key;
	enum ui_act act;
} sacred[] = {
	{"a", UI_ACT_APPROVE}, {"x", UI_ACT_REJECT},
	{"e", UI_ACT_EDIT},    {"d", UI_ACT_DEFER},
	{"W", UI_ACT_WRITE},   {"A", UI_ACT_APPROVE_WRITE},
	{"u", UI_ACT_UNDO},    {"U", UI_ACT_REDO},
};

/* These may have keys beside them that do the same. */
static const struct {
	const char *key;
	enum ui_act act;
} fixed[] = {
	{"f", UI_ACT_FILTER},	{"/", UI_ACT_FIND},    {"\\", UI_ACT_CYCLE},
	{"y", UI_ACT_COPY},	{"o", UI_ACT_SOURCE},  {"i", UI_ACT_INFO},
	{"enter", UI_ACT_OPEN}, {"esc", UI_ACT_CLOSE}, {"c", UI_ACT_PREVIEW},
	{"F", UI_ACT_FOLLOW},	{"z", UI_ACT_ZOOM},    {"L", UI_ACT_LIVE},
};

static void
check_fixed(const char *where, const struct ui_key *k)
{
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++)
		if (!strcmp(k->key, fixed[i].key) && k->act != fixed[i].act)
			fail_msg("%s: %s means %s", where, k->key,
				 ui_act_name(k->act));
}

static void
check_table(const char *where, const struct ui_key *keys)
{
	for (const struct ui_key *k = keys; k && k->key; k++) {
		for (size_t i = 0; i < ARRAY_LEN(sacred); i++) {
			bool key = !strcmp(k->key, sacred[i].key);
			bool act = k->act == sacred[i].act;

			if (key != act)
				print_message("%s: %s means %s\n", where,
					      k->key, ui_act_name(k->act));
			assert_int_equal(key, act);
		}
		check_fixed(where, k);
		/* No key twice in a table; every one has help. */
		for (const struct ui_key *o = keys; o != k; o++)
			assert_string_not_equal(o->key, k->key);
		assert_true(strlen(ui_key_help(k)) > 0);
	}
}

static void
test_tables__sacred_letters(void **state)
{
	size_t n;
	const struct pane_ops *const *panes = ui_panes(&n);

	(void)state;
	check_table("global", ui_keys_global);
	check_table("list", ui_keys_list);
	check_table("text", ui_keys_text);
	for (size_t i = 0; i < n; i++)
		check_table(panes[i]->name, panes[i]->keys);
}

/* A chord that begins with a key that means something by itself is dead. */
static void
test_tables__no_dead_chord(void **state)
{
	const struct ui_key *const scopes[] = {ui_keys_list, ui_keys_text,
					       ui_keys_global};
	const struct ui_key *found;

	(void)state;
	assert_int_equal(ui_keymap_find(scopes, 3, "g", &found),
			 UI_MATCH_PREFIX);
	assert_int_equal(ui_keymap_find(scopes, 3, ",", &found),
			 UI_MATCH_PREFIX);
	assert_int_equal(ui_keymap_find(scopes, 3, "gg", &found),
			 UI_MATCH_FULL);
	assert_int_equal(found->act, UI_ACT_TOP);
	assert_int_equal(ui_keymap_find(scopes, 3, "gz", &found),
			 UI_MATCH_NONE);
	/* "c" begins nothing here, "ctrl-l" is one key */
	assert_int_equal(ui_keymap_find(scopes, 3, "c", &found),
			 UI_MATCH_NONE);
	assert_int_equal(ui_keymap_find(scopes, 3, "f", &found),
			 UI_MATCH_FULL);
	assert_int_equal(ui_keymap_find(scopes, 3, "ctrl-d", &found),
			 UI_MATCH_FULL);
	assert_int_equal(found->act, UI_ACT_PAGE_DOWN);
}

/* Every key of a table is a key, or two keys one after another. */
static void
test_tables__names(void **state)
{
	size_t n;
	const struct pane_ops *const *panes = ui_panes(&n);
	char name[UI_KEY_NAME];

	(void)state;
	for (size_t i = 0; i <= n; i++) {
		const struct ui_key *k = i < n ? panes[i]->keys
					       : ui_keys_global;

		for (; k && k->key; k++) {
			const char *key = k->key;

			if (strchr("gc,", key[0]) && key[1] && !key[2])
				key++;
			assert_true(ui_key_parse(rv_sv(key), name));
		}
	}
}

static void
test_keys__parse(void **state)
{
	static const struct {
		const char *name, *key;
	} cases[] = {
		{"j", "j"},	      {"G", "G"},	 {"space", "space"},
		{" ", "space"},	      {"esc", "esc"},	 {"shift-tab", "shift-tab"},
		{"ctrl-d", "ctrl-d"}, {"f5", "f5"},	 {"F5", "f5"},
		{"left", "left"},     {"enter", "enter"}, {"я", "я"},
		{"?", "?"},	      {"{", "{"},	 {"gg", NULL},
		{"nokey", NULL},      {"", NULL},	 {"ctrl-", NULL},
	};
	char out[UI_KEY_NAME];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		bool ok = ui_key_parse(rv_sv(cases[i].name), out);

		assert_int_equal(ok, cases[i].key != NULL);
		if (ok)
			assert_string_equal(out, cases[i].key);
	}
	ui_key_of_char(0x04, out);
	assert_string_equal(out, "ctrl-d");
	ui_key_of_char(0x442, out);
	assert_string_equal(out, "т");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables__sacred_letters),
		cmocka_unit_test(test_tables__no_dead_chord),
		cmocka_unit_test(test_tables__names),
		cmocka_unit_test(test_keys__parse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
