/* SPDX-License-Identifier: MIT */
/* Runs the rules over a text. */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "doc/redact_mark.h"
#include "doc/redact_table.h"

#define BASE64_LEAST 32
#define BASE64_MOST (1u << 20)
#define BASE64_PIECE (64u << 10)
/*
 * What a rule looks at beyond its anchor, a byte of the text.  Prose and code
 * stay below 2; a text that is made to be slow would cost thousands.
 */
#define COST_BYTE 32
#define COST_RULE 16
#define COST_HIT 128
#define COST_FREE ((size_t)1 << 20)

void
rv__hits_add(struct rv__hits *h, struct rv__hit hit)
{
	rv_grow(&h->items, &h->cap, h->n + 1);
	h->items[h->n++] = hit;
}

void
rv__hits_release(struct rv__hits *h)
{
	free(h->items);
	*h = (struct rv__hits){0};
}

static char
small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool
anchor_at(const struct rv__rule *r, struct rv_sv v, size_t at)
{
	if (v.n - at < r->n)
		return false;
	for (size_t i = 0; i < r->n; i++) {
		char want = r->anchor[i], c = v.p[at + i];

		if (r->kind == RV__CODE && want == '#') {
			if (!rv__is(c, RV__C_DIGIT))
				return false;
		} else if (r->kind == RV__CODE && want == '^') {
			if (!rv__is(c, RV__C_ANYHEX))
				return false;
		} else if (r->kind == RV__CODE && want == '$') {
			if (!rv__is(c, RV__C_ALNUM))
				return false;
		} else if (r->kind == RV__CODE && want == '\b') {
			if (c != '#')
				return false;
		} else if (r->flags & RV__REDACT_NOCASE) {
			if (small(c) != small(want))
				return false;
		} else if (c != want) {
			return false;
		}
	}
	return true;
}

/* Letters of the anchor only, for forms that are met in both cases. */
static bool
form_at(const struct rv__rule *r, struct rv_sv v, size_t at, size_t *to)
{
	struct rv__pattern p;

	if (!(r->flags & RV__REDACT_NOCASE))
		return rv__pattern_match(&r->form, v, at, to);
	p = r->form;
	p.e[0].literal = v.p + at;
	for (size_t k = 1; k < p.n; k++) {
		unsigned *class = &p.e[k].class;

		if (*class == RV__C_UPPER || *class == RV__C_LOWER)
			*class = RV__C_ALNUM;
	}
	return rv__pattern_match(&p, v, at, to);
}

static bool
is_sample(struct rv_sv v)
{
	return v.n > 2 && (rv__stand_in(v) || rv__few(v) ||
			   (v.n >= 16 && rv__camel(v)));
}

static bool
match_form(const struct rv__rule *r, struct rv_sv v, size_t at,
	   struct rv__hit *hit)
{
	size_t from = at, to = at;
	struct rv_sv s;
	bool fits;

	if (!r->before.n && !rv__starts(v, at, r->flags))
		return false;
	fits = form_at(r, v, at, &to) &&
	       (!r->before.n || (rv__pattern_back(&r->before, v, at, &from) &&
				 rv__starts(v, from, r->flags)));
	hit->cost = to - from;
	if (!fits)
		return false;
	while (to > from && v.p[to - 1] == '.')
		to--;
	s = rv_sv_slice(v, from, to);
	if (rv__entropy(s) < r->entropy)
		return false;
	if (!(r->flags & RV__REDACT_SURE) &&
	    (is_sample(rv_sv_slice(v, from, at)) ||
	     is_sample(rv_sv_slice(v, at + r->n, to))))
		return false;
	if ((r->flags & RV__REDACT_DIGIT) && rv__digits(s) < 2)
		return false;
	if ((r->flags & RV__REDACT_SAMPLE) && rv_sv_ends(s, RV_SV("EXAMPLE")))
		return false;
	hit->from = from;
	hit->to = to;
	return true;
}

static void
try_rule(const struct rv__rule *r, struct rv_sv v, size_t at,
	 struct rv__hits *hits)
{
	struct rv__hit hit = {
		.rule = r->name, .placeholder = r->placeholder,
		.rank = r->rank, .flags = r->flags, .seen = &hits->seen,
		.more = hits,
	};
	bool found = false;

