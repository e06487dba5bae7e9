/* SPDX-License-Identifier: MIT */
/* Snowball stems. */
#include "config.h"

#include "doc/stem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libstemmer.h>

#include "base/mem.h"
#include "base/utf8.h"

/*
 * Most words of a large text repeat.  A set has two entries; 2 MiB, touched as
 * far as it is used.  A stem is the beginning of its word and a few bytes more.
 * Words stand in whole machine words with zeros behind, so that they are hashed
 * and compared without a loop; an entry that was never used has none.
 */
#define CACHE_BITS 16
#define CACHE_SIZE (1u << CACHE_BITS)
#define CACHE_TAIL 6
#define PARTS (RV_STEM_FAST / sizeof(uint64_t))

struct entry {
	uint64_t word[PARTS];
	uint8_t same_n, tail_n;
	char tail[CACHE_TAIL];
};

struct rv_stem {
	struct sb_stemmer *english, *russian;
	struct entry cache[CACHE_SIZE];
	char out[RV_STEM_FAST + RV_STEM_ROOM];
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
holds(const struct entry *e, const uint64_t *w)
{
	return !((e->word[0] ^ w[0]) | (e->word[1] ^ w[1]) |
		 (e->word[2] ^ w[2]));
}

static struct entry *
set_of(struct rv_stem *s, const uint64_t *w)
{
	uint64_t h = w[0] * UINT64_C(0x9E3779B97F4A7C15);

	h ^= (h >> 32) ^ w[1] ^ (w[2] << 31 | w[2] >> 33);
	h *= UINT64_C(0xD6E8FEB86659FD93);
	return &s->cache[h >> (65 - CACHE_BITS) << 1];
}

/* What is longer than its word, or differs in more than its tail, is not kept. */
static void
remember(struct entry *e, const uint64_t *w, struct rv_sv word,
	 struct rv_sv stem)
{
	size_t same = 0;

	while (same < word.n && same < stem.n && word.p[same] == stem.p[same])
		same++;
	if (stem.n - same > CACHE_TAIL)
		return;
	e[1] = e[0];
	memcpy(e->word, w, sizeof(e->word));
	e->same_n = (uint8_t)same;
	e->tail_n = (uint8_t)(stem.n - same);
	memcpy(e->tail, stem.p + same, stem.n - same);
}

/* `w`: the word with zeros behind; `to` has room for RV_STEM_ROOM bytes more. */
static size_t
put(struct rv_stem *s, const uint64_t *w, struct rv_sv word, char *to)
{
	struct entry *e = set_of(s, w);
	struct rv_sv v;

	if (!holds(e, w) && holds(e + 1, w)) {
		struct entry first = e[0];

		e[0] = e[1];
		e[1] = first;
	} else if (!holds(e, w)) {
		v = stem(s, word);
		v.n = RV_MIN(v.n, word.n + RV_STEM_ROOM);
		remember(e, w, word, v);
		memcpy(to, v.p, v.n);
		return v.n;
	}
	memcpy(to, w, sizeof(e->word));
	memcpy(to + e->same_n, e->tail, sizeof(e->tail));
	return (size_t)e->same_n + e->tail_n;
}

#define EIGHT 255, 255, 255, 255, 255, 255, 255, 255

size_t
rv_stem_put(struct rv_stem *s, struct rv_sv word, char *to)
{
	static const unsigned char keep[2 * RV_STEM_FAST] = {
		EIGHT, EIGHT, EIGHT,
	};
	uint64_t w[PARTS], mask[PARTS];

	memcpy(w, word.p, sizeof(w));
	memcpy(mask, keep + RV_STEM_FAST - word.n, sizeof(mask));
	for (size_t i = 0; i < PARTS; i++)
		w[i] &= mask[i];
	return put(s, w, word, to);
}

struct rv_sv
rv_stem_of(struct rv_stem *s, struct rv_sv word)
{
	uint64_t w[PARTS] = {0};

	if (!word.n || word.n > RV_STEM_FAST)
		return word.n ? stem(s, word) : word;
	memcpy(w, word.p, word.n);
	return rv_sv_of(s->out, put(s, w, word, s->out));
}
