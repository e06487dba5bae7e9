/* SPDX-License-Identifier: MIT */
/* Which model, where, with which key. */
#include "config.h"

#include "llm/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/proc.h"
#include "llm/embed.h"
#include "llm/provider.h"
#include "net/url.h"

#define FALLBACKS_MAX 8
#define COMMAND_WORDS_MAX 32
#define TURN_COMMAND_MS 2000

struct resolver {
	const struct rv_llm_config *cfg;
	struct rv_llm *out;
	bool keyless; /* no key is read */
	int command_ms;
};

const char *
rv_llm_use_name(enum rv_llm_use use)
{
	static const char *const names[] = {
		[RV_USE_NARRATE] = "narrate", [RV_USE_SEED] = "seed",
		[RV_USE_WONDER] = "wonder",   [RV_USE_PREPARE] = "prepare",
		[RV_USE_REWRITE] = "rewrite",
	};

	return names[use];
}

bool
rv_llm_is_loopback(struct rv_sv url)
{
	struct rv_url u;

	return rv_url_parse(url, &u) && u.loopback;
}

static const struct rv_yaml *
node(const struct resolver *r, const char *key, bool *own)
{
	bool dummy = false;

	return r->cfg->node ? r->cfg->node(r->cfg->arg, key,
					   own ? own : &dummy)
			    : NULL;
}

/* The value of a key in the arena, or NULL when it is empty or not set. */
static const char *
text_of(struct resolver *r, const char *key, bool *own)
{
	const struct rv_yaml *n = node(r, key, own);

	if (!n || n->kind != RV_YAML_SCALAR || rv_yaml_is_null(n) ||
	    !n->scalar.n)
		return NULL;
	return rv_sv_cstr_in(&r->out->arena, n->scalar);
}

static const char *
provider_key(struct resolver *r, const char *provider, const char *what)
{
	return rv_arena_printf(&r->out->arena, "providers.%s.%s", provider,
			       what);
}

/* The row of the table, or one made for a name that the user gave. */
static const struct rv_chat_profile *
profile_of(struct resolver *r, const char *provider)
{
	const struct rv_chat_profile *row = rv_chat_profile_find(provider);
	struct rv_chat_profile *own;
	const char *kind, *url;

	if (row)
		return row;
	url = text_of(r, provider_key(r, provider, "baseUrl"), NULL);
	kind = text_of(r, provider_key(r, provider, "kind"), NULL);
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
command_of(struct resolver *r, const struct rv_yaml *n)
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
file_of(struct resolver *r, const char *path)
{
	if (path && path[0] == '~' && path[1] == '/')
		return rv_path_join_in(&r->out->arena, r->cfg->env->home,
				       path + 2);
	return path;
}

static void
problem(struct resolver *r, struct rv_chat_target *t, const char *text)
{
	if (!t->problem)
		t->problem = rv_sv_cstr_in(&r->out->arena, rv_sv(text));
}

static void
find_key(struct resolver *r, struct rv_chat_target *t, struct rv_secret *secret)
{
	struct rv_secret_source from = {.command_ms = r->command_ms};
	struct rv_err why = {0};
	const struct rv_yaml *command;
	bool own = false, inline_key;
	rv_status st;

	inline_key = node(r, provider_key(r, t->provider, "key"), NULL) ||
		     node(r, provider_key(r, t->provider, "apiKey"), NULL);
	if (inline_key)
		problem(r, t, _("a key stands in the configuration itself; "
				"name its place with keyEnv, keyFile or "
				"keyCommand instead"));
	command = node(r, provider_key(r, t->provider, "keyCommand"), &own);
	if (command && own)
		problem(r, t, _("the workspace's configuration names a "
				"keyCommand, which only your own may do; move "
				"it to reverie.yaml"));
	else if (command && command->kind == RV_YAML_SCALAR &&
		 rv_sv_has(command->scalar, RV_SV(" ")))
		problem(r, t, _("keyCommand is one text with blanks; write it "
				"as a list, as in [pass, show, openai]"));
	else if (command)
		from.command = command_of(r, command);
	from.file = file_of(r, text_of(r, provider_key(r, t->provider,
						       "keyFile"), NULL));
	from.var = text_of(r, provider_key(r, t->provider, "keyEnv"), NULL);
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
	problem(r, t, why.msg);
}

/* Fills t for "provider" and "model"; false: there is no such provider. */
static bool
fill(struct resolver *r, const char *provider, const char *model,
     struct rv_chat_target *t, struct rv_secret *secret)
{
	bool own = false;
	const char *url;

	*t = (struct rv_chat_target){.provider = provider, .model = model};
	t->profile = profile_of(r, provider);
	if (!t->profile)
		return false;
	url = text_of(r, provider_key(r, provider, "baseUrl"), &own);
	t->base_url = url ? url : t->profile->base_url;
	if (url && own && !rv_llm_is_loopback(rv_sv(url)))
		problem(r, t,
			_("the workspace's configuration sends it to another "
			  "machine, which only your own may do; move baseUrl "
			  "to reverie.yaml"));
	find_key(r, t, secret);
	return true;
}

/* A mistake of the configuration that no request is made for. */
static void
note(struct resolver *r, const char *key, const char *provider)
{
	struct rv_llm *l = r->out;

	if (l->n_notes < RV_LLM_NOTES_MAX)
		l->notes[l->n_notes++] = rv_arena_printf(
			&l->arena,
			/* TRANSLATORS: a key of the configuration, a name. */
			_("%s: no such provider: %.40s; nothing is sent for "
			  "it, `reverie doctor` lists them"),
			key, provider);
}

/* May a model's name hold slashes?  Of a server of the user's own nobody
 * knows. */
static bool
has_slashes(struct resolver *r, const char *provider)
{
	const struct rv_chat_profile *p =
		provider ? profile_of(r, provider) : NULL;

	return p && (p->quirks & RV_QUIRK_SLASHES ||
		     !rv_chat_profile_find(provider));
}

/*
 * "provider/model" where the first part is a provider, else a model of the
 * given one.  False, and noted under `key`: it names a provider that is none.
 */
static bool
split(struct resolver *r, const char *key, const char *text,
      const char **provider, const char **model)
{
	const char *slash = strchr(text, '/');
	const char *first;

	if (!slash) {
		*model = text;
		return true;
	}
	first = rv_sv_cstr_in(&r->out->arena,
			      rv_sv_of(text, (size_t)(slash - text)));
	if (profile_of(r, first)) {
		*provider = first;
		*model = slash + 1;
		return true;
	}
	if (has_slashes(r, *provider)) {
		*model = text;
		return true;
	}
	note(r, key, first);
	return false;
}

/* False: there is no such provider. */
static bool
add(struct resolver *r, const char *provider, const char *model)
{
	struct rv_llm *l = r->out;

	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->targets[i].provider, provider) &&
		    !strcmp(l->targets[i].model, model))
			return true;
	if (l->n > FALLBACKS_MAX)
		return true;
	if (!fill(r, provider, model, &l->targets[l->n], &l->secrets[l->n]))
		return false;
	l->n++;
	return true;
}

