/* SPDX-License-Identifier: MIT */
/* Phrases that tell what a sentence carries. */
#include "config.h"

#include "llm/cues.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"

enum how { WORDS, BEGIN, ANYWHERE, OPENING };

static const struct {
	enum rv_cue kind;
	enum how how;
	const char *phrase;
} cues[] = {
#define CUE(kind, how, phrase) {RV_CUE_##kind, how, phrase},
#include "llm/cues.def"
#undef CUE
};

/* Does the phrase stand in " a b c " behind a blank (and before one)? */
static bool
has_words(struct rv_sv words, struct rv_sv phrase, bool whole, bool opening)
{
	struct rv_sv rest = words;
	ptrdiff_t at;

	while ((at = rv_sv_find(rest, phrase)) >= 0) {
		const char *p = rest.p + at;
		bool starts = p > words.p && p[-1] == ' ';

		if (starts && (!whole || p[phrase.n] == ' ') &&
		    (!opening || p == words.p + 1))
			return true;
		if (opening)
			return false;
		rest = rv_sv_slice(rest, (size_t)at + 1, rest.n);
	}
	return false;
}

unsigned
rv_cues_of(struct rv_sv words, struct rv_sv text)
{
	unsigned set = 0;

	for (size_t i = 0; i < ARRAY_LEN(cues); i++) {
		struct rv_sv phrase = rv_sv(cues[i].phrase);
		bool found;

		if (set & (1u << cues[i].kind))
			continue;
		if (cues[i].how == ANYWHERE)
			found = rv_sv_has(text, phrase);
		else
			found = has_words(words, phrase, cues[i].how != BEGIN,
					  cues[i].how == OPENING);
		if (found)
			set |= 1u << cues[i].kind;
	}
	return set;
}

/* In order of bytes. */
static const char *const plain[] = {
	"able", "absolutely", "actually", "add", "added", "afternoon", "agree",
	"amazing", "answer", "approach", "area", "ask", "awesome", "beautiful",
	"best", "better", "big", "bit", "bring", "brings", "call", "care",
	"case", "certainly", "chance", "change", "changes", "check", "choice",
	"complete", "cool", "couple", "course", "create", "day", "days",
	"definitely", "difference", "easy", "eight", "end", "ensure",
	"evening", "everything", "example", "examples", "excited", "exciting",
	"experience", "fact", "feel", "feeling", "find", "fine", "first",
	"five", "fix", "forward", "four", "free", "fun", "glad", "goal",
	"goals", "good", "great", "guess", "guy", "guys", "happy", "hard",
	"help", "helpful", "helps", "hope", "hour", "hours", "idea", "ideas",
	"important", "inspiring", "interesting", "issue", "issues", "job",
	"keep", "kept", "kinds", "last", "lately", "later", "life", "line",
	"list", "little", "live", "long", "look", "looking", "looks", "love",
	"main", "maybe", "mean", "minute", "minutes", "moment", "month",
	"months", "morning", "name", "need", "needs", "new", "next", "nice",
	"night", "nine", "number", "others", "part", "parts", "people",
	"person", "place", "plan", "plus", "point", "possible", "pretty",
	"problem", "problems", "question", "questions", "read", "ready",
	"reason", "recently", "relevant", "room", "run", "second", "sense",
	"set", "seven", "share", "shit", "show", "side", "six", "sort",
	"sound", "sounds", "start", "started", "stay", "step", "steps",
	"story", "stuff", "summer", "super", "support", "talk", "ten",
	"thinking", "thought", "thoughts", "three", "time", "times", "tips",
	"today", "tomorrow", "tonight", "total", "try", "trying", "turn",
	"two", "understand", "understanding", "update", "ways", "week",
	"weekend", "weeks", "whole", "winter", "wonderful", "word", "words",
	"work", "working", "works", "world", "wow", "write", "year", "years",
	"yesterday", "ага", "вещь", "вопрос", "время", "год", "года", "дела",
	"дело", "день", "дня", "минут", "неделю", "нужно", "пока", "потом",
	"привет", "пример", "раз", "сегодня", "спасибо", "хорошо", "час",
	"часа", "часов",
};

static const char *const measure[] = {
	"aka", "am", "april", "asap", "august", "btw", "cm", "csv", "dec",
	"december", "diy", "eur", "faq", "feb", "february", "fri", "friday",
	"fyi", "gb", "ghz", "id", "idk", "imho", "imo", "jan", "january",
	"july", "june", "kb", "kg", "km", "kwh", "lol", "march", "may", "mb",
	"mhz", "mm", "mon", "monday", "ms", "november", "oct", "october", "ok",
	"omg", "pdf", "pm", "ps", "rpm", "sat", "saturday", "sep", "september",
	"sun", "sunday", "tb", "tbh", "thu", "thur", "thurs", "thursday",
	"tue", "tues", "tuesday", "tv", "usd", "utc", "wed", "wednesday",
};

static int
compare_word(const void *key, const void *element)
{
	return rv_sv_cmp(*(const struct rv_sv *)key,
			 rv_sv(*(const char *const *)element));
}

bool
rv_cue_is_plain(struct rv_sv word)
{
	return bsearch(&word, plain, ARRAY_LEN(plain), sizeof(plain[0]),
		       compare_word) != NULL;
}

bool
rv_cue_is_measure(struct rv_sv word)
{
	return bsearch(&word, measure, ARRAY_LEN(measure),
		       sizeof(measure[0]), compare_word) != NULL;
}
