/* SPDX-License-Identifier: MIT */
/* Which sentences are worth remembering. */
#include "config.h"

#include "llm/score.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "llm/cues.h"

#define BIT(cue) (1u << RV_CUE_##cue)

/* What must be there, and what the whole must come to. */
#define EVIDENCE_MIN 2
#define SCORE_MIN 3
#define PROOF_MAX 8
/* Words of a sentence that says enough, and too much. */
#define WORDS_MIN 3
#define WORDS_LONG 45
#define WORDS_ENDLESS 70
/* A longer opening is more than a greeting. */
#define GREETING_WORDS 8
/* Said before: so many of 10 of its words are in a chosen sentence. */
#define SAID_TENTHS 8
#define COMPARED_WORDS 200

struct weight {
	unsigned cue;
	int points;
};
static const struct weight evidence[] = {
	{BIT(DECISION), 3}, {BIT(OUTCOME), 3}, {BIT(INTENT), 1},
	{BIT(WHEN), 2},	    {BIT(PERSON), 2},  {BIT(FACT), 2},
};

void
rv_scene_init(struct rv_scene *s, const struct rv_message *messages)
{
	*s = (struct rv_scene){.messages = messages};
	rv_terms_init(&s->terms);
}

void
rv_scene_release(struct rv_scene *s)
{
	free(s->items);
	free(s->speakers);
	rv_terms_release(&s->terms);
}

static bool
has_hiragana(struct rv_sv v)
{
	size_t i = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (cp >= 0x3041 && cp <= 0x309F)
			return true;
	}
	return false;
}

bool
rv_token_is_content(const struct rv_token *t)
{
	return !t->stop && !t->number && t->word.n > 2 &&
	       !has_hiragana(t->word);
}

bool
rv_scene_is_speaker(const struct rv_scene *s, struct rv_sv word)
{
	for (size_t i = 0; i < s->n_speakers; i++) {
		struct rv_sv name = s->speakers[i];

		/* "Mel" is Melanie, and "Mara's" is Mara. */
		if (word.n >= 2 && rv_sv_starts(name, word))
			return true;
		if (rv_sv_starts(word, name) && word.n > name.n &&
		    word.p[name.n] == '\'')
			return true;
	}
	return false;
}

#define ACRONYM_MAX 5

/* Upper case that no sentence puts there: "FalkorDB", "WP1", "LGBTQ"; but a
 * long word all in capitals is only loud. */
static bool
has_inner_capital(struct rv_sv text)
{
	size_t capitals = 0;

	for (size_t i = 1; i < text.n; i++)
		capitals += text.p[i] >= 'A' && text.p[i] <= 'Z';
	return capitals && (capitals + 1 < text.n || text.n <= ACRONYM_MAX);
}

/* A capital behind a colon, a dash or a quote begins something anew. */
static bool
begins_anew(const struct rv_candidate *c, size_t token)
{
	const char *p = c->tokens[token].text.p;

	if (p <= c->s.text.p)
		return true;
	p--;
	if (*p == ' ' && p > c->s.text.p)
		p--;
	return strchr(":*(\"-/>[#@.\\", *p) != NULL;
}

static bool
is_katakana(struct rv_sv v)
{
	size_t i = 0, n = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (cp < 0x30A1 || cp > 0x30FC)
			return false;
		n++;
	}
	return n > 0;
}

static bool
is_capital(struct rv_sv text)
{
	size_t i = 0;

	return rv_is_upper(rv_utf8_next(text, &i));
}

/* "Little Women": a common word with a capital may begin a longer name. */
static bool
is_followed_by_capital(const struct rv_candidate *c, size_t token)
{
	const struct rv_token *t = &c->tokens[token];

	return token + 1 < c->n && is_capital(t[1].text) && !t[1].stop &&
	       t->text.p + t->text.n + 1 == t[1].text.p &&
	       t[1].text.p[-1] == ' ';
}

bool
rv_scene_is_name(const struct rv_scene *s, const struct rv_candidate *c,
		 size_t token)
{
	const struct rv_token *t = &c->tokens[token];
	const struct rv_term *term;

	if (t->stop || t->number || t->text.n < 2 || rv_scene_is_speaker(s, t->word) ||
	    rv_cue_is_measure(t->word))
		return false;
	if (has_inner_capital(t->text))
		return true;
	if (t->name)
		return is_followed_by_capital(c, token) ||
		       (!begins_anew(c, token) && !rv_cue_is_plain(t->word));
	/* At the start of a sentence: a name when it is one elsewhere. */
	term = rv_terms_find(&s->terms, t->stem);
	return term && term->names > 0 && is_capital(t->text);
}

