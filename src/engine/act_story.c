/* SPDX-License-Identifier: MIT */
/* story: the text, or its chapters. */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "doc/story_doc.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/story_known.h"
#include "story/consolidate.h"

/* The first one that makes the anchor doubtful, or NULL. */
static const char *
warning_of(const struct rv_story_doc *doc)
{
	if (doc->anchors > 1)
		return "the story has more than one LAST_PROCESSED anchor; the "
		       "first that is a time counts";
	if (doc->anchor_broken)
		return "the story's LAST_PROCESSED anchor is not a time";
	if (doc->text.n && !doc->anchors)
		return "the story has no LAST_PROCESSED anchor";
	return NULL;
}

static rv_status
write_chapter(struct rv_engine *e, struct rv_jw *w,
	      const struct rv_story_doc *doc, size_t i, struct rv_err *err)
{
	const struct rv_chapter *c = &doc->chapters[i];
	size_t sentences = 0, supported = 0;
	rv_status s;

	s = rv_story_support(e->store, e->tokens, c->body, c->time,
			     rv_story_chapter_end(doc, i), &sentences,
			     &supported, err);
	rv_jw_object(w, NULL);
	rv_jw_time(w, "time", c->time);
	rv_jw_sv(w, "title", rv_redact_in(&e->arena, c->title, NULL));
	rv_jw_int(w, "words", (int64_t)c->words);
	rv_jw_int(w, "sentences", (int64_t)sentences);
	rv_jw_int(w, "supported", (int64_t)supported);
	rv_jw_int(w, "line", c->line);
	rv_jw_end_object(w);
	return s;
}

rv_status
rv_act_story(struct rv_engine *e, const struct rv_env *env,
	     const struct rv_args *args, enum rv_door door,
	     struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT, plain = RV_BUF_INIT;
	struct rv_buf masked = RV_BUF_INIT;
	struct rv_story_doc doc;
	char sha[RV_SHA256_HEX];
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)door;
	s = rv_engine_read_story(e, &text, err);
	if (s != RV_OK)
		goto out;
	rv_sha256_of(rv_buf_sv(&text), sha);
	rv_story_parse(rv_buf_sv(&text), &arena, &doc);
	rv_act_begin(&w, json);
	rv_jw_str(&w, "path", e->map.story_rel);
	rv_jw_time(&w, "anchor", doc.anchor);
	rv_jw_str(&w, "sha256", text.n ? sha : NULL);
	rv_jw_int(&w, "words", (int64_t)doc.words);
	rv_jw_str(&w, "warning", warning_of(&doc));
	rv_jw_array(&w, "chapters");
	for (size_t i = 0; s == RV_OK && i < doc.n; i++)
		if (doc.chapters[i].time != RV_UNDATED ||
		    doc.chapters[i].heading.n)
			s = write_chapter(e, &w, &doc, i, err);
	rv_jw_end_array(&w);
	if (!rv_args_has(args, "chapters")) {
		rv_story_strip_anchor(rv_buf_sv(&text), &plain);
		rv_redact(rv_buf_sv(&plain), &masked);
		rv_jw_sv(&w, "text", rv_sv_trim(rv_buf_sv(&masked)));
	}
	rv_act_end(&w);
out:
	rv_buf_release(&text);
	rv_buf_release(&plain);
	rv_buf_release(&masked);
	rv_arena_release(&arena);
	return s;
}

/* The row of the step under "ledger". */
static rv_status
tell(struct rv_engine *e, int64_t ledger, struct rv_buf *json,
     struct rv_err *err)
{
	struct rv_jw w;
	rv_status s;

	rv_act_begin(&w, json);
	s = rv_act_ledger_id(e, &w, ledger, err);
	rv_act_end(&w);
	return s;
}

rv_status
rv_act_story_restore(struct rv_engine *e, const struct rv_env *env,
		     const struct rv_args *args, enum rv_door door,
		     struct rv_buf *json, struct rv_err *err)
{
	int64_t ledger = 0;
	rv_status s = rv_story_restore(e, door, &ledger, err);

	(void)env;
	(void)args;
	return s == RV_OK ? tell(e, ledger, json, err) : s;
}

rv_status
rv_act_story_accept(struct rv_engine *e, const struct rv_env *env,
		    const struct rv_args *args, enum rv_door door,
		    struct rv_buf *json, struct rv_err *err)
{
	int64_t ledger = 0;
	struct rv_sv reason;
	rv_status s = rv_act_operand(args, "REASON", &reason, err);

	(void)env;
	if (s == RV_OK)
		s = rv_story_accept(e, reason, door, &ledger, err);
	return s == RV_OK ? tell(e, ledger, json, err) : s;
}
