/* SPDX-License-Identifier: MIT */
/* Taking the options of every verb out of the command line. */
#include "config.h"

#include "cli/globals.h"

#include <string.h>

#include "base/i18n.h"
#include "engine/action.h"

static const struct rv_global_row rows[] = {
#define GLOBAL(symbol, name, arg, help) {name, arg, help},
#include "cli/globals.def"
#undef GLOBAL
};

const struct rv_global_row *
rv_global_row(enum rv_global g)
{
	return &rows[g];
}

/* Is the word behind this one the value of a verb's option? */
static bool
takes_next(const char *word)
{
	const struct rv_action *all;
	size_t n;

	if (word[0] != '-' || !word[1] || strchr(word, '='))
		return false;
	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++)
		for (const struct rv_opt *o = all[i].opts; o && o->name; o++) {
			if (!o->arg)
				continue;
			if (word[1] == '-' && strcmp(word + 2, o->name) == 0)
				return true;
			if (o->letter && word[1] == o->letter && !word[2])
				return true;
		}
	return false;
}

/* The row of "--name" or "--name=V"; *value is behind the "=". */
static int
find(const char *word, const char **value)
{
	*value = NULL;
	if (strcmp(word, "-h") == 0)
		return RV_GLOBAL_HELP;
	if (strncmp(word, "--", 2) != 0)
		return -1;
	for (int g = 0; g < RV_GLOBAL_N; g++) {
		size_t n = strlen(rows[g].name);

		if (strncmp(word + 2, rows[g].name, n) != 0)
			continue;
		if (word[2 + n] == '=')
			*value = word + 3 + n;
		if (word[2 + n] == '=' || word[2 + n] == '\0')
			return g;
	}
	return -1;
}

static rv_status
take(struct rv_globals *out, int g, const char *value, struct rv_err *err)
{
	if (rows[g].arg && !value)
		return rv_fail(err, RV_E_USAGE,
			       _("--%s: its value %s is missing; give one"),
			       rows[g].name, rows[g].arg);
	if (!rows[g].arg && value)
		return rv_fail(err, RV_E_USAGE,
			       _("--%s: it takes no value; leave it out"),
			       rows[g].name);
	out->given[g] = true;
	out->value[g] = value;
	return RV_OK;
}

rv_status
rv_globals_parse(int argc, char **argv, struct rv_arena *arena,
		 struct rv_globals *out, struct rv_err *err)
{
	bool ended = false;
	rv_status s = RV_OK;

	*out = (struct rv_globals){0};
	out->rest = rv_arena_array(arena, const char *,
				   (size_t)(argc > 0 ? argc : 0) + 1);
	for (int i = 1; i < argc && s == RV_OK; i++) {
		const char *value = NULL;
		int g = ended ? -1 : find(argv[i], &value);

		if (g >= 0) {
			if (rows[g].arg && !value && i + 1 < argc)
				value = argv[++i];
			s = take(out, g, value, err);
			continue;
		}
		ended |= strcmp(argv[i], "--") == 0;
		out->rest[out->n_rest++] = argv[i];
		/* Before a verb there is nothing that could have a value. */
		if (!ended && out->n_rest > 1 && takes_next(argv[i]) &&
		    i + 1 < argc)
			out->rest[out->n_rest++] = argv[++i];
	}
	return s;
}
