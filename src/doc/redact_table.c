/* SPDX-License-Identifier: MIT */
/* Compiles the rules and the table of their anchors. */
#include "config.h"

#include "doc/redact_table.h"

#include <pthread.h>
#include <string.h>

#include "base/mem.h"

/* The flags of redact.def without their prefix. */
#define NOCASE RV__REDACT_NOCASE
#define DIGIT RV__REDACT_DIGIT
#define LOOSE RV__REDACT_LOOSE
#define STRICT RV__REDACT_STRICT
#define PERSON RV__REDACT_PERSON
#define EMAIL RV__REDACT_EMAIL
#define PHONE RV__REDACT_PHONE
#define SAMPLE RV__REDACT_SAMPLE
#define SURE RV__REDACT_SURE
#define MARK RV__REDACT_MARK
#define LANGUAGE RV__REDACT_LANGUAGE

static const struct row {
	enum rv__kind kind;
	const char *name, *placeholder, *before, *form;
	int entropy;
	unsigned flags;
	rv__rule_fn *code;
	enum rv__key key;
} rows[] = {
#define CODE(rule, text, function, anchor, bits)                          \
	{.kind = RV__CODE, .name = #rule, .placeholder = text,           \
	 .form = anchor, .flags = (bits), .code = function},
#include "doc/redact.def"
#undef CODE
#define FORM(rule, text, front, pattern, least, bits)                     \
	{.kind = RV__FORM, .name = #rule, .placeholder = text,           \
	 .before = front, .form = pattern, .entropy = least, .flags = (bits)},
#include "doc/redact_forms.def"
#undef FORM
#define KEY(class, word)                                                  \
	{.kind = RV__KEY, .form = word, .flags = NOCASE,                 \
	 .key = RV__KEY_##class},
#include "doc/redact.def"
#include "doc/redact_services.def"
#undef KEY
#define NAMED(class, language, words)                                     \
	{.kind = RV__KEY, .name = language, .form = words,               \
	 .flags = NOCASE | LANGUAGE, .key = RV__KEY_##class},
#include "doc/redact_languages.def"
#undef NAMED
};

static struct rv__table table;
static struct rv__rule *rules;
static size_t rules_n, rules_cap;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint8_t
fold(unsigned char c)
{
	static const char signs[] = "-_.:=/@~+<\"'%$#! \n\\()|&,;";
	const char *p;

	if (c >= 'a' && c <= 'z')
		return (uint8_t)(c - 'a');
	if (c >= 'A' && c <= 'Z')
		return (uint8_t)(c - 'A');
	if (c >= '0' && c <= '9')
		return 26;
	if (c >= 0xC0) /* first byte of a letter of another script */
		return (uint8_t)(53 + c % 3);
	if (c >= 0x80)
		return (uint8_t)(56 + c % 8);
	p = c ? strchr(signs, (char)c) : NULL;
	return (uint8_t)(p ? 27 + (p - signs) : 52);
}

/* Letters keep their places, the rest shares six. */
static uint8_t
coarse(unsigned char c)
{
	uint8_t f = fold(c);

	if (f <= 26)
		return f;
	if (rv__one_of((char)c, "-_+"))
		return 27;
	if (rv__one_of((char)c, ".:/@|"))
		return 28;
	if (rv__one_of((char)c, " \n\t,"))
		return 29;
	return c < 0x80 ? 30 : 31;
}

static void
link_gram(uint32_t gram, size_t rule, uint64_t fourth, uint64_t before)
{
	unsigned b = rv__gram_bucket(gram);

	for (unsigned i = table.buckets[b]; i; i = table.links[i].next)
		if (table.links[i].gram == gram && table.links[i].rule == rule)
			return;
	if (!table.links_n)
		table.links_n = 1; /* 0 is "none" */
	rv_grow(&table.links, &table.links_cap, table.links_n + 1);
	table.links[table.links_n] = (struct rv__link){
		fourth, before, gram, (uint16_t)rule, table.buckets[b]};
	table.buckets[b] = (uint16_t)table.links_n++;
	table.bits[gram >> 3] |= (uint8_t)(1u << (gram & 7));
}

static void
link_initial(size_t rule)
{
	uint64_t initial = rv__initial_of(rules[rule].anchor);
	unsigned b = rv__initial_bucket(initial);

	if (!table.initials_n)
		table.initials_n = 1; /* 0 is "none" */
	rv_grow(&table.initials, &table.initials_cap, table.initials_n + 1);
	table.initials[table.initials_n] = (struct rv__initial){
		initial, (uint16_t)rule, table.initial_buckets[b]};
	table.initial_buckets[b] = (uint16_t)table.initials_n++;
}

/* Can `c` stand at position `i` of the anchor, or behind it? */
static bool
stands(const struct rv__rule *r, size_t i, unsigned char c)
{
	const struct rv__elem *next = r->form.n > 1 ? &r->form.e[1] : NULL;
	bool wild = r->kind == RV__CODE;

	if (i >= r->n)
		return r->kind != RV__FORM || !next || next->literal ||
		       rv__is((char)c, next->class);
	if (wild && r->anchor[i] == '#')
		return rv__is((char)c, RV__C_DIGIT);
	if (wild && r->anchor[i] == '^')
		return rv__is((char)c, RV__C_ANYHEX);
	if (wild && r->anchor[i] == '$')
		return rv__is((char)c, RV__C_ALNUM);
	if (wild && r->anchor[i] == '\b')
		return c == '#';
	return table.fold[c] == table.fold[(unsigned char)r->anchor[i]];
}

/* What may stand at a place of an anchor, as bits of the folded and of the coarse
 * characters. */
struct place {
	uint64_t fine;
	uint32_t rough;
};

/* Of a folded character, and of any. */
static struct place places[64], anywhere;

static void
make_places(void)
{
	for (unsigned c = 0; c < 256; c++) {
		struct place *p = &places[table.fold[c]];

		p->fine = (uint64_t)1 << table.fold[c];
		p->rough |= 1u << table.coarse[c];
		anywhere.fine |= p->fine;
		anywhere.rough |= p->rough;
	}
}

static struct place
place_of(const struct rv__rule *r, size_t i)
{
	struct place p = {0};

	if (i >= r->n && r->kind != RV__FORM)
		return anywhere;
	if (i < r->n && r->kind != RV__CODE)
		return places[table.fold[(unsigned char)r->anchor[i]]];
	for (unsigned c = 0; c < 256; c++)
		if (stands(r, i, (unsigned char)c)) {
			p.fine |= (uint64_t)1 << table.fold[c];
			p.rough |= 1u << table.coarse[c];
		}
	return p;
}

/* The lowest bit that is set; it is cleared. */
static uint32_t
take_bit(uint64_t *bits)
{
	uint32_t n = (uint32_t)__builtin_ctzll(*bits);

	*bits &= *bits - 1;
	return n;
}

/* How often a character is met in a thousand, roughly, in English. */
static unsigned
frequency(const struct rv__rule *r, size_t i)
{
	static const uint8_t letters[26] = {
		65, 12, 24, 34, 100, 18, 16, 48, 60, 2,	 8, 33, 20,
		55, 62, 16, 2,	50,  56, 80, 23, 9,  18, 2,  16, 1,
	};
	unsigned char c = i < r->n ? (unsigned char)r->anchor[i] : '$';
	uint8_t f = table.fold[c];

	if (r->kind == RV__CODE && (c == '#' || c == '^' || c == '$'))
		return c == '#' ? 90 : c == '^' ? 100 : 250;
	if (i >= r->n)
		return 250;
	if (c >= 0x80 && (r->flags & LANGUAGE))
		return 250; /* rare in English, not in its language */
	return f < 26	 ? letters[f]
	       : f == 26 ? 90
	       : c == ' ' ? 180
			  : 12;
}

/* The place in the anchor of the three characters that are met least. */
static size_t
rarest(const struct rv__rule *r)
{
	uint64_t least = UINT64_MAX;
	size_t best = 0;

	for (size_t i = 0; i == 0 || i + 3 <= r->n; i++) {
		uint64_t f = (uint64_t)frequency(r, i) * frequency(r, i + 1) *
			     frequency(r, i + 2);

		if (f < least) {
			least = f;
			best = i;
		}
	}
	return best;
}

/* What may stand before the anchor: of a word of a language no letter. */
static uint64_t
place_before(const struct rv__rule *r, size_t gram)
{
	if (gram)
		return place_of(r, gram - 1).fine;
	return r->flags & LANGUAGE ? anywhere.fine & (UINT64_MAX << 26)
				   : anywhere.fine;
}

static void
register_anchor(size_t k)
{
	struct rv__rule *r = &rules[k];
	bool initial = (r->flags & LANGUAGE) &&
		       (unsigned char)r->anchor[0] >= 0x80 &&
		       r->n >= RV__INITIAL_BYTES;
	size_t gram = r->gram = initial ? 0 : rarest(r);
	struct place at[3] = {place_of(r, gram), place_of(r, gram + 1),
			      place_of(r, gram + 2)};
	/* How long the run is that follows is not known here. */
	uint64_t fourth = gram + 3 > r->n ? UINT64_MAX
					  : place_of(r, gram + 3).fine;
	uint64_t before = place_before(r, gram);

	for (uint64_t x = at[0].rough; x;) {
		uint32_t a = take_bit(&x);

		for (uint64_t y = at[1].rough; y;)
			table.first[a << 5 | take_bit(&y)] |= at[2].rough;
	}
	if (initial) {
		link_initial(k);
		return;
	}
	for (uint64_t x = at[0].fine; x;) {
		uint32_t a = take_bit(&x);

		for (uint64_t y = at[1].fine; y;) {
			uint32_t b = take_bit(&y);

			for (uint64_t z = at[2].fine; z;)
				link_gram(a << 12 | b << 6 | take_bit(&z), k,
					  fourth, before);
		}
	}
}

static void
compile(const struct row *row, const char *anchor)
{
	struct rv__rule *r;

	rv_grow(&rules, &rules_cap, rules_n + 1);
	r = &rules[rules_n++];
	*r = (struct rv__rule){
		.kind = row->kind, .name = row->name,
		.placeholder = row->placeholder, .anchor = anchor,
		.n = strlen(anchor), .flags = row->flags,
		.rank = (int)(row - rows), .entropy = row->entropy / 10.0,
		.code = row->code, .key = row->key,
	};
	if (r->kind == RV__KEY && !(r->flags & LANGUAGE) &&
	    (r->key == RV__KEY_PASSWORD || r->key == RV__KEY_SECRET)) {
		rv_grow(&table.words, &table.words_cap, table.words_n + 1);
		table.words[table.words_n++] =
			(struct rv__word){r->anchor, r->n, r->key};
	}
	if (r->kind == RV__FORM) {
		rv__pattern_parse(row->before, &r->before);
		rv__pattern_parse(row->form, &r->form);
		r->n = r->form.e[0].n;
	}
	register_anchor(rules_n - 1);
}

/* Each word of the row as it is, and with large letters beyond ASCII. */
static void
compile_words(const struct row *row)
{
	struct rv_sv rest = rv_sv(row->form), word;
	char *forms[RV__WORD_FORMS];

	while (rv_sv_next_part(&rest, '|', &word))
		for (size_t i = 0, n = rv__word_forms(word, forms); i < n; i++)
			compile(row, forms[i]);
}

static void
build(void)
{
	rv__class_prepare();
	for (unsigned c = 0; c < 256; c++) {
		table.fold[c] = fold((unsigned char)c);
		table.coarse[c] = coarse((unsigned char)c);
	}
	make_places();
	for (size_t k = 0; k < ARRAY_LEN(rows); k++) {
		if (rows[k].flags & LANGUAGE)
			compile_words(&rows[k]);
		else
			compile(&rows[k], rows[k].form);
	}
	table.rules = rules;
	table.n = rules_n;
}

const struct rv__table *
rv__table(void)
{
	(void)pthread_once(&once, build);
	return &table;
}
