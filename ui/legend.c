/* SPDX-License-Identifier: MIT */
/* What the short words on a screen mean. */
#include "config.h"

#include "ui/legend.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "engine/view.h"

const char *
ui_legend_candidates(size_t i, const char **meaning)
{
	static const struct {
		const char *word, *meaning;
	} first[] = {
		{"IN", N_("it surfaced: it went into the prompt")},
		{"OUT", N_("it did not; the word behind it is the rule that "
			   "stopped it")},
		{"+ x .", N_("this rule let it pass, stopped it, was not "
			     "asked")},
		{"kind", N_("the text: noise loop json emptykey quarantine redact "
			    "banned")},
		{"score", N_("how well it fits its query; places do not go by it "
			     "alone")},
		{"near-miss", N_("stopped by one rule alone")},
	};

	if (i >= ARRAY_LEN(first))
		return rv_view_verdict(i - ARRAY_LEN(first), meaning);
	*meaning = _(first[i].meaning);
	return first[i].word;
}
