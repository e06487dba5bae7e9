/* SPDX-License-Identifier: MIT */
/* The program: prepares the process and picks the door. */
#include "config.h"

#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "cli/cli.h"
#include "cli/environ.h"
#include "ui/console.h"

/* rv_cli_console_fn */
static int
open_console(const struct rv_env *env, const struct rv_cli_console *c)
{
	const struct rv_console_opts opts = {
		.program = c->program,
		.workspace = c->workspace,
		.config = c->config,
		.theme = c->theme,
		.script = c->script,
		.width = c->width,
		.height = c->height,
		.headless = c->headless,
		.mono = c->mono,
		.readonly = c->readonly,
		.demo = c->demo,
		.elsewhere = c->elsewhere,
	};

	return rv_console_main(env, &opts);
}

int
main(int argc, char **argv)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct rv_arena arena = RV_ARENA_INIT;

	/* What an agent remembers is nobody else's. */
	umask(077);
	/* A closed pipe is an error of the write, not the end of a step. */
	sigaction(SIGPIPE, &ignore, NULL);
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	bindtextdomain(PACKAGE, rv_environ_locale_dir(&arena));
	rv_arena_release(&arena);
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	textdomain(PACKAGE);
	rv_i18n_begin();
	return rv_cli_main(argc, argv, open_console);
}
