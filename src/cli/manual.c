/* SPDX-License-Identifier: MIT */
/* Help for people at the prompt. */
#include "config.h"

#include "cli/manual.h"

#include <string.h>

#include "base/i18n.h"
#include "base/width.h"
#include "cli/globals.h"
#include "cli/output.h"

#define GAP 2
#define COLUMN_MAX 30

static void
add_padded(struct rv_buf *out, const char *text, int width)
{
	int n = width - rv_width(rv_sv(text));

	rv_buf_adds(out, text);
	for (; n > 0; n--)
		rv_buf_addc(out, ' ');
}

/* Two columns; a left part that is too wide has the line for itself. */
static void
add_row(struct rv_buf *out, const char *left, const char *right, int width)
{
	rv_buf_adds(out, "  ");
	if (rv_width(rv_sv(left)) > width) {
		rv_buf_addf(out, "%s\n  ", left);
		left = "";
	}
	add_padded(out, left, width + GAP);
	rv_buf_addf(out, "%s\n", right);
}

static void
opt_usage(const struct rv_opt *o, struct rv_buf *out)
{
	if (o->letter)
		rv_buf_addf(out, "-%c, ", o->letter);
	rv_buf_addf(out, "--%s", o->name);
	if (o->arg)
		rv_buf_addf(out, " %s", o->arg);
}

static void
add_globals(struct rv_buf *out)
{
	struct rv_buf left = RV_BUF_INIT;

	for (int g = 0; g < RV_GLOBAL_N; g++) {
		const struct rv_global_row *row =
			rv_global_row((enum rv_global)g);

		rv_buf_reset(&left);
		rv_buf_addf(&left, "--%s%s%s", row->name, row->arg ? " " : "",
			    row->arg ? row->arg : "");
		add_row(out, left.p, _(row->help), 16);
	}
	rv_buf_release(&left);
}

void
rv_manual_overview(struct rv_buf *out)
{
	struct rv_buf left = RV_BUF_INIT;
	const struct rv_action *all;
	size_t n;

	rv_buf_adds(out, _("Usage: reverie [OPTION...] [VERB [ARGUMENT...]]\n"
			   "Without a verb the console opens.\n\nVerbs:\n"));
	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++) {
		if (!(all[i].flags & RV_ACTION_CLI))
			continue;
		rv_buf_reset(&left);
		rv_buf_addf(&left, "%s%s%s", all[i].verb,
			    *all[i].operands ? " " : "", all[i].operands);
		add_row(out, left.p, _(all[i].help), 17);
	}
	rv_buf_adds(out, _("\nOptions of every verb:\n"));
	add_globals(out);
	rv_buf_adds(out, _("\n`reverie help VERB` explains a verb; exit codes "
			   "and more are in reverie(1).\n"));
	rv_buf_release(&left);
}

void
rv_manual_verb(const struct rv_action *a, struct rv_buf *out)
{
	bool has = a->opts && a->opts->name;
	struct rv_buf left = RV_BUF_INIT;
	int width = 0;

	rv_buf_addf(out, _("Usage: reverie %s%s%s%s\n"), a->verb,
		    has ? _(" [OPTION...]") : "", *a->operands ? " " : "",
		    a->operands);
	rv_buf_addf(out, "\n%s\n", _(a->help));
	for (const struct rv_opt *o = a->opts; o && o->name; o++) {
		rv_buf_reset(&left);
		opt_usage(o, &left);
		width = RV_MAX(width, rv_width(rv_buf_sv(&left)));
	}
	if (has)
		rv_buf_adds(out, _("\nOptions:\n"));
	for (const struct rv_opt *o = a->opts; o && o->name; o++) {
		rv_buf_reset(&left);
		opt_usage(o, &left);
		add_row(out, left.p, _(o->help), RV_MIN(width, COLUMN_MAX));
	}
	rv_buf_release(&left);
}

/* Verbs that are these words, or begin with them and a blank. */
static size_t
add_verbs(struct rv_sv want, struct rv_buf *out)
{
	const struct rv_action *all;
	size_t n, found = 0;

	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++) {
		struct rv_sv verb = rv_sv(all[i].verb);
		bool group = verb.n > want.n && rv_sv_starts(verb, want) &&
			     verb.p[want.n] == ' ';

		if (!group && !rv_sv_eq(verb, want))
			continue;
		if (found++)
			rv_buf_addc(out, '\n');
		rv_manual_verb(&all[i], out);
	}
	return found;
}

static int
print(struct rv_buf *out)
{
	rv_out_text(rv_buf_sv(out));
	rv_buf_release(out);
	return 0;
}

int
rv_manual_help(const char *const *words, int n)
{
	struct rv_buf out = RV_BUF_INIT, want = RV_BUF_INIT;
	size_t found = 0;

	for (int k = RV_MIN(n, 2); k > 0 && !found; k--) {
		rv_buf_reset(&want);
		for (int i = 0; i < k; i++)
			rv_buf_addf(&want, "%s%s", i ? " " : "", words[i]);
		found = add_verbs(rv_buf_sv(&want), &out);
	}
	if (!found)
		rv_manual_overview(&out);
	rv_buf_release(&want);
	return print(&out);
}

int
rv_manual_run(const struct rv_args *args)
{
	const char *shell = rv_args_get(args, "completion"), *word;
	struct rv_buf out = RV_BUF_INIT, want = RV_BUF_INIT;
	struct rv_err err = {0};

	for (size_t i = 0; (word = rv_args_operand(args, i)) != NULL; i++)
		rv_buf_addf(&want, "%s%s", i ? " " : "", word);
	if (rv_args_has(args, "man"))
		rv_manual_page(&out);
	else if (shell && !rv_manual_completion(shell, &out))
		rv_fail(&err, RV_E_USAGE,
			_("help --completion %.40s: there is none for this "
			  "shell; give bash, zsh or fish"),
			shell);
	else if (!shell && !want.n)
		rv_manual_overview(&out);
	else if (!shell && !add_verbs(rv_buf_sv(&want), &out))
		rv_fail(&err, RV_E_USAGE,
			_("help %.40s: there is no such verb; `reverie help` "
			  "lists them"),
			want.p);
	rv_buf_release(&want);
	if (err.status != RV_OK) {
		rv_buf_release(&out);
		return rv_out_fail(&err, false);
	}
	return print(&out);
}