static void
add_fallbacks(struct resolver *r, const char *provider)
{
	static const char key[] = "narrative.fallback";
	const struct rv_yaml *n = node(r, key, NULL);
	const char *of, *model;
	bool list;

	if (!n) {
		if (!strcmp(provider, "copilot"))
			(void)add(r, provider, "gpt-4o");
		return;
	}
	list = n->kind == RV_YAML_LIST;
	for (n = list ? n->child : n; n; n = list ? n->next : NULL) {
		if (n->kind != RV_YAML_SCALAR || rv_yaml_is_null(n) ||
		    !n->scalar.n || rv_sv_is(n->scalar, "none"))
			continue;
		of = provider;
		if (split(r, key, rv_sv_cstr_in(&r->out->arena, n->scalar),
			  &of, &model))
			(void)add(r, of, model);
	}
}

static bool
is_builtin(const char *provider)
{
	return provider && !strcmp(provider, "extractive");
}

/* A provider that there is, the built-in one, or nothing. */
static const char *
known_provider(struct resolver *r, const char *key)
{
	const char *name = text_of(r, key, NULL);

	if (!name || is_builtin(name) || profile_of(r, name))
		return name;
	note(r, key, name);
	return NULL;
}

static void
choose(struct resolver *r, enum rv_llm_use use, const char **provider,
       const char **model)
{
	enum rv_llm_use as = use == RV_USE_REWRITE ? RV_USE_NARRATE : use;
	const char *key = rv_arena_printf(&r->out->arena, "models.%s",
					  rv_llm_use_name(as));
	const char *text = text_of(r, key, NULL);
	bool lost = false; /* the model named is one of a provider that is none */

	*provider = *model = NULL;
	if (as == RV_USE_NARRATE) {
		*provider = known_provider(r, "narrative.provider");
		lost = !*provider && text_of(r, "narrative.provider", NULL);
		if (!lost)
			*model = text_of(r, "narrative.model", NULL);
	}
	if (!*provider)
		*provider = known_provider(r, "chat.provider");
	if (!*model && !is_builtin(*provider))
		*model = text_of(r, "chat.model", NULL);
	if (is_builtin(text))
		*provider = text;
	else if (text && !(lost && !strchr(text, '/')))
		(void)split(r, key, text, provider, model);
}

static void
start(struct rv_llm *out)
{
	*out = (struct rv_llm){0};
	out->targets = rv_arena_array(&out->arena, struct rv_chat_target,
				      FALLBACKS_MAX + 1);
	out->secrets = rv_arena_array(&out->arena, struct rv_secret,
				      FALLBACKS_MAX + 1);
}

