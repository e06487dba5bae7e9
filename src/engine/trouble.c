/* SPDX-License-Identifier: MIT */
/* What is wrong with the memory as a whole, in sentences, the worst first. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "doc/story_doc.h"
#include "engine/story_known.h"
#include "engine/view_priv.h"
#include "store/chain.h"

static void
add(struct rv_view_status *out, enum rv_level level, const char *opens,
    struct rv_sv what, struct rv_sv how)
{
	if (out->n_troubles < RV_VIEW_TROUBLES)
		out->troubles[out->n_troubles++] = (struct rv_view_trouble){
			level, what, how, opens};
}

static void
look_at_anchor(struct rv_engine *e, struct rv_sv story, struct rv_arena *arena,
	       struct rv_view_status *out)
{
	struct rv_story_doc doc;

	rv_story_parse(story, arena, &doc);
	if (doc.anchors > 1)
		add(out, RV_LEVEL_WARN, "story",
		    rv_sv(rv_arena_printf(arena,
					  _("%d anchors in %s: the first one "
					    "counts"),
					  doc.anchors, e->map.story_rel)),
		    rv_sv(_("the next consolidation leaves one")));
	else if (doc.anchor_broken)
		add(out, RV_LEVEL_WARN, "story",
		    rv_sv(rv_arena_printf(arena,
					  _("the anchor of %s is no time"),
					  e->map.story_rel)),
		    rv_sv(_("everything counts as pending")));
	else if (doc.anchor_bare)
		add(out, RV_LEVEL_WARN, "story",
		    rv_sv(rv_arena_printf(arena,
					  /* TRANSLATORS: %s is STORY.md;
					   * LAST_PROCESSED stands in it. */
					  _("LAST_PROCESSED of %s has no zone: "
					    "read as UTC"),
					  e->map.story_rel)),
		    rv_sv(_("the next consolidation writes it with one")));
}

static void
look_at_chain(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_status *out)
{
	const struct rv_chain *c = rv_chain_known(e->store);

	out->chain = (struct rv_view_chain){
		.known = c->known,
		.broken = c->broken,
		.rows = c->rows,
		.first_bad = c->first_bad,
		.accepted = c->accepted,
	};
	if (c->broken)
		add(out, RV_LEVEL_ERROR, "log",
		    rv_sv(rv_arena_printf(
			    arena, _("chain broken: row %lld was changed"),
			    (long long)c->first_bad)),
		    rv_sv(rv_arena_printf(
			    arena,
			    _("line %lld of ledger.jsonl: nothing is decided "
			      "until `reverie chain accept REASON`"),
			    (long long)c->line)));
}

rv_status
rv_view_troubles(struct rv_engine *e, struct rv_sv story,
		 struct rv_arena *arena, struct rv_view_status *out,
		 struct rv_err *err)
{
	const struct rv_story_known *known = NULL;
	enum rv_story_state state = RV_STORY_FINE;
	struct rv_sv what, how;
	rv_status st = rv_story_look(e, story, &state, &known, err);

	if (st != RV_OK)
		return st;
	look_at_chain(e, arena, out);
	rv_story_explain(e, story, state, known, arena, &what, &how);
	if (state != RV_STORY_FINE)
		add(out, RV_LEVEL_ERROR, "story", what, how);
	look_at_anchor(e, story, arena, out);
	return RV_OK;
}
