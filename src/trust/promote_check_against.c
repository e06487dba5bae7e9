/* SPDX-License-Identifier: MIT */
/* What a promotion disagrees with, unless a person settled that. */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "doc/slug.h"
#include "trust/promote_check_priv.h"
#include "trust/settle.h"

/* Closed, and nobody settled it: a statement that meets what it decided is a
 * contradiction, any other text is only late. */
static const struct rv_page_meta *
find_closed(struct rv_promote_asked *a)
{
	struct rv_promote_job *j = a->j;
	const struct rv_page_meta *target = rv_names_page(j->names,
							  j->out->target);
	struct rv_sides sides;

	if (!target || !j->out->exists || !rv_sv_is(target->type, "decision") ||
	    !rv_sv_is(target->status, "closed") ||
	    rv_list_has(a->settled, j->in->source))
		return NULL;
	rv_promote_sides(j->out->old, j->out->bytes, true, j->arena, &sides);
	j->out->closed = sides.line[0].n && sides.line[1].n;
	/* a person who opens it again has seen that */
	j->out->shut = !j->out->closed && rv_sv_is(a->meta.status, "closed");
	return j->out->closed ? target : NULL;
}

static const struct rv_page_meta *
find_called(struct rv_promote_asked *a, struct rv_sv name)
{
	const struct rv_page_meta *page = rv_names_find(a->j->names, name,
							RV_NAME_ANY);
	struct rv_buf key = RV_BUF_INIT;

	rv_name_key(name, &key);
	if (!page)
		page = rv_mates_named(a->j->in, rv_buf_sv(&key),
				      a->j->out->target);
	rv_buf_release(&key);
	return page;
}

/* Says a page that it disagrees, which this one does not say itself? */
static bool
disagrees(struct rv_promote_asked *a, const struct rv_page_meta *page)
{
	struct rv_promote_job *j = a->j;
	struct rv_sv list = page->contradicts;
	struct rv_sv slug = rv_slug_of_path(page->path);

	/* most say nothing */
	return list.n &&
	       (rv_list_has(list, rv_slug_of_path(j->out->target)) ||
		rv_list_has(list, rv_slug_of_path(j->out->source))) &&
	       !rv_list_has(a->settled, slug) &&
	       !rv_list_has(a->meta.contradicts, slug);
}

/* Other pages of which either says that they disagree, unless a person settled
 * that: the first one, and how many. */
static const struct rv_page_meta *
find_others(struct rv_promote_asked *a, size_t *n)
{
	const struct rv_promote_in *in = a->j->in;
	struct rv_sv rest = a->meta.contradicts, one;
	const struct rv_page_meta *page, *first = NULL;

	*n = 0;
	while (rv_sv_next_line(&rest, &one)) {
		page = find_called(a, rv_slug_of_path(one));
		if (!page ||
		    rv_list_has(a->settled, rv_slug_of_path(page->path)))
			continue;
		first = first ? first : page;
		++*n;
	}
	for (size_t i = 0; i < a->j->names->n_pages; i++) {
		page = a->j->names->pages[i];
		if (!disagrees(a, page) || rv_mates_have(in, page->path))
			continue;
		first = first ? first : page;
		++*n;
	}
	for (size_t i = 0; i < in->n_mates; i++) {
		page = &in->mates[i].meta;
		if (!disagrees(a, page))
			continue;
		first = first ? first : page;
		++*n;
	}
	return first;
}

static struct rv_sv
day_or_none(struct rv_promote_asked *a, int64_t t)
{
	return t == RV_UNDATED ? rv_sv(_("no date"))
			       : rv_day_in(a->j->arena, t);
}

/* Both sides, each with its date and how sure it is. */
static void
say_both(struct rv_promote_asked *a, const struct rv_page_meta *target)
{
	const struct rv_promotion *out = a->j->out;
	struct rv_sides sides;

	rv_promote_sides(out->old, out->bytes, true, a->j->arena, &sides);
	rv_promote_say(a, RV_TRUST_WARN,
		       _("%.*s is closed: \"%.*s\" (%.*s, %.*s); %.*s: "
			 "\"%.*s\" (%.*s, %.*s)"),
		       RV_SV_ARG(target->path), RV_SV_ARG(sides.line[0]),
		       RV_SV_ARG(day_or_none(a, target->updated)),
		       RV_SV_ARG(target->confidence.n ? target->confidence
						      : rv_sv("-")),
		       RV_SV_ARG(out->source), RV_SV_ARG(sides.line[1]),
		       RV_SV_ARG(day_or_none(a, a->j->meta.updated)),
		       RV_SV_ARG(a->j->meta.confidence.n ? a->j->meta.confidence
							 : rv_sv("-")));
}

static void
say_other(struct rv_promote_asked *a, const struct rv_page_meta *other,
	  size_t n)
{
	bool itself = rv_list_has(a->meta.contradicts,
				  rv_slug_of_path(other->path));

	if (n > 1)
		rv_promote_say(a, RV_TRUST_WARN,
			       P_("%.*s and %zu other page contradict this",
				  "%.*s and %zu other pages contradict this",
				  n - 1),
			       RV_SV_ARG(other->path), n - 1);
	else if (itself)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("it says itself that it contradicts %.*s"),
			       RV_SV_ARG(other->path));
	else
		rv_promote_say(a, RV_TRUST_WARN,
			       _("%.*s says that it contradicts this"),
			       RV_SV_ARG(other->path));
}

void
rv_promote_check_contradiction(struct rv_promote_asked *a)
{
	struct rv_promotion *out = a->j->out;
	const struct rv_page_meta *other;
	size_t n = 0;

	out->closed = out->shut = false;
	out->against = RV_SV_NONE;
	other = find_closed(a);
	if (!other)
		other = find_others(a, &n);
	if (!other) {
		if (a->settled.n)
			rv_promote_say(a, RV_TRUST_OK,
				       _("settled by a person"));
		else
			rv_promote_say(a, RV_TRUST_OK,
				       _("no page says otherwise"));
		return;
	}
	out->against = rv_sv_dup_in(a->j->arena, other->path);
	out->against_time = other->updated;
	if (out->closed)
		say_both(a, other);
	else
		say_other(a, other, n);
}

/* No pair of statements, so there is nothing to choose between. */
void
rv_promote_add_closed(struct rv_promote_asked *a)
{
	if (!a->j->out->shut)
		return;
	rv_promote_say(
		a, RV_TRUST_WARN,
		_("%.*s is closed, and what comes to it is no other decision; "
		  "open it again by hand, or promote elsewhere"),
		RV_SV_ARG(a->j->out->target));
	a->j->out->checks[a->j->out->n_checks++] = (struct rv_trust_check){
		"closed", a->level, a->why};
}
