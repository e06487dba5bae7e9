/* SPDX-License-Identifier: MIT */
/* A draft of the story from what is pending, by the engine's configuration. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "doc/redact.h"
#include "engine/models.h"
#include "engine/story_known.h"
#include "story/consolidate.h"

#define IDENTITY_MAX ((size_t)256 << 10)

static void
add_identity(const char *path, struct rv_buf *out)
{
	struct rv_buf text = RV_BUF_INIT;

	/* The narrator does without what cannot be read. */
	if (path && rv_path_read(path, IDENTITY_MAX, &text, NULL) == RV_OK) {
		rv_redact(rv_buf_sv(&text), out);
		rv_buf_addc(out, '\n');
	}
	rv_buf_release(&text);
}

/* The draft that a screen showed last. */
struct rv_kept_draft {
	struct rv_arena arena;
	struct rv_draft draft;
	bool late;
};

/* What a story that was lost outside of Reverie means for the next one. */
static rv_status
say_lost(struct rv_engine *e, struct rv_sv story, struct rv_arena *arena,
	 struct rv_sv *out, struct rv_err *err)
{
	const struct rv_story_known *known = NULL;
	enum rv_story_state state = RV_STORY_FINE;
	struct rv_sv what, how;
	rv_status s = rv_story_look(e, story, &state, &known, err);

	if (s != RV_OK || state == RV_STORY_FINE)
		return s;
	rv_story_explain(e, story, state, known, arena, &what, &how);
	*out = rv_sv(rv_arena_printf(arena, "%.*s; %.*s.", RV_SV_ARG(what),
				     RV_SV_ARG(how)));
	return s;
}

/* What stands around the model: configuration and files; nothing is asked. */
static rv_status
prepare(struct rv_engine *e, struct rv_arena *arena,
	struct rv_consolidate_in *in, struct rv_err *err)
{
	struct rv_buf story = RV_BUF_INIT, identity = RV_BUF_INIT;
	rv_status s = rv_engine_read_story(e, &story, err);

	in->max_words = rv_config_int(&e->config, "narrative.maxWords");
	if (s == RV_OK)
		s = say_lost(e, rv_buf_sv(&story), arena, &in->lost, err);
	if (s == RV_OK) {
		add_identity(e->map.identity, &identity);
		add_identity(e->map.soul, &identity);
		/* The draft may point into these. */
		in->story = rv_sv_dup_in(arena, rv_buf_sv(&story));
		in->story_empty = !story.n && rv_path_exists(e->map.story);
		in->identity = rv_sv_dup_in(arena, rv_buf_sv(&identity));
	}
	rv_buf_release(&story);
	rv_buf_release(&identity);
	return s;
}

rv_status
rv_engine_draft(struct rv_engine *e, bool pending_only, bool late,
		struct rv_sv edited, struct rv_arena *arena,
		struct rv_draft *out, struct rv_err *err)
{
	struct rv_consolidate_in in = {
		.trigger = pending_only ? RV_TRIGGER_PENDING : RV_TRIGGER_ALL,
		.late = late,
	};
	struct rv_models models;
	struct rv_err mine = {0};
	rv_status s;

	rv_models_open(e, RV_USE_NARRATE, &models);
	in.model = models.model;
	in.token_limit = rv_models_batch_limit(&models);
	s = prepare(e, arena, &in, &mine);
	if (s == RV_OK) {
		rv_models_begin(&models, "consolidate");
		s = rv_consolidate_draft(e->store, &in, arena, out, &mine);
	}
	if (s == RV_OK)
		out->model = rv_sv_dup_in(arena, rv_models_wrote(&models));
	if (s == RV_OK && edited.n)
		s = rv_consolidate_edit(&in, edited, arena, out, &mine);
	rv_models_close(&models, s, mine.msg);
	if (s != RV_OK && err)
		*err = mine;
	return s;
}

/* Another text for the draft that is kept. */
static rv_status
edit_kept(struct rv_engine *e, struct rv_sv edited, struct rv_err *err)
{
	struct rv_consolidate_in in = {.late = e->kept->late};
	char base[RV_SHA256_HEX] = "";
	rv_status s = prepare(e, &e->kept->arena, &in, err);

	if (s != RV_OK)
		return s;
	if (in.story.n || in.story_empty)
		rv_sha256_of(in.story, base);
	if (strcmp(base, e->kept->draft.base) != 0)
		return rv_fail(err, RV_E_MOVED,
			       _("%s: it changed since the preview was made; "
				 "make a new one"),
			       e->map.story_rel);
	return rv_consolidate_edit(&in, edited, &e->kept->arena,
				   &e->kept->draft, err);
}

rv_status
rv_engine_preview(struct rv_engine *e, bool late, struct rv_sv edited,
		  const struct rv_draft **out, struct rv_err *err)
{
	rv_status s;

	if (edited.n && e->kept && e->kept->late == late) {
		s = edit_kept(e, edited, err);
	} else {
		rv_engine_kept_drop(e);
		e->kept = rv_calloc(1, sizeof(*e->kept));
		e->kept->late = late;
		s = rv_engine_draft(e, false, late, edited, &e->kept->arena,
				    &e->kept->draft, err);
	}
	if (s != RV_OK) {
		rv_engine_kept_drop(e);
		return s;
	}
	*out = &e->kept->draft;
	return RV_OK;
}

const struct rv_draft *
rv_engine_kept(const struct rv_engine *e, const char *sha)
{
	if (!e->kept || !sha || strcmp(e->kept->draft.result, sha) != 0)
		return NULL;
	return &e->kept->draft;
}

void
rv_engine_kept_drop(struct rv_engine *e)
{
	if (!e->kept)
		return;
	rv_arena_release(&e->kept->arena);
	free(e->kept);
	e->kept = NULL;
}
