/* SPDX-License-Identifier: MIT */
/* From argv to an exit code. */
#include "config.h"

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/log.h"
#include "base/path.h"
#include "cli/debuglog.h"
#include "cli/environ.h"
#include "cli/interrupt.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/run.h"

#define STDIN_MAX ((size_t)16 << 20)

rv_status
rv_cli_workspace(struct rv_cli_run *r, const char **out, struct rv_err *err)
{
	const char *given = r->globals.value[RV_GLOBAL_WORKSPACE];
	struct rv_buf dir = RV_BUF_INIT;
	rv_status s;

	if (!given)
		given = rv_environ_get("REVERIE_WORKSPACE");
	s = rv_workspace_find(&r->env, given, rv_environ_cwd(&r->arena), &dir,
			      err);
	if (s == RV_OK)
		*out = rv_sv_cstr_in(&r->arena, rv_buf_sv(&dir));
	rv_buf_release(&dir);
	return s;
}

rv_status
rv_cli_open(struct rv_cli_run *r, struct rv_err *err)
{
	struct rv_engine_opts opts = {.env = &r->env};
	rv_status s;

	if (r->engine)
		return RV_OK;
	opts.config = r->globals.value[RV_GLOBAL_CONFIG];
	opts.readonly = r->globals.given[RV_GLOBAL_READONLY];
	opts.running = rv_interrupt_watch();
	s = rv_cli_workspace(r, &opts.workspace, err);
	if (s == RV_OK)
		s = rv_engine_open(&opts, &r->engine, err);
	return s;
}

rv_status
rv_cli_sync(struct rv_cli_run *r, const struct rv_action *a,
	    struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status s = rv_engine_sync(r->engine, &why);

	if (s == RV_OK)
		return s;
	/* A file that cannot be read hides neither the rest nor the turn. */
	if (a->class != RV_CLASS_DECIDE && !(a->flags & RV_ACTION_WRITES)) {
		rv_log(RV_LOG_WARN, "%s", why.msg);
		return RV_OK;
	}
	*err = why;
	return s;
}

/* Outside of a workspace there is nothing to take over. */
static rv_status
settle(struct rv_cli_run *r, struct rv_err *err)
{
	struct rv_err none = {0};
	const char *workspace;

	if (rv_cli_workspace(r, &workspace, &none) != RV_OK)
		return RV_OK;
	return rv_workspace_settle(&r->env, workspace,
				   r->globals.value[RV_GLOBAL_CONFIG], err);
}

int
rv_cli_do_keep(struct rv_cli_run *r, const struct rv_args *args,
	       struct rv_buf *answer)
{
	struct rv_err err = {0};
	rv_status s = RV_OK;

	if (!(args->action->flags & RV_ACTION_NO_WORKSPACE))
		s = rv_cli_open(r, &err);
	else if (args->action->flags & RV_ACTION_MASKS)
		s = settle(r, &err);
	if (s == RV_OK && r->engine)
		s = rv_cli_sync(r, args->action, &err);
	if (s == RV_OK)
		s = rv_action_run(r->engine, &r->env, args, RV_DOOR_CLI,
				  answer, &err);
	err.status = s;
	if (!answer->n)
		return s == RV_OK ? 0 : rv_out_fail(&err, r->json);
	if (r->json)
		rv_out_json(rv_buf_sv(answer));
	else
		rv_render(args, r->env.tz, rv_buf_sv(answer));
	if (!rv_out_flush())
		return rv_status_exit(RV_E_IO);
	if (s != RV_OK)
		rv_out_error(&err);
	return rv_status_exit(s);
}

int
rv_cli_do(struct rv_cli_run *r, const struct rv_args *args)
{
	struct rv_buf answer = RV_BUF_INIT;
	int code = rv_cli_do_keep(r, args, &answer);

	rv_buf_release(&answer);
	return code;
}

