/* SPDX-License-Identifier: MIT */
/* What a chapter is called. */
#include "config.h"

#include "llm/title.h"

#include <string.h>

#include "base/utf8.h"
#include "llm/cues.h"

#define NAME_WORDS 3   /* "Golden Gate Bridge" */
#define CJK_RUN_MAX 8  /* characters; a longer run is a clause */
#define OPENING_BYTES 40

struct maker {
	const struct rv_scene *scene;
	struct rv_terms terms;
};

static bool
is_cyrillic(struct rv_sv word)
{
	return word.n > 1 && ((unsigned char)word.p[0] == 0xD0 ||
			      (unsigned char)word.p[0] == 0xD1);
}

/* Russian inflects names: forms that end so are seldom the one that a title
 * wants. */
static bool
is_inflected(struct rv_sv word)
{
	static const char *const ends[] = {"ы", "у", "е", "и", "ю", "ой", "ом",
					   "ем", "ей", "ах", "ам", "ов"};

	if (!is_cyrillic(word))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (rv_sv_ends(word, rv_sv(ends[i])))
			return true;
	return false;
}

static void
count(struct maker *m, struct rv_sv key, struct rv_sv shown,
      const struct rv_candidate *c, bool name, bool noun)
{
	struct rv_term *t = rv_terms_add(&m->terms, key, c->message);

	if (!t->shown.n || (is_inflected(t->shown) && !is_inflected(shown)))
		t->shown = shown;
	t->chosen += c->chosen;
	t->names += name;
	t->nouns += noun;
}

/* Tokens of a name that begins here: capitals with a blank or a hyphen. */
static size_t
name_len(const struct maker *m, const struct rv_candidate *c, size_t from)
{
	size_t n = 0;

	while (n < NAME_WORDS && from + n < c->n) {
		const struct rv_sv *text = &c->tokens[from + n].text;

		if (!rv_scene_is_name(m->scene, c, from + n))
			break;
		if (n) {
			struct rv_sv before = c->tokens[from + n - 1].text;

			if (before.p + before.n + 1 != text->p ||
			    !strchr(" -", text->p[-1]))
				break;
		}
		n++;
	}
	return n;
}

/* Endings of verbs and adjectives. */
static bool
is_russian_noun(struct rv_sv word)
{
	static const char *const ends[] = {
		"ть",  "ться", "тся", "ает", "яет", "ует", "еет", "ают",
		"яют", "уют",  "ал",  "ял",  "ла",  "ло",  "ли",  "лся",
		"лась", "лись", "ешь", "ишь", "ый",  "ий",  "ой",  "ая",
		"яя",  "ое",   "ые",  "ого", "его", "ому", "ему", "ым",
		"ыми", "ими",  "ных", "ём",  "ите", "йте", "но",  "ную",
	};

	if (word.n < 8)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (rv_sv_ends(word, rv_sv(ends[i])))
			return false;
	return true;
}

/* Only a blank or a comma stands between the two. */
static bool
goes_with(struct rv_sv a, struct rv_sv b)
{
	struct rv_sv gap = rv_sv_of(a.p + a.n, (size_t)(b.p - a.p) - a.n);

	return rv_sv_is(gap, " ") || rv_sv_is(gap, ", ");
}

/* English marks a noun by what stands before it, and by being the last of such
 * words: in "the old backup host" it is the host. */
static bool
is_english_noun(const struct rv_candidate *c, size_t i)
{
	static const char *const words[] = {
		"the", "a",   "an",    "my",   "your",	"our", "his",
		"her", "its", "their", "this", "these", "of",  "some",
	};
	static const char *const ends[] = {"ing", "ed", "ly", "ful", "ous",
					   "ive", "able", "al", "ic", "er"};
	const struct rv_token *t = &c->tokens[i];

	if (t->word.n < 4)
		return false;
	for (size_t k = 0; k < ARRAY_LEN(ends); k++)
		if (rv_sv_ends(t->word, rv_sv(ends[k])))
			return false;
	if (i + 1 < c->n && rv_token_is_content(&t[1]) &&
	    goes_with(t->text, t[1].text))
		return false;
	for (size_t back = 1; back <= 2 && back <= i; back++)
		for (size_t k = 0; k < ARRAY_LEN(words); k++)
			if (rv_sv_is(c->tokens[i - back].word, words[k]))
				return true;
	return false;
}

