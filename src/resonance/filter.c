/* SPDX-License-Identifier: MIT */
/* Phase 3: every candidate gets its verdict, and the kept ones their order. */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/fmt.h"
#include "base/rng.h"
#include "base/time.h"
#include "base/utf8.h"
#include "resonance/resonance_priv.h"

#define CHANCE 2 /* candidates beyond the places that the shuffle may take */

void
rv__judge(struct rv_candidate *c, struct rv_arena *arena, enum rv_verdict v,
	  double number, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	_Static_assert(RV_VERDICT_N <= 32, "a bit for each verdict");
	if (v != RV_VERDICT_IN)
		c->against |= UINT32_C(1) << v;
	if (c->verdict != RV_VERDICT_IN)
		return;
	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	c->verdict = v;
	c->number = number;
	c->why = rv_buf_detach_in(arena, &b);
}

static bool
kept(const struct rv_candidate *c)
{
	return c->verdict == RV_VERDICT_IN;
}

/* --- horizon --------------------------------------------------------------- */

/* What the agent still sees. */
struct context {
	int64_t start;	     /* of the oldest dated message, or RV_UNDATED */
	struct rv_sv *texts; /* collapsed; of the message and the history */
	size_t n;
};

static struct rv_sv
collapse(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_utf8_collapse(text, &b);
	return rv_buf_detach_in(arena, &b);
}

static struct context
read_context(const struct rv_turn *turn, struct rv_arena *arena)
{
	struct context ctx = {.start = RV_UNDATED};

	ctx.texts = rv_arena_array(arena, struct rv_sv, turn->n_history + 1);
	ctx.texts[ctx.n++] = collapse(turn->message, arena);
	for (size_t i = 0; i < turn->n_history; i++) {
		int64_t t = turn->history[i].time;

		ctx.texts[ctx.n++] = collapse(turn->history[i].text, arena);
		if (t != RV_UNDATED &&
		    (ctx.start == RV_UNDATED || t < ctx.start))
			ctx.start = t;
	}
	return ctx;
}

/* "13:51", with the date when the two are not of one day. */
static struct rv_sv
clock_of(int64_t t, int64_t other, const char *tz, struct rv_arena *arena)
{
	int64_t zone = rv_time_zone_offset(tz, t);
	struct rv_date a = rv_time_civil(t, zone);
	struct rv_date b = rv_time_civil(other, rv_time_zone_offset(tz, other));
	struct rv_buf buf = RV_BUF_INIT;

	if (a.year == b.year && a.month == b.month && a.day == b.day)
		rv_fmt_clock(&buf, t, zone);
	else
		rv_fmt_date_clock(&buf, t, zone);
	return rv_buf_detach_in(arena, &buf);
}

/* The message itself and the history, when the session holds them already. */
static bool
in_context_by_text(const struct context *ctx, const struct rv_run *run,
		   const struct rv_item *item, struct rv_arena *arena)
{
	struct rv_sv text;

	if (!item->episode || !rv_sv_eq(item->session, run->turn.session))
		return false;
	text = collapse(item->text, arena);
	for (size_t i = 0; i < ctx->n; i++)
		if (rv_sv_eq(ctx->texts[i], text))
			return true;
	return false;
}

static void
check_horizon(const struct context *ctx, const struct rv_run *run,
	      struct rv_candidate *c, struct rv_arena *arena)
{
	const struct rv_turn *turn = &run->turn;
	const char *tz = turn->tz ? turn->tz : "";
	int64_t t = c->item.time, limit = ctx->start;

	if (in_context_by_text(ctx, run, &c->item, arena)) {
		rv__judge(c, arena, RV_VERDICT_HORIZON, 0,
			  "0 words differ from a message that the agent still "
			  "sees");
		return;
	}
	if (t == RV_UNDATED)
		return;
	if (limit != RV_UNDATED && t >= limit) {
		struct rv_sv a = clock_of(t, limit, tz, arena);
		struct rv_sv b = clock_of(limit, t, tz, arena);

		rv__judge(c, arena, RV_VERDICT_HORIZON,
			  (double)(t - limit) / (double)RV_MINUTE,
			  "%s the oldest message that the agent still sees "
			  "(%.*s %s %.*s)",
			  t > limit ? "newer than" : "as old as", RV_SV_ARG(a),
			  t > limit ? ">" : "=", RV_SV_ARG(b));
	} else if (t > turn->now) {
		struct rv_sv a = clock_of(t, turn->now, tz, arena);
		struct rv_sv b = clock_of(turn->now, t, tz, arena);

		rv__judge(c, arena, RV_VERDICT_HORIZON,
			  (double)(t - turn->now) / (double)RV_MINUTE,
			  "newer than the message itself (%.*s > %.*s)",
			  RV_SV_ARG(a), RV_SV_ARG(b));
	}
}

