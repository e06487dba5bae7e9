/* SPDX-License-Identifier: MIT */
/* help and version: the table as data; front ends make text of it. */
#include "config.h"

#include "base/i18n.h"
#include "engine/act.h"

static const char *
class_name(enum rv_action_class c)
{
	static const char *const names[] = {
		[RV_CLASS_READ] = "read",
		[RV_CLASS_PROPOSE] = "propose",
		[RV_CLASS_DECIDE] = "decide",
	};

	return names[c];
}

static void
write_doors(struct rv_jw *w, const struct rv_action *a)
{
	rv_jw_array(w, "doors");
	if (a->flags & RV_ACTION_CLI)
		rv_jw_str(w, NULL, "cli");
	if (a->flags & RV_ACTION_PALETTE)
		rv_jw_str(w, NULL, "console");
	if (a->flags & RV_ACTION_MCP)
		rv_jw_str(w, NULL, "mcp");
	rv_jw_end_array(w);
}

static void
write_action(struct rv_jw *w, const struct rv_action *a)
{
	rv_jw_object(w, NULL);
	rv_jw_str(w, "verb", a->verb);
	rv_jw_str(w, "id", a->id);
	rv_jw_str(w, "operands", a->operands);
	rv_jw_str(w, "help", a->help);
	rv_jw_str(w, "class", class_name(a->class));
	write_doors(w, a);
	rv_jw_array(w, "options");
	for (const struct rv_opt *o = a->opts; o && o->name; o++) {
		rv_jw_object(w, NULL);
		rv_jw_str(w, "name", o->name);
		if (o->letter)
			rv_jw_sv(w, "letter", rv_sv_of(&o->letter, 1));
		rv_jw_str(w, "value", o->arg);
		rv_jw_str(w, "help", o->help);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
	rv_jw_end_object(w);
}

static struct rv_sv
wanted_verb(const struct rv_args *args, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	const char *word;

	for (size_t i = 0; (word = rv_args_operand(args, i)) != NULL; i++)
		rv_buf_addf(&b, "%s%s", i ? " " : "", word);
	return rv_buf_detach_in(arena, &b);
}

rv_status
rv_act_help(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_action *all;
	size_t n, before = json->n, found = 0;
	struct rv_sv want = wanted_verb(args, &arena);
	rv_status s = RV_OK;
	struct rv_jw w;

	(void)e;
	(void)env;
	(void)door;
	all = rv_actions(&n);
	rv_act_begin(&w, json);
	rv_jw_array(&w, "verbs");
	for (size_t i = 0; i < n; i++) {
		struct rv_sv verb = rv_sv(all[i].verb);
		bool group = rv_sv_starts(verb, want) && verb.n > want.n &&
			     verb.p[want.n] == ' ';

		if (want.n && !group && !rv_sv_eq(verb, want))
			continue;
		write_action(&w, &all[i]);
		found++;
	}
	rv_jw_end_array(&w);
	rv_act_end(&w);
	if (!found) {
		rv_buf_truncate(json, before);
		s = rv_fail(err, RV_E_USAGE,
			    _("help %.*s: there is no such verb; `reverie help` "
			      "lists them"),
			    (int)RV_MIN(want.n, 40), want.p);
	}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_version(struct rv_engine *e, const struct rv_env *env,
	       const struct rv_args *args, enum rv_door door,
	       struct rv_buf *json, struct rv_err *err)
{
	struct rv_jw w;

	(void)e;
	(void)env;
	(void)args;
	(void)door;
	(void)err;
	rv_act_begin(&w, json);
	rv_jw_str(&w, "version", PACKAGE_VERSION);
	rv_act_end(&w);
	return RV_OK;
}
