/* SPDX-License-Identifier: MIT */
/* Where a promotion comes from, then and now. */
#include "config.h"

#include "engine/cited.h"

#include "base/i18n.h"
#include "base/json.h"
#include "base/path.h"
#include "engine/scan.h"
#include "trust/read_page.h"

void
rv_cited_read(const struct rv_ledger_row *row, struct rv_arena *arena,
	       struct rv_cited *out)
{
	struct rv_json_doc doc;
	const rv_json *from;

	*out = (struct rv_cited){.to = RV_TO_N};
	if (!row->batches.n || rv_json_parse(row->batches, &doc, NULL) != RV_OK)
		return;
	from = rv_json_first(doc.root);
	out->source = rv_sv_dup_in(arena, rv_json_get_sv(from, "source"));
	out->taken = rv_sv_dup_in(arena, rv_json_get_sv(from, "taken"));
	out->title = rv_sv_dup_in(arena, rv_json_get_sv(from, "title"));
	out->tier = rv_sv_dup_in(arena, rv_json_get_sv(from, "tier"));
	out->tier_reason =
		rv_sv_dup_in(arena, rv_json_get_sv(from, "tier_reason"));
	out->to = rv_promote_to_of(rv_json_get_sv(from, "to"));
	rv_json_release(&doc);
}

_Static_assert(RV_TEXT_MAX == RV_PAGE_MAX, "what is taken can be read");

rv_status
rv_cited_text(struct rv_engine *e, struct rv_sv source,
	       struct rv_arena *arena, struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_scan_item item;
	rv_status s = rv_scan_one(e, rv_promote_path(source), arena, &item,
				  err);

	if (s == RV_OK)
		s = rv_path_read(item.path, RV_PAGE_MAX, &text, err);
	if (s == RV_OK && rv_is_binary(rv_buf_sv(&text)))
		s = rv_fail_path(err, RV_E_REJECTED, item.path,
				 _("%s: it is binary and holds no text to "
				   "promote"),
				 item.rel);
	if (s == RV_OK)
		*out = rv_sv_dup_in(arena, rv_buf_sv(&text));
	rv_buf_release(&text);
	return s;
}

rv_status
rv_cited_look(struct rv_engine *e, const struct rv_cited *o,
	       struct rv_arena *arena, struct rv_sv *sentence)
{
	struct rv_promote_in in = {.source = o->source, .to = o->to};
	char taken[RV_SHA256_HEX];

	*sentence = RV_SV_NONE;
	if (!o->source.n)
		return RV_OK;
	if (rv_cited_text(e, o->source, arena, &in.text, NULL) != RV_OK) {
		*sentence = rv_sv(rv_arena_printf(
			arena, _("the source %.*s is gone: nothing stands "
				 "behind the page any more"),
			RV_SV_ARG(rv_promote_path(o->source))));
		return RV_E_MOVED;
	}
	/* Proposals of before do not tell what they took. */
	if (!o->taken.n)
		return RV_OK;
	rv_promote_taken(&in, taken);
	if (!rv_sv_is(o->taken, taken))
		*sentence = rv_sv(rv_arena_printf(
			arena, _("the source %.*s says something else since "
				 "this was proposed"),
			RV_SV_ARG(o->source)));
	return RV_OK;
}

struct rv_sv
rv_cited_checks(struct rv_engine *e, const struct rv_ledger_row *row,
		 struct rv_arena *arena)
{
	struct rv_trust_check now = {.code = "provenance"};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_cited from;
	struct rv_json_doc doc;
	struct rv_jw w;

	rv_cited_read(row, arena, &from);
	now.level = rv_cited_look(e, &from, arena, &now.message) == RV_OK
			    ? RV_TRUST_WARN
			    : RV_TRUST_FAIL;
	if (!now.message.n || !row->checks.n ||
	    rv_json_parse(row->checks, &doc, NULL) != RV_OK)
		return row->checks;
	rv_jw_init(&w, &b);
	rv_jw_array(&w, NULL);
	for (const rv_json *c = rv_json_first(doc.root); c;
	     c = rv_json_next(c)) {
		bool mine = rv_sv_is(rv_json_get_sv(c, "code"), now.code);

		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "code", rv_json_get_sv(c, "code"));
		rv_jw_sv(&w, "level",
			 mine ? rv_sv(rv_trust_level_name(now.level))
			      : rv_json_get_sv(c, "level"));
		rv_jw_sv(&w, "message",
			 mine ? now.message : rv_json_get_sv(c, "message"));
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_json_release(&doc);
	return rv_buf_detach_in(arena, &b);
}
