/* SPDX-License-Identifier: MIT */
/* Recognising ids. */
#include "config.h"

#include "ui/ref.h"

#include <string.h>

#define EPISODE_HEX 16
#define DIGITS_MAX 12

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f');
}

/* What an id or a path is made of. */
static bool
is_inner(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' ||
	       c == '/' || (unsigned char)c >= 0x80;
}

static size_t
digits(struct rv_sv v, size_t at)
{
	size_t n = 0;

	while (at + n < v.n && is_digit(v.p[at + n]))
		n++;
	return n <= DIGITS_MAX ? n : 0;
}

/* The id with a number behind `prefix`, which must end there. */
static bool
numbered(struct rv_sv word, const char *prefix, int64_t *num)
{
	struct rv_sv head = rv_sv(prefix);
	size_t n;

	if (!rv_sv_starts(word, head))
		return false;
	n = digits(word, head.n);
	return n > 0 && head.n + n == word.n &&
	       rv_sv_to_int(rv_sv_slice(word, head.n, word.n), num);
}

static bool
is_episode(struct rv_sv word)
{
	if (word.n != EPISODE_HEX + 2 || !rv_sv_starts(word, RV_SV("e-")))
		return false;
	for (size_t i = 2; i < word.n; i++)
		if (!is_hex(word.p[i]))
			return false;
	return true;
}

/* Ends a path: "a.md", and "a.md" of "a.md.". */
static size_t
page_end(struct rv_sv word)
{
	for (size_t i = word.n; i >= 4; i--)
		if (!memcmp(word.p + i - 3, ".md", 3) &&
		    (i == word.n || word.p[i] == '.') &&
		    word.p[i - 4] != '/')
			return i;
	return 0;
}

/* One word of is_inner characters at text[a, b). */
static bool
read_word(struct rv_sv text, size_t a, size_t b, struct ui_ref *out)
{
	struct rv_sv word = rv_sv_slice(text, a, b);
	size_t end, n;
	int64_t num;

	/* A full stop ends the sentence, not the id. */
	while (word.n > 0 && word.p[word.n - 1] == '.')
		word.n--;
	*out = (struct ui_ref){.id = word, .a = a, .b = a + word.n};
	if (is_episode(word)) {
		out->kind = UI_REF_EPISODE;
		return true;
	}
	if (numbered(word, "P-", &num) || numbered(word, "C-", &num)) {
		out->kind = UI_REF_PROPOSAL;
		return true;
	}
	if (numbered(word, "ch-", &out->num)) {
		out->kind = UI_REF_CHAPTER;
		return true;
	}
	if (numbered(word, "row-", &out->num)) {
		out->kind = UI_REF_ROW;
		return true;
	}
	end = page_end(word);
	if (end == 0 || word.p[0] == '/')
		return false;
	out->kind = UI_REF_PAGE;
	out->id = rv_sv_slice(word, 0, end);
	out->b = a + end;
	if (out->b < text.n &&
	    (text.p[out->b] == ':' || text.p[out->b] == '#')) {
		n = digits(text, out->b + 1);
		if (n > 0 && rv_sv_to_int(rv_sv_slice(text, out->b + 1,
						      out->b + 1 + n),
					  &out->num))
			out->b += 1 + n;
	}
	return true;
}

bool
ui_ref_next(struct rv_sv text, size_t from, struct ui_ref *out)
{
	size_t i = from;

	/* From the middle of a word nothing begins. */
	while (i > 0 && i < text.n && is_inner(text.p[i - 1]))
		i++;
	while (i < text.n) {
		size_t b = i, n;

		if (text.p[i] == '#') {
			n = digits(text, i + 1);
			*out = (struct ui_ref){.kind = UI_REF_RUN, .a = i};
			out->b = i + 1 + n;
			out->id = rv_sv_slice(text, i, out->b);
			if (n > 0 && (i == 0 || !is_inner(text.p[i - 1])) &&
			    (out->b == text.n || !is_inner(text.p[out->b]) ||
			     text.p[out->b] == '.') &&
			    rv_sv_to_int(rv_sv_slice(text, i + 1, out->b),
					 &out->num))
				return true;
			i++;
			continue;
		}
		while (b < text.n && is_inner(text.p[b]))
			b++;
		if (b > i && read_word(text, i, b, out))
			return true;
		i = b > i ? b : i + 1;
	}
	return false;
}

bool
ui_ref_parse(struct rv_sv text, struct ui_ref *out)
{
	static const struct {
		const char *word;
		enum ui_ref_kind kind;
	} words[] = {
		{"chapter ", UI_REF_CHAPTER}, {"ch ", UI_REF_CHAPTER},
		{"row ", UI_REF_ROW},	      {"step ", UI_REF_ROW},
		{"turn ", UI_REF_RUN},	      {"run ", UI_REF_RUN},
	};
	struct rv_sv v = rv_sv_trim(text);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		*out = (struct ui_ref){.kind = words[i].kind, .b = v.n};
		if (numbered(v, words[i].word, &out->num))
			return true;
	}
	return ui_ref_next(v, 0, out) && out->a == 0 && out->b == v.n;
}
