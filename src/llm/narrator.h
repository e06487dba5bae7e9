/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_NARRATOR_H
#define RV_LLM_NARRATOR_H

/*
 * The story by a chat model: the prompt, and what an answer must be before it
 * may become a story.  An answer that is cut, refused, no text, a web page, an
 * object or the prompt given back is RV_E_MODEL and changes nothing.
 */

#include "llm/account.h"
#include "llm/chat.h"
#include "llm/model.h"

struct rv_narrator {
	struct rv_model model; /* ctx is the narrator */
	struct rv_chat_call call; /* targets are borrowed */
	const volatile int *cancel;
	int64_t max_words;
	int64_t max_tokens, context; /* as rv_chat_in has them */
	struct rv_account *account; /* NULL: nobody counts */
	void (*progress)(struct rv_sv piece, void *arg); /* as rv_chat_in */
	void (*received)(size_t bytes, void *arg);
	void *arg;
};

/* Fills n->model; call and the rest are the caller's to set first. */
void rv_narrator_init(struct rv_narrator *n);

/* The two messages of the prompt, in the arena.  Pure. */
void rv_narrator_prompt(const struct rv_narrate_in *in, int64_t max_words,
			struct rv_arena *arena,
			struct rv_chat_message out[2]);
/*
 * The story text in an answer: fences and a wrapping object with a string
 * `content`, `message`, `response` or `text` are taken off.  RV_E_MODEL with a
 * sentence for everything that is no story.  Pure.
 */
rv_status rv_narrator_reply(const struct rv_chat_out *answer,
			    struct rv_buf *out, struct rv_err *err)
	RV_MUST_CHECK;

#endif