static bool
is_cjk(struct rv_sv text)
{
	size_t i = 0;

	return text.n && rv_is_cjk(rv_utf8_next(text, &i));
}

static struct rv_sv
without_possessive(struct rv_sv name)
{
	static const char *const ends[] = {"'s", "\xE2\x80\x99s"};

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (rv_sv_ends(name, rv_sv(ends[i])))
			return rv_sv_slice(name, 0, name.n - strlen(ends[i]));
	return name;
}

static void
count_words(struct maker *m, const struct rv_candidate *c)
{
	size_t i = 0, len;

	for (; i < c->n; i += len) {
		const struct rv_token *t = &c->tokens[i];
		const struct rv_token *last;
		struct rv_sv shown;

		len = name_len(m, c, i);
		if (len) {
			last = &t[len - 1];
			shown = rv_sv_of(t->text.p,
					 (size_t)(last->text.p + last->text.n -
						  t->text.p));
			shown = without_possessive(shown);
			count(m, len == 1 ? t->stem : shown, shown, c, true,
			      true);
			continue;
		}
		len = 1;
		if (!rv_token_is_content(t) || is_cjk(t->text) ||
		    rv_cue_is_plain(t->word) || rv_cue_is_measure(t->word) ||
		    rv_sv_has(t->word, RV_SV("'")) ||
		    rv_scene_is_speaker(m->scene, t->word))
			continue;
		count(m, t->stem, t->word, c, false,
		      is_cyrillic(t->word) ? is_russian_noun(t->word)
					   : is_english_noun(c, i));
	}
}

enum script { NONE, HAN, KATAKANA, HANGUL };

static enum script
script_of(uint32_t cp)
{
	if ((cp >= 0x4E00 && cp <= 0x9FFF) || cp == 0x3005)
		return HAN;
	if (cp >= 0x30A1 && cp <= 0x30FC && cp != 0x30FB)
		return KATAKANA;
	if (cp >= 0xAC00 && cp <= 0xD7A3)
		return HANGUL;
	return NONE;
}

/* Runs that are in every talk. */
static bool
is_common_run(struct rv_sv run)
{
	static const char *const runs[] = {
		"今日", "明日", "昨日", "今週", "来週", "先週", "今月", "来月",
		"先月", "今年", "来年", "去年", "最近", "本当", "自分", "一緒",
		"大丈夫", "時間", "必要", "場合", "了解", "私", "僕", "何",
		"今", "人", "前", "後", "時", "中", "方", "事", "日", "年",
		"月", "回", "点", "午前", "午後", "テスト", "昨天", "今天",
		"明天", "我们", "你们", "他们", "这个", "那个", "一个",
		"曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日",
		"土曜日", "日曜日",
	};

	for (size_t i = 0; i < ARRAY_LEN(runs); i++)
		if (rv_sv_is(run, runs[i]))
			return true;
	return false;
}

static void
end_run(struct maker *m, const struct rv_candidate *c, struct rv_sv run,
	enum script script, size_t chars)
{
	size_t i = 0, next = 0, end;

	if (chars < 2 || script == NONE)
		return;
	if (chars <= CJK_RUN_MAX && (script != HAN || chars <= 4)) {
		if (!is_common_run(run))
			count(m, run, run, c, script == KATAKANA && chars > 2,
			      true);
		return;
	}
	/* A clause of Han characters: by twos. */
	while (i < run.n) {
		struct rv_sv two;

		next = i;
		(void)rv_utf8_next(run, &next);
		if (next >= run.n)
			break;
		end = next;
		(void)rv_utf8_next(run, &end);
		two = rv_sv_slice(run, i, end);
		if (!is_common_run(two))
			count(m, two, two, c, false, true);
		i = next;
	}
}

