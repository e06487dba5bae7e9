/* SPDX-License-Identifier: MIT */
/* Phase 1: what to look for, without a model. */
#include "config.h"

#include <string.h>

#include "base/utf8.h"
#include "resonance/resonance.h"

#define MESSAGE_WORDS 24 /* of the first query */
#define MIXED_WORDS 12	 /* of the message in the third */
#define HISTORY_WORDS 16 /* of the history in the third */
#define LONG_WORDS 3	 /* beside the names in the second */
#define NAME_WORDS 4	 /* of one name */
#define WORDS_MAX (MIXED_WORDS + HISTORY_WORDS)

/* Tokens of one text with the text that they point into. */
struct text {
	struct rv_sv sv;
	struct rv_token *tokens;
	size_t n;
};

/* A query in the making. */
struct words {
	const struct rv_token *at[WORDS_MAX];
	size_t n;
};

void
rv_query_sanitize(struct rv_sv text, struct rv_buf *out)
{
	struct rv_buf nfc = RV_BUF_INIT;
	struct rv_sv v;
	bool letter = false, gap = false;
	size_t i = 0, from, start = out->n;

	rv_utf8_nfc(text, &nfc);
	v = rv_buf_sv(&nfc);
	while (i < v.n) {
		uint32_t cp;

		from = i;
		cp = rv_utf8_next(v, &i);
		letter = rv_is_letter(cp) || (letter && rv_is_mark(cp));
		if (!letter && !rv_is_number(cp) && cp != '-' && cp != '_') {
			gap = true;
			continue;
		}
		if (gap && out->n > start)
			rv_buf_addc(out, ' ');
		gap = false;
		rv_buf_add(out, v.p + from, i - from);
	}
	rv_buf_release(&nfc);
}

/* NFC and short enough to look at. */
static struct text
read_text(struct rv_sv raw, size_t limit, struct rv_tokens *tokens,
	  struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct text t = {0};

	raw = rv_sv_slice(raw, 0, rv_utf8_floor(raw, limit));
	rv_utf8_nfc(raw, &b);
	t.sv = rv_buf_detach_in(arena, &b);
	t.tokens = rv_tokens_of(tokens, t.sv, arena, &t.n);
	return t;
}

/* --- names ------------------------------------------------------------------ */

static bool
is_capital(struct rv_sv word)
{
	size_t i = 0;

	return word.n && rv_is_upper(rv_utf8_next(word, &i));
}

/* The word without the "'s" of a possessor. */
static struct rv_sv
bare(struct rv_sv word)
{
	if (rv_sv_ends(word, RV_SV("'s")))
		word.n -= 2;
	else if (rv_sv_ends(word, RV_SV("’s")))
		word.n -= sizeof("’s") - 1;
	return word;
}

/* "FalkorDB", "SQLite", "GPT4": no sentence begins like that by chance. */
static bool
is_mixed(struct rv_sv word)
{
	size_t i = 0;
	bool upper = false, lower = false;

	if (!is_capital(word))
		return false;
	rv_utf8_next(word, &i);
	while (i < word.n) {
		uint32_t cp = rv_utf8_next(word, &i);

		upper |= rv_is_upper(cp) || rv_is_digit(cp);
		lower |= rv_is_letter(cp) && !rv_is_upper(cp);
	}
	return upper && (lower || word.n <= 8);
}

static bool
shouts(struct rv_sv text)
{
	size_t i = 0;

	while (i < text.n) {
		uint32_t cp = rv_utf8_next(text, &i);

		if (rv_is_letter(cp) && !rv_is_upper(cp))
			return false;
	}
	return true;
}

static bool
adjacent(const struct rv_token *a, const struct rv_token *b)
{
	const char *end = a->text.p + a->text.n;

	return b->text.p == end + 1 && *end == ' ';
}

