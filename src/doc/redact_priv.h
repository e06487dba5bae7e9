/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_PRIV_H
#define RV_DOC_REDACT_PRIV_H

/*
 * What the files of the redactor share; included by nobody else.  A text is
 * looked at three times at the most: as it is, with its escapes undone (only
 * when it has any), and inside of what is base64.  Everything that can start a
 * secret is found by an anchor of two or more characters; the anchors of all
 * rules are in one table of trigrams that redact_scan.c runs over the text.
 */

#include "base/buf.h"
#include "base/str.h"
#include "doc/redact.h"
#include "doc/redact_seen.h"

/* Longest thing that one rule takes; what is longer is cut there. */
#define RV_REDACT_RUN 65536

enum rv__redact_flags {
	RV__REDACT_NOCASE = 1,
	RV__REDACT_DIGIT = 2,	/* at least two digits in it */
	RV__REDACT_LOOSE = 4,	/* a letter may stand before it */
	RV__REDACT_STRICT = 8,	/* nor may '+', '/', '_', '-', '.' */
	RV__REDACT_PERSON = 16, /* about a person or a machine, no credential */
	RV__REDACT_EMAIL = 32,	/* only with the option */
	RV__REDACT_PHONE = 64,
	RV__REDACT_SAMPLE = 128, /* ends in EXAMPLE: from a manual */
	RV__REDACT_SURE = 256,	/* even when all of it is one letter */
	RV__REDACT_MARK = 512,	/* no secret: it may hide one */
	RV__REDACT_PUBLISHED = 1024, /* its owner prints it; by option only */
	RV__REDACT_LANGUAGE = 2048 /* a name of redact_languages.def */
};

struct rv__hits;
struct rv__hit {
	size_t from, to;
	const char *rule, *placeholder; /* "<API_KEY>" */
	int rank; /* of overlapping hits the lowest names it */
	unsigned flags;
	bool fresh;  /* of the last round */
	size_t cost; /* bytes that were looked at for it, roughly */
	struct rv__seen *seen; /* only while a rule looks */
	struct rv__hits *more; /* then too: for a rule that finds several */
};

struct rv__hits {
	struct rv__hit *items;
	size_t n, cap;
	bool escaped; /* a mark was met */
	size_t cost;
	bool spent; /* more than any honest text costs: the rest is masked */
	struct rv__seen seen; /* of the text that is scanned */
};
void rv__hits_add(struct rv__hits *h, struct rv__hit hit);
void rv__hits_release(struct rv__hits *h);

/* --- redact_class.c: characters --- */

enum rv__class {
	RV__C_DIGIT = 1 << 0,	 /* d */
	RV__C_HEX = 1 << 1,	 /* x: small */
	RV__C_ANYHEX = 1 << 2,	 /* X */
	RV__C_LOWER = 1 << 3,	 /* l: small letters and digits */
	RV__C_UPPER = 1 << 4,	 /* u: large letters and digits */
	RV__C_LETTER = 1 << 5,	 /* L */
	RV__C_ALNUM = 1 << 6,	 /* a */
	RV__C_WORD = 1 << 7,	 /* w: a and _ */
	RV__C_BASE64URL = 1 << 8, /* b: w and - */
	RV__C_DOTTED = 1 << 9,	 /* c: b and . */
	RV__C_BASE64 = 1 << 10,	 /* B: a and + / */
	RV__C_PADDED = 1 << 11,	 /* E: B and = */
	RV__C_QUERY = 1 << 12,	 /* q: b and = */
	RV__C_PLAIN = 1 << 13,	 /* p: q and . */
	RV__C_TILDE = 1 << 14,	 /* t: c and ~ */
	RV__C_TOKEN = 1 << 15,	 /* T: p, + / ~ , : % and the like */
	RV__C_NAME = 1 << 16,	 /* N, of a variable: w, - and . */
	RV__C_CRYPT = 1 << 17,	 /* h, of a hash: a, . and / */
	RV__C_STOP = 1 << 18	 /* may end a value that has no quotes */
};
extern const char rv__class_letters[];
extern unsigned rv__class_table[256];
void rv__class_prepare(void); /* fills it; before anything else */
/* The set of classes of a character. */
static inline unsigned
rv__class(char c)
{
	return rv__class_table[(unsigned char)c];
}
static inline bool
rv__is(char c, unsigned set)
{
	return (rv__class(c) & set) != 0;
}
static inline bool
rv__one_of(char c, const char *set)
{
	while (*set && *set != c)
		set++;
	return *set != 0;
}
/* May something begin at `at`?  Behind "\n" and "%20" as well. */
bool rv__starts(struct rv_sv v, size_t at, unsigned flags);

/* --- redact_pattern.c --- */

/*
 * A form: literal text and runs "%c{min,max}" of a class letter.  A run takes
 * all it can; across a soft line break only as long as it is too short.
 */
struct rv__elem {
	const char *literal; /* or NULL */
	size_t n;	     /* of the literal */
	unsigned class;
	size_t min, max;
};
#define RV__ELEMS 12
struct rv__pattern {
	struct rv__elem e[RV__ELEMS];
	size_t n;
};
void rv__pattern_parse(const char *text, struct rv__pattern *out);
/* Matches at `at`; *to is behind it, or where it failed.  It ends at a
 * boundary. */
bool rv__pattern_match(const struct rv__pattern *p, struct rv_sv v, size_t at,
		       size_t *to);
/* The same towards the front: a match that ends before `at`; else *from is
 * where it failed. */