/* --- echo ------------------------------------------------------------------- */

static void
check_echo(const struct rv_run *run, struct rv_candidate *c,
	   struct rv_arena *arena)
{
	if (c->echo_back <= 0 || c->echo_back > run->turn.echo)
		return;
	rv__judge(c, arena, RV_VERDICT_ECHO, c->echo_back,
		  "shown in turn %lld, %d memories ago; the last %d are not "
		  "shown again",
		  (long long)c->echo_run, c->echo_back, run->turn.echo);
}

/* --- the bar ---------------------------------------------------------------- */

/* Does the message say anything by itself?  "And then?" does not, and leans on
 * the history; "What is the capital of Mongolia?" does, and what only the
 * history has in common with a memory is then no reason to bring it up. */
static bool
leans_on_history(const struct rv_run *run)
{
	for (size_t i = 0; i < run->seed.n_stems; i++)
		if (run->seed.stems[i].message)
			return false;
	/* "Thanks!" asks for nothing. */
	return rv_sv_has(run->turn.message, RV_SV("?")) ||
	       rv_sv_has(run->turn.message, RV_SV("\xef\xbc\x9f"));
}

/* "shares 2 words with what was asked and 1 with what was said before it, the
 * rarest: sugar (in 1.5 % of memories)". */
static const char *
shares(const struct rv_candidate *c, struct rv_arena *arena)
{
	int asked = c->shared_message, before = c->shared - asked;
	struct rv_buf b = RV_BUF_INIT;
	const char *s;

	if (c->shared == 0)
		return "shares no word with what was asked or said before it";
	rv_buf_adds(&b, "shares");
	if (asked > 0)
		rv_buf_addf(&b, " %d word%s with what was asked", asked,
			    asked == 1 ? "" : "s");
	if (asked > 0 && before > 0)
		rv_buf_addf(&b, " and %d with what was said before it", before);
	else if (before > 0)
		rv_buf_addf(&b,
			    " %d word%s with what was said before, none with "
			    "what was asked",
			    before, before == 1 ? "" : "s");
	rv_buf_addf(&b, "%s %.*s (in %.1f %% of memories)",
		    c->shared == 1 ? ":" : ", the rarest:",
		    RV_SV_ARG(c->rarest), c->rarity * 100);
	s = rv_sv_cstr_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return s;
}

static void
check_weak(struct rv_candidate *c, bool leans, struct rv_arena *arena)
{
	bool enough = c->shared >= RV_WORDS_NEEDED ||
		      (c->shared > 0 && c->rarity < RV_RARE_SHARE);

	if (enough && (c->shared_message > 0 || leans))
		return;
	if (enough)
		rv__judge(c, arena, RV_VERDICT_WEAK, 0,
			  "%s; needs 1 of what was asked", shares(c, arena));
	else
		rv__judge(c, arena, RV_VERDICT_WEAK, c->shared,
			  "%s; needs %d, or 1 in under %.0f %%",
			  shares(c, arena), RV_WORDS_NEEDED,
			  RV_RARE_SHARE * 100);
}

/* --- order and limits -------------------------------------------------------- */

static size_t
collect(struct rv_run *run, bool boosted, struct rv_candidate **list)
{
	size_t n = 0;

	for (size_t i = 0; i < run->n; i++)
		if (kept(&run->cands[i]) && run->cands[i].boosted == boosted)
			list[n++] = &run->cands[i];
	return n;
}

static struct rv_sv
source_of(const struct rv_item *item)
{
	if (item->name.n)
		return item->name;
	return item->path.n ? item->path : item->session;
}

