/* SPDX-License-Identifier: MIT */
/* The story by chapter, and the episodes that a chapter was told from. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "engine/view_priv.h"
#include "story/consolidate.h"

#define SOURCES_MAX 200

/* How well a chapter is supported, kept for one version of the story: looking
 * up every sentence again for every frame would cost more than the frame. */
struct support {
	int64_t sentences, supported, sources;
};
struct rv_support_cache {
	char sha[65];
	struct support *items;
	size_t n;
	int64_t episodes; /* an import may support what had no source */
};

void
rv_support_cache_free(struct rv_support_cache *c)
{
	if (!c)
		return;
	free(c->items);
	free(c);
}

static rv_status
sources_between(struct rv_engine *e, int64_t from, int64_t to,
		struct rv_arena *arena, struct rv_episode_list *out,
		struct rv_err *err)
{
	struct rv_episode_query q = {
		.after = from - 1, .before = to, .limit = SOURCES_MAX};

	*out = (struct rv_episode_list){0};
	if (from == RV_UNDATED)
		return RV_OK;
	return rv_episode_list(e->store, &q, arena, out, err);
}

static rv_status
measure(struct rv_engine *e, const struct rv_story_doc *doc, size_t i,
	struct support *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode_list list;
	size_t sentences = 0, supported = 0;
	int64_t from = doc->chapters[i].time, to = rv_story_chapter_end(doc, i);
	rv_status st;

	if (from == RV_UNDATED)
		return RV_OK;
	st = rv_story_support(e->store, e->tokens, doc->chapters[i].body, from,
			      to, &sentences, &supported, err);
	if (st == RV_OK)
		st = sources_between(e, from, to, &arena, &list, err);
	if (st == RV_OK)
		*out = (struct support){(int64_t)sentences, (int64_t)supported,
					(int64_t)list.n};
	rv_arena_release(&arena);
	return st;
}

static rv_status
support_of(struct rv_engine *e, const struct rv_story_doc *doc,
	   struct rv_sv sha, int64_t episodes, struct rv_err *err)
{
	struct rv_support_cache *c = e->support;
	rv_status st = RV_OK;

	if (c && rv_sv_is(sha, c->sha) && c->episodes == episodes &&
	    c->n == doc->n)
		return RV_OK;
	rv_support_cache_free(c);
	c = e->support = rv_calloc(1, sizeof(*c));
	c->items = rv_calloc(doc->n ? doc->n : 1, sizeof(*c->items));
	c->n = doc->n;
	for (size_t i = 0; st == RV_OK && i < doc->n; i++)
		st = measure(e, doc, i, &c->items[i], err);
	if (st != RV_OK)
		return st;
	c->episodes = episodes;
	memcpy(c->sha, sha.p, RV_MIN(sha.n, sizeof(c->sha) - 1));
	return RV_OK;
}

static void
fill_chapters(const struct rv_story_doc *doc, const struct support *support,
	      struct rv_arena *arena, struct rv_view_story *out)
{
	out->chapters = rv_arena_array(arena, struct rv_view_chapter,
				       doc->n ? doc->n : 1);
	out->n = doc->n;
	for (size_t i = 0; i < doc->n; i++)
		out->chapters[i] = (struct rv_view_chapter){
			.time = doc->chapters[i].time,
			.clock = doc->chapters[i].clock,
			.title = doc->chapters[i].title,
			.body = doc->chapters[i].body,
			.words = (int64_t)doc->chapters[i].words,
			.sentences = support[i].sentences,
			.supported = support[i].supported,
			.sources = support[i].sources,
			.line = doc->chapters[i].line,
		};
}

static rv_status
count_revisions(struct rv_engine *e, struct rv_arena *arena, int64_t *out,
		struct rv_err *err)
{
	struct rv_ledger_row *rows;
	size_t n;
	rv_status st = rv_ledger_story(e->store, -1, arena, &rows, &n, err);

	*out = 0;
	for (size_t i = 0; st == RV_OK && i < n; i++)
		*out += rows[i].kind == RV_LEDGER_DONE &&
			rv_sv_is(rows[i].target, e->map.story_rel);
	return st;
}

static rv_status
read_doc(struct rv_engine *e, struct rv_arena *arena, struct rv_story_doc *doc,
	 struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	rv_status st = rv_engine_read_story(e, &text, err);

	if (st == RV_OK)
		rv_story_parse(rv_sv_dup_in(arena, rv_buf_sv(&text)), arena,
			       doc);
	rv_buf_release(&text);
	return st;
}

rv_status
rv_view_story(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_story *out, struct rv_err *err)
{
	struct rv_story_doc doc;
	rv_status st;

	*out = (struct rv_view_story){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = read_doc(e, arena, &doc, err);
	if (st == RV_OK)
		st = support_of(e, &doc, out->status.story_sha,
				out->status.episodes, err);
	if (st == RV_OK)
		st = count_revisions(e, arena, &out->revision, err);
	if (st != RV_OK)
		return st;
	out->exists = doc.text.n > 0;
	out->path = rv_sv_dup_in(arena, rv_sv(e->map.story_rel));
	out->sha = out->status.story_sha;
	out->anchor = doc.anchor;
	out->words = (int64_t)doc.words;
	out->word_limit = rv_config_int(&e->config, "narrative.maxWords");
	for (size_t i = 0; i < out->status.n_troubles; i++)
		if (!strcmp(out->status.troubles[i].opens, "story")) {
			const struct rv_view_trouble *t =
				&out->status.troubles[i];

			out->lost = t->level == RV_LEVEL_ERROR;
			out->warning = rv_sv(rv_arena_printf(
				arena, "%.*s; %.*s", RV_SV_ARG(t->what),
				RV_SV_ARG(t->how)));
			break;
		}
	fill_chapters(&doc, e->support->items, arena, out);
	return RV_OK;
}

rv_status
rv_view_sources(struct rv_engine *e, size_t chapter, struct rv_arena *arena,
		struct rv_view_episode **out, size_t *n, struct rv_err *err)
{
	struct rv_story_doc doc;
	struct rv_episode_list list;
	rv_status st = read_doc(e, arena, &doc, err);

	if (st == RV_OK && chapter >= doc.n)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("chapter %zu: the story has %zu chapters; it "
			       "changed meanwhile"),
			     chapter + 1, doc.n);
	if (st == RV_OK)
		st = sources_between(e, doc.chapters[chapter].time,
				     rv_story_chapter_end(&doc, chapter), arena, &list,
				     err);
	if (st != RV_OK)
		return st;
	*out = rv_arena_array(arena, struct rv_view_episode,
			      list.n ? list.n : 1);
	*n = list.n;
	for (size_t i = 0; i < list.n; i++) {
		rv_view_episode_from(&list.items[i], &(*out)[i]);
		(*out)[i].id = rv_sv_dup_in(arena, rv_sv(list.items[i].id));
	}
	return RV_OK;
}
