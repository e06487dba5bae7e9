/* SPDX-License-Identifier: MIT */
/* The review desk: what somebody else decided while a person looked here. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "ui/console_priv.h"

static const struct rv_view_decided *
decided(struct ui_ctx *c, struct rv_sv id)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_REVIEW);

	for (size_t i = 0; s && i < s->u.review.n_decided; i++)
		if (rv_sv_eq(s->u.review.decided[i].id, id))
			return &s->u.review.decided[i];
	return NULL;
}

void
ui_meanwhile_tell(struct ui_ctx *c, struct rv_sv id, struct rv_buf *out)
{
	const struct rv_view_decided *d = decided(c, id);
	struct rv_sv state = d ? d->state : RV_SV_NONE;
	struct rv_sv by = d ? d->by : RV_SV_NONE;
	const char *at = ui_tmp_clock(c, d ? d->time : RV_UNDATED);

	if (out->n)
		rv_buf_adds(out, "; ");
	/* TRANSLATORS: a proposal, who decided it, when. */
	if (rv_sv_is(state, "approved"))
		rv_buf_addf(out, _("%.*s was approved meanwhile by %.*s (%s)"),
			    RV_SV_ARG(id), RV_SV_ARG(by), at);
	else if (rv_sv_is(state, "rejected"))
		rv_buf_addf(out, _("%.*s was rejected meanwhile by %.*s (%s)"),
			    RV_SV_ARG(id), RV_SV_ARG(by), at);
	else if (rv_sv_is(state, "superseded"))
		rv_buf_addf(out,
			    _("%.*s was replaced meanwhile by %.*s (%s)"),
			    RV_SV_ARG(id), RV_SV_ARG(by), at);
	else
		rv_buf_addf(out, _("%.*s was decided meanwhile"),
			    RV_SV_ARG(id));
}

/* "P-2 A SHA256" of each, as a question showed them. */
char *
ui_meanwhile_staged(const struct ui_ctx *c)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];

		if (it->what != UI_UNDECIDED)
			rv_buf_addf(&b, "%s %s %s\n", it->id,
				    ui_decided_name(it->what), it->sha);
	}
	return rv_buf_detach(&b);
}

bool
ui_meanwhile_other(struct ui_ctx *c, const char *shown)
{
	char *now = ui_meanwhile_staged(c);
	bool same = rv_sv_is(rv_sv(now ? now : ""), shown);
	struct rv_sv rest = rv_sv(shown), line, id;
	struct rv_buf b = RV_BUF_INIT;

	free(now);
	if (same)
		return false;
	while (rv_sv_next_line(&rest, &line)) {
		(void)rv_sv_next_part(&line, ' ', &id);
		if (id.n && !ui_ctx_queued(c, id))
			ui_meanwhile_tell(c, id, &b);
	}
	if (!b.n)
		rv_buf_adds(&b, _("what is staged changed while the question "
				  "stood"));
	ui_toast(c, RV_LEVEL_WARN,
		 ui_stage_total(&c->stage) > 0
			 ? _("%s: nothing was written here; W shows what is "
			     "still staged")
			 : _("%s: nothing was written here"),
		 b.p);
	rv_buf_release(&b);
	return true;
}
