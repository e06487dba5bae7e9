/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_RESOLVE_PRIV_H
#define RV_LLM_RESOLVE_PRIV_H

/* What resolve.c (which model) and target.c (where it is, with which key)
 * share; included by nobody else. */

#include "llm/resolve.h"

struct rv__resolver {
	const struct rv_llm_config *cfg;
	struct rv_llm *out;
	bool keyless; /* no key is read */
	int command_ms;
};

/* The node of a key or NULL; *own (NULL ok): it is from the workspace. */
const struct rv_yaml *rv__resolve_node(const struct rv__resolver *r,
				       const char *key, bool *own);
/* The value of a key in the arena, or NULL when it is empty or not set. */
const char *rv__resolve_text(struct rv__resolver *r, const char *key,
			     bool *own);
/* The row of the table, or one made for a name that the user gave; NULL: there
 * is no such provider. */
const struct rv_chat_profile *rv__resolve_profile(struct rv__resolver *r,
						  const char *provider);
/* The first one that is told of a target stays. */
void rv__resolve_problem(struct rv__resolver *r, struct rv_chat_target *t,
			 const char *text);
/* Fills t for "provider" and "model"; false: there is no such provider. */
bool rv__resolve_fill(struct rv__resolver *r, const char *provider,
		      const char *model, struct rv_chat_target *t,
		      struct rv_secret *secret);

#endif
