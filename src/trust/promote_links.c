/* SPDX-License-Identifier: MIT */
/* Relative links of what is promoted: they lead where they led. */
#include "config.h"

#include <string.h>

#include "base/path.h"
#include "doc/mask.h"
#include "doc/relink.h"
#include "doc/wikilink.h"
#include "trust/promote_priv.h"

/* "../raw/x.md" from the folder of a page; both are below the workspace. */
static void
add_relative(struct rv_sv page, struct rv_sv path, struct rv_buf *out)
{
	size_t common = 0;

	for (size_t i = 0; i < RV_MIN(page.n, path.n) &&
			   page.p[i] == path.p[i];
	     i++)
		if (page.p[i] == '/')
			common = i + 1;
	for (size_t i = common; i < page.n; i++)
		if (page.p[i] == '/')
			rv_buf_adds(out, "../");
	rv_buf_addv(out, rv_sv_slice(path, common, path.n));
}

struct way {
	const char *workspace;
	struct rv_sv from, to; /* pages */
	struct rv_arena *arena;
};

/* rv_relink_fn */
static bool
move(struct rv_sv path, struct rv_buf *out, void *arg)
{
	const struct way *w = arg;
	struct rv_buf where = RV_BUF_INIT;
	bool there;

	there = rv_link_resolve(w->from, path, &where) && where.n &&
		rv_path_exists(rv_mask_join(w->arena, w->workspace,
					    rv_buf_sv(&where)));
	if (there)
		add_relative(w->to, rv_buf_sv(&where), out);
	rv_buf_release(&where);
	return there;
}

void
rv_promote_move_links(struct rv_promote_job *j)
{
	struct way way = {j->in->workspace, j->out->source, j->out->target,
			  j->arena};

	for (size_t i = 0; i < j->n; i++) {
		struct rv_sv text = j->blocks[i].text;
		struct rv_buf b = RV_BUF_INIT;

		if (!rv_sv_has(text, RV_SV("](")) &&
		    !rv_sv_has(text, RV_SV("]:")))
			continue;
		rv_relink(text, move, &way, j->arena, &b);
		if (!rv_sv_eq(rv_buf_sv(&b), text)) {
			j->blocks[i].before = text;
			j->blocks[i].text = rv_sv_dup_in(j->arena,
							 rv_buf_sv(&b));
		}
		rv_buf_release(&b);
	}
}

struct rv_sv
rv_promote_moved(const struct rv_promote_in *in, struct rv_sv target,
		 struct rv_arena *arena)
{
	struct way way = {in->workspace, rv_promote_path(in->source), target,
			  arena};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;

	rv_relink(in->text, move, &way, arena, &b);
	out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}
