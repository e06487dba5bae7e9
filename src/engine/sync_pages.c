/* SPDX-License-Identifier: MIT */
/* Chapters and pages into the index, cut into pieces that can surface. */
#include "config.h"

#include "engine/sync_pages.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/frontmatter.h"
#include "doc/mask.h"
#include "doc/page_edit.h"
#include "doc/redact.h"
#include "doc/story_doc.h"
#include "store/episode.h"
#include "store/page.h"
#include "store/page_meta.h"
#include "store/source.h"
#include "trust/read_page.h"

/* A piece is whole paragraphs up to this many bytes: long enough to carry its
 * context, short enough that the quoted start says what it is about. */
#define PIECE_BYTES 1200
/* A piece with fewer letters is no memory: nothing in it would be worth a quote.
 * A character of Chinese, Japanese or Korean says what a short word does. */
#define PROSE_LETTERS 10
#define CJK_LETTERS 3

struct pages {
	struct rv_arena *arena;
	struct rv_page *items;
	size_t n, cap;
	size_t masked; /* secrets in them */
};

/* Does a piece say anything?  Tables, lists of links and _pending_ marks are
 * structure: quoted as a memory they would be noise. */
static bool
has_prose(struct rv_sv text)
{
	struct rv_sv line;
	size_t letters = 0;

	while (letters < PROSE_LETTERS && rv_sv_next_line(&text, &line)) {
		bool link = false;
		line = rv_sv_trim(line);
		if (line.n && line.p[0] == '|')
			continue;
		for (size_t i = 0; i < line.n && letters < PROSE_LETTERS;) {
			uint32_t cp = rv_utf8_next(line, &i);
			if (cp == '[')
				link = true;
			else if (cp == ']')
				link = false;
			else if (!link && rv_is_cjk(cp))
				letters += CJK_LETTERS;
			else if (!link)
				letters += rv_is_letter(cp);
		}
	}
	return letters >= PROSE_LETTERS;
}

/* An empty text is added too: its title and heading are words to search for. */
static void
add_piece(struct pages *p, const struct rv_page *like, struct rv_sv text,
	  int64_t line)
{
	struct rv_page page = *like;
	struct rv_buf mended = RV_BUF_INIT;
	size_t hits = 0;

	text = rv_sv_trim(text);
	page.thin = !has_prose(text);
	rv_utf8_mend(text, &mended);
	page.text = rv_redact_in(
		p->arena, rv_sv_dup_in(p->arena, rv_buf_sv(&mended)), &hits);
	p->masked += hits;
	rv_buf_release(&mended);
	page.line = line;
	rv_grow(&p->items, &p->cap, p->n + 1);
	p->items[p->n++] = page;
}

/* Cuts a section at blank lines into pieces of at most PIECE_BYTES (a longer
 * paragraph stays whole). */
static void
add_pieces(struct pages *p, const struct rv_page *like, struct rv_sv body,
	   int64_t line)
{
	size_t start = 0, last_break = 0, pos = 0;
	int64_t start_line = line, break_line = line;
	struct rv_sv rest = body, cur;

	while (rv_sv_next_line(&rest, &cur)) {
		size_t next = rest.n ? (size_t)(rest.p - body.p) : body.n;
		if (!rv_sv_trim(cur).n) {
			last_break = next;
			break_line = line + 1;
		}
		if (next - start > PIECE_BYTES && last_break > start) {
			add_piece(p, like, rv_sv_slice(body, start, last_break),
				  start_line);
			start = last_break;
			start_line = break_line;
		}
		pos = next;
		line++;
	}
	(void)pos;
	if (!start || rv_sv_trim(rv_sv_slice(body, start, body.n)).n)
		add_piece(p, like, rv_sv_slice(body, start, body.n),
			  start_line);
}

static void
note_source(struct rv_source *src, const char *rel, const char *kind,
	    const struct stat *st)
{
	*src = (struct rv_source){
		.path = rv_sv(rel),
		.kind = rv_sv(kind),
		.inode = (int64_t)st->st_ino,
		.size = st->st_size,
		.mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 +
			    st->st_mtim.tv_nsec,
	};
}

/* Is the file as it was when it was read last? */
static rv_status
unchanged(struct rv_engine *e, const char *rel, const struct stat *now,
	  struct rv_arena *arena, bool *out, struct rv_err *err)
{
	struct rv_source src;
	struct rv_err why = {0};
	rv_status st = rv_source_get(e->store, rv_sv(rel), arena, &src, &why);

	*out = st == RV_OK && rv_source_unchanged(&src, now);
	if (st == RV_OK || st == RV_E_NOTFOUND)
		return RV_OK;
	return rv_fail(err, st, "%s", why.msg);
}

static rv_status
replace(struct rv_engine *e, const char *rel, const char *kind,
	const struct pages *p, const struct stat *now, struct rv_err *err)
{
	struct rv_source src;
	rv_status st = rv_page_replace(e->store, rv_sv(rel), p->items, p->n,
				       err);

	if (st != RV_OK)
		return st;
	note_source(&src, rel, kind, now);
	return rv_source_set(e->store, &src, err);
}

static void
story_pages(struct rv_engine *e, struct rv_sv text, struct pages *p)
{
	struct rv_story_doc doc;

	rv_story_parse(text, p->arena, &doc);
	for (size_t i = 0; i < doc.n; i++) {
		struct rv_sv title = rv_mask_name(
			p->arena, doc.chapters[i].title, &p->masked);
		struct rv_page like = {
			.layer = RV_LAYER_STORY,
			.path = rv_sv(e->map.story_rel),
			.title = title,
			.heading = title,
			.time = doc.chapters[i].time,
			.bytes = (int64_t)text.n,
		};
		add_pieces(p, &like, doc.chapters[i].body,
			   doc.chapters[i].line + 1);
	}
}

