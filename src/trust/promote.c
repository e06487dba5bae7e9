/* SPDX-License-Identifier: MIT */
/* Promotion: the steps in order. */
#include "config.h"

#include "trust/promote.h"

#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/time.h"
#include "trust/promote_priv.h"
#include "trust/read_page.h"

static const char *const names[] = {
	[RV_TO_RAW] = "raw",	       [RV_TO_CONCEPT] = "concept",
	[RV_TO_ENTITY] = "entity",     [RV_TO_DECISION] = "decision",
	[RV_TO_MEMORY] = "memory",
};

static const char *const levels[] = {
	[RV_TRUST_OK] = "ok",
	[RV_TRUST_WARN] = "warn",
	[RV_TRUST_FAIL] = "fail",
};

const char *
rv_promote_to_name(enum rv_promote_to t)
{
	return names[t];
}

enum rv_promote_to
rv_promote_to_of(struct rv_sv name)
{
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (rv_sv_is(name, names[i]))
			return (enum rv_promote_to)i;
	return RV_TO_N;
}

const char *
rv_trust_level_name(enum rv_trust_level l)
{
	return levels[l];
}

void
rv_trust_checks_json(const struct rv_trust_check *checks, size_t n,
		     struct rv_buf *out)
{
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_array(&w, NULL);
	for (size_t i = 0; i < n; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "code", checks[i].code);
		rv_jw_str(&w, "level", rv_trust_level_name(checks[i].level));
		rv_jw_sv(&w, "message", checks[i].message);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
}

static rv_status
know_pages(struct rv_promote_job *j, struct rv_err *err)
{
	struct rv_page_meta *pages;
	struct rv_names *known;
	rv_status st;
	size_t n;

	j->names = j->in->names;
	if (j->names)
		return RV_OK;
	st = rv_page_meta_list(j->in->store, j->arena, &pages, &n, err);
	if (st != RV_OK)
		return st;
	known = rv_arena_new(j->arena, struct rv_names);
	rv_names_build(pages, n, j->arena, known);
	j->names = known;
	return RV_OK;
}

static rv_status
begin(struct rv_promote_job *j, struct rv_err *err)
{
	struct rv_sv path = rv_promote_path(j->in->source);
	struct rv_page_link *links;
	const struct rv_page_meta *known;
	rv_status st;
	size_t n;

	st = know_pages(j, err);
	if (st != RV_OK)
		return st;
	rv_page_parse(j->in->text, j->arena, &j->doc);
	rv_read_page(path, RV_LAYER_DERIVED, j->in->text, &j->doc, j->arena,
		     &j->meta, &links, &n);
	/* the index knows which layer it lies in */
	known = rv_names_page(j->names, path);
	if (known)
		j->meta.layer = known->layer;
	return RV_OK;
}

/* What cannot be read must not be guessed at: dates, themes and trust of the
 * source would be lost without a word. */
static rv_status
check_front(const struct rv_promote_job *j, struct rv_err *err)
{
	if (!j->doc.meta_broken)
		return RV_OK;
	return rv_fail(err, RV_E_REJECTED,
		       _("%.*s: line %d: %.*s; mend it, then promote it"),
		       RV_SV_ARG(rv_promote_path(j->in->source)),
		       j->doc.front.line, RV_SV_ARG(j->doc.front.why));
}

static void
take(struct rv_promote_job *j)
{
	struct rv_sha256 sha;

	rv_sha256_init(&sha);
	for (size_t i = 0; i < j->n; i++) {
		rv_sha256_add(&sha, j->blocks[i].text.p, j->blocks[i].text.n);
		rv_sha256_add(&sha, "\n\n", 2);
	}
	rv_sha256_hex(&sha, j->out->taken);
	if (!j->n)
		j->out->taken[0] = '\0';
}

void
rv_promote_taken(const struct rv_promote_in *in, char out[RV_SHA256_HEX])
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_promotion p = {.to = in->to};
	struct rv_promote_job j = {.in = in, .arena = &arena, .out = &p};

	rv_page_parse(in->text, &arena, &j.doc);
	if (rv_promote_select(&j, NULL) == RV_OK)
		take(&j);
	memcpy(out, p.taken, RV_SHA256_HEX);
	rv_arena_release(&arena);
}

/* The type of the page that was named, else the one whose headings take most of
 * the source. */
static enum rv_promote_to
best_type(const struct rv_promote_job *j)
{
	const struct rv_page_meta *into = rv_promote_into(j);
	static const enum rv_promote_to types[] = {RV_TO_DECISION,
						   RV_TO_ENTITY};
	enum rv_promote_to best = RV_TO_CONCEPT;

	if (into && rv_promote_to_of(into->type) != RV_TO_N)
		return rv_promote_to_of(into->type);
	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (rv_promote_fit(j, rv_promote_type(types[i])) >
		    rv_promote_fit(j, rv_promote_type(best)))
			best = types[i];
	return best;
}

rv_status
rv_promote(const struct rv_promote_in *in, struct rv_arena *arena,
	   struct rv_promotion *out, struct rv_err *err)
{
	struct rv_promote_in given = *in;
	struct rv_promote_job j = {.in = &given, .arena = arena, .out = out};
	rv_status st;

	*out = (struct rv_promotion){.to = in->to};
	st = begin(&j, err);
	if (st == RV_OK)
		st = check_front(&j, err);
	if (st == RV_OK)
		st = rv_promote_select(&j, err);
	if (st == RV_OK && in->to == RV_TO_N)
		out->to = given.to = best_type(&j);
	if (st == RV_OK)
		st = rv_promote_resolve(&j, err);
	if (st != RV_OK)
		return st;
	take(&j);
	rv_promote_move_links(&j);
	rv_promote_compose(&j);
	if (rv_sv_eq(out->bytes, out->old) && out->left.n)
		return rv_fail(err, RV_E_NO,
			       _("%.*s: no heading of %.*s takes what stands "
				 "under %.*s, and it holds the rest already; "
				 "nothing was proposed"),
			       RV_SV_ARG(in->source), RV_SV_ARG(out->target),
			       RV_SV_ARG(out->left));
	if (rv_sv_eq(out->bytes, out->old))
		return rv_fail(err, RV_E_NO,
			       _("%.*s: %.*s holds all of it already; nothing "
				 "was proposed"),
			       RV_SV_ARG(in->source), RV_SV_ARG(out->target));
	return rv_promote_run_checks(&j, err);
}

rv_status
rv_promote_check(const struct rv_promote_in *in, struct rv_arena *arena,
		 struct rv_promotion *out, struct rv_err *err)
{
	struct rv_promote_job j = {.in = in, .arena = arena, .out = out};
	rv_status st = begin(&j, err);

	if (st == RV_OK && out->attest) {
		out->source = in->source;
		st = rv_promote_run_checks(&j, err);
	} else if (st == RV_OK) {
		out->source = rv_promote_path(in->source);
		/* what the source says is asked of its blocks; a part that is
		 * gone meanwhile leaves none */
		if (rv_promote_select(&j, NULL) != RV_OK)
			j.n = 0;
		take(&j);
		rv_promote_move_links(&j);
		rv_promote_note_pending(&j);
		rv_promote_note_left(&j);
		st = rv_promote_run_checks(&j, err);
	}
	return st;
}
