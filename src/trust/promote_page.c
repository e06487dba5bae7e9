/* SPDX-License-Identifier: MIT */
/* The resulting page: new, or merged into what a person wrote. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/field.h"
#include "doc/page_edit.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "doc/wikilink.h"
#include "trust/promote_priv.h"

#define NOTES "Notes"

/* Equal after NFC and with blanks collapsed: the same words. */
static void
words_hash(struct rv_sv text, char out[RV_SHA256_HEX])
{
	struct rv_buf b = RV_BUF_INIT;

	rv_utf8_collapse(text, &b);
	rv_sha256_of(rv_buf_sv(&b), out);
	rv_buf_release(&b);
}

/* What a page says already, as sorted hashes of its blocks. */
struct said {
	char (*list)[RV_SHA256_HEX];
	size_t n;
};

static int
by_hash(const void *a, const void *b)
{
	return memcmp(a, b, RV_SHA256_HEX);
}

static void
read_said(const struct rv_promote_job *j, struct said *out)
{
	struct rv_block *list = NULL;
	struct rv_page_doc doc;
	size_t n = 0, cap = 0;

	rv_page_parse(j->out->old, j->arena, &doc);
	for (size_t i = 0; i < doc.n; i++)
		rv_blocks_of(doc.sections[i].body, doc.sections[i].heading,
			     false, 1, &list, &n, &cap);
	out->list = rv_calloc(n + 1, sizeof(*out->list));
	for (out->n = 0; out->n < n; out->n++)
		words_hash(list[out->n].text, out->list[out->n]);
	qsort(out->list, out->n, sizeof(*out->list), by_hash);
	free(list);
}

static bool
has_words(const struct said *said, struct rv_sv text)
{
	char hash[RV_SHA256_HEX];

	words_hash(text, hash);
	return bsearch(hash, said->list, said->n, sizeof(hash), by_hash);
}

/* Also with the links that it had where it comes from. */
static bool
has_said(const struct said *said, const struct rv_block *b)
{
	return has_words(said, b->text) ||
	       (b->before.n && has_words(said, b->before));
}

/* Whole lines of it: an item of a list that is one block. */
static bool
has_lines(struct rv_sv page, struct rv_sv text)
{
	size_t from = 0, end;
	ptrdiff_t at;

	while ((at = rv_sv_find(rv_sv_slice(page, from, page.n), text)) >= 0) {
		from += (size_t)at;
		end = from + text.n;
		if ((from == 0 || page.p[from - 1] == '\n') &&
		    (end == page.n || strchr("\r\n", page.p[end])))
			return true;
		from++;
	}
	return false;
}

/* Says a block of the source something, or only where it is from? */
static bool
is_statement(const struct rv_block *b)
{
	return !rv_sv_is(b->text, RV_PENDING) &&
	       !rv_sv_eq_ascii_nocase(b->heading, RV_SV("Sources"));
}

/* A page must not be empty: the section that comes first is its beginning. */
static void
place_beginning(struct rv_promote_job *j, struct rv_page_edit *e,
		const char *sections, struct rv_headings *left)
{
	const struct rv_block *first = NULL;

	*left = (struct rv_headings){0};
	for (size_t i = 0; i < j->n; i++) {
		const struct rv_block *b = &j->blocks[i];

		if (!is_statement(b))
			continue;
		first = first ? first : b;
		if (!rv_sv_eq(b->heading, first->heading)) {
			rv_headings_note(left, b->heading);
			continue;
		}
		rv_page_edit_append(e, rv_promote_first_heading(sections),
				    b->text, false);
		j->out->moved++;
	}
}

static void
place_blocks(struct rv_promote_job *j, struct rv_page_edit *e,
	     const char *sections)
{
	struct rv_headings left = {0};
	struct said said;

	read_said(j, &said);
	for (size_t i = 0; i < j->n; i++) {
		const struct rv_block *b = &j->blocks[i];
		struct rv_sv to = rv_promote_place(e, sections, b);

		if (!is_statement(b))
			continue;
		if (!to.n) {
			rv_headings_note(&left, b->heading);
		} else if (has_said(&said, b)) {
			j->out->known++;
		} else {
			rv_page_edit_append(e, to, b->text, false);
			j->out->moved++;
		}
	}
	if (!j->out->moved && !j->out->known)
		place_beginning(j, e, sections, &left);
	/* where a statement is from comes along with it, never alone */
	for (size_t i = 0; j->out->moved && i < j->n; i++) {
		const struct rv_block *b = &j->blocks[i];

		if (!is_statement(b) && !rv_sv_is(b->text, RV_PENDING) &&
		    !has_said(&said, b))
			rv_page_edit_append(e, RV_SV("Sources"), b->text,
					    false);
	}
	free(said.list);
	j->out->left = rv_headings_text(j, &left);
}

