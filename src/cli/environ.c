/* SPDX-License-Identifier: MIT */
/* Environment variables, user data base, clock and zone of this process. */
#include "config.h"

#include "cli/environ.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/str.h"
#include "base/time.h"

const char *
rv_environ_get(const char *name)
{
	const char *v = getenv(name);

	return v && *v ? v : NULL;
}

const char *
rv_environ_cwd(struct rv_arena *arena)
{
	char buf[PATH_MAX];

	if (!getcwd(buf, sizeof(buf)) || buf[0] != '/')
		return "/";
	return rv_sv_cstr_in(arena, rv_sv(buf));
}

const char *
rv_environ_tmp(void)
{
	const char *v = rv_environ_get("TMPDIR");

	return v && v[0] == '/' ? v : "/tmp";
}

/* Relative values are to be ignored (XDG Base Directory Specification). */
static const char *
xdg(const char *name, const char *home, const char *otherwise,
    struct rv_arena *arena)
{
	const char *v = rv_environ_get(name);

	if (!v || v[0] != '/')
		v = rv_path_join_in(arena, home, otherwise);
	return rv_path_join_in(arena, v, "reverie");
}

/* Name of the system's zone, from where its link points to. */
static const char *
system_zone(struct rv_arena *arena)
{
	static const char mark[] = "/zoneinfo/";
	char buf[PATH_MAX];
	ssize_t n = readlink("/etc/localtime", buf, sizeof(buf) - 1);
	const char *at;

	if (n <= 0)
		return "";
	buf[n] = '\0';
	at = strstr(buf, mark);
	return at ? rv_sv_cstr_in(arena, rv_sv(at + sizeof(mark) - 1)) : "";
}

static const char *
zone(struct rv_arena *arena)
{
	const char *tz = getenv("TZ");

	if (!tz)
		return system_zone(arena);
	return *tz == ':' ? tz + 1 : tz;
}

static rv_status
read_now(const char *text, struct rv_env *env, struct rv_err *err)
{
	env->now = RV_UNDATED;
	if (!text || rv_time_parse(rv_sv(text), &env->now))
		return RV_OK;
	return rv_fail(err, RV_E_USAGE,
		       _("--now: \"%.40s\" is not a time; write it as "
			 "2026-01-28T13:45:00Z"),
		       text);
}

static rv_status
read_seed(const char *text, struct rv_env *env, struct rv_err *err)
{
	char *end = NULL;

	if (!text)
		return RV_OK;
	errno = 0;
	env->seed = strtoull(text, &end, 10);
	if (errno == 0 && *end == '\0' && *text >= '0' && *text <= '9')
		return RV_OK;
	return rv_fail(err, RV_E_USAGE,
		       _("--seed: \"%.40s\" is not a number; give a whole "
			 "one"),
		       text);
}

/* The directory of the program in `exe`; false when it cannot be told. */
static bool
program_dir(char *exe, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", exe, size - 1);
	char *slash;

	exe[n > 0 ? n : 0] = '\0';
	slash = strrchr(exe, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

const char *
rv_environ_locale_dir(struct rv_arena *arena)
{
	static const char *const from_exe[] = {"locale", "../share/locale"};
	char exe[4096];

	if (!program_dir(exe, sizeof(exe)))
		return LOCALEDIR;
	for (size_t i = 0; i < ARRAY_LEN(from_exe); i++) {
		const char *dir = rv_path_join_in(arena, exe, from_exe[i]);
		const char *some = rv_path_join_in(
			arena, dir, "ru/LC_MESSAGES/" PACKAGE ".mo");

		if (access(some, R_OK) == 0)
			return dir;
	}
	return LOCALEDIR;
}

/* Themes and demo: beside the build directory, in the source tree; where the
 * program stands now, for a tree that was moved after its installation; else
 * where they were to be installed. */
static const char *
data_dir(struct rv_arena *arena)
{
	static const char *const from_exe[] = {"..", "../share/reverie"};
	const char *given = rv_environ_get("REVERIE_DATA_DIR");
	char exe[4096];

	if (given)
		return given;
	if (!program_dir(exe, sizeof(exe)))
		return PKGDATADIR;
	for (size_t i = 0; i < ARRAY_LEN(from_exe); i++) {
		const char *dir = rv_path_join_in(arena, exe, from_exe[i]);

		if (rv_path_is_dir(rv_path_join_in(arena, dir, "demo")) &&
		    rv_path_is_dir(rv_path_join_in(arena, dir, "themes")))
			return dir;
	}
	return PKGDATADIR;
}

rv_status
rv_environ_read(const struct rv_globals *g, struct rv_arena *arena,
		struct rv_env *env, struct rv_err *err)
{
	struct passwd *pw = getpwuid(geteuid());
	const char *home = rv_environ_get("HOME");
	const char *user = rv_environ_get("USER");
	const char *editor = rv_environ_get("VISUAL");
	const char *now = g->value[RV_GLOBAL_NOW];
	rv_status s;

	if (!home || home[0] != '/')
		home = pw && pw->pw_dir ? pw->pw_dir : "";
	if (!user)
		user = pw && pw->pw_name ? pw->pw_name : "unknown";
	if (!editor)
		editor = rv_environ_get("EDITOR");
	*env = (struct rv_env){
		.home = rv_sv_cstr_in(arena, rv_sv(home)),
		.data_dir = data_dir(arena),
		.tz = zone(arena),
		.user = rv_sv_cstr_in(arena, rv_sv(user)),
		.editor = editor ? editor : "",
		.var = rv_environ_get,
	};
	env->config_home = xdg("XDG_CONFIG_HOME", env->home, ".config", arena);
	env->state_home = xdg("XDG_STATE_HOME", env->home, ".local/state",
			      arena);
	s = read_now(now ? now : rv_environ_get("REVERIE_NOW"), env, err);
	if (s == RV_OK)
		s = read_seed(g->value[RV_GLOBAL_SEED], env, err);
	return s;
}
