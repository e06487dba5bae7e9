/* SPDX-License-Identifier: MIT */
/* Which page a promotion goes to: an existing one, or a free name. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/mask.h"
#include "doc/slug.h"
#include "trust/promote_priv.h"
#include "trust/read_page.h"

#define TRIES 1000

enum rv_page_type
rv_promote_type(enum rv_promote_to t)
{
	switch (t) {
	case RV_TO_CONCEPT:
		return RV_PAGE_CONCEPT;
	case RV_TO_ENTITY:
		return RV_PAGE_ENTITY;
	case RV_TO_DECISION:
		return RV_PAGE_DECISION;
	case RV_TO_RAW:
	case RV_TO_MEMORY:
	case RV_TO_N:
		break;
	}
	return RV_PAGE_TYPE_N;
}

struct rv_sv
rv_day_in(struct rv_arena *arena, int64_t t)
{
	char iso[RV_ISO_MAX];

	rv_time_iso(t, iso);
	return rv_sv_dup_in(arena, rv_sv_of(iso, 10));
}

static const char *
on_disk(struct rv_promote_job *j, struct rv_sv rel)
{
	return rv_mask_join(j->arena, j->in->workspace, rel);
}

static rv_status
read_old(struct rv_promote_job *j, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status st = rv_path_read(on_disk(j, j->out->target),
				    RV_TARGET_BYTES, &b, err);

	if (st == RV_OK) {
		j->out->exists = true;
		j->out->old = rv_sv_dup_in(j->arena, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	if (st != RV_E_NOTFOUND)
		return st;
	if (err)
		*err = (struct rv_err){0};
	return RV_OK;
}

/* Basenames are unique over the whole wiki; those of other layers are free to
 * take, since a link prefers the page of the wiki. */
static bool
is_free(struct rv_promote_job *j, struct rv_sv slug, struct rv_sv path)
{
	const struct rv_page_meta *page = rv_names_find(j->names, slug,
							RV_NAME_SLUG);

	return (!page || page->layer != RV_LAYER_WIKI) &&
	       !rv_path_exists(on_disk(j, path));
}

/* The existing page of this type and name: slug, then alias, then title. */
static const struct rv_page_meta *
find_page(struct rv_promote_job *j, const char *code, struct rv_sv slug)
{
	static const unsigned order[] = {RV_NAME_SLUG, RV_NAME_ALIAS,
					 RV_NAME_TITLE};

	for (size_t i = 0; i < ARRAY_LEN(order); i++) {
		struct rv_sv names[] = {slug, j->out->title};

		for (size_t k = 0; k < ARRAY_LEN(names); k++) {
			struct rv_buf key = RV_BUF_INIT;
			const struct rv_page_meta *found = NULL;
			const struct rv_name *run;
			size_t n;

			rv_name_key(names[k], &key);
			run = rv_names_range(j->names, rv_buf_sv(&key), &n);
			for (size_t m = 0; run && m < n && !found; m++) {
				const struct rv_page_meta *p = run[m].page;

				if (run[m].kind == order[i] &&
				    p->layer == RV_LAYER_WIKI &&
				    rv_sv_is(p->type, code))
					found = p;
			}
			rv_buf_release(&key);
			if (found)
				return found;
		}
	}
	return NULL;
}

const struct rv_page_meta *
rv_promote_into(const struct rv_promote_job *j)
{
	const struct rv_page_meta *page = NULL;

	if (j->in->into.n)
		page = rv_names_page(j->names, j->in->into);
	if (j->in->into.n && !page)
		page = rv_names_find(j->names, rv_slug_of_path(j->in->into),
				     RV_NAME_ANY);
	return page;
}

/* A page of the wiki that the operator named. */
static rv_status
find_into(struct rv_promote_job *j, const char *code, struct rv_err *err)
{
	struct rv_sv into = j->in->into;
	const struct rv_page_meta *page = rv_promote_into(j);

	if (!page || page->layer != RV_LAYER_WIKI)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("%.*s: there is no such page in the wiki; "
				 "`reverie layers` lists them"),
			       RV_SV_ARG(into));
	if (!rv_sv_is(page->type, code))
		return rv_fail(err, RV_E_USAGE,
			       _("%.*s: it is a page of type %.*s; promote to "
				 "that type or name another page"),
			       RV_SV_ARG(page->path), RV_SV_ARG(page->type));
	j->out->target = rv_sv_dup_in(j->arena, page->path);
	return read_old(j, err);
}