size_t
rv_promote_fit(const struct rv_promote_job *j, enum rv_page_type type)
{
	struct rv_sv rest = rv_sv(rv_page_type_row(type)->sections), one;
	size_t n = 0;

	while (rv_sv_next_part(&rest, '|', &one))
		for (size_t i = 0; i < j->n; i++)
			n += !j->blocks[i].lead &&
			     !rv_sv_is(one, "Connections") &&
			     !rv_sv_is(one, "Sources") &&
			     rv_list_has(one, j->blocks[i].heading);
	return n;
}

/* "- [[slug]]" for a page of the wiki, "- raw/x.md" for the others. */
static struct rv_sv
source_line(struct rv_promote_job *j)
{
	struct rv_sv slug = rv_slug_of_path(j->out->source);

	if (j->meta.layer == RV_LAYER_WIKI)
		return rv_sv(rv_arena_printf(j->arena, "- [[%.*s]]",
					     RV_SV_ARG(slug)));
	if (rv_sv_find_char(j->in->source, '#') >= 0)
		return rv_sv(rv_arena_printf(j->arena, "- %.*s",
					     RV_SV_ARG(j->in->source)));
	if (j->out->line)
		return rv_sv(rv_arena_printf(j->arena, "- %.*s#L%d-%d",
					     RV_SV_ARG(j->out->source),
					     j->out->line, j->out->last_line));
	return rv_sv(rv_arena_printf(j->arena, "- %.*s",
				     RV_SV_ARG(j->out->source)));
}

static void
link_source(struct rv_promote_job *j, struct rv_page_edit *e)
{
	struct rv_sv line = source_line(j), body, rest, one;
	ptrdiff_t at = rv_page_edit_find(e, RV_SV("Sources"));
	bool tight = false;

	body = rv_page_edit_body(e, at);
	for (rest = body; rv_sv_next_line(&rest, &one);) {
		if (rv_sv_eq(rv_sv_trim(one), line))
			return;
		tight = rv_sv_starts(rv_sv_trim(one), RV_SV("- "));
	}
	rv_page_edit_append(e, RV_SV("Sources"), line, tight);
}

static void
set_list(struct rv_promote_job *j, struct rv_page_edit *e, const char *key,
	 struct rv_sv list)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv one;

	while (rv_sv_next_line(&list, &one)) {
		rv_buf_adds(&b, b.n ? ", " : "[");
		rv_yaml_scalar(one, &b);
	}
	if (b.n) {
		rv_buf_addc(&b, ']');
		rv_page_edit_set(e, key,
				 rv_sv_dup_in(j->arena, rv_buf_sv(&b)));
	}
	rv_buf_release(&b);
}

static void
set_text(struct rv_promote_job *j, struct rv_page_edit *e, const char *key,
	 struct rv_sv v)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_yaml_scalar(v, &b);
	rv_page_edit_set(e, key, rv_sv_dup_in(j->arena, rv_buf_sv(&b)));
	rv_buf_release(&b);
}

/* Themes of the source; else those that its text names, at most three. */
static struct rv_sv
themes_of(struct rv_promote_job *j)
{
	struct rv_buf key = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_sv v;
	int n = 0;

	if (j->meta.themes.n)
		return j->meta.themes;
	rv_name_key(j->in->text, &key);
	for (int i = 0; i < RV_THEMES && n < 3; i++)
		if (rv_sv_has(rv_buf_sv(&key), rv_sv(rv_theme_name(i)))) {
			rv_buf_addf(&out, "%s%s", n++ ? "\n" : "",
				    rv_theme_name(i));
		}
	v = n ? rv_sv_dup_in(j->arena, rv_buf_sv(&out)) : RV_SV("wiki");
	rv_buf_release(&key);
	rv_buf_release(&out);
	return v;
}

/* A page that a person wrote keeps its own values; times and state change. */
static void
set_meta(struct rv_promote_job *j, struct rv_page_edit *e,
	 enum rv_page_type type)
{
	struct rv_sv today = rv_day_in(j->arena, j->in->now);
	bool confirmed = rv_trust_letter(j->meta.confidence) == 'C';

