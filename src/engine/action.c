/* SPDX-License-Identifier: MIT */
/* The table of actions and what runs them. */
#include "config.h"

#include "engine/action.h"

#include <string.h>

#include "base/i18n.h"
#include "engine/act.h"
#include "engine/engine.h"

#define OPT(name, letter, arg, help) {name, letter, arg, help, false},
#define OPT_MANY(name, letter, arg, help) {name, letter, arg, help, true},
#define ACTION(run, id, verb, operands, class, flags, help, ...) \
	static const struct rv_opt opts_##run[] = { \
		__VA_ARGS__{NULL, 0, NULL, NULL, false}};
#include "engine/actions.def"
#undef ACTION

static const struct rv_action table[] = {
#define ACTION(run, id, verb, operands, class, flags, help, ...) \
	{id, verb, operands, help, opts_##run, flags, RV_CLASS_##class, run},
#include "engine/actions.def"
#undef ACTION
};

const char *
rv_door_name(enum rv_door d)
{
	static const char *const names[] = {
		[RV_DOOR_CONSOLE] = "console",
		[RV_DOOR_CLI] = "cli",
		[RV_DOOR_HOOK] = "hook",
		[RV_DOOR_MCP] = "mcp",
	};

	return names[d];
}

const struct rv_action *
rv_actions(size_t *n)
{
	*n = ARRAY_LEN(table);
	return table;
}

const struct rv_action *
rv_action_by_id(const char *id)
{
	for (size_t i = 0; i < ARRAY_LEN(table); i++)
		if (strcmp(table[i].id, id) == 0)
			return &table[i];
	return NULL;
}

rv_status
rv_action_allowed(struct rv_engine *e, const struct rv_args *args,
		  enum rv_door door, struct rv_err *err)
{
	if (rv_args_write(args) && rv_engine_readonly(e))
		return rv_act_readonly(e, args->action->verb, err);
	/* A console has asked already, and may be where it is said. */
	if (door != RV_DOOR_CONSOLE && rv_args_decide(args) &&
	    rv_engine_held(e))
		return rv_fail_path(err, RV_E_READONLY,
				    rv_engine_workspace(e),
				    _("%s: `:readonly on` was said here, so "
				      "nothing is decided; say `:readonly off` "
				      "in the console"),
				    args->action->verb);
	return RV_OK;
}

rv_status
rv_action_run(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	const struct rv_action *a = args->action;
	size_t before = json->n;
	rv_status s;

	if (door == RV_DOOR_MCP &&
	    (a->class == RV_CLASS_DECIDE || !(a->flags & RV_ACTION_MCP)))
		return rv_fail(err, RV_E_DENIED,
			       _("%s: it is not open to agents; a person decides "
				 "on the command line or in the console"),
			       a->verb);
	if (!e && !(a->flags & RV_ACTION_NO_WORKSPACE))
		return rv_fail(err, RV_E_NOWORKSPACE,
			       _("%s: it needs a workspace; run `reverie init` or "
				 "give --workspace"),
			       a->verb);
	s = e ? rv_action_allowed(e, args, door, err) : RV_OK;
	if (s != RV_OK)
		return s;
	s = a->run(e, env, args, door, json, err);
	if (s != RV_OK && s != RV_E_NO && s != RV_E_DAMAGED &&
	    s != RV_E_REJECTED && s != RV_E_UNDECIDED && s != RV_E_MOVED)
		rv_buf_truncate(json, before);
	if (json->overflow)
		return rv_fail(err, RV_E_TOOBIG,
			       _("%s: the answer is too big; ask for less"),
			       a->verb);
	return s;
}