static rv_status
read_stdin(struct rv_cli_run *r, struct rv_args *args, struct rv_err *err)
{
	const char *operand = rv_args_operand(args, 0);
	struct rv_buf in = RV_BUF_INIT;
	rv_status s = RV_OK;

	if (!(args->action->flags & RV_ACTION_STDIN) || !operand ||
	    strcmp(operand, "-") != 0)
		return RV_OK;
	for (;;) {
		char *room = rv_buf_room(&in, 65536);
		ssize_t n = read(STDIN_FILENO, room, 65536);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			s = rv_fail_errno(err, errno, "-", _("cannot read"));
		if (n <= 0)
			break;
		rv_buf_took(&in, (size_t)n);
		if (in.n > STDIN_MAX) {
			s = rv_fail(err, RV_E_TOOBIG,
				    _("standard input: it is over 16 MiB; give "
				      "less"));
			break;
		}
	}
	args->input = rv_buf_detach_in(&r->arena, &in);
	return s;
}

/* Only we know where we are: init's and demo's directories become absolute. */
static rv_status
place_args(struct rv_cli_run *r, struct rv_args *args, struct rv_err *err)
{
	const char *cwd = rv_environ_cwd(&r->arena);
	const char *dir = rv_args_operand(args, 0);
	char *real;

	if (strcmp(args->action->id, "init") == 0) {
		if (!dir)
			dir = r->globals.value[RV_GLOBAL_WORKSPACE];
		if (!dir)
			dir = rv_environ_get("REVERIE_WORKSPACE");
		dir = rv_path_join_in(&r->arena, cwd, dir ? dir : ".");
		real = realpath(dir, NULL);
		rv_args_make("init", &r->arena, args, "", real ? real : dir,
			     NULL);
		free(real);
	} else if (strcmp(args->action->id, "demo") == 0) {
		bool quiet = rv_args_has(args, "no-console");
		char *temp = NULL;

		dir = rv_args_get(args, "at");
		if (!dir) {
			temp = rv_sv_dup(rv_sv(rv_path_join_in(
				&r->arena, rv_environ_tmp(),
				"reverie-demo-XXXXXX")));
			if (!mkdtemp(temp)) {
				rv_status s = rv_fail_errno(
					err, errno, temp,
					_("cannot make a directory"));
				free(temp);
				return s;
			}
			dir = temp;
		}
		rv_args_make("demo", &r->arena, args, "at",
			     rv_path_join_in(&r->arena, cwd, dir),
			     quiet ? "no-console" : NULL, NULL, NULL);
		free(temp);
	}
	return RV_OK;
}

static bool
parse_size(const char *text, int *w, int *h)
{
	struct rv_sv v = rv_sv(text), part;
	int64_t a = 0, b = 0;

	if (!rv_sv_next_part(&v, 'x', &part) || !rv_sv_to_int(part, &a) ||
	    !rv_sv_to_int(v, &b))
		return false;
	*w = (int)a;
	*h = (int)b;
	return a > 0 && b > 0 && a <= 1000 && b <= 1000;
}

/* As every verb finds it; an agent's directory that was never opened is shown,
 * too, which writes nothing. */
static rv_status
console_workspace(struct rv_cli_run *r, const char **out, struct rv_err *err)
{
	const char *here = rv_environ_cwd(&r->arena);
	struct rv_err why = {0};
	rv_status s = rv_cli_workspace(r, out, &why);

	if (s == RV_E_NOWORKSPACE && !r->globals.value[RV_GLOBAL_WORKSPACE] &&
	    !rv_environ_get("REVERIE_WORKSPACE") &&
	    rv_path_exists(rv_path_join_in(&r->arena, here, "STORY.md"))) {
		*out = here;
		return RV_OK;
	}
	if (s != RV_OK)
		*err = why;
	return s;
}

