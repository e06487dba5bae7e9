/* SPDX-License-Identifier: MIT */
/* Names of keys. */
#include "config.h"

#include "ui/keys.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

static const struct {
	const char *name, *label, *alias;
} named[] = {
	{"enter", "enter", "return"},
	{"esc", "esc", "escape"},
	{"tab", "tab", "ctrl-i"},
	{"shift-tab", "S-tab", "backtab"},
	{"space", "space", " "},
	{"backspace", "bksp", "ctrl-h"},
	{"delete", "del", "del"},
	{"insert", "ins", "ins"},
	{"up", "up", NULL},
	{"down", "down", NULL},
	{"left", "left", NULL},
	{"right", "right", NULL},
	{"home", "home", NULL},
	{"end", "end", NULL},
	{"page-up", "PgUp", "pgup"},
	{"page-down", "PgDn", "pgdn"},
	{"ctrl-d", "C-d", NULL},
	{"ctrl-u", "C-u", NULL},
	{"ctrl-l", "C-l", NULL},
	{"ctrl-z", "C-z", NULL},
	{"ctrl-c", "C-c", NULL},
	{"f1", "F1", NULL},
	{"f5", "F5", "F5"},
};

static bool
copy(char out[UI_KEY_NAME], const char *p, size_t n)
{
	if (n >= UI_KEY_NAME)
		return false;
	memcpy(out, p, n);
	out[n] = '\0';
	return true;
}

bool
ui_key_parse(struct rv_sv name, char out[UI_KEY_NAME])
{
	if (name.n == 0)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(named); i++)
		if (rv_sv_is(name, named[i].name) ||
		    (named[i].alias && rv_sv_is(name, named[i].alias)))
			return copy(out, named[i].name, strlen(named[i].name));
	if (rv_grapheme_len(name) == name.n && (uint8_t)name.p[0] >= 0x20)
		return copy(out, name.p, name.n);
	if ((rv_sv_starts(name, RV_SV("ctrl-")) && name.n == 6) ||
	    (rv_sv_starts(name, RV_SV("alt-")) && name.n == 5))
		return copy(out, name.p, name.n);
	if (name.n <= 3 && (name.p[0] == 'f' || name.p[0] == 'F')) {
		int64_t n;

		if (rv_sv_to_int(rv_sv_slice(name, 1, name.n), &n) && n >= 1 &&
		    n <= 24 && copy(out, name.p, name.n)) {
			out[0] = 'f';
			return true;
		}
	}
	return false;
}

void
ui_key_of_char(uint32_t cp, char out[UI_KEY_NAME])
{
	struct rv_buf b = RV_BUF_INIT;

	switch (cp) {
	case '\r':
	case '\n':
		copy(out, "enter", 5);
		return;
	case '\t':
		copy(out, "tab", 3);
		return;
	case 0x1b:
		copy(out, "esc", 3);
		return;
	case 0x7f:
	case 0x08:
		copy(out, "backspace", 9);
		return;
	case ' ':
		copy(out, "space", 5);
		return;
	default:
		break;
	}
	if (cp == 0) {
		copy(out, "ctrl-space", 10);
		return;
	}
	if (cp < 0x20) {
		char name[] = "ctrl-a";

		name[5] = (char)(cp < 27 ? 'a' + cp - 1 : '@' + cp);
		copy(out, name, 6);
		return;
	}
	rv_buf_add_utf8(&b, cp);
	copy(out, b.p, b.n);
	rv_buf_release(&b);
}

bool
ui_key_types(const char *key, struct rv_sv *text)
{
	struct rv_sv v = rv_sv(key);

	if (!strcmp(key, "space")) {
		*text = RV_SV(" ");
		return true;
	}
	if (v.n == 0 || rv_grapheme_len(v) != v.n)
		return false;
	*text = v;
	return true;
}

const char *
ui_key_short(const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(named); i++)
		if (!strcmp(key, named[i].name))
			return named[i].label;
	return key;
}
