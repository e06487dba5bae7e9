/* SPDX-License-Identifier: MIT */
/* Promotions are checked once more before they are published. */
#include "config.h"

#include "engine/recheck.h"

#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/utf8.h"
#include "engine/cited.h"
#include "engine/decide_priv.h"
#include "engine/edit.h"
#include "engine/step.h"
#include "store/object.h"
#include "trust/names_some.h"

#define WHY_SHOWN ((size_t)160) /* bytes of a check's sentence in the message */

/* So many promotions ask about a few pages; more of them ask about all. */
#define FEW 4

/* One promotion of the step, as it is looked at. */
struct look {
	const struct rv_decision *decision;
	struct rv_proposal old;
	struct rv_promote_in in;
	struct rv_promotion now;
};

struct job {
	struct rv_engine *e;
	struct rv_arena *arena;
	struct look *looks;
	struct rv_promote_mate *mates; /* what each of them makes */
	size_t n;
	struct rv_names names; /* when no tree has them */
};

void
rv_worse_release(struct rv_worse_list *l)
{
	rv_arena_release(&l->arena);
	*l = (struct rv_worse_list){0};
}

static enum rv_trust_level
level_of(struct rv_sv name)
{
	int l = RV_TRUST_FAIL;

	while (l > RV_TRUST_OK &&
	       !rv_sv_is(name, rv_trust_level_name((enum rv_trust_level)l)))
		l--;
	return (enum rv_trust_level)l;
}

static const rv_json *
find_check(const rv_json *checks, const char *code)
{
	const rv_json *c = rv_json_first(checks);

	while (c && !rv_sv_is(rv_json_get_sv(c, "code"), code))
		c = rv_json_next(c);
	return c;
}

/* The first check that says worse than the proposal, or NULL. */
static const struct rv_trust_check *
find_worse(const struct rv_promotion *now, const rv_json *then)
{
	for (size_t i = 0; i < now->n_checks; i++) {
		const rv_json *c = find_check(then, now->checks[i].code);

		if (now->checks[i].level >
		    level_of(rv_json_get_sv(c, "level")))
			return &now->checks[i];
	}
	return NULL;
}

/* What a person did to the text is as it was said then. */
static void
keep_edited(const rv_json *then, struct rv_arena *arena, struct rv_promotion *p)
{
	const rv_json *c = find_check(then, "edited");
	struct rv_trust_check *list;

	if (!c)
		return;
	list = rv_arena_array(arena, struct rv_trust_check, p->n_checks + 1);
	memcpy(list, p->checks, p->n_checks * sizeof(*list));
	list[p->n_checks++] = (struct rv_trust_check){
		"edited", level_of(rv_json_get_sv(c, "level")),
		rv_sv_dup_in(arena, rv_json_get_sv(c, "message"))};
	p->checks = list;
}

/* What was taken of the source is no matter of today. */
static void
keep_taken(const struct rv_ledger_row *row, struct rv_arena *arena,
	   struct rv_promotion *p)
{
	struct rv_json_doc doc;
	const rv_json *from;
	struct rv_sv taken;

	if (!row->batches.n || rv_json_parse(row->batches, &doc, NULL) != RV_OK)
		return;
	from = rv_json_first(doc.root);
	p->moved = (size_t)rv_json_int(rv_json_get(from, "moved"), 0);
	p->known = (size_t)rv_json_int(rv_json_get(from, "known"), 0);
	p->left = rv_sv_dup_in(arena, rv_json_get_sv(from, "left"));
	taken = rv_json_get_sv(from, "taken");
	if (taken.n < sizeof(p->taken)) {
		memcpy(p->taken, taken.p, taken.n);
		p->taken[taken.n] = '\0';
	}
	rv_json_release(&doc);
}

/* Could the step write it?  Then its bytes. */
static bool
is_due(struct job *j, const struct rv_decision *d, struct rv_proposal *p,
       struct rv_sv *bytes)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_cited from;
	struct rv_sv why;
	char sha[RV_SHA256_HEX];
	bool due;

	if (d->kind != RV_LEDGER_APPROVE || !d->sha ||
	    rv_proposal_get(j->e->store, d->id, j->arena, p, NULL) != RV_OK)
		return false;
	rv_cited_read(&p->row, j->arena, &from);
	due = !rv_sv_is(p->kind, "consolidate") && p->row.n_files == 1 &&
	      (p->state == RV_PROPOSAL_OPEN ||
	       p->state == RV_PROPOSAL_DEFERRED) &&
	      rv_sv_is(p->row.files[0].after, d->sha) &&
	      rv_step_hash(j->e, p->row.target, sha, NULL) == RV_OK &&
	      rv_sv_is(p->row.files[0].before, sha) &&
	      rv_cited_look(j->e, &from, j->arena, &why) == RV_OK &&
	      rv_object_get(j->e->store, d->sha, &b, NULL) == RV_OK;
	*bytes = rv_buf_detach_in(j->arena, &b);
	return due;
}

/* Both are in the order of the step. */
static void
take(struct job *j, const struct rv_decision *d)
{
	struct look *l = &j->looks[j->n];
	struct rv_sv bytes;

	if (!is_due(j, d, &l->old, &bytes) || !l->old.row.checks.n)
		return;
	l->decision = d;
	rv_edit_reopen(j->e, &l->old, bytes, j->arena, &l->in, &l->now);
	keep_taken(&l->old.row, j->arena, &l->now);
	rv_promote_mate_make(l->now.target, bytes, j->arena, &j->mates[j->n]);
	j->n++;
}

