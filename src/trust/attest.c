/* SPDX-License-Identifier: MIT */
/* A page that holds as it is: its review is dated anew. */
#include "config.h"

#include "trust/attest.h"

#include "base/i18n.h"
#include "base/time.h"
#include "doc/page_edit.h"
#include "trust/promote_priv.h"
#include "trust/read_page.h"

/* Staleness asks for the review first, and takes an update for one where there
 * is none: see rv_stale_reason. */
static const char *
field_of(const struct rv_page_edit *e)
{
	return rv_page_edit_get(e, "last_reviewed_at").n ||
			       !rv_page_edit_get(e, "last_reviewed").n
		       ? "last_reviewed_at"
		       : "last_reviewed";
}

static bool
is_reviewed(struct rv_sv path, struct rv_sv bytes, struct rv_sv day,
	    struct rv_arena *arena)
{
	struct rv_page_doc doc;
	struct rv_page_meta meta;
	struct rv_page_link *links;
	int64_t t;
	size_t n;

	rv_page_parse(bytes, arena, &doc);
	rv_read_page(path, RV_LAYER_WIKI, bytes, &doc, arena, &meta, &links,
		     &n);
	return !doc.meta_broken && rv_time_parse(day, &t) &&
	       meta.reviewed == t;
}

rv_status
rv_attest(const struct rv_promote_in *in, struct rv_sv stale,
	  struct rv_arena *arena, struct rv_promotion *out, struct rv_err *err)
{
	struct rv_sv day = rv_day_in(arena, in->now);
	struct rv_page_edit e;
	struct rv_page_doc doc;
	struct rv_buf b = RV_BUF_INIT;

	*out = (struct rv_promotion){.attest = true,
				     .stale = stale,
				     .to = RV_TO_N,
				     .target = in->source,
				     .exists = true,
				     .old = in->text};
	rv_page_parse(in->text, arena, &doc);
	out->title = doc.title;
	rv_page_edit_init(&e, in->text, arena);
	rv_page_edit_set(&e, field_of(&e), day);
	rv_page_edit_write(&e, &b);
	out->bytes = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	if (doc.meta_broken || !doc.meta ||
	    !is_reviewed(in->source, out->bytes, day, arena))
		return rv_fail(err, RV_E_REJECTED,
			       _("%.*s: its frontmatter is no list of fields, "
				 "one a line, and cannot be dated; mend it by "
				 "hand"),
			       RV_SV_ARG(in->source));
	return rv_promote_check(in, arena, out, err);
}
