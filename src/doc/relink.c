/* SPDX-License-Identifier: MIT */
/* Relative links with other paths. */
#include "config.h"

#include "doc/relink.h"

#include <string.h>

#include "doc/wikilink.h"

struct relink {
	struct rv_sv text;
	size_t done; /* so much of it was written */
	rv_relink_fn *fn;
	void *arg;
	struct rv_arena *arena;
	struct rv_buf *out;
	struct rv_link *links; /* what a reader of Markdown takes for links */
	size_t n;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t
run_at(struct rv_sv t, size_t i, char c)
{
	size_t n = 0;

	while (i + n < t.n && t.p[i + n] == c)
		n++;
	return n;
}

static size_t
line_end(struct rv_sv t, size_t i)
{
	const char *nl = i < t.n ? memchr(t.p + i, '\n', t.n - i) : NULL;

	return nl ? (size_t)(nl - t.p) + 1 : t.n;
}

/* Behind the block of code that begins in the line at i, or i. */
static size_t
skip_fence(struct rv_sv t, size_t i)
{
	size_t at = i, n;
	char sign;

	while (at < t.n && (t.p[at] == ' ' || t.p[at] == '\t'))
		at++;
	sign = at < t.n ? t.p[at] : '\0';
	n = run_at(t, at, sign);
	if ((sign != '`' && sign != '~') || n < 3)
		return i;
	for (i = line_end(t, at); i < t.n; i = line_end(t, i)) {
		struct rv_sv line = rv_sv_trim(
			rv_sv_slice(t, i, line_end(t, i)));

		if (line.n >= n && run_at(line, 0, sign) == line.n)
			return line_end(t, i);
	}
	return t.n;
}

/* Behind the code that begins at i; without an end in its paragraph its signs
 * are text. */
static size_t
skip_code(struct rv_sv t, size_t i)
{
	size_t n = run_at(t, i, '`'), m;

	for (size_t k = i + n; k < t.n; k += m ? m : 1) {
		m = run_at(t, k, '`');
		if (m == n)
			return k + m;
		if (!m && t.p[k] == '\n' && k + 1 < t.n && t.p[k + 1] == '\n')
			break;
	}
	return i + n;
}

static size_t
skip_comment(struct rv_sv t, size_t i)
{
	ptrdiff_t end = rv_sv_find(rv_sv_slice(t, i, t.n), RV_SV("-->"));

	return end < 0 ? t.n : i + (size_t)end + 3;
}

/* The address that begins at i, without its brackets. */
static bool
address_at(struct rv_sv t, size_t i, size_t *from, size_t *to, bool *angled)
{
	int depth = 0;

	while (i < t.n && is_blank(t.p[i]))
		i++;
	*angled = i < t.n && t.p[i] == '<';
	*from = i + *angled;
	for (i = *from; i < t.n; i++) {
		char c = t.p[i];

		if (*angled ? c == '>' : is_blank(c) || (c == ')' && !depth))
			break;
		if (c == '\n' || c == '\\')
			return false;
		depth += (c == '(') - (c == ')');
	}
	*to = i;
	return i > *from && (i < t.n || !*angled);
}

static bool
is_link(const struct relink *r, struct rv_sv path)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->links[i].kind == RV_LINK_FILE &&
		    rv_sv_eq(r->links[i].target, path))
			return true;
	return false;
}

/* Nothing of a path may end the address. */
static void
add_path(struct rv_sv path, bool angled, struct rv_buf *out)
{
	for (size_t i = 0; i < path.n; i++) {
		char c = path.p[i];
		bool plain = (unsigned char)c > ' ' &&
			     !strchr("()<>\"\\%?#", c);

		if (plain || (angled && c == ' '))
			rv_buf_addc(out, c);
		else
			rv_buf_addf(out, "%%%02X", (unsigned)(unsigned char)c);
	}
}

/* `sure`: it is one whatever the reader of Markdown says, as a definition. */
static void
change(struct relink *r, size_t from, size_t to, bool angled, bool sure)
{
	struct rv_sv given = rv_sv_slice(r->text, from, to), path;
	struct rv_buf other = RV_BUF_INIT;
	size_t tail = 0;

	while (tail < given.n && !strchr("?#", given.p[tail]))
		tail++;
	path = rv_link_path(given, r->arena);
	if (path.n && path.p[0] != '/' &&
	    !rv_sv_has(rv_sv_slice(given, 0, tail), RV_SV(":")) &&
	    (sure || is_link(r, path)) && r->fn(path, &other, r->arg) &&
	    !rv_sv_eq(rv_buf_sv(&other), path)) {
		rv_buf_addv(r->out, rv_sv_slice(r->text, r->done, from));
		add_path(rv_buf_sv(&other), angled, r->out);
		r->done = from + tail;
	}
	rv_buf_release(&other);
}

/* "[name]: address" at the start of a line; where its address begins, or 0. */
static size_t
definition_at(struct rv_sv t, size_t i)
{
	size_t end = line_end(t, i), from = i;

	while (i < end && t.p[i] == ' ' && i - from < 4)
		i++;
	if (i - from > 3 || i >= end || t.p[i] != '[')
		return 0;
	while (i < end && t.p[i] != ']')
		i++;
	return i + 1 < end && t.p[i + 1] == ':' && i > from + 1 ? i + 2 : 0;
}

static size_t
begin_line(struct relink *r, size_t i)
{
	size_t at, from, to, behind = skip_fence(r->text, i);
	bool angled;

	if (behind != i)
		return behind;
	at = definition_at(r->text, i);
	/* a footnote's text is no address */
	if (!at || r->text.p[i + run_at(r->text, i, ' ') + 1] == '^' ||
	    !address_at(r->text, at, &from, &to, &angled))
		return i;
	change(r, from, to, angled, true);
	return to;
}

/* "![](x.png)": nothing of it is read that could be a link. */
static bool
is_bare_image(struct rv_sv t, size_t i)
{
	return i > 1 && t.p[i - 1] == '[' && t.p[i - 2] == '!';
}

/* Behind what stands at i, changed when it is a link. */
static size_t
next(struct relink *r, size_t i)
{
	struct rv_sv t = r->text, rest = rv_sv_slice(t, i, t.n);
	size_t from, to;
	bool angled;

	if (rest.n > 1 && rest.p[0] == '\\' && rest.p[1] != '\n')
		return i + 2;
	if (rest.p[0] == '`')
		return skip_code(t, i);
	if (rv_sv_starts(rest, RV_SV("<!--")))
		return skip_comment(t, i);
	if (!rv_sv_starts(rest, RV_SV("](")) ||
	    !address_at(t, i + 2, &from, &to, &angled))
		return i + 1;
	change(r, from, to, angled, is_bare_image(t, i));
	return to;
}

void
rv_relink(struct rv_sv text, rv_relink_fn *fn, void *arg,
	  struct rv_arena *arena, struct rv_buf *out)
{
	struct relink r = {.text = text, .fn = fn, .arg = arg, .arena = arena,
			   .out = out};
	size_t i = 0;

	(void)rv_links_find(text, arena, &r.links, &r.n);
	while (i < text.n) {
		if (!i || text.p[i - 1] == '\n') {
			size_t behind = begin_line(&r, i);

			if (behind != i) {
				i = behind;
				continue;
			}
		}
		i = next(&r, i);
	}
	rv_buf_addv(out, rv_sv_slice(text, r.done, text.n));
}