/* One command has no tree: the names are read once for all of the step. */
static rv_status
read_names(struct job *j, struct rv_err *err)
{
	const struct rv_page_meta **pages = rv_arena_array(
		j->arena, const struct rv_page_meta *, j->n + 1);
	struct rv_sv *paths = rv_arena_array(j->arena, struct rv_sv,
					     2 * j->n + 1);
	struct rv_names_asked asked = {pages, j->n, paths, 2 * j->n};
	struct rv_page_meta *all;
	rv_status s;
	size_t n;

	for (size_t i = 0; i < j->n; i++) {
		pages[i] = &j->mates[i].meta;
		paths[2 * i] = j->looks[i].now.target;
		paths[2 * i + 1] = rv_promote_path(j->looks[i].in.source);
	}
	if (j->n <= FEW)
		return rv_names_some(j->e->store, &asked, j->arena, &j->names,
				     err);
	s = rv_page_meta_list(j->e->store, j->arena, &all, &n, err);
	if (s == RV_OK)
		rv_names_build(all, n, j->arena, &j->names);
	return s;
}

/* Each look at the tree may make it anew: the last one has the names. */
static rv_status
give_names(struct job *j, struct rv_err *err)
{
	const struct rv_names *names = j->looks[j->n - 1].in.names;
	rv_status s = RV_OK;

	if (!names) {
		s = read_names(j, err);
		names = &j->names;
	}
	for (size_t i = 0; i < j->n; i++)
		j->looks[i].in.names = names;
	return s;
}

static rv_status
look_again(struct job *j, size_t i, struct rv_err *err)
{
	struct look *l = &j->looks[i];
	rv_status s;

	l->in.mates = j->mates;
	l->in.n_mates = i;
	s = rv_promote_check(&l->in, j->arena, &l->now, err);
	keep_taken(&l->old.row, j->arena, &l->now);
	return s;
}

static rv_status
compare(struct job *j, struct look *l, enum rv_door door,
	struct rv_worse_list *out, struct rv_err *err)
{
	const struct rv_trust_check *worse;
	struct rv_json_doc then;
	bool already = false;
	rv_status s = rv_json_parse(l->old.row.checks, &then, err);

	if (s != RV_OK)
		return s;
	worse = find_worse(&l->now, then.root);
	if (worse) {
		struct rv_worse *w = &out->items[out->n];

		*w = (struct rv_worse){.id = l->old.id,
				       .sha = rv_sv(l->decision->sha),
				       .check = *worse};
		keep_edited(then.root, j->arena, &l->now);
		s = rv_edit_propose(j->e, &l->now, l->in.source, l->old.id,
				    true, door, j->arena, w->now, &already,
				    err);
		out->n += s == RV_OK;
	}
	rv_json_release(&then);
	return s;
}

static rv_status
say_worse(const struct rv_worse_list *l, struct rv_err *err)
{
	const struct rv_worse *w = &l->items[0];
	struct rv_sv why = w->check.message;

	why.n = rv_utf8_floor(why, WHY_SHOWN);
	if (l->n > 1)
		return rv_fail(
			err, RV_E_MOVED,
			P_("%zu proposal: checks became worse since it was "
			   "made, nothing was written; %.*s is %s now, the "
			   "same text with the checks of now (%s: %.*s)",
			   "%zu proposals: checks became worse since they "
			   "were made, nothing was written; %.*s is %s now, "
			   "the same text with the checks of now (%s: %.*s)",
			   l->n),
			l->n, RV_SV_ARG(w->id), w->now, w->check.code,
			RV_SV_ARG(why));
	return rv_fail(err, RV_E_MOVED,
		       _("%.*s: a check became worse since it was proposed, "
			 "nothing was written; look at %s, the same text with "
			 "the checks of now (%s: %.*s)"),
		       RV_SV_ARG(w->id), w->now, w->check.code,
		       RV_SV_ARG(why));
}

/* The step refuses it, and says why. */
static bool
is_twice(const struct rv_decision *list, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (rv_sv_eq(list[k].id, list[i].id))
			return true;
	return false;
}

rv_status
rv_recheck(struct rv_engine *e, const struct rv_decision *list, size_t n,
	   enum rv_door door, struct rv_worse_list *out, struct rv_err *err)
{
	struct job j = {.e = e, .arena = &out->arena};
	rv_status s = RV_OK;

	if (e->readonly)
		return RV_OK; /* the step says so */
	j.looks = rv_arena_array(j.arena, struct look, n + 1);
	j.mates = rv_arena_array(j.arena, struct rv_promote_mate, n + 1);
	out->items = rv_arena_array(j.arena, struct rv_worse, n + 1);
	for (size_t i = 0; i < n; i++)
		if (!is_twice(list, i))
			take(&j, &list[i]);
	if (j.n)
		s = give_names(&j, err);
	for (size_t i = 0; i < j.n && s == RV_OK; i++)
		s = look_again(&j, i, err);
	for (size_t i = 0; i < j.n && s == RV_OK; i++)
		s = compare(&j, &j.looks[i], door, out, err);
	return s == RV_OK && out->n ? say_worse(out, err) : s;
}