	if (hits->spent || at < r->gram || !anchor_at(r, v, at -= r->gram))
		return;
	switch (r->kind) {
	case RV__CODE:
		found = r->code(v, at, &hit);
		break;
	case RV__FORM:
		found = match_form(r, v, at, &hit);
		break;
	case RV__KEY:
		found = rv__value(v, at, r->n, r->key, &hit);
		break;
	}
	hits->cost += hit.cost + COST_RULE + (found ? COST_HIT : 0);
	if (hits->cost > COST_BYTE * v.n + COST_FREE) {
		hits->spent = true;
		rv__hits_add(hits, (struct rv__hit){
			.from = at, .to = v.n, .rule = "too_costly",
			.placeholder = "<TEXT>", .rank = INT_MAX});
	}
	if (r->flags & RV__REDACT_MARK) {
		hits->escaped |= found;
	} else if (found && hit.to > hit.from && hit.to <= v.n) {
		if (!(r->flags & RV__REDACT_PERSON) &&
		    rv__published(rv_sv_slice(v, hit.from, hit.to)))
			hit.flags |= RV__REDACT_PUBLISHED;
		rv__hits_add(hits, hit);
	}
}

/* A word that may begin here and is none of ASCII. */
static void
initial(const struct rv__table *t, struct rv_sv v, size_t at,
	struct rv__hits *hits)
{
	const uint8_t *p = (const uint8_t *)v.p + at;
	uint64_t first;

	if (at + RV__INITIAL_BYTES > v.n)
		return;
	/* Hiragana begin no word of the table; others begin no word here */
	if ((p[0] == 0xE3 && p[1] == 0x81) ||
	    (p[0] < 0xCE && at && rv__is(v.p[at - 1], RV__C_LETTER)))
		return;
	/* Greek, Cyrillic, Armenian: in the middle of a word */
	if (at >= 2 && p[0] < 0xD6 && p[-1] >= 0x80 && p[-2] >= 0xCE &&
	    p[-2] < 0xD6)
		return;
	first = rv__initial_of(v.p + at);
	for (unsigned k = t->initial_buckets[rv__initial_bucket(first)]; k;
	     k = t->initials[k].next)
		if (t->initials[k].initial == first)
			try_rule(&t->rules[t->initials[k].rule], v, at, hits);
}

/* Three characters that may be of an anchor. */
static void
candidate(const struct rv__table *t, struct rv_sv v, size_t at,
	  struct rv__hits *hits)
{
	const uint8_t *p = (const uint8_t *)v.p + at;
	uint32_t gram = (uint32_t)t->fold[p[0]] << 12 |
			(uint32_t)t->fold[p[1]] << 6 | t->fold[p[2]];
	uint64_t before = at ? (uint64_t)1 << t->fold[p[-1]] : UINT64_MAX;
	uint64_t fourth = at + 3 < v.n ? (uint64_t)1 << t->fold[p[3]]
				       : UINT64_MAX;

	if (p[0] >= 0xC0)
		initial(t, v, at, hits);
	if (!(t->bits[gram >> 3] >> (gram & 7) & 1))
		return;
	for (unsigned k = t->buckets[rv__gram_bucket(gram)]; k;
	     k = t->links[k].next)
		if (t->links[k].gram == gram &&
		    (t->links[k].fourth & fourth) && (t->links[k].before & before))
			try_rule(&t->rules[t->links[k].rule], v, at, hits);
}

static inline bool
listed(const struct rv__table *t, uint32_t a, uint32_t b, uint32_t c)
{
	return t->first[a << 5 | b] >> c & 1;
}

/* Anchors whose three characters begin in [at, to), four in one turn. */
static void
scan_range(const struct rv__table *t, struct rv_sv v, size_t at, size_t to,
	   struct rv__hits *hits)
{
	const uint8_t *p = (const uint8_t *)v.p, *fold = t->coarse;
	uint32_t a, b, c, d, e, f;

