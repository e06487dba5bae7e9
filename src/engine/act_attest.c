/* SPDX-License-Identifier: MIT */
/* attest: a stale page that holds as it is. */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "doc/mask.h"
#include "doc/slug.h"
#include "engine/act.h"
#include "engine/cited.h"
#include "engine/edit.h"
#include "engine/place.h"
#include "engine/view_priv.h"
#include "trust/attest.h"
#include "trust/tree.h"

/* Another change of it that waits is decided first. */
static rv_status
check_open(struct rv_engine *e, struct rv_sv page, struct rv_arena *arena,
	   struct rv_err *err)
{
	struct rv_proposal *open;
	size_t n = 0;
	rv_status s = rv_proposal_list(e->store, false, arena, &open, &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++)
		if (rv_sv_eq(open[i].row.target, page) &&
		    !rv_sv_is(open[i].kind, "attest"))
			s = rv_fail(err, RV_E_NO,
				    _("%.*s: %.*s waits and would change it, "
				      "nothing was proposed; decide on that "
				      "first"),
				    RV_SV_ARG(page), RV_SV_ARG(open[i].id));
	return s;
}

static rv_status
say_fresh(const struct rv_page_meta *page, struct rv_err *err)
{
	int64_t seen = RV_MAX(page->reviewed, page->updated);
	char day[RV_ISO_MAX];

	if (seen == RV_UNDATED)
		return rv_fail(err, RV_E_NO,
			       _("%.*s: it is not stale, nothing was proposed"),
			       RV_SV_ARG(page->path));
	rv_time_iso(seen, day);
	return rv_fail(err, RV_E_NO,
		       _("%.*s: it is not stale, nothing was proposed; its "
			 "newest date is %.10s"),
		       RV_SV_ARG(page->path), day);
}

/* The page and why it is stale. */
static rv_status
find_stale(struct rv_engine *e, struct rv_sv name, struct rv_arena *arena,
	   struct rv_sv *path, struct rv_sv *stale, struct rv_err *err)
{
	const struct rv_page_meta *page;
	struct rv_tree *tree;
	rv_status s = rv_tree_cached(e, &tree, err);

	if (s != RV_OK)
		return s;
	page = rv_names_page(&tree->names, name);
	if (!page)
		page = rv_names_find(&tree->names, rv_slug_of_path(name),
				     RV_NAME_ANY);
	if (!page)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("%.*s: there is no such page in any layer"),
			       RV_SV_ARG(name));
	*path = rv_sv_dup_in(arena, page->path);
	*stale = rv_sv_dup_in(arena, rv_tree_row_of(page)->stale);
	return stale->n ? RV_OK : say_fresh(page, err);
}

rv_status
rv_edit_attest(struct rv_engine *e, struct rv_sv page, struct rv_sv replaces,
	       enum rv_door door, struct rv_arena *arena, struct rv_buf *json,
	       struct rv_err *err)
{
	struct rv_promote_in in = {.to = RV_TO_N};
	struct rv_promotion p;
	struct rv_sv stale;
	bool already = false;
	char id[24] = "";
	rv_status s = find_stale(e, page, arena, &in.source, &stale, err);

	if (s == RV_OK)
		s = check_open(e, in.source, arena, err);
	rv_edit_fill(e, &in);
	if (s == RV_OK)
		s = rv_cited_text(e, in.source, arena, &in.text, err);
	if (s == RV_OK)
		s = rv_attest(&in, stale, arena, &p, err);
	if (s == RV_OK)
		s = rv_place_check(e, p.target, err);
	if (s == RV_OK)
		s = rv_edit_propose(e, &p, in.source, replaces, false, door,
				    arena, id, &already, err);
	if (s == RV_OK)
		rv_edit_answer(&p, in.source, id, already, NULL, arena,
			       json);
	return s;
}

rv_status
rv_act_attest(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv page;
	rv_status s = rv_act_operand(args, "PAGE", &page, err);

	(void)env;
	if (s == RV_OK)
		page = rv_sv(rv_edit_rel(e, rv_sv_cstr_in(&arena, page)));
	if (s == RV_OK)
		s = rv_edit_attest(e, rv_mask_path(&arena, page, NULL),
				   RV_SV_NONE, door, &arena, json, err);
	rv_arena_release(&arena);
	return s;
}
