/* SPDX-License-Identifier: MIT */
/* The table of models. */
#include "config.h"

#include "llm/model.h"

#include <string.h>

#include "base/attr.h"
#include "llm/extractive.h"

static const struct rv_model *const models[] = {
#define PROVIDER(symbol) &rv_model_##symbol,
#include "llm/providers.def"
#undef PROVIDER
};

const struct rv_model *
rv_model_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(models); i++)
		if (strcmp(models[i]->name, name) == 0)
			return models[i];
	return NULL;
}
