/* SPDX-License-Identifier: MIT */
/* A person decides on a terminal: the diff, then y or N. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/run.h"

bool
rv_cli_must_ask(const struct rv_cli_run *r, const struct rv_args *args)
{
	bool approves = strcmp(args->action->id, "review.approve") == 0 ||
			(strcmp(args->action->id, "consolidate") == 0 &&
			 rv_args_has(args, "approve"));

	return approves && !r->json && !rv_args_has(args, "sha256") &&
	       isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Only what was typed after the question counts; anything but yes is no. */
static bool
says_yes(const char *question)
{
	char line[16] = "";
	struct rv_sv v;

	fflush(stdout);
	fputs(question, stderr);
	fflush(stderr);
	(void)tcflush(STDIN_FILENO, TCIFLUSH);
	if (!fgets(line, sizeof(line), stdin))
		return false;
	v = rv_sv_trim(rv_sv(line));
	return rv_sv_eq_ascii_nocase(v, RV_SV("y")) ||
	       rv_sv_eq_ascii_nocase(v, RV_SV("yes"));
}

/* The action that shows what is to be approved. */
static void
showing_args(const struct rv_args *args, struct rv_arena *arena,
	     struct rv_args *out)
{
	if (strcmp(args->action->id, "review.approve") == 0) {
		rv_args_make("review.show", arena, out, "",
			     rv_args_operand(args, 0), NULL);
		return;
	}
	*out = (struct rv_args){.action = args->action};
	out->items = rv_arena_array(arena, struct rv_arg, args->n + 1);
	for (size_t i = 0; i < args->n; i++)
		if (strcmp(args->items[i].name, "approve") != 0)
			out->items[out->n++] = args->items[i];
}

static int
decide(struct rv_cli_run *r, struct rv_sv id, struct rv_sv sha,
       struct rv_sv target)
{
	struct rv_buf q = RV_BUF_INIT;
	struct rv_err err = {0};
	struct rv_args args;
	bool yes;

	rv_buf_addf(&q, _("Write %.*s as shown (%.*s)? [y/N] "),
		    RV_SV_ARG(rv_text_clean_in(&r->arena, target,
					       RV_CLEAN_LINE)),
		    RV_SV_ARG(rv_text_clean_in(&r->arena, id, RV_CLEAN_LINE)));
	yes = says_yes(q.p);
	rv_buf_release(&q);
	if (!yes) {
		rv_fail(&err, RV_E_UNDECIDED,
			_("%.*s: it was not approved and stays open; `reverie "
			  "review` lists it"),
			RV_SV_ARG(id));
		return rv_out_fail(&err, false);
	}
	rv_args_make("review.approve", &r->arena, &args, "",
		     rv_sv_cstr_in(&r->arena, id), "sha256",
		     rv_sv_cstr_in(&r->arena, sha), NULL);
	return rv_cli_do(r, &args);
}

int
rv_cli_ask(struct rv_cli_run *r, const struct rv_args *args)
{
	struct rv_buf answer = RV_BUF_INIT;
	struct rv_args show;
	struct rv_json_doc doc;
	struct rv_sv id;
	int code;

	showing_args(args, &r->arena, &show);
	code = rv_cli_do_keep(r, &show, &answer);
	if (code == 0 &&
	    rv_json_parse(rv_buf_sv(&answer), &doc, NULL) == RV_OK) {
		id = rv_json_get_sv(doc.root, "proposal");
		if (!id.n)
			id = rv_json_get_sv(doc.root, "id");
		code = decide(r, id, rv_json_get_sv(doc.root, "sha256"),
			      rv_json_get_sv(doc.root, "target"));
		rv_json_release(&doc);
	}
	rv_buf_release(&answer);
	return code;
}
