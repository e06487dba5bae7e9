/* SPDX-License-Identifier: MIT */
/*
 * Keys of some two hundred services, made by chance from their documented forms
 * and put where people write them; and what only looks alike.  No string of any
 * collection is here, so the figures say what the rules are worth beyond one.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "doc/redact.h"
#include "tests/support/cm.h"

#define SEED 2026
#define KEYS_EACH 3 /* a family and place */

static const struct family {
	const char *name, *variable, *form;
	bool alone;
} families[] = {
#define FAMILY(name, variable, form, alone) {name, variable, form, alone},
#include "tests/support/redact-families.def"
#undef FAMILY
};

static const char *const places[] = {
#define PLACE(text) text,
#include "tests/support/redact-families.def"
#undef PLACE
};

static const char *const bare[] = {
#define BARE(text) text,
#include "tests/support/redact-families.def"
#undef BARE
};

static const char *const stand_ins[] = {
#define STAND_IN(text) text,
#include "tests/support/redact-families.def"
#undef STAND_IN
};

static const char *const others[] = {
#define OTHER(text) text,
#include "tests/support/redact-families.def"
#undef OTHER
};

static const char *const words[] = {
	"user",	  "session", "account", "page",	  "header", "button", "layout",
	"garden", "stream",  "deploy",	"cluster", "worker", "render", "parse",
	"module", "config",  "service", "client", "server", "column", "report",
	"invoice", "order",  "message", "thread", "branch", "release", "schema",
};

/* --- making texts -------------------------------------------------------------- */

static const char *
alphabet(char class)
{
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
	switch (class) {
	case 'd': return DIGITS;
	case 'e': return "123456789";
	case 'x': return DIGITS "abcdef";
	case 'X': return DIGITS "ABCDEF";
	case 'l': return LOWER DIGITS;
	case 'u': return UPPER DIGITS;
	case 'k': return UPPER "234567";
	case 'n': return LOWER UPPER;
	case 'b': return LOWER UPPER DIGITS "_-";
	case 'c': return LOWER UPPER DIGITS "_-.";
	case 'q': return LOWER UPPER DIGITS "_-=";
	case 'B': return LOWER UPPER DIGITS "+/";
	case 'Q': return "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
	default: return LOWER UPPER DIGITS;
	}
}

/*
 * How the runs of a form are filled.  In order is not among them: a whole form
 * of a provider is masked also then, as it costs nothing.
 */
enum fill { BY_CHANCE, ALL_X, ONE };

static void
make(const char *form, enum fill fill, struct rv_rng *rng, struct rv_buf *out)
{
	while (*form) {
		const char *set = alphabet(form[1]);
		size_t n = 0;

		if (*form != '%') {
			rv_buf_addc(out, *form++);
			continue;
		}
		for (form += 3; *form != '}'; form++)
			n = 10 * n + (size_t)(*form - '0');
		form++;
		for (size_t i = 0; i < n; i++) {
			size_t k = fill == BY_CHANCE
					   ? rv_rng_below(rng, strlen(set))
					   : strlen(set) / 2;

			rv_buf_addc(out, fill == ALL_X ? 'x' : set[k]);
		}
	}
}

static char
upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

/* The variable in the writing that the letter names. */
static void
add_name(const char *variable, char writing, struct rv_buf *out)
{
	static const char joints[] = "k-d.t ";
	const char *joint = strchr(joints, writing);
	bool camel = writing == 'c' || writing == 'P', start = writing == 'P';

	for (const char *p = variable; *p; p++) {
		if (camel && *p == '_')
			start = true;
		else if (writing == 'S' || start)
			rv_buf_addc(out, upper(*p));
		else
			rv_buf_addc(out, *p == '_' && joint ? joint[1] : *p);
		if (*p != '_')
			start = false;
	}
}

static void
place(const char *text, const char *variable, struct rv_sv value,
      struct rv_rng *rng, struct rv_buf *out)
{
	for (; *text; text++) {
		if (*text != '@' || !strchr("vwsScPkdt", text[1])) {
			rv_buf_addc(out, *text);
			continue;
		}
		text++;
		if (*text == 'v')
			rv_buf_addv(out, value);
		else if (*text == 'w')
			rv_buf_adds(out, words[rv_rng_below(
						 rng, ARRAY_LEN(words))]);
		else
			add_name(variable, *text, out);
	}
}

/* --- counting ------------------------------------------------------------------ */

struct score {
	size_t texts, hits;
	size_t parts; /* hits that leave something of the key */
};

/* Twelve characters of it, or all when it has fewer. */
static bool
left_over(struct rv_sv value, struct rv_sv text)
{
	size_t n = RV_MIN(value.n, (size_t)12);

	for (size_t i = 0; n && i + n <= value.n; i++)
		if (rv_sv_has(text, rv_sv_slice(value, i, i + n)))
			return true;
	return false;
}

