/* SPDX-License-Identifier: MIT */
/* Where a model is, and its key. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/proc.h"
#include "llm/provider.h"
#include "llm/resolve_priv.h"
#include "net/url.h"

#define COMMAND_WORDS_MAX 32

bool
rv_llm_is_loopback(struct rv_sv url)
{
	struct rv_url u;

	return rv_url_parse(url, &u) && u.loopback;
}

const struct rv_yaml *
rv__resolve_node(const struct rv__resolver *r, const char *key, bool *own)
{
	bool dummy = false;

	return r->cfg->node ? r->cfg->node(r->cfg->arg, key,
					   own ? own : &dummy)
			    : NULL;
}

const char *
rv__resolve_text(struct rv__resolver *r, const char *key, bool *own)
{
	const struct rv_yaml *n = rv__resolve_node(r, key, own);

	if (!n || n->kind != RV_YAML_SCALAR || rv_yaml_is_null(n) ||
	    !n->scalar.n)
		return NULL;
	return rv_sv_cstr_in(&r->out->arena, n->scalar);
}

static const char *
provider_key(struct rv__resolver *r, const char *provider, const char *what)
{
	return rv_arena_printf(&r->out->arena, "providers.%s.%s", provider,
			       what);
}

/* providers.NAME.WHAT */
static const struct rv_yaml *
node_of(struct rv__resolver *r, const char *provider, const char *what,
	bool *own)
{
	return rv__resolve_node(r, provider_key(r, provider, what), own);
}

static const char *
text_of(struct rv__resolver *r, const char *provider, const char *what,
	bool *own)
{
	return rv__resolve_text(r, provider_key(r, provider, what), own);
}

const struct rv_chat_profile *
rv__resolve_profile(struct rv__resolver *r, const char *provider)
{
	const struct rv_chat_profile *row = rv_chat_profile_find(provider);
	struct rv_chat_profile *own;
	const char *kind, *url;

	if (row)
		return row;
	url = text_of(r, provider, "baseUrl", NULL);
	kind = text_of(r, provider, "kind", NULL);
	row = rv_chat_profile_find(kind ? kind : "openai");
	if (!row || !url)
		return NULL;
	own = rv_arena_new(&r->out->arena, struct rv_chat_profile);
	*own = (struct rv_chat_profile){
		.name = provider, .provider = row->provider, .base_url = url,
		.key_env = "",
		.quirks = rv_llm_is_loopback(rv_sv(url)) ? RV_QUIRK_KEYLESS
							 : 0,
	};
	return own;
}

static const char *const *
command_of(struct rv__resolver *r, const struct rv_yaml *n)
{
	const char **argv = rv_arena_array(&r->out->arena, const char *,
					   COMMAND_WORDS_MAX + 1);
	size_t count = 0;

	if (n->kind == RV_YAML_SCALAR) {
		argv[0] = rv_sv_cstr_in(&r->out->arena, n->scalar);
		return n->scalar.n ? argv : NULL;
	}
	for (n = n->child; n && count < COMMAND_WORDS_MAX; n = n->next)
		if (n->kind == RV_YAML_SCALAR)
			argv[count++] = rv_sv_cstr_in(&r->out->arena,
						      n->scalar);
	return count ? argv : NULL;
}

/* "~/x" is below the home directory. */
static const char *
file_of(struct rv__resolver *r, const char *path)
{
	if (path && path[0] == '~' && path[1] == '/')
		return rv_path_join_in(&r->out->arena, r->cfg->env->home,
				       path + 2);
	return path;
}

void
rv__resolve_problem(struct rv__resolver *r, struct rv_chat_target *t,
		    const char *text)
{
	if (!t->problem)
		t->problem = rv_sv_cstr_in(&r->out->arena, rv_sv(text));
}

static const char *
check_command(const struct rv_yaml *command, bool own)
{
	if (own)
		return _("the workspace's configuration names a keyCommand, "
			 "which only your own may do; move it to reverie.yaml");
	if (command->kind == RV_YAML_SCALAR &&
	    rv_sv_has(command->scalar, RV_SV(" ")))
		return _("keyCommand is one text with blanks; write it as a "
			 "list, as in [pass, show, openai]");
	return NULL;
}

static void
find_key(struct rv__resolver *r, struct rv_chat_target *t,
	 struct rv_secret *secret)
{
	struct rv_secret_source from = {.command_ms = r->command_ms};
	const struct rv_yaml *command;
	const char *wrong = NULL;
	struct rv_err why = {0};
	bool own = false;
	rv_status st;

	if (node_of(r, t->provider, "key", NULL) ||
	    node_of(r, t->provider, "apiKey", NULL))
		rv__resolve_problem(r, t,
				    _("a key stands in the configuration "
				      "itself; name its place with keyEnv, "
				      "keyFile or keyCommand instead"));
	command = node_of(r, t->provider, "keyCommand", &own);
	if (command)
		wrong = check_command(command, own);
	if (wrong)
		rv__resolve_problem(r, t, wrong);
	else if (command)
		from.command = command_of(r, command);
	from.file = file_of(r, text_of(r, t->provider, "keyFile", NULL));
	from.var = text_of(r, t->provider, "keyEnv", NULL);
	if (!from.var)
		from.var = t->profile->key_env;
	if (t->problem || r->keyless)
		return;
	st = rv_secret_read(&from, r->cfg->env, secret, &why);
	t->key = rv_secret_sv(secret);
	if (st == RV_OK ||
	    (st == RV_E_NOTFOUND && (t->profile->quirks & RV_QUIRK_KEYLESS ||
				     rv_llm_is_loopback(rv_sv(t->base_url)))))
		return;
	rv__resolve_problem(r, t, why.msg);
}

bool
rv__resolve_fill(struct rv__resolver *r, const char *provider, const char *model,
     struct rv_chat_target *t, struct rv_secret *secret)
{
	bool own = false;
	const char *url;

	*t = (struct rv_chat_target){.provider = provider, .model = model};
	t->profile = rv__resolve_profile(r, provider);
	if (!t->profile)
		return false;
	url = text_of(r, provider, "baseUrl", &own);
	t->base_url = url ? url : t->profile->base_url;
	if (url && own && !rv_llm_is_loopback(rv_sv(url)))
		rv__resolve_problem(r, t,
			_("the workspace's configuration sends it to another "
			  "machine, which only your own may do; move baseUrl "
			  "to reverie.yaml"));
	find_key(r, t, secret);
	return true;
}

/* A key in our own environment is in memory from the start. */
static void
hide(const struct rv_llm_config *cfg, const char *name)
{
	const char *value = cfg->env->var ? cfg->env->var(name) : NULL;

	rv_proc_hide(name);
	if (value && *value)
		rv_secret_guard();
}

void
rv_llm_hide_keys(const struct rv_llm_config *cfg)
{
	const struct rv_yaml *n;
	bool own = false;
	size_t rows;
	const struct rv_chat_profile *p = rv_chat_profiles(&rows);

	for (size_t i = 0; i < rows; i++)
		hide(cfg, p[i].key_env);
	n = cfg->node ? cfg->node(cfg->arg, "providers", &own) : NULL;
	for (n = n ? n->child : NULL; n; n = n->next) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_sv name = rv_yaml_sv(rv_yaml_get(n, "keyEnv"));

		if (name.n)
			hide(cfg, rv_sv_cstr_in(&arena, name));
		rv_arena_release(&arena);
	}
}
