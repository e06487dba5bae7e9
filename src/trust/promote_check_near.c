/* SPDX-License-Identifier: MIT */
/* Whether another page says it already, or has its name. */
#include "config.h"

#include "base/i18n.h"
#include "doc/slug.h"
#include "trust/promote_check_priv.h"

void
rv_promote_check_duplicate(struct rv_promote_asked *a)
{
	struct rv_nearest best;

	a->status = rv_promote_nearest(a->j, &best, a->err);
	if (best.share >= RV_PROMOTE_SAME)
		rv_promote_say(
			a, RV_TRUST_WARN,
			_("%.*s line %lld has %d %% of its words already"),
			RV_SV_ARG(best.path), (long long)best.line,
			(int)(best.share * 100));
	else if (best.path.n)
		rv_promote_say(
			a, RV_TRUST_OK,
			_("the nearest page, %.*s, has %d %% of its words"),
			RV_SV_ARG(best.path), (int)(best.share * 100));
	else
		rv_promote_say(a, RV_TRUST_OK, _("no other page is near"));
}

/* Another page than the target and the source that has this name. */
static const struct rv_page_meta *
other_with(struct rv_promote_asked *a, struct rv_sv name)
{
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_page_meta *other = NULL;
	const struct rv_name *run;
	size_t n;

	rv_name_key(name, &key);
	run = rv_names_range(a->j->names, rv_buf_sv(&key), &n);
	for (size_t i = 0; run && i < n && !other; i++) {
		const struct rv_page_meta *p = run[i].page;

		if (p->layer == RV_LAYER_WIKI &&
		    !rv_mates_have(a->j->in, p->path) &&
		    !rv_sv_eq(p->path, a->j->out->target) &&
		    !rv_sv_eq(p->path, a->j->out->source))
			other = p;
	}
	if (!other)
		other = rv_mates_named(a->j->in, rv_buf_sv(&key),
				       a->j->out->target);
	rv_buf_release(&key);
	return other;
}

void
rv_promote_check_alias(struct rv_promote_asked *a)
{
	struct rv_sv rest = a->meta.aliases, name = a->meta.title;
	const struct rv_page_meta *other = other_with(a, name);

	while (!other && rv_sv_next_line(&rest, &name))
		other = other_with(a, name);
	if (other && rv_promote_type(a->j->out->to) != RV_PAGE_TYPE_N)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("\"%.*s\" is a name of %.*s too; [[links]] to "
				 "it would mean either"),
			       RV_SV_ARG(name), RV_SV_ARG(other->path));
	else
		rv_promote_say(a, RV_TRUST_OK, _("its names are its own"));
}