static bool
seen(struct rv_buf *text, struct rv_sv value, struct score *s)
{
	struct rv_buf out = RV_BUF_INIT;
	size_t n = rv_redact(rv_buf_sv(text), &out);

	s->texts++;
	s->hits += n > 0;
	s->parts += n && left_over(value, rv_buf_sv(&out));
	rv_buf_release(&out);
	return n > 0;
}

static double
percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void
count_key(const struct family *f, const char *where, struct rv_rng *rng,
	  struct score *s)
{
	struct rv_buf key = RV_BUF_INIT, text = RV_BUF_INIT;

	make(f->form, BY_CHANCE, rng, &key);
	place(where, f->variable, rv_buf_sv(&key), rng, &text);
	(void)seen(&text, rv_buf_sv(&key), s);
	rv_buf_release(&key);
	rv_buf_release(&text);
}

static void
test_redact__keys_of_services(void **state)
{
	struct score all = {0};
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, SEED);
	for (size_t i = 0; i < ARRAY_LEN(families); i++) {
		const struct family *f = &families[i];
		struct score s = {0};

		for (size_t k = 0; k < KEYS_EACH * ARRAY_LEN(places); k++)
			count_key(f, places[k % ARRAY_LEN(places)], &rng, &s);
		for (size_t k = 0; f->alone && k < 2 * ARRAY_LEN(bare); k++)
			count_key(f, bare[k % ARRAY_LEN(bare)], &rng, &s);
		if (s.hits * 20 < s.texts * 19)
			print_message("%s: %zu of %zu\n", f->name, s.hits,
				      s.texts);
		/* No family may hide behind the others. */
		assert_true(s.hits * 100 >= s.texts * 85);
		all.texts += s.texts;
		all.hits += s.hits;
		all.parts += s.parts;
	}
	print_message("keys made from the forms of %zu services: %zu of %zu "
		      "(%.2f %%), %zu of them not whole\n",
		      ARRAY_LEN(families), all.hits, all.texts,
		      percent(all.hits, all.texts), all.parts);
	assert_true(all.hits * 1000 >= all.texts * 990);
	assert_int_equal(all.parts, 0);
}

/* The same names and forms with what is no key, and things that look alike. */
static void
test_redact__what_is_no_key(void **state)
{
	struct rv_buf key = RV_BUF_INIT, text = RV_BUF_INIT, name = RV_BUF_INIT;
	struct score s = {0};
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, SEED + 1);
	for (size_t i = 0; i < 12 * ARRAY_LEN(families); i++) {
		const struct family *f = &families[i % ARRAY_LEN(families)];
		size_t at = rv_rng_below(&rng, ARRAY_LEN(places));

		rv_buf_reset(&key);
		rv_buf_reset(&text);
		place(stand_ins[rv_rng_below(&rng, ARRAY_LEN(stand_ins))],
		      f->variable, RV_SV_NONE, &rng, &key);
		place(places[at], f->variable, rv_buf_sv(&key), &rng, &text);
		if (seen(&text, RV_SV_NONE, &s) && s.hits < 60)
			print_message("taken: %s\n", text.p);
	}
	for (size_t i = 0; i < 2 * ARRAY_LEN(families); i++) {
		const struct family *f = &families[i % ARRAY_LEN(families)];

		if (!f->alone)
			continue;
		rv_buf_reset(&key);
		rv_buf_reset(&text);
		make(f->form, ALL_X + (enum fill)(i / ARRAY_LEN(families)),
		     &rng, &key);
		place(places[rv_rng_below(&rng, ARRAY_LEN(places))], "value",
		      rv_buf_sv(&key), &rng, &text);
		if (seen(&text, RV_SV_NONE, &s) && s.hits < 60)
			print_message("taken: %s\n", text.p);
	}
	for (size_t i = 0; i < 25 * ARRAY_LEN(others); i++) {
		rv_buf_reset(&name);
		rv_buf_reset(&text);
		make(others[i % ARRAY_LEN(others)], BY_CHANCE, &rng, &name);
		place(name.p, "", RV_SV_NONE, &rng, &text);
		if (seen(&text, RV_SV_NONE, &s) && s.hits < 60)
			print_message("taken: %s\n", text.p);
	}
	print_message("what is no key: %zu of %zu taken for one (%.2f %%)\n",
		      s.hits, s.texts, percent(s.hits, s.texts));
	assert_true(s.hits * 100 <= s.texts);
	rv_buf_release(&key);
	rv_buf_release(&text);
	rv_buf_release(&name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redact__keys_of_services),
		cmocka_unit_test(test_redact__what_is_no_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
