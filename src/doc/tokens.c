/* SPDX-License-Identifier: MIT */
/* Words, stems and bigrams of a text. */
#include "config.h"

#include "doc/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/ascii_words.h"
#include "doc/stem.h"
#include "doc/stopwords.h"

struct rv_tokens {
	struct rv_stem *stem;
	struct rv_buf fold, bare, nfc, low;
};

/* One pass over a text: into a buffer of stems, or into an array. */
struct pass {
	struct rv_tokens *t;
	struct rv_buf *out; /* stems, or NULL */
	struct rv_arena *arena;
	struct rv_token *items;
	size_t n, cap;
	const char *end; /* of the token before */
};

struct rv_tokens *
rv_tokens_new(void)
{
	struct rv_tokens *t = rv_calloc(1, sizeof(*t));

	t->stem = rv_stem_new();
	t->fold = t->bare = t->nfc = t->low = RV_BUF_INIT;
	return t;
}

void
rv_tokens_free(struct rv_tokens *t)
{
	if (!t)
		return;
	rv_stem_free(t->stem);
	rv_buf_release(&t->fold);
	rv_buf_release(&t->bare);
	rv_buf_release(&t->nfc);
	rv_buf_release(&t->low);
	free(t);
}

/* Does a sentence end between two tokens? */
static bool
sentence_ends(const char *from, const char *to)
{
	static const uint32_t ends[] = {'.', '!', '?', '\n', 0x2026, 0x3002,
					0xFF01, 0xFF1F};
	struct rv_sv gap = rv_sv_of(from, (size_t)(to - from));
	size_t i = 0;

	while (i < gap.n) {
		uint32_t cp = rv_utf8_next(gap, &i);

		for (size_t k = 0; k < ARRAY_LEN(ends); k++)
			if (cp == ends[k])
				return true;
	}
	return false;
}

/* `capital`: the word began with an upper-case letter. */
static void
emit(struct pass *p, struct rv_sv word, struct rv_sv stem, struct rv_sv text,
     bool capital)
{
	struct rv_token *k;
	bool begins;

	if (p->out) {
		char *to = rv_buf_room(p->out, stem.n + 1);
		size_t gap = p->out->n > 0;

		if (!to)
			return;
		*to = ' ';
		memcpy(to + gap, stem.p, stem.n);
		rv_buf_took(p->out, stem.n + gap);
		return;
	}
	rv_grow(&p->items, &p->cap, p->n + 1);
	k = &p->items[p->n++];
	memset(k, 0, sizeof(*k));
	k->word = rv_sv_dup_in(p->arena, word);
	k->stem = rv_sv_eq(word, stem) ? k->word
				       : rv_sv_dup_in(p->arena, stem);
	k->text = text;
	k->stop = rv_is_stopword(word);
	begins = !p->end || p->end > text.p || sentence_ends(p->end, text.p);
	k->name = capital && !begins && !k->stop;
	k->number = rv_ascii_is_digit(word.p[0]);
	p->end = text.p + text.n;
}

static void
walk_ascii(struct pass *p, struct rv_sv v)
{
	struct rv_sv low, word, text;
	bool digits;

	if (p->out) {
		rv_ascii_index(p->t->stem, v, &p->t->low, p->out);
		return;
	}
	low = rv_ascii_lower(v, &p->t->low);
	for (size_t at = 0; rv_ascii_word_next(low, &at, &word, &digits);) {
		text = rv_sv_slice(v, at - word.n, at);
		word.n = RV_MIN(word.n, RV_WORD_MAX);
		emit(p, word, digits ? word : rv_stem_of(p->t->stem, word),
		     text, text.p[0] >= 'A' && text.p[0] <= 'Z');
	}
}

/* Folds words of the Cyrillic alphabets without tables; false: not such. */
static bool
fold_cyrillic(struct rv_sv v, struct rv_buf *out)
{
	size_t i = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (cp < 0x400 || cp > 0x45F)
			return false;
		cp += cp < 0x410 ? 0x50 : cp < 0x430 ? 0x20 : 0;
		rv_buf_add_utf8(out, cp);
	}
	return true;
}

/* Copies a folded word with one apostrophe for all, and U+0451 as U+0435. */
static void
plain_letters(struct rv_sv v, struct rv_buf *word, struct rv_buf *bare)
{
	size_t i = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (cp == 0x2019 || cp == 0x2BC)
			cp = '\'';
		rv_buf_add_utf8(word, cp);
		rv_buf_add_utf8(bare, cp == 0x451 ? 0x435 : cp);
	}
}

