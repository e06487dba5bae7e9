/* SPDX-License-Identifier: MIT */
/* The checks of a promotion in their order, and the tier that follows. */
#include "config.h"

#include <stdarg.h>

#include "base/i18n.h"
#include "trust/promote_check_priv.h"
#include "trust/read_page.h"

void
rv_promote_say(struct rv_promote_asked *a, enum rv_trust_level level,
	       const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	a->level = level;
	a->why = rv_sv_dup_in(a->j->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
}

static const struct {
	const char *code;
	void (*ask)(struct rv_promote_asked *a);
	bool attested;
} checks[] = {
#define PROMOTE_CHECK(name, attested, sentence) \
	{#name, rv_promote_check_##name, attested},
#include "trust/promote_checks.def"
#undef PROMOTE_CHECK
};

static void
settle_tier(struct rv_promote_job *j)
{
	enum rv_trust_level worst = RV_TRUST_OK;
	const struct rv_trust_check *why = NULL;

	for (size_t i = 0; i < j->out->n_checks; i++)
		if (j->out->checks[i].level > worst) {
			why = &j->out->checks[i];
			worst = why->level;
		}
	j->out->tier = "T1";
	j->out->tier_reason = rv_sv(_("durable knowledge needs a person"));
	if (worst == RV_TRUST_FAIL) {
		j->out->tier = "T2";
		j->out->tier_reason = why->message;
	} else if (worst == RV_TRUST_OK && j->out->to == RV_TO_RAW) {
		j->out->tier = "T0";
		j->out->tier_reason = rv_sv(
			_("a copy into raw memory, every check is ok"));
	}
}

rv_status
rv_promote_run_checks(struct rv_promote_job *j, struct rv_err *err)
{
	struct rv_promote_asked a = {.j = j, .err = err};
	struct rv_page_link *links;
	size_t n;

	rv_page_parse(j->out->bytes, j->arena, &a.doc);
	rv_read_page(j->out->target, RV_LAYER_WIKI, j->out->bytes, &a.doc,
		     j->arena, &a.meta, &links, &n);
	j->out->checks = rv_arena_array(j->arena, struct rv_trust_check,
					ARRAY_LEN(checks) + 1);
	a.settled = rv_meta_list(a.doc.meta, "settled", j->arena);
	j->out->n_checks = 0;
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		if (j->out->attest && !checks[i].attested)
			continue;
		checks[i].ask(&a);
		if (a.status != RV_OK)
			return a.status;
		j->out->checks[j->out->n_checks++] = (struct rv_trust_check){
			checks[i].code, a.level, a.why};
	}
	if (!j->out->attest)
		rv_promote_add_closed(&a);
	settle_tier(j);
	return RV_OK;
}