/* Would a line that names no workspace mean another one from here, or none? */
static bool
is_elsewhere(struct rv_cli_run *r, const char *workspace)
{
	struct rv_buf dir = RV_BUF_INIT;
	struct rv_err none = {0};
	bool found;

	found = rv_workspace_find(&r->env,
				  rv_environ_get("REVERIE_WORKSPACE"),
				  rv_environ_cwd(&r->arena), &dir,
				  &none) == RV_OK &&
		rv_sv_is(rv_buf_sv(&dir), workspace);
	rv_buf_release(&dir);
	return !found && strcmp(rv_environ_cwd(&r->arena), workspace) != 0;
}

static int
open_console(struct rv_cli_run *r, const char *workspace, bool demo,
	     rv_cli_console_fn *console)
{
	const char *const *value = r->globals.value;
	const char *size = value[RV_GLOBAL_SIZE];
	const char *term = rv_environ_get("TERM");
	struct rv_cli_console c = {
		.program = r->globals.given[RV_GLOBAL_HEADLESS] ? "reverie"
								: r->program,
		.workspace = workspace,
		.config = value[RV_GLOBAL_CONFIG],
		.theme = value[RV_GLOBAL_THEME],
		.script = value[RV_GLOBAL_SCRIPT],
		.headless = r->globals.given[RV_GLOBAL_HEADLESS],
		.readonly = r->globals.given[RV_GLOBAL_READONLY],
		.demo = demo,
	};
	struct rv_err err = {0};

	c.mono = r->globals.given[RV_GLOBAL_MONO] ||
		 rv_environ_get("NO_COLOR") || (term && !strcmp(term, "dumb"));
	if (r->json)
		rv_fail(&err, RV_E_USAGE,
			_("--json: the console prints no document; name a "
			  "verb"));
	else if (size && !parse_size(size, &c.width, &c.height))
		rv_fail(&err, RV_E_USAGE,
			_("--size: \"%.20s\" is not a size; write it as "
			  "120x36"),
			size);
	else if (!c.headless && (!isatty(STDIN_FILENO) ||
				 !isatty(STDOUT_FILENO)))
		rv_fail(&err, RV_E_USAGE,
			_("the console needs a terminal: standard input or "
			  "output is none; name a verb (`reverie help`) or use "
			  "--headless"));
	else if (!console)
		rv_fail(&err, RV_E_UNBUILT,
			_("the console: it is not built into this program; "
			  "`reverie help` lists the verbs"));
	else if (!workspace)
		err.status = console_workspace(r, &c.workspace, &err);
	if (err.status != RV_OK)
		return rv_out_fail(&err, r->json);
	c.elsewhere = is_elsewhere(r, c.workspace);
	return console(&r->env, &c);
}

/* It takes a moment, on a busy machine seconds. */
static void
say_making(const char *dir)
{
	struct rv_buf b = RV_BUF_INIT, line = RV_BUF_INIT;

	rv_buf_addf(&b, _("making the demo workspace in %s ...\n"), dir);
	rv_text_clean(rv_buf_sv(&b), RV_CLEAN_TEXT, &line);
	rv_out_text(rv_buf_sv(&line));
	/* The demo is shown whether or not this could be said. */
	(void)rv_out_flush();
	rv_buf_release(&line);
	rv_buf_release(&b);
}

static int
run_demo(struct rv_cli_run *r, const struct rv_args *args,
	 rv_cli_console_fn *console)
{
	struct rv_buf answer = RV_BUF_INIT;
	int code;

	/* Without a terminal the workspace is made all the same. */
	if (r->json || rv_args_has(args, "no-console") || !console ||
	    (!r->globals.given[RV_GLOBAL_HEADLESS] &&
	     (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))))
		return rv_cli_do(r, args);
	code = rv_status_exit(RV_OK);
	{
		struct rv_err err = {0};

		if (!r->globals.given[RV_GLOBAL_HEADLESS])
			say_making(rv_args_get(args, "at"));
		err.status = rv_action_run(NULL, &r->env, args, RV_DOOR_CLI,
					   &answer, &err);
		rv_buf_release(&answer);
		if (err.status != RV_OK)
			return rv_out_fail(&err, false);
	}
	if (code == 0)
		code = open_console(r, rv_args_get(args, "at"), true, console);
	return code;
}

