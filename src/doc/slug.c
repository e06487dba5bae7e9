/* SPDX-License-Identifier: MIT */
/* Slugs and keys of names. */
#include "config.h"

#include "doc/slug.h"

#include <string.h>

#include "base/hash.h"
#include "base/utf8.h"

static const char *const reserved[] = {
	/* devices of other systems: a vault is synchronised to them */
	"con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5",
	"com6", "com7", "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5",
	"lpt6", "lpt7", "lpt8", "lpt9",
	/* pages that the wiki generates */
	"index", "log", "overview", "topics", "schema", "canonicals",
	"import-queue", "templates", "archive",
};

static bool
is_word_char(uint32_t cp)
{
	return rv_is_letter(cp) || rv_is_digit(cp) || rv_is_number(cp) ||
	       rv_is_mark(cp);
}

static void
fold(struct rv_sv v, struct rv_buf *out)
{
	struct rv_buf whole = RV_BUF_INIT;

	rv_utf8_mend(v, &whole);
	rv_utf8_fold(rv_buf_sv(&whole), out);
	rv_buf_release(&whole);
}

/* Next run of letters, digits and marks that begins with no mark. */
static bool
next_word(struct rv_sv v, size_t *i, struct rv_sv *word)
{
	size_t from = 0, at = *i;
	bool open = false;

	while (at < v.n) {
		size_t here = at;
		uint32_t cp = rv_utf8_next(v, &at);
		bool in = cp != RV_REPLACEMENT && is_word_char(cp);

		if (!open && in && !rv_is_mark(cp)) {
			open = true;
			from = here;
		} else if (open && !in) {
			*word = rv_sv_slice(v, from, here);
			*i = at;
			return true;
		}
	}
	*i = at;
	if (open)
		*word = rv_sv_slice(v, from, v.n);
	return open;
}

static bool
has_word(struct rv_sv slug, struct rv_sv word)
{
	struct rv_sv part;

	while (rv_sv_next_part(&slug, '-', &part))
		if (rv_sv_eq(part, word))
			return true;
	return false;
}

/* Adds a word if all of it fits; a first word that is too long is cut. */
static bool
add_word(struct rv_buf *slug, struct rv_sv word)
{
	size_t chars = rv_utf8_count(rv_buf_sv(slug)), i = 0, n = 0;
	bool first = slug->n == 0;

	while (i < word.n) {
		size_t next = i;

		(void)rv_utf8_next(word, &next);
		if (chars + (first ? 0 : 1) + n + 1 > RV_SLUG_CHARS ||
		    slug->n + (first ? 0 : 1) + next > RV_SLUG_BYTES)
			break;
		i = next;
		n++;
	}
	if (i < word.n && !first)
		return false;
	if (!first)
		rv_buf_addc(slug, '-');
	rv_buf_addv(slug, rv_sv_slice(word, 0, i));
	return i == word.n;
}

void
rv_slug_make(struct rv_sv title, struct rv_buf *out)
{
	struct rv_buf folded = RV_BUF_INIT, slug = RV_BUF_INIT;
	struct rv_sv word;
	size_t i = 0;

	fold(title, &folded);
	while (next_word(rv_buf_sv(&folded), &i, &word))
		if (!has_word(rv_buf_sv(&slug), word) && !add_word(&slug, word))
			break;
	if (slug.n == 0) {
		char sha[RV_SHA256_HEX];

		rv_sha256_of(title, sha);
		rv_buf_addf(&slug, "page-%.8s", sha);
	} else if (rv_slug_reserved(rv_buf_sv(&slug))) {
		rv_buf_adds(&slug, "-page");
	}
	rv_buf_addv(out, rv_buf_sv(&slug));
	rv_buf_release(&folded);
	rv_buf_release(&slug);
}

bool
rv_slug_reserved(struct rv_sv slug)
{
	for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
		if (rv_sv_eq_ascii_nocase(slug, rv_sv(reserved[i])))
			return true;
	return false;
}

bool
rv_slug_repeats(struct rv_sv slug)
{
	struct rv_sv rest = slug, part;

	while (rv_sv_next_part(&rest, '-', &part))
		if (part.n && has_word(rest, part))
			return true;
	return false;
}

bool
rv_slug_valid(struct rv_sv slug)
{
	struct rv_buf folded = RV_BUF_INIT;
	bool ok = slug.n && slug.n <= RV_SLUG_BYTES && rv_utf8_valid(slug) &&
		  rv_utf8_count(slug) <= RV_SLUG_CHARS && slug.p[0] != '-' &&
		  slug.p[slug.n - 1] != '-' && !rv_slug_reserved(slug);

	for (size_t i = 0; ok && i < slug.n;) {
		uint32_t cp = rv_utf8_next(slug, &i);

		ok = cp == '-' || is_word_char(cp);
	}
	if (ok) {
		rv_utf8_fold(slug, &folded);
		ok = rv_sv_eq(rv_buf_sv(&folded), slug);
	}
	rv_buf_release(&folded);
	return ok;
}

