/* SPDX-License-Identifier: MIT */
/* Snowball stems. */
#include "config.h"

#include "doc/stem.h"

#include <stdlib.h>
#include <string.h>

#include <libstemmer.h>

#include "base/mem.h"
#include "base/utf8.h"

/* Most words of a large text repeat; 1 MiB, touched as far as it is used. */
#define CACHE_SIZE 16384
#define CACHE_WORD 30

struct entry {
	uint8_t word_n, stem_n;
	char word[CACHE_WORD], stem[CACHE_WORD + 2];
};

struct rv_stem {
	struct sb_stemmer *english, *russian;
	struct entry cache[CACHE_SIZE];
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

struct rv_sv
rv_stem_of(struct rv_stem *s, struct rv_sv word)
{
	struct entry *e;
	struct rv_sv v;

	if (!word.n || word.n > CACHE_WORD)
		return word.n ? stem(s, word) : word;
	e = &s->cache[rv_sv_hash(word) % CACHE_SIZE];
	if (e->word_n == word.n && !memcmp(e->word, word.p, word.n))
		return rv_sv_of(e->stem, e->stem_n);
	v = stem(s, word);
	if (v.n > sizeof(e->stem))
		return v;
	e->word_n = (uint8_t)word.n;
	memcpy(e->word, word.p, word.n);
	e->stem_n = (uint8_t)v.n;
	memcpy(e->stem, v.p, v.n);
	return v;
}
