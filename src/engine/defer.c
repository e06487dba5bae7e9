/* SPDX-License-Identifier: MIT */
/* Deferring proposals for a while. */
#include "config.h"

#include "engine/defer.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/time.h"
#include "base/when.h"
#include "engine/step.h"
#include "trust/promote.h"

/* Does the row defer the proposal, and in which words? */
static bool
was_deferred(struct rv_engine *e, const struct rv_ledger_row *row,
	      struct rv_sv id, struct rv_sv *why)
{
	bool applied = false;

	*why = row->reason;
	if (row->kind == RV_LEDGER_DEFER && rv_sv_eq(row->proposal, id))
		return true;
	for (size_t i = 0; i < row->n_also; i++) {
		if (row->also[i].kind != RV_LEDGER_DEFER ||
		    !rv_sv_eq(row->also[i].proposal, id))
			continue;
		/* a batch may have been dropped half way */
		*why = row->also[i].reason;
		return rv_ledger_is_applied(e->store, row->id, &applied,
					    NULL) == RV_OK &&
		       applied;
	}
	return false;
}

static void
read_reason(struct rv_sv why, struct rv_defers *out)
{
	if (rv_sv_starts(why, RV_SV(RV_DEFER_EVENT)))
		(void)snprintf(out->mark, sizeof(out->mark), "%.*s",
			       RV_SV_ARG(rv_sv_slice(why,
						     strlen(RV_DEFER_EVENT),
						     why.n)));
	else if (rv_sv_starts(why, RV_SV(RV_DEFER_UNTIL)))
		(void)rv_time_parse(
			rv_sv_slice(why, strlen(RV_DEFER_UNTIL), why.n),
			&out->due);
}

rv_status
rv_defers_of(struct rv_engine *e, struct rv_sv id, struct rv_defers *out,
	     struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	size_t n = 0;
	rv_status s = rv_ledger_list(e->store, 0, &arena, &rows, &n, err);

	*out = (struct rv_defers){.due = RV_UNDATED};
	/* newest first: the first one counts */
	for (size_t i = 0; s == RV_OK && i < n; i++) {
		struct rv_sv why;

		if (was_deferred(e, &rows[i], id, &why) && !out->count++)
			read_reason(why, out);
	}
	rv_arena_release(&arena);
	return s;
}

/* A hash over the files it is about; one that cannot be read is an empty one. */
static void
mark_of(struct rv_engine *e, const struct rv_proposal *p,
	char out[RV_SHA256_HEX])
{
	struct rv_buf all = RV_BUF_INIT, one = RV_BUF_INIT;
	struct rv_sv files[2] = {p->row.target, rv_sv(e->map.pending_rel)};
	struct rv_json_doc doc = {0};
	char sha[RV_SHA256_HEX];

	if (!rv_sv_is(p->kind, "consolidate")) {
		files[1] = RV_SV_NONE;
		if (p->row.batches.n &&
		    rv_json_parse(p->row.batches, &doc, NULL) == RV_OK)
			files[1] = rv_promote_path(rv_json_get_sv(
				rv_json_first(doc.root), "source"));
	}
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		rv_buf_reset(&one);
		if (files[i].n)
			(void)!rv_step_read(e, files[i], &one, NULL);
		rv_sha256_of(rv_buf_sv(&one), sha);
		rv_buf_adds(&all, sha);
	}
	rv_sha256_of(rv_buf_sv(&all), out);
	rv_json_release(&doc);
	rv_buf_release(&one);
	rv_buf_release(&all);
}

bool
rv_defer_happened(struct rv_engine *e, const struct rv_proposal *p,
		  const struct rv_defers *d)
{
	char now[RV_SHA256_HEX];

	if (!d->mark[0])
		return false;
	mark_of(e, p, now);
	return strcmp(now, d->mark) != 0;
}

rv_status
rv_defer_waits(struct rv_engine *e, const struct rv_proposal *p, int64_t *due,
	       bool *waits, struct rv_err *err)
{
	int64_t now = rv_env_now(e->env);
	struct rv_defers d;
	rv_status s;

	*waits = false;
	*due = RV_UNDATED;
	if (p->state != RV_PROPOSAL_DEFERRED)
		return RV_OK;
	s = rv_defers_of(e, p->id, &d, err);
	if (s == RV_OK) {
		*due = rv_defer_happened(e, p, &d) ? now : d.due;
		*waits = *due == RV_UNDATED || *due > now;
	}
	return s;
}

void
rv_defer_reason(struct rv_engine *e, const struct rv_proposal *p, int64_t due,
		struct rv_buf *out)
{
	char mark[RV_SHA256_HEX], iso[RV_ISO_MAX];

	if (due == RV_DEFER_AT_EVENT) {
		mark_of(e, p, mark);
		rv_buf_addf(out, "%s%s", RV_DEFER_EVENT, mark);
	} else if (due != RV_UNDATED) {
		rv_time_iso(due, iso);
		rv_buf_addf(out, "%s%s", RV_DEFER_UNTIL, iso);
	}
}

rv_status
rv_defer(struct rv_engine *e, struct rv_sv id, int64_t due, enum rv_door door,
	 int64_t *ledger, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf reason = RV_BUF_INIT;
	struct rv_proposal p;
	rv_status s = rv_proposal_get(e->store, id, &arena, &p, NULL);

	/* one that does not exist is told of below */
	if (s == RV_OK)
		rv_defer_reason(e, &p, due, &reason);
	s = rv_decide_simple(e, id, RV_LEDGER_DEFER, door, rv_buf_sv(&reason),
			     ledger, err);
	rv_buf_release(&reason);
	rv_arena_release(&arena);
	return s;
}

void
rv_defer_example(int64_t now, char out[RV_ISO_MAX])
{
	rv_time_iso(now + 9 * RV_DAY, out);
	out[strlen("2026-07-01")] = '\0';
}

rv_status
rv_defer_when(struct rv_sv text, const struct rv_env *env, int64_t *due,
	      struct rv_err *err)
{
	char day[RV_ISO_MAX];

	if (rv_sv_is(text, "until-event")) {
		*due = RV_DEFER_AT_EVENT;
		return RV_OK;
	}
	if (rv_when_parse(text, rv_env_now(env), env->tz, due))
		return RV_OK;
	rv_defer_example(rv_env_now(env), day);
	return rv_fail(err, RV_E_USAGE,
		       _("\"%.*s\" is no time to come: write 12h, 1d, 2 weeks, "
			 "tomorrow, friday, a date like %s, or until-event"),
		       (int)RV_MIN(text.n, (size_t)40), text.p, day);
}
