/* SPDX-License-Identifier: MIT */
/* Names without their secrets, and back to the file. */
#include "config.h"

#include "doc/mask.h"

#include <dirent.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/path.h"
#include "doc/redact.h"

/* No rule takes so short a word, and most ids are one. */
#define SHORT 12
#define WHOLE "<NAME>~"

static bool
is_word(struct rv_sv v)
{
	if (v.n > SHORT)
		return false;
	for (size_t i = 0; i < v.n; i++) {
		char c = v.p[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
		      (c >= 'A' && c <= 'Z') || c == '-'))
			return false;
	}
	return true;
}

/* "<KIND_2>" of a redactor that numbers is "<KIND>" here: the fingerprint
 * tells them apart, wherever the name stands. */
static void
write_mark(const struct rv_redact_span *s, struct rv_buf *out)
{
	struct rv_sv kind = rv_sv(s->placeholder);
	size_t n = kind.n - 1;

	while (n && kind.p[n - 1] >= '0' && kind.p[n - 1] <= '9')
		n--;
	if (n == kind.n - 1 || !n || kind.p[n - 1] != '_')
		n = kind.n;
	rv_buf_addv(out, rv_sv_slice(kind, 0, n - 1));
	rv_buf_addf(out, ">~%s", s->fingerprint);
}

/* All of it: it cannot be told what of it is the secret. */
static void
add_whole(struct rv_sv name, struct rv_buf *out)
{
	char hex[RV_SHA256_HEX];

	rv_sha256_of(name, hex);
	rv_buf_addf(out, WHOLE "%.12s", hex);
}

struct rv_sv
rv_mask_name(struct rv_arena *arena, struct rv_sv name, size_t *hits)
{
	struct rv_buf plain = RV_BUF_INIT, out = RV_BUF_INIT;
	const struct rv_redact_span *spans;
	struct rv_redactor *r;
	size_t n, at = 0;

	if (is_word(name) || !rv_redact_count(name))
		return name;
	r = rv_redactor_new(NULL);
	if (rv_redactor_run(r, name, &plain, NULL) == RV_OK) {
		spans = rv_redactor_spans(r, &n);
		for (size_t i = 0; i < n; i++) {
			rv_buf_addv(&out, rv_sv_slice(name, at,
						      spans[i].start));
			write_mark(&spans[i], &out);
			at = spans[i].end;
		}
		rv_buf_addv(&out, rv_sv_slice(name, at, name.n));
	}
	if (!out.n || rv_redact_count(rv_buf_sv(&out))) {
		rv_buf_reset(&out);
		add_whole(name, &out);
	}
	name = rv_sv_dup_in(arena, rv_buf_sv(&out));
	if (hits)
		++*hits;
	rv_redactor_free(r);
	rv_buf_release(&plain);
	rv_buf_release(&out);
	return name;
}

struct rv_sv
rv_mask_names(struct rv_arena *arena, struct rv_sv names, size_t *hits)
{
	struct rv_sv rest = names, one, out;
	struct rv_buf b = RV_BUF_INIT;
	size_t n = 0;

	if (!rv_sv_has(names, RV_SV("\n")))
		return rv_mask_name(arena, names, hits);
	while (rv_sv_next_line(&rest, &one)) {
		if (b.n)
			rv_buf_addc(&b, '\n');
		rv_buf_addv(&b, rv_mask_name(arena, one, &n));
	}
	out = n ? rv_sv_dup_in(arena, rv_buf_sv(&b)) : names;
	rv_buf_release(&b);
	if (hits)
		*hits += n;
	/* One of several lines, a key block say. */
	return rv_mask_name(arena, out, hits);
}

/* "..", or a part that was masked so before. */
static bool
stays(struct rv_sv part)
{
	return !part.n || rv_sv_is(part, ".") || rv_sv_is(part, "..") ||
	       rv_sv_starts(part, RV_SV(WHOLE));
}

