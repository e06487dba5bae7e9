/* SPDX-License-Identifier: MIT */
/* Names of the pages that a few checks ask about. */
#include "config.h"

#include "trust/names_some.h"

#include <string.h>
#include <strings.h>

#include "doc/slug.h"

/* A name has this word, as a plain text has it: letters and digits of ASCII
 * that stand together.  Empty: the name has none. */
struct wanted {
	struct rv_sv *words;
	size_t n, cap;
	const struct rv_names_asked *asked;
	struct rv_arena *arena;
};

static bool
is_plain(struct rv_sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] >= 0x80)
			return false;
	return true;
}

/* The longest word says most. */
static struct rv_sv
longest(struct rv_sv key)
{
	struct rv_sv word, best = RV_SV_NONE;

	while (rv_sv_next_part(&key, ' ', &word))
		if (word.n > best.n)
			best = word;
	return best;
}

/* rv_names_fn.  A key that is not plain is of a name that is not either, and
 * those are all looked at. */
static void
want_key(struct rv_sv key, unsigned kind, void *arg)
{
	struct wanted *w = arg;
	struct rv_sv word = longest(key);

	(void)kind;
	if (!is_plain(key) || !word.n || w->n == w->cap)
		return;
	for (size_t i = 0; i < w->n; i++)
		if (rv_sv_eq(w->words[i], word))
			return;
	w->words[w->n++] = rv_sv_dup_in(w->arena, word);
}

static size_t
names_in(const struct rv_page_meta *p)
{
	/* slug, title, number, and one more a line */
	return 5 + rv_sv_count(p->aliases, '\n') +
	       rv_sv_count(p->contradicts, '\n') + 1;
}

static void
collect(struct wanted *w)
{
	const struct rv_names_asked *a = w->asked;
	struct rv_buf key = RV_BUF_INIT;

	for (size_t i = 0; i < a->n_pages; i++)
		w->cap += names_in(a->pages[i]);
	w->words = rv_arena_array(w->arena, struct rv_sv, w->cap + 1);
	for (size_t i = 0; i < a->n_pages; i++) {
		struct rv_sv rest = a->pages[i]->contradicts, one;

		rv_names_each(a->pages[i], want_key, w);
		while (rv_sv_next_line(&rest, &one)) {
			rv_buf_reset(&key);
			rv_slug_key(one, &key);
			want_key(rv_buf_sv(&key), RV_NAME_ANY, w);
		}
	}
	rv_buf_release(&key);
}

static bool
has_word(struct rv_sv text, struct rv_sv word)
{
	for (size_t i = 0; i + word.n <= text.n; i++)
		if ((text.p[i] | 32) == (word.p[0] | 32) &&
		    !strncasecmp(&text.p[i], word.p, word.n))
			return true;
	return false;
}

/* rv_page_meta_want */
static bool
want(struct rv_sv path, struct rv_sv title, struct rv_sv aliases,
     struct rv_sv contradicts, void *arg)
{
	const struct wanted *w = arg;

	/* "%C3%A9" in a path is a letter, too */
	if (contradicts.n || !is_plain(title) || !is_plain(aliases) ||
	    !is_plain(path) || rv_sv_find_char(path, '%') >= 0)
		return true;
	for (size_t i = 0; i < w->asked->n_paths; i++)
		if (rv_sv_eq(path, w->asked->paths[i]))
			return true;
	for (size_t i = 0; i < w->n; i++)
		if (has_word(title, w->words[i]) ||
		    has_word(aliases, w->words[i]) ||
		    has_word(path, w->words[i]))
			return true;
	return false;
}

rv_status
rv_names_some(struct rv_store *store, const struct rv_names_asked *asked,
	      struct rv_arena *arena, struct rv_names *out, struct rv_err *err)
{
	struct wanted w = {.asked = asked, .arena = arena};
	struct rv_page_meta *pages;
	size_t n;
	rv_status st;

	collect(&w);
	st = rv_page_meta_some(store, want, &w, arena, &pages, &n, err);
	if (st == RV_OK)
		rv_names_build(pages, n, arena, out);
	return st;
}