void
rv_name_key(struct rv_sv name, struct rv_buf *out)
{
	struct rv_buf folded = RV_BUF_INIT;
	struct rv_sv word;
	size_t i = 0, before = out->n;

	fold(name, &folded);
	while (next_word(rv_buf_sv(&folded), &i, &word)) {
		if (out->n > before)
			rv_buf_addc(out, ' ');
		rv_buf_addv(out, word);
	}
	rv_buf_release(&folded);
}

/* Where the next part begins behind the separator at i, or 0: none is there. */
static size_t
parts_at(struct rv_sv v, size_t i)
{
	if (v.p[i] == '/')
		return i + 1;
	if (i == 0 || i + 3 >= v.n || v.p[i - 1] == '/')
		return 0;
	if (!memcmp(&v.p[i], "___", 3) && v.p[i - 1] != '_' &&
	    !strchr("_./", v.p[i + 3]))
		return i + 3;
	return v.p[i] == '%' && v.p[i + 1] == '2' && (v.p[i + 2] | 32) == 'f'
		       ? i + 3
		       : 0;
}

static struct rv_sv
without_md(struct rv_sv v)
{
	return v.n >= 3 && rv_sv_eq_ascii_nocase(rv_sv_slice(v, v.n - 3, v.n),
						 RV_SV(".md"))
		       ? rv_sv_slice(v, 0, v.n - 3)
		       : v;
}

struct rv_sv
rv_slug_of_path(struct rv_sv path)
{
	for (size_t i = path.n; i > 0; i--) {
		size_t next = parts_at(path, i - 1);

		if (next) {
			path = rv_sv_slice(path, next, path.n);
			break;
		}
	}
	return without_md(path);
}

static void
part_key(struct rv_sv part, struct rv_buf *out)
{
	struct rv_buf plain = RV_BUF_INIT;

	if (rv_sv_find_char(part, '%') < 0) {
		rv_name_key(part, out);
		return;
	}
	rv_buf_add_unescaped(&plain, part);
	rv_name_key(rv_buf_sv(&plain), out);
	rv_buf_release(&plain);
}

void
rv_slug_key(struct rv_sv path, struct rv_buf *out)
{
	part_key(rv_slug_of_path(path), out);
}

void
rv_link_key(struct rv_sv target, struct rv_buf *out)
{
	struct rv_sv rest = without_md(target);
	size_t from = 0;

	for (size_t i = 0; i < rest.n; i++) {
		size_t next = parts_at(rest, i);

		if (!next)
			continue;
		part_key(rv_sv_slice(rest, from, i), out);
		rv_buf_addc(out, '/');
		from = next;
		i = next - 1;
	}
	part_key(rv_sv_slice(rest, from, rest.n), out);
}

struct rv_sv
rv_link_key_last(struct rv_sv key)
{
	for (size_t i = key.n; i > 0; i--)
		if (key.p[i - 1] == '/')
			return rv_sv_slice(key, i, key.n);
	return key;
}

/* Words that programs which synchronise files put into the name of a copy. */
static const struct {
	const char *word; /* lower case */
	char before;	  /* what it begins with stands behind this, or 0 */
} conflicts[] = {
	{".sync-conflict-", 0},	     /* Syncthing */
	{"conflicted copy", '('},    /* Dropbox, Nextcloud, Obsidian Sync */
	{"case conflict", '('},	     /* Dropbox */
	{"sync conflict", '('},
	{"_conflict-", 0},	     /* ownCloud */
};

static ptrdiff_t
find_nocase(struct rv_sv v, struct rv_sv word)
{
	for (size_t i = 0; i + word.n <= v.n; i++)
		if (rv_sv_eq_ascii_nocase(rv_sv_slice(v, i, i + word.n), word))
			return (ptrdiff_t)i;
	return -1;
}

bool
rv_name_conflict_of(struct rv_sv name, struct rv_buf *original)
{
	struct rv_sv stem = without_md(name);

	for (size_t i = 0; i < ARRAY_LEN(conflicts); i++) {
		ptrdiff_t at = find_nocase(stem, rv_sv(conflicts[i].word));
		size_t cut = at < 0 ? 0 : (size_t)at;

		while (at >= 0 && conflicts[i].before && cut > 0 &&
		       stem.p[cut] != conflicts[i].before)
			cut--;
		if (at < 0)
			continue;
		if (original) {
			rv_buf_addv(original,
				    rv_sv_trim(rv_sv_slice(stem, 0, cut)));
			rv_buf_addv(original,
				    rv_sv_slice(name, stem.n, name.n));
		}
		return true;
	}
	return false;
}

bool
rv_name_number_of(struct rv_sv name, struct rv_buf *original)
{
	struct rv_sv stem = without_md(name);
	bool paren = stem.n && stem.p[stem.n - 1] == ')';
	size_t end = stem.n - paren, i = end;

	while (i > 0 && stem.p[i - 1] >= '0' && stem.p[i - 1] <= '9')
		i--;
	if (end - i != 1 || stem.p[i] == '0')
		return false;
	if (paren && (i == 0 || stem.p[--i] != '('))
		return false;
	if (i < 2 || stem.p[i - 1] != ' ')
		return false;
	rv_buf_addv(original, rv_sv_slice(stem, 0, i - 1));
	rv_buf_addv(original, rv_sv_slice(name, stem.n, name.n));
	return true;
}