static void
write_path(struct rv_arena *arena, struct rv_sv path, bool whole,
	   struct rv_buf *out)
{
	for (size_t at = 0;;) {
		const char *cut = memchr(path.p + at, '/', path.n - at);
		size_t end = cut ? (size_t)(cut - path.p) : path.n;
		struct rv_sv part = rv_sv_slice(path, at, end);

		if (whole && !stays(part))
			add_whole(part, out);
		else
			rv_buf_addv(out, rv_mask_name(arena, part, NULL));
		if (!cut)
			return;
		rv_buf_addc(out, '/');
		at = end + 1;
	}
}

struct rv_sv
rv_mask_path(struct rv_arena *arena, struct rv_sv path, size_t *hits)
{
	struct rv_buf out = RV_BUF_INIT;
	/* counted only for who asks: a workspace has many paths */
	size_t n = hits && !is_word(path) ? rv_redact_count(path) : 0;

	if (!path.n)
		return path;
	write_path(arena, path, false, &out);
	if (rv_redact_count(rv_buf_sv(&out))) {
		rv_buf_reset(&out);
		write_path(arena, path, true, &out);
	}
	if (!rv_sv_eq(rv_buf_sv(&out), path)) {
		path = rv_sv_dup_in(arena, rv_buf_sv(&out));
		n += !n;
	}
	rv_buf_release(&out);
	if (hits)
		*hits += n;
	return path;
}

/* Does the file's name read so when it is masked? */
static bool
means(struct rv_arena *arena, struct rv_sv name, struct rv_sv part)
{
	struct rv_buf b = RV_BUF_INIT;
	bool yes;

	if (rv_sv_starts(part, RV_SV(WHOLE))) {
		add_whole(name, &b);
		yes = rv_sv_eq(rv_buf_sv(&b), part);
		rv_buf_release(&b);
		return yes;
	}
	return rv_sv_eq(rv_mask_name(arena, name, NULL), part);
}

static const char *
find_part(struct rv_arena *arena, const char *dir, struct rv_sv part)
{
	struct dirent *entry;
	const char *found = NULL;
	DIR *d = opendir(dir);

	while (d && !found && (entry = readdir(d)))
		if (means(arena, rv_sv(entry->d_name), part))
			found = rv_sv_cstr_in(arena, rv_sv(entry->d_name));
	if (d)
		closedir(d);
	return found;
}

const char *
rv_mask_real(struct rv_arena *arena, const char *root, const char *path)
{
	struct rv_sv rest = rv_sv(path);
	struct rv_buf out = RV_BUF_INIT;
	const char *real = path;
	size_t at = 0;

	if (!rv_sv_has(rest, RV_SV(">~")) ||
	    rv_path_exists(rv_path_join_in(arena, root, path)))
		return path;
	for (;;) {
		const char *cut = memchr(rest.p + at, '/', rest.n - at);
		size_t end = cut ? (size_t)(cut - rest.p) : rest.n;
		struct rv_sv part = rv_sv_slice(rest, at, end);
		const char *dir, *name = NULL;

		dir = rv_path_join_in(arena, root,
				      rv_sv_cstr_in(arena, rv_buf_sv(&out)));
		if (rv_sv_has(part, RV_SV(">~")) &&
		    !rv_path_exists(rv_path_join_in(
			    arena, dir, rv_sv_cstr_in(arena, part)))) {
			name = find_part(arena, dir, part);
			if (!name)
				goto out;
			part = rv_sv(name);
		}
		rv_buf_addv(&out, part);
		if (!cut)
			break;
		rv_buf_addc(&out, '/');
		at = end + 1;
	}
	real = rv_sv_cstr_in(arena, rv_buf_sv(&out));
out:
	rv_buf_release(&out);
	return real;
}

const char *
rv_mask_join(struct rv_arena *arena, const char *root, struct rv_sv path)
{
	return rv_path_join_in(arena, root,
			       rv_mask_real(arena, root,
					    rv_sv_cstr_in(arena, path)));
}
