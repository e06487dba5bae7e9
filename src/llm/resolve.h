/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_RESOLVE_H
#define RV_LLM_RESOLVE_H

/*
 * From the configuration to targets of a chat: which model, where, with which
 * key, and what is asked when it fails.  For the story: narrative.provider and
 * .model, else chat.provider and .model, else the built-in model.  models.USE
 * ("provider/model", or a model of the chat's provider) comes before both.  A
 * name with a slash whose first part is no provider is a model of a server
 * whose models have such names (RV_QUIRK_SLASHES, and servers that the user
 * named himself); of any other it is a mistake, which is noted and passed over:
 * nothing is sent to a server that nobody named.
 *
 * What says where keys go is taken from the operator's own files.  The
 * workspace's file, which an agent can write, may only name a server on
 * loopback, and no command.
 */

#include "base/yaml.h"
#include "llm/chat.h"
#include "llm/secret.h"

enum rv_llm_use {
	RV_USE_NARRATE,
	RV_USE_SEED,
	RV_USE_WONDER,
	RV_USE_PREPARE,
	RV_USE_REWRITE, /* flashbacks: as narrate */
	RV_USE_N
};
const char *rv_llm_use_name(enum rv_llm_use use) RV_NONNULL;

struct rv_llm_config {
	const struct rv_env *env;
	/* The node of a dotted key or NULL; *own: it is from the workspace. */
	const struct rv_yaml *(*node)(const void *arg, const char *key,
				      bool *own);
	const void *arg;
};

#define RV_LLM_NOTES_MAX 8

struct rv_llm {
	struct rv_arena arena;
	struct rv_chat_target *targets; /* 0: the built-in model */
	size_t n;
	struct rv_secret *secrets;
	struct rv_sv warning; /* why the built-in one, or empty */
	/* What names a provider that does not exist, a sentence each; empty:
	 * nothing does.  The same for every use that meets it. */
	const char *notes[RV_LLM_NOTES_MAX];
	size_t n_notes;
};

/* Never fails for what is configured badly: the target says its problem, or
 * the warning says why there is none. */
void rv_llm_resolve(const struct rv_llm_config *cfg, enum rv_llm_use use,
		    struct rv_llm *out);
/* The same without reading any key: what a status shows. */
void rv_llm_resolve_names(const struct rv_llm_config *cfg, enum rv_llm_use use,
			  struct rv_llm *out);
/* One provider's target, for a look at its state; model may be NULL. */
void rv_llm_resolve_one(const struct rv_llm_config *cfg, const char *provider,
			const char *model, struct rv_llm *out);
/*
 * The one target that makes vectors: memorySearch.provider and .model, the
 * latter with a default where the server has one.  None (n is 0) when no
 * provider is configured; "local" is a server on loopback or says its problem.
 */
void rv_llm_resolve_embed(const struct rv_llm_config *cfg, struct rv_llm *out);
/* memorySearch.dimensions, 0: the model's own. */
int rv_llm_embed_dimensions(const struct rv_llm_config *cfg);
void rv_llm_release(struct rv_llm *l); /* wipes the keys */

/* Is this URL's host the machine itself? */
bool rv_llm_is_loopback(struct rv_sv url);
/* Every variable that may hold a key: children do not get them, and where one
 * is set the program leaves no core. */
void rv_llm_hide_keys(const struct rv_llm_config *cfg);

#endif