rv_status
rv_sync_story(struct rv_engine *e, struct rv_arena *arena, struct rv_err *err)
{
	struct rv_arena mine = RV_ARENA_INIT;
	struct pages p = {.arena = &mine};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_story_doc doc;
	struct stat now = {0};
	bool same = false;
	rv_status st;

	/* An absent story is an empty one, so that a deleted file loses its
	 * anchor and chapters here too. */
	if (stat(e->map.story, &now) != 0)
		now = (struct stat){0};
	st = unchanged(e, e->map.story_rel, &now, arena, &same, err);
	if (st != RV_OK || same)
		return st;
	st = rv_engine_read_story(e, &text, err);
	if (st == RV_OK) {
		rv_story_parse(rv_buf_sv(&text), &mine, &doc);
		story_pages(e, rv_buf_sv(&text), &p);
		st = rv_store_set_anchor(e->store, doc.anchor, err);
	}
	if (st == RV_OK)
		st = replace(e, e->map.story_rel, "story", &p, &now, err);
	free(p.items);
	rv_buf_release(&text);
	rv_arena_release(&mine);
	return st;
}

/* A file that is no page: its size stands in the tree, its text nowhere. */
static rv_status
index_size(struct rv_engine *e, const struct rv_scan_item *item, bool words,
	   struct rv_err *err)
{
	const struct pages none = {0};
	struct rv_page_meta meta;
	rv_status st;

	rv_read_page_size(rv_sv(item->rel), item->layer, item->st.st_size,
			  &meta);
	st = rv_page_meta_set(e->store, &meta, NULL, 0, err);
	if (st == RV_OK && words)
		st = replace(e, item->rel, "page", &none, &item->st, err);
	return st;
}

static void
cut_pages(const struct rv_scan_item *item, const struct rv_page_doc *doc,
	  int64_t bytes, struct pages *p)
{
	for (size_t i = 0; i < doc->n; i++) {
		const struct rv_section *s = &doc->sections[i];
		struct rv_page like = {
			.layer = item->layer,
			.path = rv_sv(item->rel),
			.title = doc->title.n ? doc->title
					      : rv_sv(rv_path_base(item->rel)),
			.heading = rv_mask_name(p->arena,
						s->heading, &p->masked),
			.time = doc->updated,
			.bytes = bytes,
		};
		/* A heading alone is searched for, unless another row has it. */
		if (rv_sv_is(s->body, RV_PENDING) ||
		    (!s->body.n && (doc->n > 1 || p->n) &&
		     (!s->level || rv_sv_eq(s->heading, doc->title))))
			continue;
		add_pieces(p, &like, s->body, s->line + (s->level ? 1 : 0));
	}
}

rv_status
rv_sync_has_page(struct rv_engine *e, const struct rv_scan_item *item,
		 bool *out, struct rv_err *err)
{
	struct rv_arena mine = RV_ARENA_INIT;
	rv_status st = unchanged(e, item->rel, &item->st, &mine, out, err);

	rv_arena_release(&mine);
	return st;
}

static rv_status
sync_page(struct rv_engine *e, const struct rv_scan_item *item, bool words,
	  struct rv_err *err)
{
	struct rv_arena mine = RV_ARENA_INIT;
	struct pages p = {.arena = &mine};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_page_link *links;
	struct rv_page_meta meta;
	struct rv_err why = {0};
	struct rv_page_doc doc;
	size_t n_links = 0;
	rv_status st = rv_path_read(item->path, RV_PAGE_MAX, &text, &why);

	if (st == RV_E_TOOBIG || (st == RV_OK && rv_is_binary(rv_buf_sv(&text)))) {
		st = index_size(e, item, words, err);
		goto out;
	}
	if (st != RV_OK) {
		/* Unreadable: left out, the others go on. */
		rv_log(RV_LOG_WARN, "%s", why.msg);
		st = RV_OK;
		goto out;
	}
	rv_page_parse(rv_buf_sv(&text), &mine, &doc);
	doc.title = rv_mask_name(&mine, doc.title, &p.masked);
	cut_pages(item, &doc, (int64_t)text.n, &p);
	rv_read_page(rv_sv(item->rel), item->layer, rv_buf_sv(&text), &doc,
		     &mine, &meta, &links, &n_links);
	if (p.masked)
		meta.flags |= RV_META_SECRET;
	st = rv_page_meta_set(e->store, &meta, links, n_links, err);
	if (st == RV_OK && words)
		st = replace(e, item->rel, "page", &p, &item->st, err);
out:
	free(p.items);
	rv_buf_release(&text);
	rv_arena_release(&mine);
	return st;
}

rv_status
rv_sync_page(struct rv_engine *e, const struct rv_scan_item *item,
	     struct rv_err *err)
{
	return sync_page(e, item, true, err);
}

rv_status
rv_sync_row(struct rv_engine *e, const struct rv_scan_item *item,
	    struct rv_err *err)
{
	return sync_page(e, item, false, err);
}

rv_status
rv_sync_drop_page(struct rv_engine *e, struct rv_sv rel, struct rv_err *err)
{
	rv_status st = rv_page_replace(e->store, rel, NULL, 0, err);

	if (st == RV_OK)
		st = rv_page_meta_drop(e->store, rel, err);
	if (st == RV_OK)
		st = rv_source_drop(e->store, rel, err);
	return st;
}