static bool
named_in(const struct text *history, size_t n, struct rv_sv stem)
{
	for (size_t h = 0; h < n; h++)
		for (size_t i = 0; i < history[h].n; i++)
			if (history[h].tokens[i].name &&
			    rv_sv_eq(history[h].tokens[i].stem, stem))
				return true;
	return false;
}

/*
 * Token i begins or goes on with a name.  The first word of a sentence has its
 * capital for another reason, unless something else says that it is a name.
 */
static bool
is_name(const struct text *t, size_t i, const struct text *history, size_t n)
{
	const struct rv_token *token = &t->tokens[i];

	if (token->stop || !is_capital(token->text))
		return false;
	if (token->name || is_mixed(token->text))
		return true;
	if (i + 1 < t->n && t->tokens[i + 1].name && !t->tokens[i + 1].stop &&
	    adjacent(token, token + 1))
		return true;
	return named_in(history, n, token->stem);
}

static void
find_entities(struct rv_seed *seed, const struct text *t,
	      const struct text *history, size_t n_history)
{
	if (shouts(t->sv))
		return;
	for (size_t i = 0; i < t->n && seed->n_entities < 3; i++) {
		size_t last = i;
		struct rv_sv name;
		bool known = false;

		if (!is_name(t, i, history, n_history))
			continue;
		while (last + 1 < t->n && last - i + 1 < NAME_WORDS &&
		       adjacent(&t->tokens[last], &t->tokens[last + 1]) &&
		       is_name(t, last + 1, history, n_history))
			last++;
		name = bare(rv_sv_of(t->tokens[i].text.p,
				     (size_t)(t->tokens[last].text.p +
					      t->tokens[last].text.n -
					      t->tokens[i].text.p)));
		for (size_t e = 0; e < seed->n_entities; e++)
			known |= rv_sv_eq(seed->entities[e], name);
		if (!known)
			seed->entities[seed->n_entities++] = name;
		i = last;
	}
}

/* --- stems ------------------------------------------------------------------ */

static void
add_stems(struct rv_seed *seed, const struct text *t, bool message)
{
	for (size_t i = 0; i < t->n && seed->n_stems < RV_SEED_STEMS; i++) {
		bool known = t->tokens[i].stop;

		for (size_t s = 0; s < seed->n_stems && !known; s++)
			known = rv_sv_eq(seed->stems[s].stem,
					 t->tokens[i].stem);
		if (!known)
			seed->stems[seed->n_stems++] = (struct rv_stem){
				.stem = t->tokens[i].stem,
				.word = bare(t->tokens[i].text),
				.message = message};
	}
}

/* --- queries ---------------------------------------------------------------- */

static bool
has_word(const struct words *w, const struct rv_token *token)
{
	for (size_t i = 0; i < w->n; i++)
		if (rv_sv_eq(w->at[i]->stem, token->stem))
			return true;
	return false;
}

/* Up to `limit` further words, each stem once. */
static void
add_words(struct words *w, const struct text *t, size_t limit, bool stops)
{
	limit = RV_MIN(limit + w->n, (size_t)WORDS_MAX);
	for (size_t i = 0; i < t->n && w->n < limit; i++)
		if ((stops || !t->tokens[i].stop) &&
		    !has_word(w, &t->tokens[i]))
			w->at[w->n++] = &t->tokens[i];
}

/* Long words and numbers are the rare ones, as far as one can tell here. */
static size_t
weight(const struct rv_token *token)
{
	size_t n = rv_utf8_count(token->word), i = 0;

	if (token->word.n && rv_is_cjk(rv_utf8_next(token->word, &i)))
		return n + 5;
	return token->number ? n + 4 : n;
}

static void
add_rare(struct words *w, const struct text *t)
{
	for (size_t k = 0; k < LONG_WORDS; k++) {
		const struct rv_token *best = NULL;

		for (size_t i = 0; i < t->n; i++)
			if (!t->tokens[i].stop && weight(&t->tokens[i]) >= 5 &&
			    !has_word(w, &t->tokens[i]) &&
			    (!best || weight(&t->tokens[i]) > weight(best)))
				best = &t->tokens[i];
		if (!best)
			return;
		w->at[w->n++] = best;
	}
}

