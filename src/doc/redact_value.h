/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_VALUE_H
#define RV_DOC_REDACT_VALUE_H

/*
 * A name and its value, as people write them: `name = value` in many languages,
 * headers, command lines, elements, calls, and sentences.  redact_name.c finds
 * the name, redact_join.c the value, and redact_value.c judges it.
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
	RV__JOIN_WORDS	  /* the name is value */
};

struct rv__pair {
	struct rv_sv name, text;
	enum rv__key key;
	enum rv__join join;
	bool tight;	 /* '=' and no blank beside it */
	bool quoted;
	bool literal;	 /* only a value in quotes counts */
	bool line_start; /* nothing but blanks and quotes before the name */
	bool query;	 /* of an address: '&' ends the value */
	bool elided;	 /* "abc...": only the beginning of it */
	char next;	 /* the character behind the value */
	struct rv__seen *seen;
};

/* The name around the word [at, at + n); *end is behind it. */
bool rv__name_find(struct rv_sv v, size_t at, size_t n, struct rv__pair *x,
		   size_t *end);
/* What joins it to a value, from `at` on, and the value. */
bool rv__join_find(struct rv_sv v, size_t at, struct rv__pair *x);

#endif
