/* SPDX-License-Identifier: MIT */
/* Forms of tokens: literals and runs of a class. */
#include "config.h"

#include <string.h>

#include "doc/redact_priv.h"

static unsigned
class_of(char letter)
{
	const char *p = strchr(rv__class_letters, letter);

	return 1u << (unsigned)(p - rv__class_letters);
}

static size_t
number(const char **p)
{
	size_t n = 0;

	while (**p >= '0' && **p <= '9')
		n = n * 10 + (size_t)(*(*p)++ - '0');
	return n;
}

/* "%c{n}", "%c{min,max}", "%c{min,}" */
static const char *
parse_run(const char *p, struct rv__elem *e)
{
	e->class = class_of(p[1]);
	p += 3;
	e->min = e->max = number(&p);
	if (*p == ',') {
		p++;
		e->max = *p == '}' ? RV_REDACT_RUN : number(&p);
	}
	return p + 1;
}

void
rv__pattern_parse(const char *text, struct rv__pattern *out)
{
	const char *p = text;

	out->n = 0;
	while (*p && out->n < RV__ELEMS) {
		struct rv__elem *e = &out->e[out->n++];

		*e = (struct rv__elem){0};
		if (*p == '%') {
			p = parse_run(p, e);
			continue;
		}
		e->literal = p;
		e->n = strcspn(p, "%");
		p += e->n;
	}
}

/*
 * Behind a line break that was made to fit a width: the line is long, and what
 * follows looks like more of the same.  0: it is an ordinary end of line.
 */
size_t
rv__soft_break(struct rv_sv v, size_t at, unsigned class)
{
	size_t i = at, from;
	bool digit = false;

	if (i < v.n && rv__one_of(v.p[i], "\\=") && i + 1 < v.n &&
	    rv__one_of(v.p[i + 1], "\r\n"))
		i++;
	if (i < v.n && v.p[i] == '\r')
		i++;
	if (i >= v.n || v.p[i] != '\n')
		return 0;
	for (i++; i < v.n && i < at + 40 && rv__one_of(v.p[i], " \t>|");)
		i++;
	for (from = i; i < v.n && i < from + 64 && rv__is(v.p[i], class); i++)
		digit |= v.p[i] >= '0' && v.p[i] <= '9';
	return i > from && (digit || i - from >= 16) ? from : 0;
}

#define WIDTH 60 /* nobody breaks lines that are shorter */

static bool
is_wide(struct rv_sv v, size_t at)
{
	for (size_t i = at; i && at - i < WIDTH; i--)
		if (v.p[i - 1] == '\n')
			return false;
	return at >= WIDTH;
}

size_t
rv__wrap_end(struct rv_sv v, size_t from, size_t at, const char *close)
{
	const unsigned set = RV__C_BASE64 | RV__C_BASE64URL;
	size_t end = at, next;

	for (int lines = 0; lines < 8; lines++) {
		bool marked = (end < v.n && v.p[end] == '\\') ||
			      (end > from && v.p[end - 1] == '=');
		size_t i = next = rv__soft_break(v, end, set);

		while (i > 0 && i < v.n && rv__is(v.p[i], set))
			i++;
		if (i == 0 || i - next > 512)
			break;
		if (close && i < v.n && v.p[i] == close[0])
			return i;
		/* "name=" and "name:" of the next line are none of it */
		if ((close ? i >= v.n || v.p[i] != '\n' : !marked) &&
		    !(!close && is_wide(v, end) && end - from >= 8))
			break;
		if (i < v.n && !rv__one_of(v.p[i], " \t\r\n,;\"'}"))
			break;
		end = i;
	}
	return close ? at : end;
}

static bool
run(struct rv_sv v, size_t *at, const struct rv__elem *e, bool wrap)
{
	size_t i = *at, n = 0, next;

	while (n < e->max) {
		if (i < v.n && rv__is(v.p[i], e->class)) {
			i++;
			n++;
			continue;
		}
		if (!wrap || n >= e->min ||
		    !(next = rv__soft_break(v, i, e->class)))
			break;
		i = next;
	}
	*at = i;
	return n >= e->min;
}

bool
rv__pattern_match(const struct rv__pattern *p, struct rv_sv v, size_t at,
		  size_t *to)
{
	const struct rv__elem *last = &p->e[p->n - 1];
	size_t i = at;

	for (size_t k = 0; k < p->n; k++) {
		const struct rv__elem *e = &p->e[k];
		bool fits;

		if (e->literal) {
			fits = v.n - i >= e->n &&
			       !memcmp(v.p + i, e->literal, e->n);
			i += fits ? e->n : 0;
		} else {
			fits = run(v, &i, e, k > 0);
		}
		*to = i;
		if (!fits)
			return false;
	}
	if (i >= v.n)
		return true;
	return !rv__is(v.p[i], last->literal ? RV__C_ALNUM : last->class);
}

bool
rv__pattern_back(const struct rv__pattern *p, struct rv_sv v, size_t at,
		 size_t *from)
{
	size_t i = at;

	*from = at;
	for (size_t k = p->n; k-- > 0;) {
		const struct rv__elem *e = &p->e[k];
		size_t n = 0;

		if (e->literal) {
			if (i < e->n ||
			    memcmp(v.p + i - e->n, e->literal, e->n))
				return false;
			i -= e->n;
			continue;
		}
		while (n < e->max && i && rv__is(v.p[i - 1], e->class)) {
			i--;
			n++;
		}
		*from = i;
		if (n < e->min)
			return false;
	}
	*from = i;
	return true;
}
