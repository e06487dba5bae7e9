/* SPDX-License-Identifier: MIT */
/* Why a candidate surfaced or not, in words for a person who knows nothing of
 * how it is decided. */
#include "config.h"

#include "engine/explain.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "resonance/resonance.h"

static bool
is(const struct rv_view_candidate *c, enum rv_verdict v)
{
	return !strcmp(c->verdict, rv_verdict_code(v));
}

/* Stands in the order of those that no other rule stopped. */
static bool
is_placed(const struct rv_view_candidate *c)
{
	return c->injected || is(c, RV_VERDICT_MAX) ||
	       is(c, RV_VERDICT_BUDGET) || is(c, RV_VERDICT_REWRITE);
}

/* Its place is the number of such rows up to it: traces keep the order. */
static void
count_places(struct rv_view_trace *t)
{
	int n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (is_placed(&t->cands[i]))
			t->cands[i].place = ++n;
	t->places = n;
}

/* --- surfaced ---------------------------------------------------------------- */

/* The rule that a fragment has to pass names words; a trace from before they
 * were recorded has the number alone. */
static void
say_shared(const struct rv_view_candidate *c, struct rv_buf *b)
{
	if (c->words.n > 0)
		rv_buf_addf(b,
			    P_("Surfaced: %d word of the message is in it "
			       "(%.*s).",
			       "Surfaced: %d words of the message are in it "
			       "(%.*s).",
			       c->n_words),
			    c->n_words, RV_SV_ARG(c->words));
	else if (c->before.n > 0)
		rv_buf_addf(b,
			    P_("Surfaced: %d word of what was said before the "
			       "message is in it (%.*s).",
			       "Surfaced: %d words of what was said before "
			       "the message are in it (%.*s).",
			       c->n_before),
			    c->n_before, RV_SV_ARG(c->before));
	else
		rv_buf_addf(b, _("Surfaced: %.*s."), RV_SV_ARG(c->why));
}

static void
say_surfaced(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	     struct rv_buf *b)
{
	struct rv_buf age = RV_BUF_INIT;

	say_shared(c, b);
	rv_buf_addf(b, _(" It is number %d of %d that no rule stopped; %d may "
			 "surface."),
		    c->place, t->places, t->limit_max);
	if (c->time != RV_UNDATED && c->time <= t->turn.time) {
		rv_fmt_age(&age, t->turn.time - c->time);
		rv_buf_addf(b, _(" It was %s old."), age.p);
	}
	rv_buf_release(&age);
}

/* --- did not ----------------------------------------------------------------- */

static void
say_weak(const struct rv_view_candidate *c, struct rv_buf *b)
{
	if (c->words.n > 0)
		rv_buf_addf(b,
			    P_("Did not surface: only %d word of the message "
			       "is in it (%.*s); it takes two, or one that is "
			       "rare (rule weak).",
			       "Did not surface: only %d words of the message "
			       "are in it (%.*s), and no rare one (rule "
			       "weak).",
			       c->n_words),
			    c->n_words, RV_SV_ARG(c->words));
	else
		rv_buf_adds(b, _("Did not surface: no word of the message is "
				 "in it (rule weak)."));
}

static void
say_stopped(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	if (is(c, RV_VERDICT_MAX))
		rv_buf_addf(b,
			    _("Did not surface: it is number %d of %d that no "
			      "other rule stopped, and only %d may surface "
			      "(rule max)."),
			    c->place, t->places, t->limit_max);
	else if (is(c, RV_VERDICT_ECHO) && c->echo_run > 0)
		rv_buf_addf(b,
			    _("Did not surface: turn %d showed it already; "
			      "the last %d that were shown are not shown "
			      "again (rule echo)."),
			    (int)c->echo_run, t->limit_echo);
	else if (is(c, RV_VERDICT_BUDGET))
		rv_buf_addf(b,
			    _("Did not surface: the block of %d tokens had no "
			      "room left for it (rule budget)."),
			    (int)t->token_budget);
	else if (is(c, RV_VERDICT_WEAK))
		say_weak(c, b);
	else
		rv_buf_addf(b, _("Did not surface: %.*s (rule %s)."),
			    RV_SV_ARG(c->sentence), c->verdict);
}

/* What would have let it through. */
static void
say_instead(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	int more = t->limit_echo - c->echo_back + 1;

	if (c->n_against > 1) {
		rv_buf_addf(b,
			    P_("%d rule stopped it:", "%d rules stopped it:",
			       c->n_against),
			    (int)c->n_against);
		for (size_t i = 0; i < c->n_against; i++)
			rv_buf_addf(b, "%s %s", i > 0 ? "," : "",
				    c->against[i]);
		rv_buf_addc(b, '.');
	} else if (is(c, RV_VERDICT_MAX)) {
		rv_buf_addf(b,
			    _("A near miss: only this rule stopped it. With "
			      "resonance.max at %d it could have surfaced."),
			    c->place);
	} else if (is(c, RV_VERDICT_ECHO) && c->echo_back > 0 && more > 0) {
		rv_buf_addf(b,
			    P_("A near miss: only this rule stopped it. It can "
			       "surface again once %d other was shown.",
			       "A near miss: only this rule stopped it. It can "
			       "surface again once %d others were shown.",
			       more),
			    more);
	} else {
		for (int v = 0; v < RV_VERDICT_N; v++)
			if (is(c, (enum rv_verdict)v))
				rv_buf_addf(
					b,
					_("A near miss: only this rule stopped "
					  "it. What would let it through: "
					  "%s."),
					rv_verdict_instead((enum rv_verdict)v));
	}
}

void
rv_explain(struct rv_view_trace *t, struct rv_arena *arena)
{
	struct rv_buf answer = RV_BUF_INIT, instead = RV_BUF_INIT;

	count_places(t);
	for (size_t i = 0; i < t->n; i++) {
		struct rv_view_candidate *c = &t->cands[i];

		rv_buf_reset(&answer);
		rv_buf_reset(&instead);
		if (c->injected) {
			say_surfaced(t, c, &answer);
		} else {
			say_stopped(t, c, &answer);
			say_instead(t, c, &instead);
		}
		c->answer = rv_sv_dup_in(arena, rv_buf_sv(&answer));
		c->instead = rv_sv_dup_in(arena, rv_buf_sv(&instead));
	}
	rv_buf_release(&answer);
	rv_buf_release(&instead);
}

const char *
rv_view_verdict(size_t i, const char **meaning)
{
	if (i >= RV_VERDICT_N)
		return NULL;
	*meaning = rv_verdict_sentence((enum rv_verdict)i);
	return rv_verdict_code((enum rv_verdict)i);
}