/* Two fragments of one tool or web source at most. */
static void
check_source(struct rv_candidate **list, size_t n, struct rv_arena *arena)
{
	for (size_t i = 0; i < n; i++) {
		struct rv_candidate *c = list[i];
		struct rv_sv source = source_of(&c->item);
		int before = 0;

		if (c->item.origin != RV_ORIGIN_TOOL &&
		    c->item.origin != RV_ORIGIN_WEB)
			continue;
		for (size_t j = 0; j < i; j++)
			if (kept(list[j]) &&
			    list[j]->item.origin == c->item.origin &&
			    rv_sv_eq(source_of(&list[j]->item), source))
				before++;
		if (before >= RV_PER_SOURCE)
			rv__judge(c, arena, RV_VERDICT_SOURCE, before + 1,
				  "number %d from %s source %.*s, %d may stay",
				  before + 1, rv_origin_name(c->item.origin),
				  RV_SV_ARG(source), RV_PER_SOURCE);
	}
}

static void
check_max(const struct rv_run *run, struct rv_candidate **list, size_t n,
	  struct rv_arena *arena)
{
	int place = 0;

	for (size_t i = 0; i < n; i++) {
		struct rv_candidate *c = list[i];

		if (!kept(c))
			continue;
		if (++place > run->turn.max) {
			rv__judge(c, arena, RV_VERDICT_MAX, place,
				  "ranked %d of those that no other rule "
				  "stopped, %d may surface",
				  place, run->turn.max);
			continue;
		}
		rv__judge(c, arena, RV_VERDICT_IN, c->shared,
			  "%s; hit %d of query %d, ranked %d of the %d that "
			  "may surface",
			  shares(c, arena), c->rank, c->query + 1, place,
			  run->turn.max);
	}
}

static int
compare_fused(const void *x, const void *y)
{
	return rv__compare_fused(*(struct rv_candidate *const *)x,
				 *(struct rv_candidate *const *)y);
}

/* Ordered ones first, the dropped ones behind them by rank. */
static void
rearrange(struct rv_run *run, struct rv_candidate **list, size_t n,
	  struct rv_arena *arena)
{
	struct rv_candidate *sorted = rv_arena_array(arena, struct rv_candidate,
						     run->n);
	struct rv_candidate **rest = rv_arena_array(
		arena, struct rv_candidate *, run->n);
	size_t n_rest = 0;

	for (size_t i = 0; i < run->n; i++) {
		bool listed = false;

		for (size_t j = 0; j < n && !listed; j++)
			listed = list[j] == &run->cands[i];
		if (!listed)
			rest[n_rest++] = &run->cands[i];
	}
	qsort(rest, n_rest, sizeof(struct rv_candidate *), compare_fused);
	for (size_t i = 0; i < n; i++)
		sorted[i] = *list[i];
	for (size_t i = 0; i < n_rest; i++)
		sorted[n + i] = *rest[i];
	run->cands = sorted;
}

void
rv_resonance_filter(struct rv_run *run, struct rv_arena *arena)
{
	const char *tz = run->turn.tz ? run->turn.tz : "";
	struct context ctx;
	struct rv_candidate **list;
	struct rv_rng rng;
	size_t n, boosted, rest, pool;
	bool leans = leans_on_history(run);

	if (run->n == 0)
		return;
	ctx = read_context(&run->turn, arena);
	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];

		/* All of them are asked, so that the trace can tell who was
		 * dropped by one rule alone. */
		c->verdict = RV_VERDICT_IN;
		c->against = 0;
		rv__filter_text(c, arena);
		check_horizon(&ctx, run, c, arena);
		check_echo(run, c, arena);
	}
	rv__filter_dup(run, arena);
	for (size_t i = 0; i < run->n; i++)
		check_weak(&run->cands[i], leans, arena);
	rv__filter_quotes(run, arena);
	list = rv_arena_array(arena, struct rv_candidate *, run->n);
	rv_rng_seed(&rng, run->turn.seed);
	/* Days come by their best candidate.  Chance orders only those that
	 * stand a chance: the places left and a few more, so that a good
	 * memory is never drawn out by thirty middling ones. */
	boosted = collect(run, true, list);
	rv__spread(list, boosted, tz, NULL, arena);
	rest = collect(run, false, list + boosted);
	rv__spread(list + boosted, rest, tz, NULL, arena);
	n = boosted + rest;
	pool = run->turn.max > 0 && (size_t)run->turn.max > boosted
		       ? (size_t)run->turn.max - boosted + CHANCE
		       : 0;
	rv__spread(list + boosted, RV_MIN(pool, rest), tz, &rng, arena);
	check_source(list, n, arena);
	check_max(run, list, n, arena);
	rearrange(run, list, n, arena);
}