bool rv__pattern_back(const struct rv__pattern *p, struct rv_sv v, size_t at,
		      size_t *from);

/* Where the next line goes on with characters of the class; 0: it does not. */
size_t rv__soft_break(struct rv_sv v, size_t at, unsigned class);
/*
 * The end of a value [from, at) that goes on in the next lines: up to its
 * closing quote, or because the line says so, or is as wide as a window.
 */
size_t rv__wrap_end(struct rv_sv v, size_t from, size_t at, const char *close);

/* --- redact_allow.c --- */

/* Bits a character (Shannon). */
double rv__entropy(struct rv_sv v);
/* What people write where a secret would stand. */
bool rv__stand_in(struct rv_sv v);
/* Letters and digits in no order that a word or a number would have. */
bool rv__random(struct rv_sv v);
/* Letters, few of them digits, as no word has them: "qvAMTqQvCSVPSQvT". */
bool rv__jumble(struct rv_sv v);
/* A name in code of several words: "ReadUint16LengthPrefixed" */
bool rv__camel(struct rv_sv v);
bool rv__uuid(struct rv_sv v);
size_t rv__digits(struct rv_sv v);
/*
 * Mostly one character behind the other: "123456...", "abcdef...".  What has the
 * length of a key only when it is nearly all of it: better masked than not.
 */
bool rv__sequence(struct rv_sv v);
/* Of a few characters only, as no key by chance. */
bool rv__few(struct rv_sv v);
/* Is it the published sample of a manual?  By fingerprint. */
bool rv__published(struct rv_sv v);

/* --- redact_value.c: name and value --- */

enum rv__key {
	RV__KEY_PASSWORD,
	RV__KEY_SECRET,
	RV__KEY_ID,	 /* of a client: an id, not a secret */
	RV__KEY_SERVICE, /* the name of a service: only with a random value */
	RV__KEY_WEAK,	 /* "key", "auth": only with a random value */
	RV__KEY_PIN,	 /* some digits */
	RV__KEY_CN	 /* of whom a certificate is */
};
/* The word [at, at + n) is of a class; is it a name, and has it a value? */
bool rv__value(struct rv_sv v, size_t at, size_t n, enum rv__key key,
	       struct rv__hit *hit);

/* --- redact_language.c: names of secrets beside English --- */

#define RV__WORD_FORMS 3
/* The word, with a large first letter and in large letters, as far as they
 * differ beyond ASCII; on the heap. */
size_t rv__word_forms(struct rv_sv word, char *forms[RV__WORD_FORMS]);
/* Is [at, *end) a word of its own?  *end moves behind the ending of a case. */
bool rv__word_alone(struct rv_sv v, size_t at, size_t *end, enum rv__key key);
/* Bytes of a blank, of a closing quote or bracket, or of a mark that ends a
 * value, which are none of ASCII; 0: there is none. */
size_t rv__wide_blank(struct rv_sv v, size_t at);
size_t rv__wide_closer(struct rv_sv v, size_t at);
bool rv__wide_stop(struct rv_sv v, size_t at);
/* Behind blanks of both kinds, at most `most` bytes. */
size_t rv__wide_blanks(struct rv_sv v, size_t at, size_t most);

/* --- redact_rules.c, _net.c, _command.c, _login.c, _row.c: rules with code --- */

typedef bool rv__rule_fn(struct rv_sv v, size_t at, struct rv__hit *hit);
rv__rule_fn rv__rule_pem, rv__rule_openssh, rv__rule_url, rv__rule_authorization, rv__rule_jwt,
	rv__rule_cn, rv__rule_curl_user, rv__rule_kubernetes, rv__rule_ipv4,
	rv__rule_ipv6, rv__rule_card, rv__rule_email, rv__rule_phone,
	rv__rule_facebook, rv__rule_netrc, rv__rule_escape, rv__rule_command,
	rv__rule_dsn, rv__rule_pgpass, rv__rule_htpasswd, rv__rule_net_use,
	rv__rule_piped, rv__rule_auth_option, rv__rule_cookie,
	rv__rule_curl_cookie, rv__rule_table, rv__rule_csv, rv__rule_login,
	rv__rule_call, rv__rule_wifi, rv__rule_oracle,
	rv__rule_ssh2, rv__rule_jwk, rv__rule_phrase;

/* --- redact_scan.c --- */

/* Adds the hits in v, in no order and overlapping. */
void rv__scan(struct rv_sv v, struct rv__hits *hits);
/* Hits inside of base64 or hexadecimal digits, as hits on the whole of it. */
void rv__scan_base64(struct rv_sv v, struct rv__hits *hits);
/* Puts them in order, and makes one of those that overlap. */
void rv__hits_merge(struct rv__hits *h);

/* --- redact_decode.c --- */

struct rv__view {
	struct rv_buf text;
	struct rv__edit {
		size_t view, raw; /* from here on raw - view is the distance */
	} *edits;
	size_t n, cap;
};
/* Undoes JSON and percent escapes and drops invisible characters. */
void rv__view_make(struct rv_sv v, struct rv__view *out);
/* Moves a hit in the view to where it is in the text. */
void rv__view_map(const struct rv__view *view, struct rv__hit *hit);
void rv__view_release(struct rv__view *view);

/* --- redact.c --- */

/* All hits in order; the options decide about addresses of persons. */
void rv__redact_find(struct rv_sv v, const struct rv_redact_options *opts,
		     struct rv__hits *hits);

#endif
