/* SPDX-License-Identifier: MIT */
/* Why a candidate surfaced or not, in words for a person who knows nothing of
 * how it is decided. */
#include "config.h"

#include "engine/explain.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "resonance/resonance.h"

static bool
is(const struct rv_view_candidate *c, enum rv_verdict v)
{
	return !strcmp(c->verdict, rv_verdict_code(v));
}

/* Is it one of the rules that stopped it? */
static bool
is_against(const struct rv_view_candidate *c, enum rv_verdict v)
{
	for (size_t i = 0; i < c->n_against; i++)
		if (!strcmp(c->against[i], rv_verdict_code(v)))
			return true;
	return is(c, v);
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

/* --- the words ---------------------------------------------------------------- */

/* " (queue, loses)": the words themselves, where the trace knows them. */
static void
add_words(struct rv_buf *b, struct rv_sv words)
{
	if (words.n > 0)
		rv_buf_addf(b, " (%.*s)", RV_SV_ARG(words));
}

/* "1 word with what was asked (loses), 1 with what was said before it (tech)":
 * both texts count, so both are told. */
static void
add_shared(const struct rv_view_candidate *c, bool names, struct rv_buf *b)
{
	if (c->n_words > 0)
		rv_buf_addf(b,
			    P_("%d word with what was asked",
			       "%d words with what was asked", c->n_words),
			    c->n_words);
	else
		rv_buf_adds(b, _("no word with what was asked"));
	if (names)
		add_words(b, c->words);
	if (c->n_before > 0)
		rv_buf_addf(b, _(", %d with what was said before it"),
			    c->n_before);
	else
		rv_buf_adds(b, _(", none with what was said before it"));
	if (names)
		add_words(b, c->before);
}

static int
rare_percent(void)
{
	return (int)(RV_RARE_SHARE * 100 + 0.5);
}

/* Enough words, wherever they come from. */
static bool
shares_enough(const struct rv_view_candidate *c)
{
	int n = c->n_words + c->n_before;

	return n >= RV_WORDS_NEEDED || (n > 0 && c->rarity < RV_RARE_SHARE);
}

/* The rule that a fragment has to pass, with what it shares beside it. */
static void
say_shares(const struct rv_view_candidate *c, struct rv_buf *b)
{
	if (!c->knows_words)
		return;
	/* The answer of these two names the words already. */
	add_shared(c, !c->injected && !is(c, RV_VERDICT_WEAK), b);
	if (c->n_words + c->n_before > 0)
		rv_buf_addf(b,
			    _(", the rarest: %.*s (in %.1f %% of "
			      "memories)"),
			    RV_SV_ARG(c->rarest), c->rarity * 100);
	rv_buf_addf(b,
		    is_against(c, RV_VERDICT_WEAK) && shares_enough(c)
			    ? _(". It takes %d of both together, or one in "
				"under %d %%; one of them must be of what was "
				"asked.")
			    : _(". It takes %d of both together, or one in "
				"under %d %%."),
		    RV_WORDS_NEEDED, rare_percent());
}

/* --- surfaced ---------------------------------------------------------------- */

/* The rule that a fragment has to pass names words; a trace from before they
 * were recorded has the number alone. */
static void
say_surfaced_by(const struct rv_view_candidate *c, struct rv_buf *b)
{
	if (c->words.n == 0 && c->before.n == 0) {
		rv_buf_addf(b, _("Surfaced: %.*s."), RV_SV_ARG(c->why));
		return;
	}
	rv_buf_adds(b, _("Surfaced: it shares "));
	add_shared(c, true, b);
	rv_buf_addc(b, '.');
}

static void
say_surfaced(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	     struct rv_buf *b)
{
	struct rv_buf age = RV_BUF_INIT;

	say_surfaced_by(c, b);
	rv_buf_addf(b,
		    _(" It is number %d of %d that no rule stopped; %d may "
		      "surface."),
		    c->place, t->places, t->limit_max);
	if (c->time != RV_UNDATED && c->time <= t->turn.time) {
		rv_fmt_age(&age, t->turn.time - c->time);
		rv_buf_addf(b, _(" It was %s old."), age.p);
	}
	rv_buf_release(&age);
}

/* --- did not ----------------------------------------------------------------- */

/* Appends why the rule stopped it, with its number and the limit of it; nothing
 * when it knows no more than the sentence of the verdict. */
typedef void say_fn(const struct rv_view_trace *t,
		    const struct rv_view_candidate *c, struct rv_buf *b);

static void
say_max(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	struct rv_buf *b)
{
	rv_buf_addf(b,
		    _("it is number %d of %d that no other rule stopped, and "
		      "only %d may surface"),
		    c->place, t->places, t->limit_max);
}

static void
say_echo(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	 struct rv_buf *b)
{
	if (c->echo_run > 0)
		rv_buf_addf(b,
			    _("turn %d showed it already; the last %d that "
			      "were shown are not shown again"),
			    (int)c->echo_run, t->limit_echo);
}

static void
say_budget(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	   struct rv_buf *b)
{
	if (c->number > 0)
		rv_buf_addf(b,
			    _("with it the block would have %d tokens, and %d "
			      "may go into a prompt"),
			    (int)c->number, (int)t->token_budget);
	else
		rv_buf_addf(b,
			    _("the block of %d tokens had no room left for it"),
			    (int)t->token_budget);
}

static void
say_weak(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	 struct rv_buf *b)
{
	(void)t;
	if (!c->knows_words)
		return;
	if (c->n_words + c->n_before == 0) {
		rv_buf_adds(b, _("it shares no word with what was asked, or "
				 "said before it"));
		return;
	}
	rv_buf_adds(b, c->n_words > 0 ? _("it shares only ")
				      : _("it shares "));
	add_shared(c, true, b);
	if (shares_enough(c))
		rv_buf_adds(b, _("; one of them must be of what was asked"));
	else
		rv_buf_addf(b,
			    _("; it takes %d of both together, or one in "
			      "under %d %% of memories"),
			    RV_WORDS_NEEDED, rare_percent());
}

static void
say_horizon(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	struct rv_buf age = RV_BUF_INIT;

	if (c->number <= 0)
		return;
	rv_fmt_age(&age, (int64_t)(c->number * (double)RV_MINUTE));
	if (c->time != RV_UNDATED && c->time > t->turn.time)
		rv_buf_addf(b, _("it is dated %s after what was asked"), age.p);
	else
		rv_buf_addf(b,
			    _("it is %s newer than the oldest message that the "
			      "agent still sees; only what is older may "
			      "surface"),
			    age.p);
	rv_buf_release(&age);
}

static void
say_dup(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	struct rv_buf *b)
{
	(void)t;
	if (c->same.n > 0)
		rv_buf_addf(b,
			    _("%.*s says the same: they are %d %% alike, and "
			      "%d %% is enough"),
			    RV_SV_ARG(c->same), (int)(c->number * 100 + 0.5),
			    (int)(RV_SAME_SHARE * 100 + 0.5));
}

static void
say_json(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	 struct rv_buf *b)
{
	(void)t;
	if (c->number > 0)
		rv_buf_addf(b,
			    P_("it is %d byte of raw data, not language",
			       "it is %d bytes of raw data, not language",
			       (int)c->number),
			    (int)c->number);
}

static void
say_source(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	   struct rv_buf *b)
{
	(void)t;
	if (c->number > 0)
		rv_buf_addf(b,
			    _("it is number %d from the same tool or web page, "
			      "and only %d of one may surface"),
			    (int)c->number, RV_PER_SOURCE);
}

static say_fn *const stopped_by[RV_VERDICT_N] = {
	[RV_VERDICT_MAX] = say_max,	    [RV_VERDICT_ECHO] = say_echo,
	[RV_VERDICT_BUDGET] = say_budget,   [RV_VERDICT_WEAK] = say_weak,
	[RV_VERDICT_HORIZON] = say_horizon, [RV_VERDICT_DUP] = say_dup,
	[RV_VERDICT_JSON] = say_json,	    [RV_VERDICT_SOURCE] = say_source,
};

static void
say_stopped(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	struct rv_buf why = RV_BUF_INIT;

	for (int v = 0; v < RV_VERDICT_N; v++)
		if (stopped_by[v] && is(c, (enum rv_verdict)v))
			stopped_by[v](t, c, &why);
	if (why.n == 0)
		rv_buf_addv(&why, c->sentence);
	rv_buf_addf(b, _("Did not surface: %.*s (rule %s)."), (int)why.n,
		    why.p ? why.p : "", c->verdict);
	rv_buf_release(&why);
}

/* --- what would have ---------------------------------------------------------- */

static void
instead_max(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	(void)t;
	rv_buf_addf(b,
		    _("A near miss: only this rule stopped it. With "
		      "resonance.max at %d it could have surfaced."),
		    c->place);
}

static void
instead_echo(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	     struct rv_buf *b)
{
	int more = t->limit_echo - c->echo_back + 1;

	if (c->echo_back > 0 && more > 0)
		rv_buf_addf(b,
			    P_("A near miss: only this rule stopped it. It can "
			       "surface again once %d other was shown.",
			       "A near miss: only this rule stopped it. It can "
			       "surface again once %d others were shown.",
			       more),
			    more);
}

/* What shares nothing was not near, whichever rules let it pass. */
static void
instead_weak(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	     struct rv_buf *b)
{
	(void)t;
	if (!c->knows_words)
		return;
	if (c->n_words + c->n_before == 0)
		rv_buf_addf(b,
			    _("No other rule stopped it, but it was not near: "
			      "it takes %d words of what was asked, or a rare "
			      "one, and it has none."),
			    RV_WORDS_NEEDED);
	else if (c->n_words > 0)
		rv_buf_adds(b, _("A near miss: only this rule stopped it. One "
				 "more word of what was asked, or said before "
				 "it, would let it through."));
	else
		rv_buf_adds(b, _("A near miss: only this rule stopped it. One "
				 "word of what was asked would let it "
				 "through."));
}

static say_fn *const instead_of[RV_VERDICT_N] = {
	[RV_VERDICT_MAX] = instead_max,
	[RV_VERDICT_ECHO] = instead_echo,
	[RV_VERDICT_WEAK] = instead_weak,
};

static void
say_rules(const struct rv_view_candidate *c, struct rv_buf *b)
{
	rv_buf_addf(
		b,
		P_("%d rule stopped it:", "%d rules stopped it:", c->n_against),
		(int)c->n_against);
	for (size_t i = 0; i < c->n_against; i++)
		rv_buf_addf(b, "%s %s", i > 0 ? "," : "", c->against[i]);
	rv_buf_addc(b, '.');
}

/* What would have let it through. */
static void
say_instead(const struct rv_view_trace *t, const struct rv_view_candidate *c,
	    struct rv_buf *b)
{
	if (c->n_against > 1) {
		say_rules(c, b);
		return;
	}
	for (int v = 0; v < RV_VERDICT_N; v++) {
		if (!is(c, (enum rv_verdict)v))
			continue;
		if (instead_of[v])
			instead_of[v](t, c, b);
		if (b->n == 0)
			rv_buf_addf(b,
				    _("Only this rule stopped it. What would "
				      "let it through: %s."),
				    rv_verdict_instead((enum rv_verdict)v));
	}
}

void
rv_explain(struct rv_view_trace *t, struct rv_arena *arena)
{
	struct rv_buf answer = RV_BUF_INIT, instead = RV_BUF_INIT;
	struct rv_buf shares = RV_BUF_INIT;

	count_places(t);
	for (size_t i = 0; i < t->n; i++) {
		struct rv_view_candidate *c = &t->cands[i];

		rv_buf_reset(&answer);
		rv_buf_reset(&instead);
		rv_buf_reset(&shares);
		if (c->injected) {
			say_surfaced(t, c, &answer);
		} else {
			say_stopped(t, c, &answer);
			say_instead(t, c, &instead);
		}
		say_shares(c, &shares);
		c->shares = rv_sv_dup_in(arena, rv_buf_sv(&shares));
		c->answer = rv_sv_dup_in(arena, rv_buf_sv(&answer));
		c->instead = rv_sv_dup_in(arena, rv_buf_sv(&instead));
	}
	rv_buf_release(&answer);
	rv_buf_release(&instead);
	rv_buf_release(&shares);
}

const char *
rv_view_verdict(size_t i, const char **meaning)
{
	if (i >= RV_VERDICT_N)
		return NULL;
	*meaning = rv_verdict_sentence((enum rv_verdict)i);
	return rv_verdict_code((enum rv_verdict)i);
}
