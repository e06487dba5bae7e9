/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_EXPLAIN_H
#define RV_ENGINE_EXPLAIN_H

/*
 * Whole sentences about the candidates of a trace, in the operator's language:
 * what decided, and what would have let a near miss through.
 */

#include "engine/view.h"

/* Fills place, answer and instead of every candidate of a trace that is filled
 * otherwise, and how many have a place. */
void rv_explain(struct rv_view_trace *t, struct rv_arena *arena);

#endif
