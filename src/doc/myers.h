/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_MYERS_H
#define RV_DOC_MYERS_H

/*
 * Which elements of two sequences differ: the O(ND) algorithm of Eugene Myers
 * (1986) in its linear-space form.  A part that would take more than
 * RV_MYERS_COST steps of edit distance is split where the search has come
 * farthest, so that the work stays near n * RV_MYERS_COST; the result is then
 * still an edit script, only not the shortest.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RV_MYERS_COST 256

/* Elements are equal when their numbers are.  Sets del[i] and add[j] (as long
 * as the sequences, zeroed by the caller) for what is not in the other. */
void rv_myers(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
	      bool *del, bool *add);

#endif
