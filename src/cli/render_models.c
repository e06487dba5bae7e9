/* SPDX-License-Identifier: MIT */
/* Answers about models, for people. */
#include "config.h"

#include "base/i18n.h"
#include "cli/render.h"

#define KIND_WIDTH 10
#define NAME_WIDTH 11
#define STATE_WIDTH 13

static void
add_usage(struct rv_text *t, const char *label, const rv_json *u)
{
	rv_text_printf(t, _("%s: %lld calls, %lld tokens in, %lld out"), label,
		       (long long)rv_json_int(rv_json_get(u, "calls"), 0),
		       (long long)rv_json_int(rv_json_get(u, "input"), 0),
		       (long long)rv_json_int(rv_json_get(u, "output"), 0));
	rv_text_printf(t, _(", %.4f dollars"),
		       rv_json_double(rv_json_get(u, "cost"), 0));
	if (rv_json_int(rv_json_get(u, "unpriced"), 0))
		rv_text_lit(t, _(" (some calls have no price)"));
	rv_text_lit(t, "\n");
}

void
rv_render_doctor(struct rv_text *t, const rv_json *doc)
{
	const rv_json *c = rv_json_first(rv_json_get(doc, "checks"));
	const rv_json *u = rv_json_get(doc, "usage");

	for (; c; c = rv_json_next(c)) {
		rv_text_word(t, rv_json_get_sv(c, "kind"), KIND_WIDTH);
		rv_text_lit(t, " ");
		rv_text_cell(t, rv_json_get_sv(c, "name"), NAME_WIDTH);
		rv_text_lit(t, " ");
		rv_text_word(t, rv_json_get_sv(c, "state"), STATE_WIDTH);
		rv_text_lit(t, " ");
		rv_text_line(t, rv_json_get_sv(c, "message"), 0);
		rv_text_lit(t, "\n");
	}
	add_usage(t, _("today"), rv_json_get(u, "today"));
	add_usage(t, _("in all"), rv_json_get(u, "all"));
}

void
rv_render_jobs(struct rv_text *t, const rv_json *doc)
{
	const rv_json *j = rv_json_first(rv_json_get(doc, "jobs"));

	if (!j)
		rv_text_lit(t, _("no model was called yet\n"));
	for (; j; j = rv_json_next(j)) {
		rv_text_printf(t, "%4lld  ",
			       (long long)rv_json_int(rv_json_get(j, "id"), 0));
		rv_text_when(t, rv_json_get(j, "started"));
		rv_text_lit(t, "  ");
		rv_text_word(t, rv_json_get_sv(j, "kind"), NAME_WIDTH);
		rv_text_lit(t, " ");
		rv_text_word(t, rv_json_get_sv(j, "state"), STATE_WIDTH - 2);
		rv_text_printf(t, _(" %lld tokens  "),
			       (long long)rv_json_int(
				       rv_json_get(j, "tokens"), 0));
		rv_text_line(t, rv_json_get_sv(j, "what"), 0);
		if (rv_json_get_sv(j, "message").n) {
			rv_text_lit(t, "  ");
			rv_text_line(t, rv_json_get_sv(j, "message"), 0);
		}
		rv_text_lit(t, "\n");
	}
}

static int64_t
count_of(const rv_json *doc, const char *key)
{
	return rv_json_int(rv_json_get(doc, key), 0);
}

void
rv_render_embed(struct rv_text *t, const rv_json *doc)
{
	int64_t refused = count_of(doc, "refused");

	rv_text_printf(t,
		       _("%lld of %lld documents have a vector of %lld "
			 "numbers; %lld made now, %lld tokens\n"),
		       (long long)count_of(doc, "vectors"),
		       (long long)count_of(doc, "documents"),
		       (long long)count_of(doc, "dimensions"),
		       (long long)count_of(doc, "made"),
		       (long long)count_of(doc, "tokens"));
	if (refused)
		rv_text_printf(t, P_("%lld text was refused by the model\n",
				     "%lld texts were refused by the model\n",
				     refused),
			       (long long)refused);
	if (rv_sv_is(rv_json_get_sv(doc, "state"), "waiting"))
		rv_text_lit(t, _("the provider's batch job runs: `reverie "
				 "embed` fetches its vectors when it is done\n"));
}
