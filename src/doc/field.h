/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_FIELD_H
#define RV_DOC_FIELD_H

/*
 * A field of frontmatter as a person wrote it: found, set and added to without
 * touching any other byte, comments included.  `meta` is the lines between the
 * fences, each with its end.  What is returned lives in the arena; nothing to
 * change: `meta` itself.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

/* Offsets in `meta`. */
struct rv_field {
	size_t from, to;   /* its lines, also those of a list or a long text */
	size_t colon;	   /* behind the colon */
	size_t value, end; /* its value, without blanks or comments around it;
			      value == end: none */
	size_t inner;	   /* behind the last sign but one of the value */
};

bool rv_field_find(struct rv_sv meta, const char *key, struct rv_field *out);

/* `value` is YAML as it shall stand behind "key: ".  The field keeps its place
 * and a comment behind it; a value over several lines is replaced as a whole. A
 * new field is put at the end. */
struct rv_sv rv_field_set(struct rv_sv meta, const char *key,
			  struct rv_sv value, const char *eol,
			  struct rv_arena *arena);

/*
 * One more item, as text, in the style that the list has: in brackets or on a
 * line of its own.  One value becomes a list of two; without the field it is
 * made with this one value.  What is there already is not added.
 */
struct rv_sv rv_field_add(struct rv_sv meta, const char *key, struct rv_sv item,
			  const char *eol, struct rv_arena *arena);

/* Appends `v` as a YAML scalar, quoted where it has to be. */
void rv_yaml_scalar(struct rv_sv v, struct rv_buf *out);

#endif
