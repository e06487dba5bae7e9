/* SPDX-License-Identifier: MIT */
/* What says the same twice: of copies one stays, of a quotation its source. */
#include "config.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "resonance/resonance_priv.h"

#define KEY_CHARACTERS 60
#define SHOWN_CHARACTERS 240 /* of a chapter are quoted in a block */
#define QUOTE_BYTES 16	     /* shorter words are said by many */

/* The first `max` letters and digits, folded: what makes two texts the same. */
static struct rv_sv
key_of(struct rv_sv text, size_t max, struct rv_arena *arena)
{
	struct rv_buf folded = RV_BUF_INIT, key = RV_BUF_INIT;
	struct rv_sv v;
	size_t i = 0, n = 0, from;

	v = rv_sv_slice(text, 0, rv_utf8_floor(text, max * 64));
	rv_utf8_fold(v, &folded);
	v = rv_buf_sv(&folded);
	while (i < v.n && n < max) {
		uint32_t cp;

		from = i;
		cp = rv_utf8_next(v, &i);
		if (cp == RV_REPLACEMENT ||
		    !(rv_is_letter(cp) || rv_is_number(cp)))
			continue;
		rv_buf_add(&key, v.p + from, i - from);
		n++;
	}
	v = rv_sv_dup_in(arena, rv_buf_sv(&key));
	rv_buf_release(&folded);
	rv_buf_release(&key);
	return v;
}

static double
jaccard(const struct rv_candidate *a, const struct rv_candidate *b)
{
	size_t i = 0, j = 0, both = 0, all;

	while (i < a->n_stems && j < b->n_stems) {
		if (a->stems[i] == b->stems[j]) {
			both++;
			i++;
			j++;
		} else if (a->stems[i] < b->stems[j]) {
			i++;
		} else {
			j++;
		}
	}
	all = a->n_stems + b->n_stems - both;
	return all ? (double)both / (double)all : 0;
}

static int
compare_trust(const void *x, const void *y)
{
	const struct rv_candidate *a = *(struct rv_candidate *const *)x;
	const struct rv_candidate *b = *(struct rv_candidate *const *)y;

	/* What was shown stands for its copies, else the more trusted one. */
	if ((a->verdict == RV_VERDICT_ECHO) != (b->verdict == RV_VERDICT_ECHO))
		return a->verdict == RV_VERDICT_ECHO ? -1 : 1;
	if (a->item.layer != b->item.layer)
		return a->item.layer < b->item.layer ? -1 : 1;
	return rv__compare_fused(a, b);
}

static bool
same_as(struct rv_candidate *c, struct rv_sv key,
	const struct rv_candidate *better, struct rv_sv its_key,
	struct rv_arena *arena)
{
	double same = rv_sv_eq(key, its_key) ? 1 : jaccard(c, better);

	if (better->verdict == RV_VERDICT_DUP || same < RV_SAME_SHARE)
		return false;
	rv__judge(c, arena, RV_VERDICT_DUP, same,
		  "says the same as %.*s (%.0f %% alike, %.0f %% is enough)",
		  RV_SV_ARG(better->item.id), same * 100, RV_SAME_SHARE * 100);
	c->same = better->item.id;
	return true;
}

static bool
stands(const struct rv_candidate *c)
{
	return c->verdict == RV_VERDICT_IN || c->verdict == RV_VERDICT_ECHO;
}

void
rv__filter_dup(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_candidate **list = rv_arena_array(
		arena, struct rv_candidate *, run->n);
	struct rv_sv *keys = rv_arena_array(arena, struct rv_sv, run->n);
	size_t n = 0;

	for (size_t i = 0; i < run->n; i++)
		if (stands(&run->cands[i]))
			list[n++] = &run->cands[i];
	qsort(list, n, sizeof(struct rv_candidate *), compare_trust);
	for (size_t i = 0; i < n; i++) {
		keys[i] = key_of(list[i]->item.text, KEY_CHARACTERS, arena);
		for (size_t j = 0; j < i; j++)
			if (same_as(list[i], keys[i], list[j], keys[j], arena))
				break;
	}
	/* What another rule drops already is compared with those that stand. */
	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];
		struct rv_sv key;

		if (stands(c) || c->verdict == RV_VERDICT_DUP)
			continue;
		key = key_of(c->item.text, KEY_CHARACTERS, arena);
		for (size_t j = 0; j < n; j++)
			if (same_as(c, key, list[j], keys[j], arena))
				break;
	}
}

/* The episode takes the place of the chapter that quotes it. */
static void
take_place(struct rv_candidate *episode, const struct rv_candidate *chapter)
{
	episode->fused = RV_MAX(episode->fused, chapter->fused);
	episode->boosted |= chapter->boosted;
}

void
rv__filter_quotes(struct rv_run *run, struct rv_arena *arena)
{
	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];
		struct rv_sv shown;

		if (c->item.layer != RV_LAYER_STORY ||
		    c->verdict == RV_VERDICT_DUP)
			continue;
		shown = key_of(c->item.text, SHOWN_CHARACTERS, arena);
		for (size_t k = 0; k < run->n; k++) {
			struct rv_candidate *e = &run->cands[k];
			struct rv_sv key;

			if (!e->item.episode || !stands(e))
				continue;
			key = key_of(e->item.text, KEY_CHARACTERS, arena);
			if (key.n < QUOTE_BYTES || !rv_sv_has(shown, key))
				continue;
			if (c->verdict == RV_VERDICT_IN)
				take_place(e, c);
			rv__judge(c, arena, RV_VERDICT_DUP, 1,
				  "quotes %.*s, which says it itself",
				  RV_SV_ARG(e->item.id));
			c->same = e->item.id;
			break;
		}
	}
}
