/* SPDX-License-Identifier: MIT */
/* Snowball stems. */
#include "config.h"

#include "doc/stem.h"

#include <stdlib.h>
#include <string.h>

#include <libstemmer.h>

#include "base/mem.h"
#include "base/utf8.h"

/*
 * Most words of a large text repeat.  A set has two entries; 1 MiB, touched as
 * far as it is used.  A stem is the beginning of its word and a few bytes more,
 * so that entries are small.
 */
#define CACHE_SIZE 32768
#define CACHE_WORD 24
#define CACHE_TAIL 5

struct entry {
	uint8_t word_n, same_n, tail_n;
	char word[CACHE_WORD], tail[CACHE_TAIL];
};

struct rv_stem {
	struct sb_stemmer *english, *russian;
	struct entry cache[CACHE_SIZE];
	char out[CACHE_WORD + CACHE_TAIL];
};

struct rv_stem *
rv_stem_new(void)
{
	struct rv_stem *s = rv_calloc(1, sizeof(*s));

	s->english = sb_stemmer_new("english", "UTF_8");
	s->russian = sb_stemmer_new("russian", "UTF_8");
	return s;
}

void
rv_stem_free(struct rv_stem *s)
{
	if (!s)
		return;
	if (s->english)
		sb_stemmer_delete(s->english);
	if (s->russian)
		sb_stemmer_delete(s->russian);
	free(s);
}

static bool
is_cyrillic(struct rv_sv word)
{
	size_t i = 0;
	uint32_t cp = rv_utf8_next(word, &i);

	return cp >= 0x400 && cp < 0x530;
}

static struct rv_sv
stem(const struct rv_stem *s, struct rv_sv word)
{
	struct sb_stemmer *sb = s->english;
	const sb_symbol *out;
	int n;

	if ((unsigned char)word.p[0] >= 0x80 && is_cyrillic(word))
		sb = s->russian;
	if (!sb)
		return word;
	out = sb_stemmer_stem(sb, (const sb_symbol *)word.p, (int)word.n);
	n = sb_stemmer_length(sb);
	return out && n > 0 ? rv_sv_of((const char *)out, (size_t)n) : word;
}

static bool
holds(const struct entry *e, struct rv_sv word)
{
	return e->word_n == word.n && !memcmp(e->word, word.p, word.n);
}

static void
remember(struct entry *e, struct rv_sv word, struct rv_sv stem)
{
	size_t same = 0;

	while (same < word.n && same < stem.n && word.p[same] == stem.p[same])
		same++;
	if (stem.n - same > CACHE_TAIL)
		return;
	e[1] = e[0];
	e->word_n = (uint8_t)word.n;
	e->same_n = (uint8_t)same;
	e->tail_n = (uint8_t)(stem.n - same);
	memcpy(e->word, word.p, word.n);
	memcpy(e->tail, stem.p + same, stem.n - same);
}

struct rv_sv
rv_stem_of(struct rv_stem *s, struct rv_sv word)
{
	struct entry *e;
	struct rv_sv v;

	if (!word.n || word.n > CACHE_WORD)
		return word.n ? stem(s, word) : word;
	e = &s->cache[(rv_sv_hash(word) % (CACHE_SIZE / 2)) * 2];
	if (!holds(e, word) && holds(e + 1, word)) {
		struct entry first = e[0];

		e[0] = e[1];
		e[1] = first;
	} else if (!holds(e, word)) {
		v = stem(s, word);
		remember(e, word, v);
		return v;
	}
	if (!e->tail_n)
		return rv_sv_of(word.p, e->same_n);
	memcpy(s->out, word.p, e->same_n);
	memcpy(s->out + e->same_n, e->tail, e->tail_n);
	return rv_sv_of(s->out, (size_t)e->same_n + e->tail_n);
}