static void
count_runs(struct maker *m, const struct rv_candidate *c)
{
	struct rv_sv v = c->s.text;
	size_t i = 0, from = 0, chars = 0;
	enum script open = NONE;

	while (i < v.n) {
		size_t at = i;
		enum script script = script_of(rv_utf8_next(v, &i));

		if (script != open) {
			end_run(m, c, rv_sv_slice(v, from, at), open, chars);
			open = script;
			from = at;
			chars = 0;
		}
		chars++;
	}
	end_run(m, c, rv_sv_slice(v, from, v.n), open, chars);
}

/* Classes of candidates, best first; within one the most frequent wins.  A
 * title is of what the chapter says, not of what was left out. */
static int
class_of(const struct rv_term *t)
{
	bool name = 2 * t->names > t->count;

	if (!t->chosen || !(name || 2 * t->nouns >= t->count))
		return 0;
	if (t->nouns + t->names == 0)
		return 0;
	return (t->messages > 1 ? 2 : 0) + name + 1;
}

static bool
is_better(const struct rv_term *a, const struct rv_term *b)
{
	if (class_of(a) != class_of(b))
		return class_of(a) > class_of(b);
	if (a->messages != b->messages)
		return a->messages > b->messages;
	if (a->chosen != b->chosen)
		return a->chosen > b->chosen;
	return a->count > b->count;
}

static bool
overlaps(struct rv_sv a, struct rv_sv b)
{
	return rv_sv_has(a, b) || rv_sv_has(b, a);
}

/* When no word stands out: how the first sentence begins. */
static void
add_opening(const struct rv_scene *s, struct rv_buf *out)
{
	for (size_t i = 0; i < s->n; i++) {
		struct rv_sv v = s->items[i].s.text;
		size_t end;

		if (!s->items[i].chosen)
			continue;
		end = rv_utf8_floor(v, RV_MIN(v.n, OPENING_BYTES));
		if (end < v.n)
			for (size_t k = end; k > OPENING_BYTES / 2; k--)
				if (v.p[k] == ' ') {
					end = k;
					break;
				}
		while (end > 1 && strchr(" .,;:!?-", v.p[end - 1]))
			end--;
		rv_buf_addv(out, rv_sv_slice(v, 0, end));
		return;
	}
}

/* Small letters of ASCII and of Russian; others stay as they are. */
static void
add_capitalised(struct rv_sv v, struct rv_buf *out)
{
	size_t i = 0;
	uint32_t cp = rv_utf8_next(v, &i);

	if ((cp >= 'a' && cp <= 'z') || (cp >= 0x430 && cp <= 0x44F))
		cp -= 0x20;
	rv_buf_add_utf8(out, cp);
	rv_buf_addv(out, rv_sv_slice(v, i, v.n));
}

void
rv_title_of(const struct rv_scene *s, struct rv_buf *out)
{
	struct maker m = {.scene = s};
	struct rv_sv taken[RV_TITLE_WORDS];
	size_t n = 0;

	rv_terms_init(&m.terms);
	for (size_t i = 0; i < s->n; i++) {
		count_words(&m, &s->items[i]);
		count_runs(&m, &s->items[i]);
	}
	while (n < RV_TITLE_WORDS) {
		struct rv_term *best = NULL;
		bool twice = false;

		for (size_t i = 0; i < m.terms.n; i++) {
			struct rv_term *t = &m.terms.items[i];

			if (class_of(t) && (!best || is_better(t, best)))
				best = t;
		}
		if (!best || (n > 1 && class_of(best) < 2))
			break;
		for (size_t i = 0; i < n; i++)
			twice = twice || overlaps(taken[i], best->shown);
		best->chosen = 0;
		if (twice)
			continue;
		if (n)
			rv_buf_adds(out, ", ");
		if (n || best->names)
			rv_buf_addv(out, best->shown);
		else
			add_capitalised(best->shown, out);
		taken[n++] = best->shown;
	}
	if (!n)
		add_opening(s, out);
	rv_terms_release(&m.terms);
}