	to = RV_MIN(to, v.n - 2);
	for (; at + 4 <= to; at += 4) {
		a = fold[p[at]];
		b = fold[p[at + 1]];
		c = fold[p[at + 2]];
		d = fold[p[at + 3]];
		e = fold[p[at + 4]];
		f = fold[p[at + 5]];
		if (listed(t, a, b, c))
			candidate(t, v, at, hits);
		if (listed(t, b, c, d))
			candidate(t, v, at + 1, hits);
		if (listed(t, c, d, e))
			candidate(t, v, at + 2, hits);
		if (listed(t, d, e, f))
			candidate(t, v, at + 3, hits);
	}
	for (; at < to; at++)
		candidate(t, v, at, hits);
}

/* Marks within 64 bytes: what lies between them is near one of them. */
static size_t
scan_marks(const struct rv__table *t, struct rv_sv v, size_t at,
	   uint64_t marks, size_t done, struct rv__hits *hits)
{
	size_t from = at + (size_t)__builtin_ctzll(marks);
	size_t to = at + 64 - (size_t)__builtin_clzll(marks) + 4;

	from = from > RV_REDACT_REACH ? from - RV_REDACT_REACH : 0;
	scan_range(t, v, RV_MAX(from, done), to, hits);
	return to;
}

void
rv__scan(struct rv_sv v, struct rv__hits *hits)
{
	const struct rv__table *t = rv__table();
	const unsigned char *p = (const unsigned char *)v.p;
	struct rv__mark_state state = {0};
	unsigned char tail[64];
	uint64_t marks;
	size_t done = 0, i = 0;

	hits->seen = (struct rv__seen){0};
	if (v.n < 3)
		return;
	for (; i + 64 <= v.n && !hits->spent; i += 64)
		if ((marks = rv__mark(p + i, &state)))
			done = scan_marks(t, v, i, marks, done, hits);
	memset(tail, ' ', sizeof(tail));
	if (v.n - i < sizeof(tail))
		memcpy(tail, p + i, v.n - i);
	if (i < v.n && !hits->spent && (marks = rv__mark(tail, &state)))
		(void)scan_marks(t, v, i, marks, done, hits);
}

/* --- inside of base64 and of hexadecimal digits --------------------------- */

