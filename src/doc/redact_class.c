/* SPDX-License-Identifier: MIT */
/* Classes of characters that tokens are made of. */
#include "config.h"

#include <pthread.h>
#include <string.h>

#include "doc/redact_priv.h"

const char rv__class_letters[] = "dxXluLawbcBEqptTNh";

unsigned rv__class_table[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
add(const char *set, unsigned classes)
{
	for (; *set; set++)
		rv__class_table[(unsigned char)*set] |= classes;
}

static void
build(void)
{
	const unsigned query = RV__C_QUERY | RV__C_PLAIN;
	const unsigned all = RV__C_ALNUM | RV__C_WORD | RV__C_BASE64URL |
			     RV__C_DOTTED | RV__C_BASE64 | RV__C_PADDED | query |
			     RV__C_TILDE | RV__C_TOKEN | RV__C_NAME | RV__C_CRYPT;

	add("0123456789", all | RV__C_DIGIT | RV__C_HEX | RV__C_ANYHEX |
				  RV__C_LOWER | RV__C_UPPER);
	add("abcdefghijklmnopqrstuvwxyz", all | RV__C_LOWER | RV__C_LETTER);
	add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", all | RV__C_UPPER | RV__C_LETTER);
	add("abcdef", RV__C_HEX | RV__C_ANYHEX);
	add("ABCDEF", RV__C_ANYHEX);
	add("_", RV__C_WORD | RV__C_BASE64URL | RV__C_DOTTED | query |
			 RV__C_TILDE | RV__C_TOKEN | RV__C_NAME);
	add("-", RV__C_BASE64URL | RV__C_DOTTED | query | RV__C_TILDE |
			 RV__C_TOKEN | RV__C_NAME);
	add(".", RV__C_DOTTED | RV__C_PLAIN | RV__C_TILDE | RV__C_TOKEN |
			 RV__C_NAME);
	add("+/", RV__C_BASE64 | RV__C_PADDED | RV__C_TOKEN);
	add("./", RV__C_CRYPT);
	add(" \t\"'`,;<>(){}[]|\\&", RV__C_STOP);
	add("=", RV__C_PADDED | query | RV__C_TOKEN);
	add("~", RV__C_TILDE | RV__C_TOKEN);
	add("!$*:%@", RV__C_TOKEN);
}

void
rv__class_prepare(void)
{
	(void)pthread_once(&once, build);
}

/* The letter of an escape is none of the text. */
static bool
is_escape(struct rv_sv v, size_t at)
{
	if (at >= 2 && v.p[at - 2] == '\\' && rv__one_of(v.p[at - 1], "nrtbf"))
		return true;
	return at >= 3 && v.p[at - 3] == '%' &&
	       rv__is(v.p[at - 1], RV__C_ANYHEX) &&
	       rv__is(v.p[at - 2], RV__C_ANYHEX);
}

#define BLOCK 60 /* characters of a line */

/*
 * The second line of a block of base64, or a later one: where a line of it
 * begins nothing does.  A token on a line of its own has another length than
 * the line above.
 */
static bool
is_in_block(struct rv_sv v, size_t at)
{
	const unsigned set = RV__C_BASE64;
	size_t above = at - 1, line, i;

	above -= above && v.p[above - 1] == '\r';
	for (line = above; line && above - line < 256 &&
			   rv__is(v.p[line - 1], set);)
		line--;
	if (above - line < BLOCK || (line && v.p[line - 1] != '\n'))
		return false;
	for (i = at; i < v.n && i - at < 256 && rv__is(v.p[i], set);)
		i++;
	return i - at == above - line;
}

bool
rv__starts(struct rv_sv v, size_t at, unsigned flags)
{
	char c = at ? v.p[at - 1] : ' ';

	if ((flags & RV__REDACT_STRICT) &&
	    (rv__one_of(c, "+/_-.") || (c == '\n' && is_in_block(v, at))))
		return false;
	return (flags & RV__REDACT_LOOSE) || !rv__is(c, RV__C_ALNUM) ||
	       is_escape(v, at);
}