static void
add_speaker(struct rv_scene *s, struct rv_sv name, struct rv_tokens *t,
	    struct rv_arena *arena)
{
	size_t n;
	const struct rv_token *tokens = rv_tokens_of(t, name, arena, &n);

	for (size_t i = 0; i < n; i++) {
		bool known = false;

		for (size_t k = 0; k < s->n_speakers && !known; k++)
			known = rv_sv_eq(s->speakers[k], tokens[i].word);
		if (known)
			continue;
		rv_grow(&s->speakers, &s->cap_speakers, s->n_speakers + 1);
		s->speakers[s->n_speakers++] = tokens[i].word;
	}
}

void
rv_scene_add(struct rv_scene *s, size_t index, struct rv_tokens *t,
	     struct rv_arena *arena)
{
	const struct rv_message *m = &s->messages[index];
	size_t n;
	const struct rv_sentence *list = rv_sentences_of(m->text, arena, &n);

	add_speaker(s, m->name, t, arena);
	s->n_messages += n > 0;
	for (size_t i = 0; i < n; i++) {
		struct rv_candidate *c;

		rv_grow(&s->items, &s->cap, s->n + 1);
		c = &s->items[s->n++];
		*c = (struct rv_candidate){.s = list[i], .message = index};
		c->tokens = rv_tokens_of(t, list[i].text, arena, &c->n);
	}
}

static void
count_terms(struct rv_scene *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct rv_candidate *c = &s->items[i];

		for (size_t k = 0; k < c->n; k++) {
			struct rv_term *term;

			if (!rv_token_is_content(&c->tokens[k]))
				continue;
			term = rv_terms_add(&s->terms, c->tokens[k].stem,
					    c->message);
			if (c->tokens[k].name && !begins_anew(c, k))
				term->names++;
		}
	}
}

/* " a b c ", the form in which cues are looked for. */
static void
spaced(const struct rv_candidate *c, struct rv_buf *out)
{
	rv_buf_reset(out);
	for (size_t i = 0; i < c->n; i++) {
		rv_buf_addc(out, ' ');
		rv_buf_addv(out, c->tokens[i].word);
	}
	rv_buf_addc(out, ' ');
}

/* Two points for the first name, one for a second. */
static int
name_points(const struct rv_scene *s, const struct rv_candidate *c)
{
	const struct rv_token *first = NULL;
	size_t capitals = 0, katakana = 0;
	int points = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct rv_token *t = &c->tokens[i];

		capitals += is_capital(t->text);
		katakana += is_katakana(t->text);
		if (points == 3 || !rv_scene_is_name(s, c, i))
			continue;
		if (!first) {
			first = t;
			points = 2;
		} else if (!rv_sv_eq(first->stem, t->stem)) {
			points = 3;
		}
	}
	/* A Title Written So Names Nobody. */
	if (c->n >= 4 && capitals * 10 > c->n * 6)
		return 0;
	return points ? points : katakana >= 2;
}

static int
number_points(const struct rv_candidate *c)
{
	int points = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->tokens[i].number)
			points = RV_MAX(points, c->tokens[i].text.n > 1 ? 2 : 1);
	return points;
}

/* A point for each of two words that several messages speak of. */
static int
topic_points(const struct rv_scene *s, const struct rv_candidate *c)
{
	int points = 0;

	for (size_t i = 0; i < c->n && points < 2; i++) {
		const struct rv_term *t;

		if (!rv_token_is_content(&c->tokens[i]) ||
		    rv_cue_is_plain(c->tokens[i].word))
			continue;
		t = rv_terms_find(&s->terms, c->tokens[i].stem);
		points += t && t->messages >= 3;
	}
	return points;
}

/* Words outside of `code`. */
static size_t
plain_words(const struct rv_candidate *c)
{
	const char *p = c->s.text.p;
	size_t n = 0;
	bool code = false;

	for (size_t i = 0; i < c->n; i++) {
		for (; p < c->tokens[i].text.p; p++)
			code ^= *p == '`';
		n += !code;
	}
	return n;
}

/* Without any of the small words a line is a label, not a sentence. */
static bool
is_bare(const struct rv_candidate *c)
{
	for (size_t i = 0; i < c->n; i++) {
		size_t at = 0;

		if (c->tokens[i].stop ||
		    rv_is_cjk(rv_utf8_next(c->tokens[i].text, &at)))
			return false;
	}
	return true;
}

static bool
is_agent(const struct rv_message *m)
{
	return rv_sv_is(m->role, "assistant");
}

/* A proposal for what somebody else might say: it stands in quotes. */
static bool
is_draft(struct rv_sv text)
{
	size_t quotes = 0;

	for (size_t i = 0; i < text.n; i++)
		quotes += text.p[i] == '"';
	return quotes % 2 || rv_sv_starts(text, RV_SV("\""));
}

