/* SPDX-License-Identifier: MIT */
/* Several values under their names: cookies, and columns of tables. */
#include "config.h"

#include <string.h>

#include "doc/redact_table.h"
#include "doc/redact_value.h"

/* The first of several goes into the hit, the others beside it. */
static void
add(struct rv_sv v, struct rv_sv value, bool *found, struct rv__hit *hit)
{
	struct rv__hit next = *hit;

	next.from = (size_t)(value.p - v.p);
	next.to = next.from + value.n;
	if (*found)
		rv__hits_add(hit->more, next);
	else
		*hit = next;
	*found = true;
}

/* --- cookies --------------------------------------------------------------------- */

static bool
has_any(struct rv_sv name, const char *const *words, size_t n)
{
	char low[64];

	name.n = RV_MIN(name.n, sizeof(low));
	for (size_t i = 0; i < name.n; i++)
		low[i] = name.p[i] >= 'A' && name.p[i] <= 'Z'
				 ? (char)(name.p[i] + 32)
				 : name.p[i];
	for (size_t k = 0; k < n; k++)
		if (rv_sv_has(rv_sv_of(low, name.n), rv_sv(words[k])))
			return true;
	return false;
}

/* Who has it is somebody; a setting or a counter is nobody's. */
static bool
cookie_fits(struct rv_sv name, struct rv_sv value)
{
	static const char *const open[] = {
		"csrf", "xsrf", "_ga", "_gid", "utm", "consent", "locale",
		"theme", "lang", "tz", "expires", "version",
	};
	static const char *const tell[] = {
		"sess", "sid", "auth", "token", "jwt", "login", "remember",
		"secret", "credential", "passw", "key",
	};

	if (value.n < 8 || rv__stand_in(value) || rv__sequence(value) ||
	    has_any(name, open, ARRAY_LEN(open)))
		return false;
	if (has_any(name, tell, ARRAY_LEN(tell)))
		return rv__digits(value) || rv__jumble(value) ||
		       (value.n >= 20 && rv__entropy(value) >= 3.5);
	return value.n >= 16 && rv__random(value);
}

/* "a=1; b=2" from `i` on */
static bool
take_cookies(struct rv_sv v, size_t i, struct rv__hit *hit)
{
	bool found = false;
	size_t from = i, start;
	struct rv_sv name;

	for (int n = 0; n < 40; n++) {
		start = i;
		while (i < v.n && i - start < 64 && (unsigned char)v.p[i] > ' ' &&
		       !rv__one_of(v.p[i], "=;,\"'`<>(){}"))
			i++;
		name = rv_sv_slice(v, start, i);
		if (!name.n || rv__at(v, i) != '=') {
			if (rv__at(v, i) != ';') /* "HttpOnly;" */
				break;
		} else {
			for (start = ++i; i < v.n && i - start < 4096; i++)
				if ((unsigned char)v.p[i] <= ' ' ||
				    rv__one_of(v.p[i], ";,\"'`<>\\"))
					break;
			if (cookie_fits(name, rv_sv_slice(v, start, i)))
				add(v, rv_sv_slice(v, start, i), &found, hit);
		}
		if (rv__at(v, i) != ';')
			break;
		i = rv__blanks(v, i + 1, 4);
	}
	hit->cost = i - from;
	hit->seen->row = (struct rv__span){from, i};
	return found;
}

/* "Cookie: a=1; b=2", `"Set-Cookie": "a=1"`, "--cookie 'a=1'" */
bool
rv__rule_cookie(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 6, k;

	i = rv__skip(v, i, "\"'", 1);
	k = rv__skip(v, i, " \t:=,", 4);
	if (k == i || rv__seen_in(&hit->seen->row, at))
		return false;
	return take_cookies(v, rv__skip(v, k, "\"'`$\\", 2), hit);
}

/* curl -b "a=1" */
bool
rv__rule_curl_cookie(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t from = at > 400 ? at - 400 : 0;

	if (rv__seen_find(hit->seen, RV__SPOT_CURL, v, from, at) == SIZE_MAX)
		return false;
	return take_cookies(v, rv__skip(v, at + 4, "\"'$", 2), hit);
}

/* --- tables ---------------------------------------------------------------------- */

#define COLUMNS 16
#define ROWS 200
#define TABLE_MOST ((size_t)16 << 10) /* less than a stream keeps */

struct columns {
	bool secret[COLUMNS];
	enum rv__key key[COLUMNS];
	size_t n;
};

