/* SPDX-License-Identifier: MIT */
/* init: makes .reverie and says what was found where. */
#include "config.h"

#include "base/i18n.h"
#include "base/path.h"
#include "engine/access.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/importable.h"
#include "files/publish.h"

/* How the console opens it now. */
static const char *
access_name(const struct rv_engine *e)
{
	static const char *const names[] = {
		[RV_ACCESS_UNDECIDED] = "look",
		[RV_ACCESS_HELD] = "held",
		[RV_ACCESS_WRITE] = "write",
	};

	return names[rv_engine_access(e)];
}

static rv_status
report(struct rv_engine *e, bool already, struct rv_buf *json,
       struct rv_err *err)
{
	static const char *const kinds[] = {
		[RV_IMPORTABLE_CHATS] = "chats",
		[RV_IMPORTABLE_PAGES] = "pages",
		[RV_IMPORTABLE_HERE] = "here",
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_found *found;
	struct rv_importable *more;
	size_t n = 0, n_more = 0;
	struct rv_jw w;
	rv_status s = rv_map_report(e, &arena, &found, &n, err);

	if (s == RV_OK)
		s = rv_importable(e, found, n, &arena, &more, &n_more, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_str(&w, "workspace", e->workspace);
		rv_jw_bool(&w, "already", already);
		rv_jw_str(&w, "access", access_name(e));
		rv_jw_array(&w, "found");
		for (size_t i = 0; i < n; i++) {
			rv_jw_object(&w, NULL);
			rv_jw_str(&w, "key", found[i].key);
			rv_jw_str(&w, "path", found[i].path);
			rv_jw_int(&w, "count", found[i].count);
			rv_jw_bool(&w, "taken", found[i].taken);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_jw_array(&w, "importable");
		for (size_t i = 0; i < n_more; i++) {
			rv_jw_object(&w, NULL);
			rv_jw_str(&w, "kind", kinds[more[i].kind]);
			rv_jw_sv(&w, "path", more[i].path);
			rv_jw_int(&w, "count", more[i].count);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_act_end(&w);
	}
	rv_arena_release(&arena);
	return s;
}

static bool
is_workspace(const char *dir)
{
	struct rv_arena arena = RV_ARENA_INIT;
	bool is = rv_path_is_dir(rv_path_join_in(&arena, dir, ".reverie"));

	rv_arena_release(&arena);
	return is;
}

/* A repository that holds the workspace shall not take our state in. */
static rv_status
keep_from_git(struct rv_engine *e, struct rv_err *err)
{
	const char *path = rv_path_join_in(&e->arena, e->dir, ".gitignore");

	if (rv_path_exists(path))
		return RV_OK;
	return rv_publish(path, RV_SV("*\n"), err);
}

rv_status
rv_act_init(struct rv_engine *unused, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	const char *dir = rv_args_operand(args, 0);
	struct rv_engine_opts opts = {.env = env, .create = true};
	struct rv_engine *e = NULL;
	bool already;
	rv_status s;

	(void)unused;
	(void)door;
	/* Only front ends know where they are. */
	if (!dir || dir[0] != '/')
		return rv_fail(err, RV_E_USAGE,
			       _("init: the directory is not absolute; give "
				 "its whole path"));
	if (!rv_path_is_dir(dir))
		return rv_fail_path(err, RV_E_USAGE, dir,
				    _("%s: no such directory; make it first or "
				      "name another"),
				    dir);
	opts.workspace = dir;
	already = is_workspace(dir);
	s = rv_engine_open(&opts, &e, err);
	if (s == RV_OK && e->readonly)
		s = rv_fail_path(err, RV_E_READONLY, dir,
				 _("%s: it cannot be written; make it writable "
				   "or run as its owner"),
				 dir);
	if (s == RV_OK)
		s = keep_from_git(e, err);
	if (s == RV_OK)
		s = rv_engine_sync(e, err);
	if (s == RV_OK)
		s = rv_baseline(e, err);
	if (s == RV_OK)
		s = report(e, already, json, err);
	rv_engine_free(e);
	return s;
}