/* What the agent explains is not what it did: "- **Red cards**: 26". */
static int
agent_points(const struct rv_candidate *c, unsigned cues)
{
	int points = 0;

	if (!(cues & (BIT(SELF) | BIT(OUTCOME) | BIT(DECISION))))
		points -= 2;
	if (rv_sv_starts(c->s.text, RV_SV("**")))
		points -= 2;
	if (is_draft(c->s.text))
		points -= 3;
	if (cues & BIT(FILLER))
		points -= 2;
	return points;
}

/* What speaks for a sentence; 0: it is none to be kept. */
static int
proof_of(const struct rv_scene *s, const struct rv_candidate *c, unsigned cues)
{
	int names = name_points(s, c), proof = names + number_points(c);

	if ((cues & BIT(GREETING)) && c->n <= GREETING_WORDS)
		return 0;
	if (c->s.question && names == 0)
		return 0;
	if (plain_words(c) < WORDS_MIN || is_bare(c))
		proof -= 2;
	for (size_t i = 0; i < ARRAY_LEN(evidence); i++)
		if (cues & evidence[i].cue)
			proof += evidence[i].points;
	return proof < EVIDENCE_MIN ? 0 : RV_MIN(proof, PROOF_MAX);
}

static int
score_of(const struct rv_scene *s, const struct rv_candidate *c,
	 struct rv_buf *scratch)
{
	unsigned cues;
	int score;

	spaced(c, scratch);
	cues = rv_cues_of(rv_buf_sv(scratch), c->s.text);
	score = proof_of(s, c, cues);
	if (!score)
		return 0;
	score += topic_points(s, c);
	if (is_agent(&s->messages[c->message]))
		score += agent_points(c, cues);
	else
		score++;
	score += cues & BIT(SELF) ? 1 : 0;
	if (cues & BIT(YOU))
		score -= cues & BIT(SELF) ? 1 : 2;
	score -= cues & BIT(FILLER) ? 2 : 0;
	score -= cues & BIT(GREETING) ? 1 : 0;
	score -= c->s.question ? 3 : 0;
	score -= (c->n > WORDS_LONG) + (c->n > WORDS_ENDLESS);
	score -= c->n < WORDS_MIN + 2 ? 1 : 0;
	/* Formulae are no sentences. */
	score -= rv_sv_has(c->s.text, RV_SV("\\")) ? 4 : 0;
	return score < SCORE_MIN ? 0 : score;
}

static bool
is_said(const struct rv_candidate *a, const struct rv_candidate *b)
{
	size_t words = 0, same = 0;

	for (size_t i = 0; i < RV_MIN(a->n, COMPARED_WORDS); i++) {
		bool found = false;

		if (a->tokens[i].stop)
			continue;
		words++;
		for (size_t k = 0; k < RV_MIN(b->n, COMPARED_WORDS) && !found;
		     k++)
			found = rv_sv_eq(a->tokens[i].stem, b->tokens[k].stem);
		same += found;
	}
	return same * 10 >= words * SAID_TENTHS;
}

/* May it stand beside what was chosen already? */
static bool
is_welcome(const struct rv_candidate *c, struct rv_candidate *const *chosen,
	   size_t n, size_t most)
{
	size_t beside = 0;

	for (size_t i = 0; i < n; i++) {
		beside += chosen[i]->message == c->message;
		if (is_said(c, chosen[i]))
			return false;
	}
	return beside < most;
}

/* The best first; of equal ones the earlier. */
static int
compare_score(const void *a, const void *b)
{
	const struct rv_candidate *x = *(struct rv_candidate *const *)a;
	const struct rv_candidate *y = *(struct rv_candidate *const *)b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return x < y ? -1 : x > y;
}

size_t
rv_scene_choose(struct rv_scene *s, size_t limit)
{
	struct rv_buf scratch = RV_BUF_INIT;
	struct rv_candidate **list = rv_calloc(s->n + 1, sizeof(*list));
	size_t n = 0, chosen = 0, most;

	count_terms(s);
	for (size_t i = 0; i < s->n; i++) {
		struct rv_candidate *c = &s->items[i];

		c->score = score_of(s, c, &scratch);
		if (c->score)
			list[n++] = c;
	}
	rv_buf_release(&scratch);
	qsort(list, n, sizeof(struct rv_candidate *), compare_score);
	/* Few long messages may say more each than many short ones. */
	most = s->n_messages ? limit / s->n_messages : 0;
	most = RV_MIN(RV_MAX(most, 2), 6);
	/* The chosen ones gather at the front of the list. */
	for (size_t i = 0; i < n && chosen < limit; i++) {
		if (!is_welcome(list[i], list, chosen, most))
			continue;
		list[i]->chosen = true;
		list[chosen++] = list[i];
	}
	free(list);
	return chosen;
}
