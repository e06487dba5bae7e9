/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_H
#define RV_DOC_REDACT_H

/*
 * Masks secrets before text reaches the record, the index, traces, the journal
 * or a model.  Six forms by rule table (redact.def): private key block, bearer
 * token, key=value secret, credentials in a URL, AWS key id, GitHub token.  A
 * hit is replaced by its rule's placeholder ("<PRIVATE_KEY>"); masking twice
 * gives the same.  Only text is looked at, never its meaning.  Any thread.
 */

#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

/* Appends the masked text and returns the number of replaced spans. */
size_t rv_redact(struct rv_sv text, struct rv_buf *out);
/* Masks in the arena; returns `text` itself when there was no hit. */
struct rv_sv rv_redact_in(struct rv_arena *arena, struct rv_sv text,
			  size_t *hits);

#endif