static rv_status
wiki_target(struct rv_promote_job *j, enum rv_page_type type,
	    struct rv_err *err)
{
	const struct rv_page_type_row *row = rv_page_type_row(type);
	struct rv_buf plain = RV_BUF_INIT, slug = RV_BUF_INIT;
	const struct rv_page_meta *page;
	rv_status st = RV_OK;

	if (j->in->into.n)
		return find_into(j, row->code, err);
	rv_slug_make(j->out->title, &plain);
	rv_buf_adds(&slug, row->prefix);
	rv_buf_addv(&slug, rv_buf_sv(&plain));
	page = find_page(j, row->code, rv_buf_sv(&slug));
	if (!page)
		page = find_page(j, row->code, rv_buf_sv(&plain));
	if (page) {
		j->out->target = rv_sv_dup_in(j->arena, page->path);
		st = read_old(j, err);
		goto out;
	}
	/* <slug>, <slug>-<type>, then -2, -3 ... */
	for (int i = 0; i < TRIES; i++) {
		const char *tail = i == 0 ? "" : i == 1 ? row->code : "";
		size_t keep = rv_utf8_floor(
			rv_buf_sv(&slug),
			RV_MIN(slug.n, (size_t)RV_SLUG_BYTES - 16));
		struct rv_sv name = rv_sv(rv_arena_printf(
			j->arena, i < 2 ? "%.*s%s%s" : "%.*s-%s%s%d",
			(int)keep, slug.p, i == 1 ? "-" : "",
			tail, i));

		j->out->target = rv_sv(rv_arena_printf(
			j->arena, "%s/%s/%.*s.md", j->in->wiki, row->folder,
			RV_SV_ARG(name)));
		if (is_free(j, name, j->out->target))
			break;
	}
out:
	rv_buf_release(&plain);
	rv_buf_release(&slug);
	return st;
}

/* raw/YYYY-MM-DD-<slug>.md; what is there is never overwritten. */
static void
raw_target(struct rv_promote_job *j)
{
	struct rv_sv day = rv_day_in(j->arena, j->meta.updated == RV_UNDATED
						       ? j->in->now
						       : j->meta.updated);
	struct rv_buf slug = RV_BUF_INIT;

	rv_slug_make(j->out->title, &slug);
	for (int i = 1; i < TRIES; i++) {
		j->out->target = rv_sv(
			i == 1 ? rv_arena_printf(j->arena, "%s/%.*s-%s.md",
						 j->in->raw, RV_SV_ARG(day),
						 slug.p)
			       : rv_arena_printf(j->arena, "%s/%.*s-%s-%d.md",
						 j->in->raw, RV_SV_ARG(day),
						 slug.p, i));
		if (!rv_names_find_path(j->names, j->out->target) &&
		    !rv_path_exists(on_disk(j, j->out->target)))
			break;
	}
	rv_buf_release(&slug);
}

rv_status
rv_promote_resolve(struct rv_promote_job *j, struct rv_err *err)
{
	enum rv_page_type type = rv_promote_type(j->in->to);

	if (type != RV_PAGE_TYPE_N)
		return wiki_target(j, type, err);
	if (j->in->to == RV_TO_RAW) {
		if (j->meta.layer == RV_LAYER_RAW)
			return rv_fail(err, RV_E_USAGE,
				       _("%.*s: it is raw memory already; "
					 "promote it to a concept, an entity "
					 "or a decision"),
				       RV_SV_ARG(j->out->source));
		raw_target(j);
		return RV_OK;
	}
	j->out->target = rv_sv(j->in->memory);
	if (rv_sv_eq(j->out->source, j->out->target))
		return rv_fail(err, RV_E_USAGE,
			       _("%.*s: it stands in %s already; promote it to "
				 "raw or to a page of the wiki"),
			       RV_SV_ARG(j->in->source), j->in->memory);
	return read_old(j, err);
}
