/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_MODEL_H
#define RV_LLM_MODEL_H

/*
 * A model that narrates.  Those without a network are rows of providers.def, one
 * file each: the built-in extractive one is offline, deterministic and never
 * invents: it picks sentences and quotes them.  A chat model is one by
 * llm/narrator.h.  Calls are made without any lock held.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/status.h"
#include "base/str.h"

/* A message as a model sees it, redacted. */
struct rv_message {
	struct rv_sv id;      /* episode */
	struct rv_sv session;
	struct rv_sv role;    /* user, assistant, ... */
	struct rv_sv name;    /* may be empty */
	struct rv_sv text;
	int64_t time;	      /* or RV_UNDATED */
};

struct rv_narrate_in {
	struct rv_sv story;    /* so far, without anchor; may be empty */
	struct rv_sv identity; /* SOUL.md and IDENTITY.md, may be empty */
	const struct rv_message *messages; /* in time order */
	size_t n;
};

struct rv_model {
	const char *name; /* "extractive" */
	/* Appends the complete new story text; `self` is this struct.
	 * RV_E_MODEL and others; on failure `out` is to be thrown away. */
	rv_status (*narrate)(const struct rv_model *self,
			     const struct rv_narrate_in *in,
			     struct rv_buf *out, struct rv_err *err);
	void *ctx; /* the model's own */
};

/* By name; NULL when there is no such provider. */
const struct rv_model *rv_model_find(const char *name);

#endif
