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

static bool
is_erase(const struct rv_args *args)
{
	return strcmp(args->action->id, "erase") == 0;
}

bool
rv_cli_must_ask(const struct rv_cli_run *r, const struct rv_args *args)
{
	bool asks = strcmp(args->action->id, "review.approve") == 0 ||
		    (strcmp(args->action->id, "consolidate") == 0 &&
		     rv_args_has(args, "approve")) ||
		    (is_erase(args) && !rv_args_has(args, "dry-run"));

	return asks && !r->json && !rv_args_has(args, "sha256") &&
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
	if (is_erase(args)) {
		rv_args_make("erase", arena, out, "", rv_args_operand(args, 0),
			     "dry-run", NULL, NULL);
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
			_("%.*s: it was not approved and still waits; `reverie "
			  "review` lists it"),
			RV_SV_ARG(id));
		return rv_out_fail(&err, false);
	}
	rv_args_make("review.approve", &r->arena, &args, "",
		     rv_sv_cstr_in(&r->arena, id), "sha256",
		     rv_sv_cstr_in(&r->arena, sha), NULL);
	return rv_cli_do(r, &args);
}

static int
decide_erase(struct rv_cli_run *r, const char *place, const rv_json *shown)
{
	struct rv_sv file = rv_json_get_sv(shown, "file");
	long long line = rv_json_int(rv_json_get(shown, "line"), 0);
	struct rv_buf q = RV_BUF_INIT;
	struct rv_err err = {0};
	struct rv_args args;
	bool yes;

	file = rv_text_clean_in(&r->arena, file, RV_CLEAN_LINE);
	/* TRANSLATORS: the name of a file, the number of a line. */
	rv_buf_addf(&q, _("Erase it from %.*s, line %lld, for good? No undo "
			  "brings it back. [y/N] "),
		    RV_SV_ARG(file), line);
	yes = says_yes(q.p);
	rv_buf_release(&q);
	if (!yes) {
		rv_fail(&err, RV_E_UNDECIDED,
			_("%.*s:%lld: nothing was erased; it stays masked "
			  "wherever it is read"),
			RV_SV_ARG(file), line);
		return rv_out_fail(&err, false);
	}
	rv_args_make("erase", &r->arena, &args, "", place, "sha256",
		     rv_sv_cstr_in(&r->arena,
				   rv_json_get_sv(shown, "sha256")),
		     NULL);
	return rv_cli_do(r, &args);
}

int
rv_cli_ask(struct rv_cli_run *r, const struct rv_args *args)
{
	struct rv_buf answer = RV_BUF_INIT;
	struct rv_args show;
	struct rv_json_doc doc;
	struct rv_sv id;
	struct rv_err err = {0};
	int code;

	/* Nobody reads a difference only to be told no. */
	err.status = rv_cli_open(r, &err);
	if (err.status == RV_OK)
		err.status = rv_action_allowed(r->engine, args, RV_DOOR_CLI,
					       &err);
	if (err.status != RV_OK)
		return rv_out_fail(&err, r->json);
	showing_args(args, &r->arena, &show);
	code = rv_cli_do_keep(r, &show, &answer);
	if (code == 0 &&
	    rv_json_parse(rv_buf_sv(&answer), &doc, NULL) == RV_OK) {
		if (is_erase(args)) {
			code = decide_erase(r, rv_args_operand(args, 0),
					    doc.root);
			rv_json_release(&doc);
			goto out;
		}
		id = rv_json_get_sv(doc.root, "proposal");
		if (!id.n)
			id = rv_json_get_sv(doc.root, "id");
		code = decide(r, id, rv_json_get_sv(doc.root, "sha256"),
			      rv_json_get_sv(doc.root, "target"));
		rv_json_release(&doc);
	}
out:
	rv_buf_release(&answer);
	return code;
}