static struct rv_sv
bare(struct rv_sv cell)
{
	cell = rv_sv_trim(cell);
	while (cell.n && rv__one_of(cell.p[0], "`*\"'_"))
		cell = rv_sv_slice(cell, 1, cell.n);
	while (cell.n && rv__one_of(cell.p[cell.n - 1], "`*\"'_"))
		cell.n--;
	return cell;
}

/* Does it name a secret?  "Password", "db password", "API key" */
static bool
key_of(struct rv_sv cell, enum rv__key *key)
{
	const struct rv__table *t = rv__table();

	for (size_t k = 0; k < t->words_n; k++) {
		const struct rv__word *w = &t->words[k];
		struct rv_sv end;

		if (w->n > cell.n ||
		    (cell.p[cell.n - 1] | 32) != (w->text[w->n - 1] | 32))
			continue;
		end = rv_sv_slice(cell, cell.n - w->n, cell.n);
		if (rv_sv_eq_ascii_nocase(end, rv_sv_of(w->text, w->n)) &&
		    (end.p == cell.p || rv__one_of(end.p[-1], " _-."))) {
			*key = w->key;
			return true;
		}
	}
	return false;
}

/* The names above; false when none of them is of a secret. */
static bool
read_names(struct rv_sv line, char sep, struct columns *c)
{
	struct rv_sv cell;
	bool any = false;

	c->n = 0;
	while (c->n < COLUMNS && rv_sv_next_part(&line, sep, &cell)) {
		cell = bare(cell);
		if (cell.n > 40)
			return false;
		c->secret[c->n] = key_of(cell, &c->key[c->n]);
		any |= c->secret[c->n++];
	}
	return any && c->n > 1;
}

/* The rows from `at` on; they end with one that has another form. */
static bool
read_rows(struct rv_sv v, size_t at, char sep, const struct columns *c,
	  struct rv__hit *hit)
{
	struct rv_sv rest = rv_sv_slice(v, at, RV_MIN(v.n, at + TABLE_MOST));
	struct rv_sv line;
	bool found = false;

	for (int row = 0; row < ROWS && rv_sv_next_line(&rest, &line); row++) {
		struct rv_sv cells = line = rv_sv_trim(line), cell;
		size_t n = 0;

		if (sep == '|' && (!line.n || line.p[0] != '|' ||
				   rv__one_of(rv__at(line, 1), "-:")))
			break;
		for (size_t i = 0; i < line.n; i++)
			n += line.p[i] == sep;
		if (n + 1 != c->n)
			break;
		for (n = 0; n < c->n && rv_sv_next_part(&cells, sep, &cell); n++) {
			cell = bare(cell);
			if (c->secret[n] &&
			    rv__value_fits(cell, c->key[n], RV__JOIN_BELOW,
					   false, '|'))
				add(v, cell, &found, hit);
		}
	}
	hit->cost = (size_t)(rest.p - v.p) - at;
	hit->seen->row = (struct rv__span){at, at + hit->cost};
	return found;
}

static size_t
line_start(struct rv_sv v, size_t at)
{
	size_t i = at;

	while (i && at - i < 400 && v.p[i - 1] != '\n')
		i--;
	return i;
}

static struct rv_sv
line_at(struct rv_sv v, size_t at, size_t *next)
{
	struct rv_sv rest = rv_sv_slice(v, at, RV_MIN(v.n, at + 1024)), line;

	(void)rv_sv_next_line(&rest, &line);
	*next = rest.n || rest.p ? (size_t)(rest.p - v.p) : v.n;
	return rv_sv_trim(line);
}

/* "|---|---|": names stand above it, values below. */
bool
rv__rule_table(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct columns c;
	size_t from = line_start(v, at), next;
	struct rv_sv line;

	if (!from || rv_sv_trim(rv_sv_slice(v, from, at)).n)
		return false;
	line = line_at(v, line_start(v, from - 1), &next);
	if (next != from || !read_names(line, '|', &c))
		return false;
	(void)line_at(v, from, &next);
	return read_rows(v, next, '|', &c, hit);
}

/* "name,password" and lines of as many fields */
bool
rv__rule_csv(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	char sep = v.p[at] == ';' ? ';' : ',';
	struct columns c;
	struct rv_sv line;
	size_t from = line_start(v, at), next;

	if ((v.p[at] != sep && from != at) ||
	    rv__seen_in(&hit->seen->row, at))
		return false;
	line = line_at(v, from, &next);
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != sep && !rv__is(line.p[i], RV__C_NAME) &&
		    !rv__one_of(line.p[i], " \"'"))
			return false;
	return next < v.n && read_names(line, sep, &c) &&
	       read_rows(v, next, sep, &c, hit);
}
