/* SPDX-License-Identifier: MIT */
/* Configuration: defaults from the table, then the user's file, then the
 * workspace's, then the one of --config. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/path.h"
#include "engine/engine_priv.h"

#define CONFIG_MAX ((size_t)1 << 20)

static const struct {
	const char *key, *value;
} defaults[] = {
#define CONFIG(key, value) {key, value},
#include "engine/config.def"
#undef CONFIG
};

/* Somebody else's home: whether a file is in it nobody can tell us. */
static bool
is_out_of_reach(const char *path, struct rv_arena *arena)
{
	const char *base = rv_path_base(path);
	struct rv_sv dir = rv_sv_of(path, (size_t)(base - path));

	return access(rv_sv_cstr_in(arena, dir), X_OK) != 0;
}

static rv_status
load_file(struct rv_config *c, const char *path, bool required,
	  struct rv_yaml **out, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_err why = {0};
	rv_status st = rv_path_read(path, CONFIG_MAX, &text, &why);

	if (st == RV_E_READONLY && !required && is_out_of_reach(path, &c->arena))
		st = RV_E_NOTFOUND;
	if (st == RV_E_NOTFOUND && !required) {
		rv_buf_release(&text);
		return RV_OK;
	}
	if (st == RV_OK)
		st = rv_yaml_parse(rv_sv_dup_in(&c->arena, rv_buf_sv(&text)),
				   path, &c->arena, out, &why);
	rv_buf_release(&text);
	if (st == RV_OK && (*out)->kind != RV_YAML_MAP) {
		*out = NULL;
		return rv_fail_path(err, RV_E_CONFIG, path,
				    _("%s: the configuration is not a map; "
				      "write lines of the form `key: value`"),
				    path);
	}
	if (st != RV_OK)
		return rv_fail_path(err, RV_E_CONFIG, path, "%s", why.msg);
	return RV_OK;
}

rv_status
rv_config_load(struct rv_config *c, const struct rv_env *env,
	       const char *workspace, const char *extra, struct rv_err *err)
{
	rv_status st = RV_OK;

	*c = (struct rv_config){0};
	if (env->config_home && *env->config_home)
		c->user_file = rv_path_join_in(&c->arena, env->config_home,
					       "reverie.yaml");
	if (workspace)
		c->own_file = rv_path_join_in(&c->arena, workspace,
					      ".reverie/config.yaml");
	if (extra)
		c->extra_file = rv_sv_cstr_in(&c->arena, rv_sv(extra));
	if (c->user_file)
		st = load_file(c, c->user_file, false, &c->user, err);
	if (st == RV_OK && c->own_file)
		st = load_file(c, c->own_file, false, &c->own, err);
	if (st == RV_OK && c->extra_file)
		st = load_file(c, c->extra_file, true, &c->extra, err);
	if (st != RV_OK)
		rv_config_release(c);
	return st;
}

void
rv_config_release(struct rv_config *c)
{
	rv_arena_release(&c->arena);
	*c = (struct rv_config){0};
}

const struct rv_yaml *
rv_config_from(const struct rv_config *c, const char *key, bool *own)
{
	const struct rv_yaml *files[] = {c->extra, c->own, c->user};

	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		const struct rv_yaml *n =
			files[i] ? rv_yaml_get(files[i], key) : NULL;
		if (n && !rv_yaml_is_null(n)) {
			*own = files[i] == c->own;
			return n;
		}
	}
	return NULL;
}

/* The node of the highest file that sets the key. */
static const struct rv_yaml *
find(const struct rv_config *c, const char *key)
{
	const struct rv_yaml *files[] = {c->extra, c->own, c->user};

	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		const struct rv_yaml *n =
			files[i] ? rv_yaml_get(files[i], key) : NULL;
		if (n && n->kind == RV_YAML_SCALAR && !rv_yaml_is_null(n))
			return n;
	}
	return NULL;
}

const struct rv_yaml *
rv_config_node(const struct rv_config *c, const char *key)
{
	const struct rv_yaml *files[] = {c->extra, c->own, c->user};

	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		const struct rv_yaml *n =
			files[i] ? rv_yaml_get(files[i], key) : NULL;
		if (n && !rv_yaml_is_null(n))
			return n;
	}
	return NULL;
}

const char **
rv_config_list(const struct rv_config *c, const char *key,
	       struct rv_arena *arena, size_t *n)
{
	const struct rv_yaml *node = rv_config_node(c, key), *item;
	const char **out;
	size_t count = 1;

	*n = 0;
	if (node && node->kind == RV_YAML_LIST)
		for (item = node->child; item; item = item->next)
			count++;
	out = rv_arena_array(arena, const char *, count + 1);
	if (node && node->kind == RV_YAML_SCALAR && node->scalar.n)
		out[(*n)++] = rv_sv_cstr_in(arena, node->scalar);
	if (node && node->kind == RV_YAML_LIST)
		for (item = node->child; item; item = item->next)
			if (item->kind == RV_YAML_SCALAR && item->scalar.n)
				out[(*n)++] = rv_sv_cstr_in(arena,
							    item->scalar);
	return out;
}

static const char *
default_of(const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(defaults); i++)
		if (!strcmp(defaults[i].key, key))
			return defaults[i].value;
	return "";
}

const char *
rv_config_get(const struct rv_config *c, const char *key)
{
	const struct rv_yaml *n = find(c, key);

	if (!n)
		return default_of(key);
	/* The arena only grows, so that the reader may stay const. */
	return rv_sv_cstr_in((struct rv_arena *)(uintptr_t)&c->arena,
			     n->scalar);
}

int64_t
rv_config_int(const struct rv_config *c, const char *key)
{
	const struct rv_yaml *n = find(c, key);
	int64_t v = 0;

	if (n && rv_yaml_to_int(n, &v) && v >= 0)
		return v;
	return rv_sv_to_int(rv_sv(default_of(key)), &v) ? v : 0;
}

bool
rv_config_bool(const struct rv_config *c, const char *key)
{
	const struct rv_yaml *n = find(c, key);
	bool v = false;

	if (n && rv_yaml_to_bool(n, &v))
		return v;
	return !strcmp(default_of(key), "true");
}
