/* SPDX-License-Identifier: MIT */
/* What the short words on a screen mean. */
#include "config.h"

#include "ui/legend.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "engine/view.h"

struct entry {
	const char *word, *meaning; /* N_() */
};

static const char *
entry(const struct entry *list, size_t n, size_t i, const char **meaning)
{
	if (i >= n)
		return NULL;
	*meaning = _(list[i].meaning);
	return list[i].word;
}

/* Most trusted first. */
static const struct entry layers[] = {
	{"[L]", N_("live: what a check finds now")},
	{"[R]", N_("raw: what was said or captured, never changed")},
	{"[W]", N_("wiki: durable knowledge that a person approved")},
	{"[D]", N_("derived: notes that are made from the others")},
	{"[S]", N_("story: what the agent tells of itself")},
};

static const struct entry candidates[] = {
	{"IN", N_("it surfaced: it went into the prompt")},
	{"OUT", N_("it did not; the word behind it is the rule that stopped "
		   "it")},
	{"+ x .", N_("this rule let it pass, stopped it, was not asked")},
	{"kind", N_("the text: noise loop json emptykey quarantine redact "
		    "banned")},
	{"score", N_("how well it fits its query; places do not go by it "
		     "alone")},
	{"by place", N_("days take turns, the best hits first; those that a "
			"rule stopped stand behind")},
	{"near-miss", N_("stopped by one rule alone")},
};

const char *
ui_legend_candidates(size_t i, const char **meaning)
{
	const size_t own = ARRAY_LEN(candidates), n = own + ARRAY_LEN(layers);

	if (i < own)
		return entry(candidates, own, i, meaning);
	return i < n ? entry(layers, ARRAY_LEN(layers), i - own, meaning)
		     : rv_view_verdict(i - n, meaning);
}

static const struct entry tree[] = {
	{"C I A", N_("confirmed, inferred, ambiguous: what the page says of "
		     "itself")},
	{"~4d", N_("the page has no date: so old is its file")},
	{"!", N_("it contradicts another page: both are named in Item")},
	{"=", N_("another page has the same name: Item names it")},
	{"twin", N_("another file differs in case or form alone: Item names "
		    "it")},
	{"copy", N_("left by a program that synchronises files, beside the "
		    "page itself")},
	{"HELD", N_("something in it looks like a secret and is masked")},
	{"stale", N_("past its time, or newer research is there: look whether "
		     "it still holds")},
	{"P-1", N_("the proposal that would change it, on 6 Review")},
};

const char *
ui_legend_tree(size_t i, const char **meaning)
{
	const size_t n = ARRAY_LEN(layers);

	return i < n ? entry(layers, n, i, meaning)
		     : entry(tree, ARRAY_LEN(tree), i - n, meaning);
}

static const struct entry turns[] = {
	{"in 5/36", N_("5 of 36 candidates surfaced: went into the prompt")},
	{"heartbeat", N_("nobody spoke: nothing was looked for")},
	{"surfaced", N_("turns that brought something up: good is below half")},
	{"distinct", N_("queries that do not repeat another one")},
};

const char *
ui_legend_turns(size_t i, const char **meaning)
{
	return entry(turns, ARRAY_LEN(turns), i, meaning);
}

static const struct entry queue[] = {
	{".", N_("not decided")},
	{"A X D", N_("approve, reject, defer are staged: W writes them")},
	{"E", N_("its text was changed, it is not decided")},
	{"d", N_("deferred: it comes back when it is due")},
	{"*", N_("marked: a key that decides is for all marked ones")},
	{"T0 T1 T2", N_("a copy into raw, durable knowledge, refused by a check")},
	{"+85 -0 w", N_("words that come and go in the page")},
	{"ok ! x", N_("checks: all well, a warning that wants a reason, "
		      "refused")},
	{"moved", N_("the page changed after this was made: r makes it anew")},
};

const char *
ui_legend_queue(size_t i, const char **meaning)
{
	return entry(queue, ARRAY_LEN(queue), i, meaning);
}