	if (!j->out->exists) {
		rv_page_edit_set(e, "type",
				 rv_sv(rv_page_type_row(type)->code));
		set_text(j, e, "name", j->out->title);
		if (type == RV_PAGE_DECISION) {
			rv_page_edit_set(e, "status", RV_SV("open"));
			rv_page_edit_set(
				e, "date",
				j->meta.updated == RV_UNDATED
					? today
					: rv_day_in(j->arena,
						    j->meta.updated));
		} else if (type == RV_PAGE_ENTITY) {
			rv_page_edit_set(e, "status", RV_SV("active"));
		}
		rv_page_edit_set(e, "confidence", confirmed
							  ? RV_SV("CONFIRMED")
							  : RV_SV("INFERRED"));
		set_list(j, e, "themes", themes_of(j));
	}
	rv_page_edit_set(e, "updated", today);
	rv_page_edit_set(e, "last_reviewed_at", today);
	rv_page_edit_set(e, "capture_state", RV_SV("promoted"));
	rv_page_edit_add(e, "source", j->out->source);
}

static struct rv_sv
skeleton(struct rv_promote_job *j, const char *sections)
{
	struct rv_sv rest = rv_sv(sections), one, out;
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "# %.*s\n", RV_SV_ARG(j->out->title));
	while (rv_sv_next_part(&rest, '|', &one))
		rv_buf_addf(&b, "\n## %.*s\n\n" RV_PENDING "\n",
			    RV_SV_ARG(one));
	out = rv_sv_dup_in(j->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

static void
finish(struct rv_promote_job *j, const struct rv_page_edit *e)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_page_edit_write(e, &b);
	j->out->bytes = rv_sv_dup_in(j->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
}

static void
compose_wiki(struct rv_promote_job *j, enum rv_page_type type)
{
	const char *sections = rv_page_type_row(type)->sections;
	struct rv_page_edit e;

	rv_page_edit_init(&e, j->out->exists ? j->out->old
					     : skeleton(j, sections),
			  j->arena);
	place_blocks(j, &e, sections);
	/* Nothing new: not a byte of the page moves. */
	if (j->out->exists && !j->out->moved) {
		j->out->bytes = j->out->old;
		return;
	}
	link_source(j, &e);
	set_meta(j, &e, type);
	finish(j, &e);
	rv_promote_note_pending(j);
}

static void
compose_raw(struct rv_promote_job *j)
{
	struct rv_buf b = RV_BUF_INIT, masked = RV_BUF_INIT;

	rv_buf_adds(&b, "---\ntitle: ");
	rv_yaml_scalar(j->out->title, &b);
	rv_buf_addf(&b, "\ndate: %.*s\nsource: ",
		    RV_SV_ARG(rv_day_in(j->arena,
					j->meta.updated == RV_UNDATED
						? j->in->now
						: j->meta.updated)));
	rv_yaml_scalar(j->in->source, &b);
	rv_buf_addf(&b, "\n---\n\n# %.*s\n", RV_SV_ARG(j->out->title));
	for (size_t i = 0; i < j->n; i++) {
		if (j->blocks[i].heading.n && !j->blocks[i].lead &&
		    (!i || !rv_sv_eq(j->blocks[i].heading,
				     j->blocks[i - 1].heading)))
			rv_buf_addf(&b, "\n## %.*s\n",
				    RV_SV_ARG(j->blocks[i].heading));
		rv_buf_addf(&b, "\n%.*s\n", RV_SV_ARG(j->blocks[i].text));
		j->out->moved++;
	}
	/* raw is immutable: what is masked now stays masked */
	(void)rv_redact(rv_buf_sv(&b), &masked);
	j->out->bytes = rv_sv_dup_in(j->arena, rv_buf_sv(&masked));
	rv_buf_release(&b);
	rv_buf_release(&masked);
}

static void
compose_memory(struct rv_promote_job *j)
{
	struct rv_page_edit e;
	struct said said;

	rv_page_edit_init(&e, j->out->exists ? j->out->old
					     : RV_SV("# Memory\n"),
			  j->arena);
	read_said(j, &said);
	for (size_t i = 0; i < j->n; i++) {
		const struct rv_block *b = &j->blocks[i];
		struct rv_sv to = rv_page_edit_find(&e, b->heading) >= 0
					  ? b->heading
					  : RV_SV(NOTES);
		struct rv_sv text = b->text;

		if (!b->heading.n)
			to = RV_SV(NOTES);
		if (has_said(&said, b) || has_lines(j->out->old, text)) {
			j->out->known++;
			continue;
		}
		rv_page_edit_append(&e, to, text,
				    rv_sv_starts(text, RV_SV("- ")));
		j->out->moved++;
	}
	free(said.list);
	if (j->out->moved)
		finish(j, &e);
	else
		j->out->bytes = j->out->old;
}

void
rv_promote_compose(struct rv_promote_job *j)
{
	enum rv_page_type type = rv_promote_type(j->in->to);

	if (type != RV_PAGE_TYPE_N)
		compose_wiki(j, type);
	else if (j->in->to == RV_TO_RAW)
		compose_raw(j);
	else
		compose_memory(j);
}
