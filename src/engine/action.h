/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ACTION_H
#define RV_ENGINE_ACTION_H

/*
 * Actions: one table (actions.def) of everything that can be done, with name,
 * arguments, help, doors and class.  Verbs, palette entries and keys refer to
 * its rows.  An action answers with one JSON document, which the command line
 * prints or renders and the console summarises; it never prints.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/status.h"
#include "base/str.h"

struct rv_engine;

enum rv_door { RV_DOOR_CONSOLE, RV_DOOR_CLI, RV_DOOR_HOOK, RV_DOOR_MCP };
const char *rv_door_name(enum rv_door d) RV_NONNULL;

enum rv_action_class {
	RV_CLASS_READ,	  /* changes nothing durable */
	RV_CLASS_PROPOSE, /* records or proposes; agents may */
	RV_CLASS_DECIDE	  /* a person's decision; never an MCP tool */
};

/* Doors and needs of an action, as bits. */
enum {
	RV_ACTION_CLI = 1,
	RV_ACTION_PALETTE = 2,
	RV_ACTION_MCP = 4,
	RV_ACTION_NO_WORKSPACE = 8, /* runs without an engine handle */
	RV_ACTION_STDIN = 16,	    /* a "-" operand means standard input */
	RV_ACTION_BATCH = 32,	    /* understands --batch */
	RV_ACTION_WRITES = 64,	    /* refused in a read-only workspace */
	/* Takes long and changes nothing that others wait for: a console runs
	 * it beside everything else. */
	RV_ACTION_LONG = 128,
	RV_ACTION_MASKS = 256 /* as the workspace masks, where there is one */
};

struct rv_args;

struct rv_opt {
	const char *name;  /* long name without dashes */
	char letter;	   /* or 0 */
	const char *arg;   /* placeholder of its value; NULL: a flag */
	const char *help;  /* N_() */
	bool many;	   /* may be given more than once */
};

struct rv_action {
	const char *id;	      /* "review.approve" */
	const char *verb;     /* "review approve": words of the command line */
	const char *operands; /* "QUERY", "[DIR]", "PATH...", "" */
	const char *help;     /* N_(): one line */
	const struct rv_opt *opts; /* ended by a row without name; or NULL */
	unsigned flags;
	enum rv_action_class class;
	rv_status (*run)(struct rv_engine *e, const struct rv_env *env,
			 const struct rv_args *args, enum rv_door door,
			 struct rv_buf *json, struct rv_err *err);
};

/* All rows in the order of the table. */
const struct rv_action *rv_actions(size_t *n) RV_NONNULL;
const struct rv_action *rv_action_by_id(const char *id);

struct rv_args {
	const struct rv_action *action;
	struct rv_arg {
		const char *name; /* option, or "" for an operand */
		const char *value; /* NULL for a flag */
	} *items;
	size_t n;
	struct rv_sv input; /* standard input, where "-" was given */
};

/*
 * Finds the action of argv (the longest verb that matches; "review" alone is
 * "review list") and parses its options and operands: "--name=V", "--name V",
 * "-n V", "--" ends options.  RV_E_USAGE names what is wrong and what exists.
 */
rv_status rv_args_parse(int argc, const char *const *argv,
			struct rv_arena *arena, struct rv_args *out,
			struct rv_err *err) RV_MUST_CHECK;
/* The same for one line as typed in the palette: blanks part, quotes join. */
rv_status rv_args_parse_line(struct rv_sv line, struct rv_arena *arena,
			     struct rv_args *out, struct rv_err *err)
	RV_MUST_CHECK;
/* Builds arguments in code: name/value pairs ended by NULL; operands have the
 * name "". */
void rv_args_make(const char *id, struct rv_arena *arena, struct rv_args *out,
		  ...) RV_SENTINEL;
const char *rv_args_get(const struct rv_args *a, const char *opt); /* or NULL */
bool rv_args_has(const struct rv_args *a, const char *opt);
/* Does it write?  A dry run does not. */
bool rv_args_write(const struct rv_args *a);
/* Does it decide, as a person does? */
bool rv_args_decide(const struct rv_args *a);
const char *rv_args_operand(const struct rv_args *a, size_t i); /* or NULL */
size_t rv_args_operands(const struct rv_args *a);
rv_status rv_args_int(const struct rv_args *a, const char *opt,
		      int64_t otherwise, int64_t *out, struct rv_err *err)
	RV_MUST_CHECK;
/* A word of a command line as a shell takes it. */
void rv_args_quote(const char *word, struct rv_buf *out);
/* The command line that does the same: "reverie turn --session s ..." */
void rv_args_cli_twin(const struct rv_args *a, struct rv_buf *out);

/* Would it be refused before it is run?  RV_E_READONLY says what to do. */
rv_status rv_action_allowed(struct rv_engine *e, const struct rv_args *args,
			    enum rv_door door, struct rv_err *err)
	RV_MUST_CHECK;

/*
 * Runs an action.  `json` gets one document that begins {"v":1; with RV_E_NO,
 * RV_E_DAMAGED, RV_E_REJECTED, RV_E_UNDECIDED and RV_E_MOVED it may hold an
 * answer as well as err a message; on other failures it is empty.  `e` is NULL
 * only for RV_ACTION_NO_WORKSPACE.
 */
rv_status rv_action_run(struct rv_engine *e, const struct rv_env *env,
			const struct rv_args *args, enum rv_door door,
			struct rv_buf *json, struct rv_err *err) RV_MUST_CHECK;

#endif
