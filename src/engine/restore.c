/* SPDX-License-Identifier: MIT */
/* A story that was lost outside of Reverie: put back, or accepted. */
#include "config.h"

#include "base/i18n.h"
#include "doc/redact.h"
#include "doc/story_doc.h"
#include "engine/step.h"
#include "engine/story_known.h"
#include "store/object.h"

/* What the file says now, and that something is lost. */
static rv_status
look(struct rv_engine *e, const char *verb, struct rv_buf *text,
     const struct rv_story_known **known, struct rv_err *err)
{
	enum rv_story_state state = RV_STORY_FINE;
	rv_status s = rv_engine_read_story(e, text, err);

	if (s == RV_OK)
		s = rv_story_look(e, rv_buf_sv(text), &state, known, err);
	if (s == RV_OK && state == RV_STORY_FINE)
		s = rv_fail(err, RV_E_NO,
			    _("story %s: nothing of %s is lost; `reverie undo` "
			      "takes back what Reverie wrote"),
			    verb, e->map.story_rel);
	return s;
}

static int64_t
anchor_of(struct rv_sv text)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_story_doc doc;

	rv_story_parse(text, &arena, &doc);
	rv_arena_release(&arena);
	return doc.anchor;
}

static rv_status
put_back(struct rv_engine *e, struct rv_sv now,
	 const struct rv_story_known *known, enum rv_door door,
	 int64_t *ledger, struct rv_err *err)
{
	char before[RV_SHA256_HEX] = "";
	struct rv_ledger_file file = {rv_sv(e->map.story_rel), RV_SV_NONE,
				      rv_sv(known->sha)};
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_APPROVE,
		.action = RV_SV("restore"),
		.target = file.path,
		.door = rv_sv(rv_door_name(door)),
		.files = &file,
		.n_files = 1,
		.anchor_before = anchor_of(now),
		.anchor_after = known->anchor,
	};
	rv_status s = rv_step_hash(e, file.path, before, err);

	file.before = rv_sv(before);
	if (s == RV_OK && !known->kept)
		s = rv_fail(err, RV_E_NOTFOUND,
			    _("story restore: the bytes of %s were never kept "
			      "here; put it back from a backup"),
			    e->map.story_rel);
	return s == RV_OK ? rv_step_run(e, &row, RV_SV_NONE, ledger, err) : s;
}

rv_status
rv_story_restore(struct rv_engine *e, enum rv_door door, int64_t *ledger,
		 struct rv_err *err)
{
	const struct rv_story_known *known = NULL;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_step_locks locks;
	rv_status s = rv_step_begin(e, &locks, err);

	if (s != RV_OK)
		return s;
	s = look(e, "restore", &text, &known, err);
	if (s == RV_OK)
		s = put_back(e, rv_buf_sv(&text), known, door, ledger, err);
	rv_step_end(e, &locks);
	if (s == RV_OK)
		s = rv_engine_sync(e, err);
	rv_buf_release(&text);
	return s;
}

rv_status
rv_story_accept(struct rv_engine *e, struct rv_sv reason, enum rv_door door,
		int64_t *ledger, struct rv_err *err)
{
	const struct rv_story_known *known = NULL;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	char now[RV_SHA256_HEX] = "";
	struct rv_step_locks locks;
	rv_status s = rv_step_begin(e, &locks, err);

	if (s != RV_OK)
		return s;
	s = look(e, "accept", &text, &known, err);
	if (s == RV_OK)
		s = rv_step_hash(e, rv_sv(e->map.story_rel), now, err);
	if (s == RV_OK && now[0])
		s = rv_object_put(e->store, rv_buf_sv(&text), now, err);
	if (s == RV_OK) {
		struct rv_ledger_file file = {rv_sv(e->map.story_rel),
					      rv_sv(known->sha), rv_sv(now)};
		struct rv_ledger_row row = {
			.kind = RV_LEDGER_ACCEPT,
			.action = RV_SV("story"),
			.target = file.path,
			.door = rv_sv(rv_door_name(door)),
			.files = &file,
			.n_files = 1,
			.anchor_before = known->anchor,
			.anchor_after = anchor_of(rv_buf_sv(&text)),
			.reason = rv_redact_in(&arena, reason, NULL),
		};

		s = rv_ledger_append(e->store, &row, err);
		*ledger = row.id;
	}
	rv_step_end(e, &locks);
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return s;
}
