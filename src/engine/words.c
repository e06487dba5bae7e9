/* SPDX-License-Identifier: MIT */
/* Codes and their words. */
#include "config.h"

#include "engine/words.h"

#include <string.h>

#include "base/i18n.h"

static const char *const words[] = {
	/* rows of the log */
	N_("propose"),
	N_("approve"),
	N_("done"),
	N_("abort"),
	N_("reject"),
	N_("defer"),
	N_("supersede"),
	N_("undo"),
	N_("redo"),
	N_("baseline"),
	N_("source"),
	N_("accept"),
	N_("erase"),
	N_("init"),
	N_("import"),
	N_("restore"),
	N_("edit"),
	N_("turn"),
	/* proposals */
	N_("consolidate"),
	N_("promote"),
	N_("attest"),
	/* TRANSLATORS: before the bar stands what the word is of */
	N_("state|open"),
	N_("deferred"),
	N_("approved"),
	N_("state|rejected"),
	N_("superseded"),
	N_("undone"),
	/* levels of checks and findings */
	N_("ok"),
	N_("warn"),
	N_("fail"),
	N_("note"),
	N_("warning"),
	N_("error"),
	/* what doctor looks at, and how it is */
	N_("file"),
	N_("memory"),
	N_("engine"),
	N_("model"),
	N_("embeddings"),
	N_("provider"),
	N_("masked"),
	N_("empty"),
	N_("none"),
	N_("no key"),
	N_("needs no key"),
	N_("extractive"),
	/* jobs */
	N_("narrate"),
	N_("seed"),
	N_("wonder"),
	N_("prepare"),
	N_("embed"),
	N_("running"),
	N_("cancelling"),
	N_("cancelled"),
	N_("failed"),
	N_("died"),
	/* checks of a promotion */
	N_("provenance"),
	N_("secret"),
	N_("loop"),
	N_("format"),
	N_("junk"),
	N_("duplicate"),
	N_("alias"),
	N_("staleness"),
	N_("contradiction"),
	N_("closed"),
	/* live checks */
	N_("never"),
	N_("timeout"),
	N_("command"),
	N_("url"),
	/* who spoke */
	N_("user"),
	N_("system"),
	N_("tool"),
};

struct rv_sv
rv_word(struct rv_sv code)
{
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		const char *bar = strchr(words[i], '|'), *word = _(words[i]);

		if (rv_sv_is(code, bar ? bar + 1 : words[i]))
			return rv_sv(bar && word == words[i] ? bar + 1 : word);
	}
	return code;
}