static void
emit_folded(struct pass *p, struct rv_sv text)
{
	struct rv_tokens *t = p->t;
	struct rv_sv word, bare;
	size_t i = 0;
	bool capital = rv_is_upper(rv_utf8_next(text, &i));

	rv_buf_reset(&t->nfc);
	if (!fold_cyrillic(text, &t->nfc)) {
		rv_buf_reset(&t->nfc);
		rv_utf8_fold(text, &t->nfc);
	}
	rv_buf_reset(&t->fold);
	rv_buf_reset(&t->bare);
	plain_letters(rv_buf_sv(&t->nfc), &t->fold, &t->bare);
	word = rv_buf_sv(&t->fold);
	bare = rv_buf_sv(&t->bare);
	word.n = rv_utf8_floor(word, RV_MIN(word.n, RV_WORD_MAX));
	bare.n = rv_utf8_floor(bare, RV_MIN(bare.n, RV_WORD_MAX));
	if (word.n)
		emit(p, word, rv_stem_of(t->stem, bare), text, capital);
}

static bool
is_ascii(struct rv_sv v)
{
	return rv_utf8_skip_ascii(v, 0) == v.n;
}

static bool
has_letter(struct rv_sv v)
{
	size_t i = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (rv_is_letter(cp) || rv_is_digit(cp))
			return true;
	}
	return false;
}

/* Words of a run without CJK. */
static void
walk_words(struct pass *p, struct rv_sv run)
{
	struct rv_sv word, part;
	size_t i = 0, from, k;

	while (rv_word_next(run, &i, &word)) {
		if (is_ascii(word)) {
			walk_ascii(p, word);
			continue;
		}
		for (from = k = 0; k <= word.n; k++) {
			if (k < word.n && !strchr("._:", word.p[k]))
				continue;
			part = rv_sv_slice(word, from, k);
			from = k + 1;
			if (is_ascii(part))
				walk_ascii(p, part);
			else if (has_letter(part))
				emit_folded(p, part);
		}
	}
}

/* Bigrams of a run of CJK; a single character stands alone. */
static void
walk_cjk(struct pass *p, struct rv_sv run)
{
	struct rv_tokens *t = p->t;
	struct rv_sv v, two, text;
	size_t i = 0, from = 0, next;
	bool same;

	rv_buf_reset(&t->nfc);
	rv_utf8_nfc(run, &t->nfc);
	v = rv_buf_sv(&t->nfc);
	same = rv_sv_eq(v, run);
	(void)rv_utf8_next(v, &i);
	do {
		next = i;
		if (i < v.n)
			(void)rv_utf8_next(v, &i);
		two = rv_sv_slice(v, from, i);
		text = same ? rv_sv_slice(run, from, i) : run;
		emit(p, two, two, text, false);
		from = next;
	} while (i < v.n);
}

static bool
in_cjk_run(uint32_t cp, bool inside)
{
	return rv_is_cjk(cp) || (inside && (cp == 0x3099 || cp == 0x309A));
}

static void
walk_unicode(struct pass *p, struct rv_sv v)
{
	size_t i = 0, from = 0, at;
	bool inside = false, cjk;

	while (i <= v.n) {
		at = i;
		if (i < v.n)
			cjk = in_cjk_run(rv_utf8_next(v, &i), inside);
		else
			cjk = !inside, i++;
		if (cjk == inside)
			continue;
		if (at > from && inside)
			walk_cjk(p, rv_sv_slice(v, from, at));
		else if (at > from)
			walk_words(p, rv_sv_slice(v, from, at));
		from = at;
		inside = cjk;
	}
}

/* No word reaches over white space: what stands between two white spaces is cut
 * by itself, and all that is ASCII at once, by the fast way. */
static void
walk(struct pass *p, struct rv_sv v)
{
	size_t i = 0, from, other;

	while (i < v.n) {
		other = rv_utf8_skip_ascii(v, i);
		for (from = other; other < v.n && from > i; from--)
			if (rv_ascii_is_space(v.p[from - 1]))
				break;
		if (from > i)
			walk_ascii(p, rv_sv_slice(v, i, from));
		for (i = other; i < v.n && !rv_ascii_is_space(v.p[i]);)
			i++;
		if (i > from)
			walk_unicode(p, rv_sv_slice(v, from, i));
	}
}

struct rv_token *
rv_tokens_of(struct rv_tokens *t, struct rv_sv text, struct rv_arena *arena,
	     size_t *n)
{
	struct pass p = {.t = t, .arena = arena};
	struct rv_buf mended = RV_BUF_INIT;
	struct rv_token *items;

	if (!rv_utf8_valid(text)) {
		rv_utf8_mend(text, &mended);
		text = rv_buf_detach_in(arena, &mended);
	}
	walk(&p, text);
	items = rv_arena_array(arena, struct rv_token, p.n + 1);
	if (p.n)
		memcpy(items, p.items, p.n * sizeof(*items));
	free(p.items);
	*n = p.n;
	return items;
}

void
rv_tokens_index(struct rv_tokens *t, struct rv_sv text, struct rv_buf *out)
{
	struct pass p = {.t = t, .out = out};
	struct rv_buf mended = RV_BUF_INIT;

	if (!rv_utf8_valid(text)) {
		rv_utf8_mend(text, &mended);
		text = rv_buf_sv(&mended);
	}
	walk(&p, text);
	rv_buf_release(&mended);
}
