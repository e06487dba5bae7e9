/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_VALUE_H
#define RV_DOC_REDACT_VALUE_H

/*
 * A name and its value, as people write them: `name = value` in many languages,
 * headers, command lines, elements, calls, and sentences.  redact_name.c finds
 * the name, redact_join.c and redact_place.c the value, and redact_value.c judges
 * it.
 */

#include "doc/redact_priv.h"

/* How name and value are joined; the later ones prove less. */
enum rv__join {
	RV__JOIN_EQUALS, /* "=", ":=", "=>", "||=" and the like */
	RV__JOIN_COLON,
	RV__JOIN_ELEMENT, /* <name>value</name> */
	RV__JOIN_OPTION,  /* --name value */
	RV__JOIN_COMMAND, /* ENV NAME value, #define NAME value */
	RV__JOIN_OR,	  /* name || "value" */
	RV__JOIN_PAIR,	  /* ("name", "value") */
	RV__JOIN_CALL,	  /* name("value"), name = make("value") */
	RV__JOIN_TEST,	  /* name == "value" */
	RV__JOIN_WORDS,	  /* the name is value */
	RV__JOIN_TAG,	  /* <x name="name">value</x>, <x>name</x><y>value</y> */
	RV__JOIN_BELOW,	  /* name: and a line that is the value */
	RV__JOIN_BLANK	  /* name value */
};

struct rv__pair {
	const char *start; /* of all of the text */
	struct rv_sv name, text;
	size_t end;	 /* of it in the text: a broken one goes on in the next line */
	enum rv__key key;
	enum rv__join join;
	bool tight;	 /* '=' and no blank beside it */
	bool quoted;
	bool literal;	 /* only a value in quotes counts */
	bool line_start; /* nothing but blanks and quotes before the name */
	bool query;	 /* of an address: '&' ends the value */
	bool elided;	 /* "abc...": only the beginning of it */
	bool plural;	 /* "passwords": only a list of them */
	bool language;	 /* the name is of redact_languages.def */
	char next;	 /* the character behind the value */
	struct rv__seen *seen;
};

/* The name around the word [at, at + n); *end is behind it. */
bool rv__name_find(struct rv_sv v, size_t at, size_t n, struct rv__pair *x,
		   size_t *end);
/* What joins it to a value, from `at` on, and the value. */
bool rv__join_find(struct rv_sv v, size_t at, struct rv__pair *x);
/* The value that begins at `at`, as x says it is joined. */
bool rv__join_value(struct rv_sv v, size_t at, struct rv__pair *x);

/* --- redact_value.c --- */

/* The judgement alone, on a value that was found otherwise. */
bool rv__value_fits(struct rv_sv value, enum rv__key key, enum rv__join join,
		    bool quoted, char next);

/* --- redact_place.c --- */

/* Words that a person chose, and not a text of a form: "my dog Rex 2019". */
bool rv__is_phrase(const struct rv__pair *x);
/* Is a person named before it?  "user ada, pass hunter2" */
bool rv__has_user(const struct rv__pair *x);
/* Where the value is that stands `at` the end of the name; 0: there is none. */
size_t rv__join_by_place(struct rv_sv v, size_t at, bool closed,
			 struct rv__pair *x);
/* The same for a line of its own, behind a colon; `at`: it is none. */
size_t rv__join_below(struct rv_sv v, size_t at, struct rv__pair *x);
/* The next item of the list behind the value that ends at `at`; 0: none. */
size_t rv__join_next(struct rv_sv v, size_t at);

/* --- both --- */

static inline struct rv_sv
rv__behind(struct rv_sv v, size_t at)
{
	return rv_sv_slice(v, at, v.n);
}

static inline char
rv__at(struct rv_sv v, size_t at)
{
	return at < v.n ? v.p[at] : 0;
}

static inline size_t
rv__skip(struct rv_sv v, size_t i, const char *set, size_t most)
{
	size_t from = i;

	while (i < v.n && i - from < most && rv__one_of(v.p[i], set))
		i++;
	return i;
}

static inline size_t
rv__blanks(struct rv_sv v, size_t i, size_t most)
{
	return rv__skip(v, i, " \t", most);
}

#endif