static bool
inside(struct rv_sv part, struct rv_sv whole)
{
	return part.p >= whole.p && part.p < whole.p + whole.n;
}

static void
add_names(struct words *w, const struct rv_seed *seed, const struct text *t)
{
	for (size_t e = 0; e < seed->n_entities; e++)
		for (size_t i = 0; i < t->n && w->n < WORDS_MAX; i++)
			if (inside(t->tokens[i].text, seed->entities[e]) &&
			    !has_word(w, &t->tokens[i]))
				w->at[w->n++] = &t->tokens[i];
}

static bool
covers(const struct words *a, const struct words *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (!has_word(a, b->at[i]))
			return false;
	return true;
}

/* The words with blanks between, sanitised; bigrams of one run become the run
 * again. */
static struct rv_sv
join(const struct words *w, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT, clean = RV_BUF_INIT;
	const char *end = NULL;
	struct rv_sv v;

	for (size_t i = 0; i < w->n; i++) {
		struct rv_sv t = w->at[i]->text;

		if (end && t.p < end && t.p + t.n > end &&
		    t.p > w->at[i - 1]->text.p) {
			rv_buf_add(&b, end, (size_t)(t.p + t.n - end));
		} else {
			rv_buf_addc(&b, ' ');
			rv_buf_addv(&b, bare(t));
		}
		end = t.p + t.n;
	}
	rv_query_sanitize(rv_buf_sv(&b), &clean);
	v = rv_sv_dup_in(arena, rv_buf_sv(&clean));
	rv_buf_release(&b);
	rv_buf_release(&clean);
	return v;
}

/* Keeps a query that is not empty and not one of the others. */
static void
add_query(struct rv_seed *seed, struct words *kept, const struct words *w,
	  struct rv_arena *arena)
{
	if (w->n == 0)
		return;
	for (size_t i = 0; i < seed->n_queries; i++)
		if (kept[i].n == w->n && covers(&kept[i], w))
			return;
	kept[seed->n_queries] = *w;
	seed->queries[seed->n_queries++].text = join(w, arena);
}

void
rv_resonance_seed(struct rv_run *run, struct rv_tokens *tokens,
		  struct rv_arena *arena)
{
	const struct rv_turn *turn = &run->turn;
	struct rv_seed *seed = &run->seed;
	struct words kept[3], w = {.n = 0};
	struct text message, *history;
	size_t n = turn->n_history;

	*seed = (struct rv_seed){0};
	seed->stems = rv_arena_array(arena, struct rv_stem, RV_SEED_STEMS);
	message = read_text(turn->message, RV_SEED_BYTES, tokens, arena);
	history = rv_arena_array(arena, struct text, n + 1);
	for (size_t i = 0; i < n; i++) /* newest first */
		history[i] = read_text(turn->history[n - 1 - i].text,
				       RV_SEED_BYTES / 2, tokens, arena);
	find_entities(seed, &message, history, n);
	add_stems(seed, &message, true);
	for (size_t i = 0; i < n; i++)
		add_stems(seed, &history[i], false);

	add_words(&w, &message, MESSAGE_WORDS, false);
	if (w.n == 0 && n == 0)
		add_words(&w, &message, MESSAGE_WORDS, true);
	add_query(seed, kept, &w, arena);
	w.n = 0;
	add_names(&w, seed, &message);
	add_rare(&w, &message);
	add_query(seed, kept, &w, arena);
	w.n = 0;
	add_words(&w, &message, MIXED_WORDS, false);
	for (size_t i = 0, left = HISTORY_WORDS; i < n && left > 0; i++) {
		size_t before = w.n;

		add_words(&w, &history[i], left, false);
		left -= w.n - before;
	}
	add_query(seed, kept, &w, arena);
}
