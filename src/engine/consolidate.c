/* SPDX-License-Identifier: MIT */
/* A draft of the story from what is pending, by the engine's configuration. */
#include "config.h"

#include "base/i18n.h"
#include "base/path.h"
#include "doc/redact.h"
#include "engine/models.h"
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

rv_status
rv_engine_draft(struct rv_engine *e, bool pending_only, bool late,
		struct rv_sv edited, struct rv_arena *arena,
		struct rv_draft *out, struct rv_err *err)
{
	struct rv_buf story = RV_BUF_INIT, identity = RV_BUF_INIT;
	struct rv_consolidate_in in = {
		.trigger = pending_only ? RV_TRIGGER_PENDING : RV_TRIGGER_ALL,
		.late = late,
	};
	struct rv_models models;
	struct rv_err mine = {0};
	rv_status s;

	rv_models_open(e, RV_USE_NARRATE, &models);
	in.model = models.model;
	in.token_limit = rv_config_int(&e->config, "narrative.safeTokenLimit");
	in.owner = rv_sv(rv_config_get(&e->config, "owner.name"));
	in.max_words = rv_config_int(&e->config, "narrative.maxWords");
	s = rv_engine_read_story(e, &story, &mine);
	if (s != RV_OK)
		goto out;
	add_identity(e->map.identity, &identity);
	add_identity(e->map.soul, &identity);
	/* The draft may point into these. */
	in.story = rv_sv_dup_in(arena, rv_buf_sv(&story));
	in.story_empty = !story.n && rv_path_exists(e->map.story);
	in.identity = rv_sv_dup_in(arena, rv_buf_sv(&identity));
	rv_models_begin(&models, "consolidate");
	s = rv_consolidate_draft(e->store, &in, arena, out, &mine);
	if (s == RV_OK && edited.n)
		s = rv_consolidate_edit(&in, edited, arena, out, &mine);
out:
	rv_models_close(&models, s, mine.msg);
	if (s != RV_OK && err)
		*err = mine;
	rv_buf_release(&story);
	rv_buf_release(&identity);
	return s;
}
