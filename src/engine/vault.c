/* SPDX-License-Identifier: MIT */
/* import --format vault: a directory of Markdown, indexed where it stands. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/config_edit.h"
#include "engine/engine_priv.h"
#include "engine/scan.h"
#include "files/walk.h"
#include "intake/report.h"
#include "store/page_meta.h"

#define PAGE_MAX ((size_t)64 << 20)
#define KEY "paths.vault"

/* As the configuration names it: relative inside of the workspace. */
static rv_status
resolve(struct rv_engine *e, const char *given, struct rv_arena *arena,
	const char **out, struct rv_err *err)
{
	size_t n = strlen(e->workspace);
	char *real = realpath(given, NULL);
	rv_status s = RV_OK;

	if (!real || !rv_path_is_dir(real))
		s = rv_fail_path(err, RV_E_NOTFOUND, given,
				 _("%s: there is no such directory; nothing was "
				   "imported"),
				 given);
	else if (!strcmp(real, e->workspace) ||
		 !strncmp(real, e->dir, strlen(e->dir)))
		s = rv_fail_path(err, RV_E_USAGE, given,
				 _("%s: it is the workspace itself; name a "
				   "directory of pages"),
				 given);
	else if (!strncmp(real, e->workspace, n) && real[n] == '/')
		*out = rv_sv_cstr_in(arena, rv_sv(real + n + 1));
	else
		*out = rv_sv_cstr_in(arena, rv_sv(real));
	free(real);
	return s;
}

static rv_status
reload(struct rv_engine *e, struct rv_err *err)
{
	struct rv_config fresh;
	rv_status s = rv_config_load(&fresh, e->env, e->workspace, NULL, err);

	if (s != RV_OK)
		return s;
	/* what --config gave stays; the old arena is kept with it, because
	 * the map points into it */
	e->config.own = fresh.own;
	rv_config_release(&e->config_kept);
	e->config_kept = fresh;
	return RV_OK;
}

static rv_status
count(struct rv_engine *e, const char *prefix, struct rv_arena *arena,
      int64_t *pages, struct rv_err *err)
{
	struct rv_page_meta *list;
	size_t n = 0;
	rv_status s = rv_page_meta_list(e->store, arena, &list, &n, err);
	const char *dir = rv_arena_printf(arena, "%s/", prefix);

	for (size_t i = 0; s == RV_OK && i < n; i++)
		*pages += rv_sv_starts(list[i].path, rv_sv(dir));
	return s;
}

/* Two vaults of which one stands in the other are one (trust/roots.h). */
struct nested {
	const char *inner, *outer;
	struct nested *next;
};

static bool
stands_in(struct rv_engine *e, const char *dir, const char *other,
	  struct rv_arena *arena)
{
	const char *outer = rv_arena_printf(
		arena, "%s/", rv_path_join_in(arena, e->workspace, other));

	return rv_sv_starts(rv_sv(rv_path_join_in(arena, e->workspace, dir)),
			    rv_sv(outer));
}

/* True where `dir` has its place in one of the list; those of the list that
 * stand in it are noted too. */
static bool
find_nested(struct rv_engine *e, const char *const *list, size_t n,
	    const char *dir, struct rv_arena *arena, struct nested **out)
{
	bool inside = false;

	for (size_t i = 0; i < n; i++) {
		bool in = stands_in(e, dir, list[i], arena);
		bool over = stands_in(e, list[i], dir, arena);
		struct nested *one;

		if (!in && !over)
			continue;
		one = rv_arena_array(arena, struct nested, 1);
		*one = (struct nested){in ? dir : list[i], in ? list[i] : dir,
				       *out};
		*out = one;
		inside = inside || in;
	}
	return inside;
}

static void
answer(const char *const *dirs, size_t n, const struct nested *nested,
       int64_t before, int64_t after, struct rv_buf *json)
{
	struct rv_jw w;

	rv_act_begin(&w, json);
	rv_jw_int(&w, "files", after);
	rv_jw_int(&w, "added", after - before);
	rv_jw_int(&w, "seen", before);
	rv_jw_array(&w, "skipped");
	rv_jw_end_array(&w);
	rv_jw_int(&w, "waiting", 0);
	rv_jw_array(&w, "rejected");
	rv_jw_end_array(&w);
	rv_jw_array(&w, "vaults");
	for (size_t i = 0; i < n; i++)
		rv_jw_str(&w, NULL, dirs[i]);
	rv_jw_end_array(&w);
	rv_jw_array(&w, "nested");
	for (; nested; nested = nested->next) {
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "path", nested->inner);
		rv_jw_str(&w, "in", nested->outer);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_act_end(&w);
}

