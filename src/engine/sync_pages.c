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
#include "doc/redact.h"
#include "doc/story_doc.h"
#include "files/walk.h"
#include "store/episode.h"
#include "store/page.h"
#include "store/source.h"

#define PAGE_MAX ((size_t)16 << 20)
/* A piece is whole paragraphs up to this many bytes: long enough to carry its
 * context, short enough that the quoted start says what it is about. */
#define PIECE_BYTES 1200
#define PROSE_LETTERS 10

struct pages {
	struct rv_arena *arena;
	struct rv_page *items;
	size_t n, cap;
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
		for (size_t i = 0; i < line.n;) {
			uint32_t cp = rv_utf8_next(line, &i);
			if (cp == '[')
				link = true;
			else if (cp == ']')
				link = false;
			else if (!link)
				letters += rv_is_letter(cp);
		}
	}
	return letters >= PROSE_LETTERS;
}

static void
add_piece(struct pages *p, const struct rv_page *like, struct rv_sv text,
	  int64_t line)
{
	struct rv_page page = *like;
	struct rv_buf mended = RV_BUF_INIT;

	text = rv_sv_trim(text);
	if (!has_prose(text))
		return;
	rv_utf8_mend(text, &mended);
	page.text = rv_redact_in(
		p->arena, rv_sv_dup_in(p->arena, rv_buf_sv(&mended)), NULL);
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
	add_piece(p, like, rv_sv_slice(body, start, body.n), start_line);
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
		struct rv_page like = {
			.layer = RV_LAYER_STORY,
			.path = rv_sv(e->map.story_rel),
			.title = doc.chapters[i].title,
			.heading = doc.chapters[i].title,
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
	rv_status st = RV_OK;

	/* An absent story is an empty one, so that a deleted file loses its
	 * anchor and chapters here too. */
	if (stat(e->map.story, &now) == 0)
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

struct page_walk {
	struct rv_engine *e;
	struct rv_arena *arena;
	const char *prefix; /* put before the walk's own relative path */
	enum rv_layer layer;
	struct rv_err *err;
};

static rv_status
index_page(struct page_walk *w, const char *path, const char *rel,
	   const struct stat *now)
{
	struct rv_arena mine = RV_ARENA_INIT;
	struct pages p = {.arena = &mine};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_err why = {0};
	struct rv_page_doc doc;
	rv_status st = rv_path_read(path, PAGE_MAX, &text, &why);

	if (st != RV_OK) {
		/* Unreadable or too big: left out, the others go on. */
		rv_log(RV_LOG_WARN, "%s", why.msg);
		rv_buf_release(&text);
		return RV_OK;
	}
	rv_page_parse(rv_buf_sv(&text), &mine, &doc);
	for (size_t i = 0; i < doc.n; i++) {
		struct rv_page like = {
			.layer = w->layer,
			.path = rv_sv(rel),
			.title = doc.title.n ? doc.title
					     : rv_sv(rv_path_base(rel)),
			.heading = doc.sections[i].heading,
			.time = doc.updated,
			.bytes = (int64_t)text.n,
		};
		add_pieces(&p, &like, doc.sections[i].body,
			   doc.sections[i].line +
				   (doc.sections[i].level ? 1 : 0));
	}
	st = replace(w->e, rel, "page", &p, now, w->err);
	free(p.items);
	rv_buf_release(&text);
	rv_arena_release(&mine);
	return st;
}

/* rv_walk_fn */
static rv_status
visit(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct page_walk *w = arg;
	const char *name = w->prefix
				   ? rv_path_join_in(w->arena, w->prefix, rel)
				   : rel;
	bool same = false;
	rv_status status;

	if (!rv_sv_ends(rv_sv(path), RV_SV(".md")))
		return RV_OK;
	status = unchanged(w->e, name, st, w->arena, &same, w->err);
	if (status != RV_OK || same)
		return status;
	return index_page(w, path, name, st);
}

static rv_status
drop_gone_pages(struct rv_engine *e, struct rv_arena *arena,
		struct rv_err *err)
{
	struct rv_source *list;
	size_t n;
	rv_status st = rv_source_list(e->store, "page", arena, &list, &n, err);

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		const char *path = rv_path_join_in(
			arena, e->workspace,
			rv_sv_cstr_in(arena, list[i].path));
		if (rv_path_exists(path))
			continue;
		st = rv_page_replace(e->store, list[i].path, NULL, 0, err);
		if (st == RV_OK)
			st = rv_source_drop(e->store, list[i].path, err);
	}
	return st;
}

rv_status
rv_sync_pages(struct rv_engine *e, struct rv_arena *arena, struct rv_err *err)
{
	const struct {
		const char *root, *prefix;
		enum rv_layer layer;
	} rooms[] = {
		{e->map.raw, "raw", RV_LAYER_RAW},
		{e->map.wiki, "wiki", RV_LAYER_WIKI},
		{e->map.memory, "memory", RV_LAYER_DERIVED},
	};
	struct page_walk w = {.e = e, .arena = arena, .err = err};
	struct stat now;
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < ARRAY_LEN(rooms); i++) {
		/* A configured room outside keeps its absolute names. */
		bool inside = rv_sv_starts(rv_sv(rooms[i].root),
					   rv_sv(e->workspace));
		w.layer = rooms[i].layer;
		w.prefix = inside ? rooms[i].root + strlen(e->workspace) + 1
				  : rooms[i].root;
		st = rv_walk(rooms[i].root, visit, &w, err);
	}
	w.layer = RV_LAYER_DERIVED;
	w.prefix = NULL;
	if (st == RV_OK && stat(e->map.memory_md, &now) == 0 &&
	    S_ISREG(now.st_mode))
		st = visit(e->map.memory_md, "MEMORY.md", &now, &w);
	if (st == RV_OK)
		st = drop_gone_pages(e, arena, err);
	return st;
}
