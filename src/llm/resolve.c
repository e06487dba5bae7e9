/* SPDX-License-Identifier: MIT */
/* Which model, where, with which key. */
#include "config.h"

#include "llm/resolve.h"

#include <string.h>

#include "base/i18n.h"
#include "llm/embed.h"
#include "llm/provider.h"
#include "llm/resolve_priv.h"

#define FALLBACKS_MAX 8
#define TURN_COMMAND_MS 2000

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

/* A mistake of the configuration that no request is made for. */
static void
note(struct rv__resolver *r, const char *key, const char *provider)
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
has_slashes(struct rv__resolver *r, const char *provider)
{
	const struct rv_chat_profile *p =
		provider ? rv__resolve_profile(r, provider) : NULL;

	return p && (p->quirks & RV_QUIRK_SLASHES ||
		     !rv_chat_profile_find(provider));
}

/*
 * "provider/model" where the first part is a provider, else a model of the
 * given one.  False, and noted under `key`: it names a provider that is none.
 */
static bool
split(struct rv__resolver *r, const char *key, const char *text,
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
	if (rv__resolve_profile(r, first)) {
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
add(struct rv__resolver *r, const char *provider, const char *model)
{
	struct rv_llm *l = r->out;

	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->targets[i].provider, provider) &&
		    !strcmp(l->targets[i].model, model))
			return true;
	if (l->n > FALLBACKS_MAX)
		return true;
	if (!rv__resolve_fill(r, provider, model, &l->targets[l->n], &l->secrets[l->n]))
		return false;
	l->n++;
	return true;
}

static void
add_fallbacks(struct rv__resolver *r, const char *provider)
{
	static const char key[] = "narrative.fallback";
	const struct rv_yaml *n = rv__resolve_node(r, key, NULL);
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
known_provider(struct rv__resolver *r, const char *key)
{
	const char *name = rv__resolve_text(r, key, NULL);

	if (!name || is_builtin(name) || rv__resolve_profile(r, name))
		return name;
	note(r, key, name);
	return NULL;
}

static void
choose(struct rv__resolver *r, enum rv_llm_use use, const char **provider,
       const char **model)
{
	enum rv_llm_use as = use == RV_USE_REWRITE ? RV_USE_NARRATE : use;
	const char *key = rv_arena_printf(&r->out->arena, "models.%s",
					  rv_llm_use_name(as));
	const char *text = rv__resolve_text(r, key, NULL);
	bool lost = false; /* the model named is one of a provider that is none */

	*provider = *model = NULL;
	if (as == RV_USE_NARRATE) {
		*provider = known_provider(r, "narrative.provider");
		lost = !*provider && rv__resolve_text(r, "narrative.provider", NULL);
		if (!lost)
			*model = rv__resolve_text(r, "narrative.model", NULL);
	}
	if (!*provider)
		*provider = known_provider(r, "chat.provider");
	if (!*model && !is_builtin(*provider))
		*model = rv__resolve_text(r, "chat.model", NULL);
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
	struct rv__resolver r = {cfg, out, keyless,
			     use == RV_USE_REWRITE ? TURN_COMMAND_MS : 0};
	const char *provider, *model;

	start(out);
	choose(&r, use, &provider, &model);
	if (is_builtin(provider))
		return;
	if (!provider && rv__resolve_text(&r, "chat.provider", NULL)) {
		warn(out, rv_arena_printf(
				  &out->arena,
				  _("%.40s: no such provider, so the built-in "
				    "model is used; set chat.provider to one "
				    "that `reverie doctor` lists."),
				  rv__resolve_text(&r, "chat.provider", NULL)));
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
	struct rv__resolver r = {cfg, out, false, 0};

	start(out);
	(void)add(&r, provider, model ? model : "");
}

void
rv_llm_resolve_embed(const struct rv_llm_config *cfg, struct rv_llm *out)
{
	struct rv__resolver r = {cfg, out, false, 0};
	const char *provider, *model;
	struct rv_chat_target *t;

	start(out);
	provider = rv__resolve_text(&r, "memorySearch.provider", NULL);
	model = rv__resolve_text(&r, "memorySearch.model", NULL);
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
		rv__resolve_problem(&r, t, _("it has no embeddings"));
	else if (!model)
		rv__resolve_problem(&r, t, _("no model is named; set memorySearch.model"));
	if (!strcmp(provider, "local") &&
	    !rv_llm_is_loopback(rv_sv(t->base_url)))
		rv__resolve_problem(&r, t, _("local is a server on this machine, and "
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