/* --- dry run ---------------------------------------------------------------- */

struct look {
	struct rv_engine *e;
	struct rv_import_report *report;
	const char *dir; /* as the configuration would name it */
};

/* rv_walk_fn: a page, as the scan would meet it. */
static rv_status
look_at(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct look *l = arg;
	struct rv_import_report *r = l->report;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_page_meta meta;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_err why = {0};
	struct rv_sv name = rv_mask_path(
		&arena, rv_sv(rv_path_join_in(&arena, l->dir, rel)), NULL);

	(void)st;
	if (!rv_scan_is_page(path))
		goto out;
	r->files++;
	if (rv_path_read(path, PAGE_MAX, &text, &why) != RV_OK) {
		rv_import_reject(r, rv_sv(path), 0, -1, "%s", why.msg);
		goto out;
	}
	if (rv_page_meta_get(l->e->store, name, &arena, &meta, NULL) == RV_OK)
		r->seen++;
	else
		r->added++;
	if (rv_redact_count(rv_buf_sv(&text)))
		rv_import_masked(r, rv_buf_sv(&text));
out:
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return RV_OK;
}

static rv_status
look_at_vaults(struct rv_engine *e, const struct rv_args *args,
	       struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_import_report r = {.dry = true};
	rv_status s = RV_OK;

	for (size_t i = 0; s == RV_OK && i < rv_args_operands(args); i++) {
		struct look l = {.e = e, .report = &r};
		const char *given = rv_args_operand(args, i);

		s = resolve(e, given, &arena, &l.dir, err);
		if (s == RV_OK)
			s = rv_walk(given, look_at, &l, err);
	}
	if (s == RV_OK)
		rv_import_write(&r, json);
	rv_import_report_release(&r);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_import_vault(struct rv_engine *e, const struct rv_args *args,
		enum rv_door door, struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	size_t given = rv_args_operands(args), n = 0, n_mine = 0;
	const char **old = rv_config_list(&e->config, KEY, &arena, &n);
	const char **list = rv_arena_array(&arena, const char *,
					   n + given + 1);
	const char **mine = rv_arena_array(&arena, const char *, given + 1);
	struct nested *nested = NULL;
	int64_t before = 0, after = 0;
	rv_status s = RV_OK;

	(void)door;
	memcpy(list, old, n * sizeof(*list));
	if (given && rv_args_has(args, "dry-run")) {
		s = look_at_vaults(e, args, json, err);
		rv_arena_release(&arena);
		return s;
	}
	if (!given)
		s = rv_fail(err, RV_E_USAGE,
			    _("import --format vault: PATH is missing; name a "
			      "directory of Markdown pages"));
	for (size_t i = 0; s == RV_OK && i < given; i++) {
		const char *dir = NULL;
		bool there = false, again = false;

		s = resolve(e, rv_args_operand(args, i), &arena, &dir, err);
		for (size_t k = 0; s == RV_OK && k < n; k++)
			there = there || !strcmp(list[k], dir);
		for (size_t k = 0; s == RV_OK && k < n_mine; k++)
			again = again || !strcmp(mine[k], dir);
		if (s == RV_OK && !there &&
		    !find_nested(e, list, n, dir, &arena, &nested))
			list[n++] = dir;
		if (s == RV_OK && !again) {
			mine[n_mine++] = dir;
			s = count(e, dir, &arena, &before, err);
		}
	}
	if (s == RV_OK)
		s = rv_config_add(
			rv_path_join_in(&arena, e->dir, "config.yaml"), KEY,
			list, n, &arena, err);
	if (s == RV_OK)
		s = reload(e, err);
	if (s == RV_OK)
		s = rv_engine_sync(e, err);
	for (size_t i = 0; s == RV_OK && i < n_mine; i++)
		s = count(e, mine[i], &arena, &after, err);
	if (s == RV_OK)
		answer(list, n, nested, before, after, json);
	rv_arena_release(&arena);
	return s;
}