static void
warn(struct rv_llm *l, const char *text)
{
	l->warning = rv_sv(text);
}

static void
resolve(const struct rv_llm_config *cfg, enum rv_llm_use use, bool keyless,
	struct rv_llm *out)
{
	/* A turn waits for nobody. */
	struct resolver r = {cfg, out, keyless,
			     use == RV_USE_REWRITE ? TURN_COMMAND_MS : 0};
	const char *provider, *model;

	start(out);
	choose(&r, use, &provider, &model);
	if (is_builtin(provider))
		return;
	if (!provider && text_of(&r, "chat.provider", NULL)) {
		warn(out, rv_arena_printf(
				  &out->arena,
				  _("%.40s: no such provider, so the built-in "
				    "model is used; set chat.provider to one "
				    "that `reverie doctor` lists."),
				  text_of(&r, "chat.provider", NULL)));
		return;
	}
	if (!provider && !model) {
		warn(out, _("No model is configured: the built-in one quotes "
			    "what was said; set chat.provider and "
			    "chat.model for another."));
		return;
	}
	if (!provider || !model) {
		warn(out, provider ? _("chat.model: a provider is configured "
				       "and no model, so the built-in one is "
				       "used; set chat.model.")
				   : _("chat.provider: a model is configured "
				       "and no provider, so the built-in one "
				       "is used; set chat.provider."));
		return;
	}
	(void)add(&r, provider, model);
	add_fallbacks(&r, provider);
}

void
rv_llm_resolve(const struct rv_llm_config *cfg, enum rv_llm_use use,
	       struct rv_llm *out)
{
	resolve(cfg, use, false, out);
}

void
rv_llm_resolve_names(const struct rv_llm_config *cfg, enum rv_llm_use use,
		     struct rv_llm *out)
{
	resolve(cfg, use, true, out);
}

void
rv_llm_resolve_one(const struct rv_llm_config *cfg, const char *provider,
		   const char *model, struct rv_llm *out)
{
	struct resolver r = {cfg, out, false, 0};

	start(out);
	(void)add(&r, provider, model ? model : "");
}

void
rv_llm_resolve_embed(const struct rv_llm_config *cfg, struct rv_llm *out)
{
	struct resolver r = {cfg, out, false, 0};
	const char *provider, *model;
	struct rv_chat_target *t;

	start(out);
	provider = text_of(&r, "memorySearch.provider", NULL);
	model = text_of(&r, "memorySearch.model", NULL);
	if (!provider || !strcmp(provider, "none")) {
		warn(out, _("No embeddings are configured: the search is by "
			    "words; set memorySearch.provider for both."));
		return;
	}
	if (!model)
		model = rv_embed_default_model(provider);
	(void)add(&r, provider, model ? model : "");
	if (!out->n) {
		warn(out, rv_arena_printf(
				  &out->arena,
				  _("%.40s: no such provider, so the search is "
				    "by words; set memorySearch.provider to "
				    "one that `reverie doctor` lists."),
				  provider));
		return;
	}
	t = &out->targets[0];
	if (!rv_embed_provider_of(t))
		problem(&r, t, _("it has no embeddings"));
	else if (!model)
		problem(&r, t, _("no model is named; set memorySearch.model"));
	if (!strcmp(provider, "local") &&
	    !rv_llm_is_loopback(rv_sv(t->base_url)))
		problem(&r, t, _("local is a server on this machine, and "
				 "providers.local.baseUrl names another"));
}

int
rv_llm_embed_dimensions(const struct rv_llm_config *cfg)
{
	bool own;
	const struct rv_yaml *n =
		cfg->node ? cfg->node(cfg->arg, "memorySearch.dimensions", &own)
			  : NULL;
	int64_t v = 0;

	if (!n || !rv_yaml_to_int(n, &v) || v < 0 ||
	    v > (int64_t)RV_EMBED_DIM_MAX)
		return 0;
	return (int)v;
}

void
rv_llm_release(struct rv_llm *l)
{
	for (size_t i = 0; i <= FALLBACKS_MAX && l->secrets; i++)
		rv_secret_release(&l->secrets[i]);
	rv_arena_release(&l->arena);
	*l = (struct rv_llm){0};
}

void
rv_llm_hide_keys(const struct rv_llm_config *cfg)
{
	const struct rv_yaml *n;
	bool own = false;
	size_t rows;
	const struct rv_chat_profile *p = rv_chat_profiles(&rows);

	for (size_t i = 0; i < rows; i++)
		rv_proc_hide(p[i].key_env);
	n = cfg->node ? cfg->node(cfg->arg, "providers", &own) : NULL;
	for (n = n ? n->child : NULL; n; n = n->next) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_sv name = rv_yaml_sv(rv_yaml_get(n, "keyEnv"));

		if (name.n)
			rv_proc_hide(rv_sv_cstr_in(&arena, name));
		rv_arena_release(&arena);
	}
}