/* What makes a workspace asks none whether it may be written. */
static rv_status
keep_out(const struct rv_cli_run *r, const struct rv_args *args,
	 struct rv_err *err)
{
	const struct rv_action *a = args->action;

	if (!r->globals.given[RV_GLOBAL_READONLY] ||
	    a->class == RV_CLASS_READ || !(a->flags & RV_ACTION_NO_WORKSPACE))
		return RV_OK;
	return rv_fail(err, RV_E_READONLY,
		       _("%s: with --readonly nothing is written; leave it "
			 "out to make a workspace"),
		       a->verb);
}

static int
run_args(struct rv_cli_run *r, struct rv_args *args,
	 rv_cli_console_fn *console)
{
	struct rv_err err = {0};
	rv_status s = read_stdin(r, args, &err);

	if (s == RV_OK)
		s = keep_out(r, args, &err);
	if (s == RV_OK)
		s = place_args(r, args, &err);
	if (s != RV_OK) {
		err.status = s;
		return rv_out_fail(&err, r->json);
	}
	if (strcmp(args->action->id, "help") == 0 && !r->json)
		return rv_manual_run(args);
	if (rv_args_has(args, "batch"))
		return rv_cli_batch(r, args);
	if (strcmp(args->action->id, "demo") == 0)
		return run_demo(r, args, console);
	if (rv_cli_must_ask(r, args))
		return rv_cli_ask(r, args);
	return rv_cli_do(r, args);
}

static int
run(struct rv_cli_run *r, rv_cli_console_fn *console)
{
	const struct rv_globals *g = &r->globals;
	struct rv_err err = {0};
	struct rv_args args;
	rv_status s;

	if (g->given[RV_GLOBAL_HELP])
		return rv_manual_help(g->rest, g->n_rest);
	if (g->given[RV_GLOBAL_VERSION])
		rv_args_make("version", &r->arena, &args, NULL);
	else if (g->n_rest == 0)
		return open_console(r, NULL, false, console);
	else if ((s = rv_args_parse(g->n_rest, g->rest, &r->arena, &args,
				    &err)) != RV_OK) {
		err.status = s;
		return rv_out_fail(&err, r->json);
	}
	return run_args(r, &args, console);
}

static rv_status
open_debuglog(const struct rv_cli_run *r, struct rv_err *err)
{
	const struct rv_globals *g = &r->globals;

	if (g->given[RV_GLOBAL_DEBUG])
		return rv_debuglog_open(g->value[RV_GLOBAL_DEBUG],
					g->given[RV_GLOBAL_DEBUG_CONTENT],
					&r->env, err);
	if (g->given[RV_GLOBAL_DEBUG_CONTENT])
		return rv_fail(err, RV_E_USAGE, "%s",
			       _("--debug-content: it says what goes into the "
				 "file of --debug; name one"));
	return RV_OK;
}

int
rv_cli_main(int argc, char **argv, rv_cli_console_fn *console)
{
	struct rv_cli_run r = {.arena = RV_ARENA_INIT};
	struct rv_err err = {0};
	int code;
	rv_status s;

	r.program = argc > 0 && strchr(argv[0], '/') ? argv[0] : "reverie";
	rv_out_install_log();
	s = rv_globals_parse(argc, argv, &r.arena, &r.globals, &err);
	r.json = r.globals.given[RV_GLOBAL_JSON];
	if (s == RV_OK)
		s = rv_environ_read(&r.globals, &r.arena, &r.env, &err);
	if (s == RV_OK)
		s = open_debuglog(&r, &err);
	if (s == RV_OK) {
		code = run(&r, console);
	} else {
		err.status = s;
		code = rv_out_fail(&err, r.json);
	}
	if (!rv_out_flush() && code == 0)
		code = rv_status_exit(RV_E_IO);
	rv_engine_free(r.engine);
	rv_arena_release(&r.arena);
	return rv_interrupt_code() ? rv_interrupt_code() : code;
}
