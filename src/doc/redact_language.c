/* SPDX-License-Identifier: MIT */
/* Names of secrets in other scripts: their letters, endings and marks. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <unicase.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "doc/redact_priv.h"

#define ENDING 4 /* letters of a case: "токенами" */

/* --- large letters ---------------------------------------------------------- */

static char *
large(struct rv_sv word, size_t n)
{
	size_t len = 0;
	uint8_t *up = u8_toupper((const uint8_t *)word.p, n, NULL, NULL, NULL,
				 &len);
	struct rv_buf b = RV_BUF_INIT;
	char *out;

	if (up)
		rv_buf_add(&b, up, len);
	free(up);
	rv_buf_addv(&b, rv_sv_slice(word, n, word.n));
	out = rv_sv_dup(rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

size_t
rv__word_forms(struct rv_sv word, char *forms[RV__WORD_FORMS])
{
	size_t n = 0, first = 0;

	(void)rv_utf8_next(word, &first);
	forms[n++] = rv_sv_dup(word);
	for (int k = 0; k < 2; k++) {
		char *form = large(word, k ? word.n : first);

		if (rv_sv_eq_ascii_nocase(rv_sv(form), rv_sv(forms[n - 1])))
			free(form);
		else
			forms[n++] = form;
	}
	return n;
}

/* --- words ------------------------------------------------------------------- */

/* Does a word of this script stand between blanks, with nothing before it? */
static bool
is_spaced(uint32_t cp)
{
	return cp < 0x0590 || (cp >= 0x0900 && cp < 0x0E00);
}

static bool
is_of_word(uint32_t cp)
{
	return rv_is_letter(cp) || rv_is_mark(cp);
}

static uint32_t
before(struct rv_sv v, size_t at)
{
	size_t i = at;

	while (i && at - i < 4 && ((unsigned char)v.p[--i] & 0xC0) == 0x80)
		;
	return at ? rv_utf8_next(v, &i) : 0;
}

bool
rv__word_alone(struct rv_sv v, size_t at, size_t *end, enum rv__key key)
{
	bool ends = key != RV__KEY_PIN && key != RV__KEY_WEAK &&
		    (unsigned char)v.p[*end - 1] >= 0x80;
	uint32_t cp = before(v, at);
	size_t i = *end;
	int n = 0;

	if (is_spaced(cp) && is_of_word(cp))
		return false;
	for (; i < v.n && (unsigned char)v.p[i] >= 0x80; *end = i) {
		cp = rv_utf8_next(v, &i);
		if (!is_of_word(cp) || cp >= 0x0E00)
			return true;
		if (!ends || ++n > ENDING)
			return false;
	}
	return true;
}

/* --- marks -------------------------------------------------------------------- */


static size_t
one_of(struct rv_sv v, size_t at, const char *const *list, size_t n)
{
	if (at >= v.n || (unsigned char)v.p[at] < 0x80)
		return 0;
	v = rv_sv_slice(v, at, v.n);
	for (size_t i = 0; i < n; i++)
		if (rv_sv_starts(v, rv_sv(list[i])))
			return strlen(list[i]);
	return 0;
}

size_t
rv__wide_blank(struct rv_sv v, size_t at)
{
	static const char *const blanks[] = {
		"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE3\x80\x80",
	};

	return one_of(v, at, blanks, ARRAY_LEN(blanks));
}

size_t
rv__wide_blanks(struct rv_sv v, size_t at, size_t most)
{
	size_t i = at, n = 1;

	while (i < v.n && i - at < most && n) {
		n = rv__one_of(v.p[i], " \t") ? 1 : rv__wide_blank(v, i);
		i += n;
	}
	return i;
}

size_t
rv__wide_closer(struct rv_sv v, size_t at)
{
	static const char *const closers[] = {
		"”", "“", "»", "«", "’", "」", "』", "】", "）", "》", "›",
	};

	return one_of(v, at, closers, ARRAY_LEN(closers));
}

bool
rv__wide_stop(struct rv_sv v, size_t at)
{
	static const char *const stops[] = {
		"。", "，", "、", "；", "）", "」", "』", "】", "》", "！", "？",
		"｡", "،", "؛", "۔", "।", "”", "“", "»", "’", "։", "።",
		"\xC2\xA0", "\xE2\x80\xAF", "\xE3\x80\x80",
	};

	return one_of(v, at, stops, ARRAY_LEN(stops)) > 0;
}
