/* SPDX-License-Identifier: MIT */
/* A line of the palette: words of the console, or an action. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"
#include "ui/help.h"

static void
on_help_key(struct ui_ctx *c, const struct ui_key *k)
{
	ui_input_act(c->console, k->act, k->arg);
}

/* "overview", or "story view" where a verb has the same name. */
static int
screen_of(struct rv_sv line)
{
	for (int i = 0; i < UI_SCREENS; i++) {
		struct rv_sv name = rv_sv(ui_screens[i].name);

		if (rv_sv_starts(line, name) &&
		    (rv_sv_is(rv_sv_slice(line, name.n, line.n), " view") ||
		     (rv_sv_eq(line, name) &&
		      (i == ui_screen_by_name("overview") ||
		       i == ui_screen_by_name("resonance") ||
		       i == ui_screen_by_name("pending")))))
			return i;
	}
	return -1;
}

static bool
run_word(struct ui_ctx *c, struct rv_sv line)
{
	struct ui_console *con = c->console;

	if (rv_sv_is(line, "quit") || rv_sv_is(line, "q"))
		ui_console_quit(con);
	else if (rv_sv_is(line, "follow"))
		ui_console_follow(con);
	else if (rv_sv_is(line, "refresh"))
		ui_input_act(con, UI_ACT_REFRESH, 0);
	else if (rv_sv_is(line, "panes"))
		ui_input_act(con, UI_ACT_PANES, 0);
	else if (rv_sv_is(line, "help"))
		ui_help_open(ui_console_focused(con), on_help_key);
	else if (screen_of(line) >= 0)
		ui_console_screen(con, screen_of(line));
	else if (rv_sv_is(line, "notes"))
		ui_notes_open(c);
	else if (rv_sv_is(line, "tour"))
		ui_tour_start(con);
	else if (rv_sv_starts(line, RV_SV("readonly")))
		ui_welcome_readonly(c, rv_sv_trim(rv_sv_slice(line, 8,
							      line.n)));
	else if (rv_sv_starts(line, RV_SV("goto ")))
		ui_ctx_open(c, rv_sv_slice(line, 5, line.n));
	else if (rv_sv_starts(line, RV_SV("theme "))) {
		char *name = rv_sv_dup(rv_sv_trim(
			rv_sv_slice(line, 6, line.n)));

		ui_console_theme(con, name, false);
		free(name);
	} else {
		return false;
	}
	return true;
}

static void
on_line(struct ui_ctx *c, int choice, const char *line)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	struct rv_err err = {0};

	if (choice == 0 && rv_args_parse_line(rv_sv(line), &arena, &args,
					      &err) == RV_OK)
		ui_model_run(c->model, &args, UI_TAG_PALETTE);
	rv_arena_release(&arena);
}

bool
ui_flow_run_line(struct ui_ctx *c, struct rv_sv line, struct rv_buf *why)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	struct rv_err err = {0};
	char *copy = rv_sv_dup(line);

	if (run_word(c, line)) {
		/* done */
	} else if (rv_args_parse_line(line, &arena, &args, &err) != RV_OK) {
		rv_buf_adds(why, err.msg);
	} else if (!(args.action->flags & RV_ACTION_PALETTE)) {
		rv_buf_addf(why, _("%s runs on the command line only"),
			    args.action->verb);
	} else if ((args.action->class == RV_CLASS_DECIDE ||
		    rv_args_write(&args)) &&
		   ui_desk_readonly(c)) {
		/* said */
	} else if (args.action->class == RV_CLASS_DECIDE ||
		   rv_args_has(&args, "approve")) {
		struct rv_buf b = RV_BUF_INIT, cli = RV_BUF_INIT;

		rv_args_cli_twin(&args, &cli);
		ui_cmdline_whole(c, rv_buf_sv(&cli), &b);
		rv_buf_adds(&b, _("\n\nThis is a decision. Run it?"));
		ui_dialog_confirm(c, UI_DIALOG_RUN, rv_buf_sv(&b), on_line, copy);
		rv_buf_release(&b);
		rv_buf_release(&cli);
	} else if (!strcmp(args.action->id, "live") &&
		   rv_args_operands(&args) > 0) {
		ui_start_live(c, rv_sv(rv_args_operand(&args, 0)));
	} else {
		bool to_queue = (!strcmp(args.action->id, "promote") ||
				 !strcmp(args.action->id, "attest")) &&
				!rv_args_has(&args, "dry-run");

		ui_model_run(c->model, &args,
			     to_queue ? UI_TAG_PROMOTE : UI_TAG_PALETTE);
	}
	free(copy);
	rv_arena_release(&arena);
	return why->n == 0;
}
