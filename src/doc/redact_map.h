/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_MAP_H
#define RV_DOC_REDACT_MAP_H

/* The numbers of placeholders and the map of spans.  One owner. */

#include "base/arena.h"
#include "doc/redact_priv.h"

struct rv_redactor {
	struct rv_redact_options opts;
	struct rv_arena arena;
	struct rv__known { /* a secret that was met */
		const char *base, *placeholder;
		char fingerprint[13];
		size_t number;
	} *known;
	size_t known_n, known_cap;
	struct rv_redact_span *spans;
	size_t n, cap;
};

/* Notes a hit of `text` and returns what to write for it. */
const char *rv__map_add(struct rv_redactor *r, struct rv_sv text,
			const struct rv__hit *hit, size_t line, size_t offset)
	RV_NONNULL;
/* Writes text[from, to) masked; hits are in order.  *line moves along. */
void rv__map_write(struct rv_redactor *r, struct rv_sv text, size_t from,
		   size_t to, const struct rv__hits *hits, size_t offset,
		   size_t *line, struct rv_buf *out);

#endif