static int
sextet(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* Behind a line break, also one that is written as "\n"; 0: there is none. */
static size_t
line_break(struct rv_sv v, size_t at)
{
	size_t i = at;

	while (i < v.n && i - at < 4) {
		if (v.p[i] == '\r' || v.p[i] == '\n')
			i++;
		else if (v.p[i] == '\\' && i + 1 < v.n &&
			 rv__one_of(v.p[i + 1], "rn"))
			i += 2;
		else
			break;
	}
	return i > at ? i : 0;
}

/* False as soon as it is no text. */
static bool
decode(struct rv_sv v, struct rv_buf *out)
{
	uint32_t bits = 0;
	int have = 0;

	for (size_t i = 0; i < v.n; i++) {
		int s = sextet(v.p[i]);
		unsigned char c;

		if (s < 0 && line_break(v, i)) {
			i = line_break(v, i) - 1;
			continue;
		}
		if (s < 0)
			break;
		bits = bits << 6 | (uint32_t)s;
		if ((have += 6) < 8)
			continue;
		have -= 8;
		c = (unsigned char)(bits >> have);
		if (c == 0x7F || (c < ' ' && !rv__one_of((char)c, "\n\r\t")))
			return false;
		rv_buf_addc(out, (char)c);
	}
	return rv_utf8_valid(rv_sv_slice(rv_buf_sv(out), 0,
			     rv_utf8_floor(rv_buf_sv(out), out->n)));
}

static int
nibble(char c)
{
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* The same for two digits a character: a digest is no text either. */
static bool
decode_hex(struct rv_sv v, struct rv_buf *out)
{
	if (v.n % 2)
		return false;
	for (size_t i = 0; i < v.n; i++)
		if (!rv__is(v.p[i], RV__C_ANYHEX))
			return false;
	for (size_t i = 0; i < v.n; i += 2) {
		int c = nibble(v.p[i]) << 4 | nibble(v.p[i + 1]);

		if (c == 0x7F || (c < ' ' && !rv__one_of((char)c, "\n\r\t")))
			return false;
		rv_buf_addc(out, (char)c);
	}
	return rv_utf8_valid(rv_buf_sv(out));
}

static bool
decode_either(struct rv_sv v, struct rv_buf *text)
{
	struct rv_sv digits = v;

	if (v.n > 2 && v.p[0] == '0' && (v.p[1] | 32) == 'x')
		digits = rv_sv_slice(v, 2, v.n);
	rv_buf_reset(text);
	if (decode_hex(digits, text))
		return true;
	rv_buf_reset(text);
	return decode(v, text);
}

static void
look_inside(struct rv_sv v, size_t from, size_t to, struct rv_buf *text,
	    struct rv__hits *hits)
{
	struct rv__hits inner = {0};
	const struct rv__hit *best = NULL;

	if (to - from > BASE64_MOST ||
	    !decode_either(rv_sv_slice(v, from, to), text))
		return;
	rv__scan(rv_buf_sv(text), &inner);
	for (size_t i = 0; i < inner.n; i++)
		if (!(inner.items[i].flags &
		      (RV__REDACT_PERSON | RV__REDACT_PUBLISHED)) &&
		    (!best || inner.items[i].rank < best->rank))
			best = &inner.items[i];
	if (best) {
		struct rv__hit hit = *best;

		hit.from = from;
		hit.to = to;
		rv__hits_add(hits, hit);
	}
	rv__hits_release(&inner);
}

/* The end of a run that goes on in the next lines of the same length. */
static size_t
run_end(struct rv_sv v, size_t from)
{
	const unsigned set = RV__C_BASE64 | RV__C_BASE64URL;
	size_t start = from, end = from, first = 0;

	for (;;) {
		size_t i = start, next;

		while (i < v.n && rv__is(v.p[i], set))
			i++;
		if (first && (i == start || i - start > first))
			return end;
		if (!first)
			first = i - start;
		end = i;
		if (i - start < first || first % 4 || first < BASE64_LEAST ||
		    end - from > BASE64_PIECE || !(next = line_break(v, end)))
			return end;
		start = next;
	}
}

void
rv__scan_base64(struct rv_sv v, struct rv__hits *hits)
{
	const unsigned set = RV__C_BASE64 | RV__C_BASE64URL;
	struct rv_buf text = RV_BUF_INIT;
	size_t i = 0;

	/* A run of 32 holds all of some 16 that begin at a multiple of 16. */
	while (i + 16 <= v.n) {
		size_t from = i, to = i;

		if (!rv__mark_base64((const unsigned char *)v.p + i)) {
			i += 16;
			continue;
		}
		while (from && rv__is(v.p[from - 1], set))
			from--;
		/* the letter of "\n" is none of it */
		from += from && v.p[from - 1] == '\\' &&
			rv__one_of(v.p[from], "nr");
		to = run_end(v, from);
		i = (to + 15) & ~(size_t)15;
		if (to - from < BASE64_LEAST)
			continue;
		while (to < v.n && v.p[to] == '=')
			to++;
		look_inside(v, from, to, &text, hits);
	}
	rv_buf_release(&text);
}

/* --- order ------------------------------------------------------------------ */

static int
by_place(const void *a, const void *b)
{
	const struct rv__hit *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to > y->to ? -1 : 1;
	return x->rank - y->rank;
}

void
rv__hits_merge(struct rv__hits *h)
{
	size_t n = 0;

	if (h->n > 1)
		qsort(h->items, h->n, sizeof(h->items[0]), by_place);
	for (size_t i = 0; i < h->n; i++) {
		struct rv__hit *last = n ? &h->items[n - 1] : NULL;
		const struct rv__hit *x = &h->items[i];

		if (!last || x->from >= last->to) {
			h->items[n++] = *x;
			continue;
		}
		last->fresh |= x->fresh;
		if (x->rank < last->rank) {
			last->rank = x->rank;
			last->rule = x->rule;
			last->placeholder = x->placeholder;
		}
		if (x->to > last->to)
			last->to = x->to;
	}
	h->n = n;
}
