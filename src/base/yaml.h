/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_YAML_H
#define RV_BASE_YAML_H

/*
 * YAML behind our own types, over libyaml.  Anchors, aliases, tags other than
 * the core ones, duplicate keys and more than 32 levels are refused; errors
 * name line and column.  Scalars stay text; the readers convert.  The tree
 * lives in the arena.  One thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

enum rv_yaml_kind { RV_YAML_SCALAR, RV_YAML_LIST, RV_YAML_MAP };

struct rv_yaml {
	enum rv_yaml_kind kind;
	struct rv_sv key;    /* when it is a member of a map */
	struct rv_sv scalar; /* as written, quotes removed */
	bool quoted;
	int line;	      /* 1 is the first */
	struct rv_yaml *child; /* first member or element */
	struct rv_yaml *next;
};

/* `name` is what errors call the source.  An empty document gives an empty map.
 * RV_E_PARSE, RV_E_TOOBIG (over 1 MiB). */
rv_status rv_yaml_parse(struct rv_sv text, const char *name,
			struct rv_arena *arena, struct rv_yaml **out,
			struct rv_err *err) RV_MUST_CHECK;

/* Member by key, or by a dotted path ("memorySearch.query.hybrid"); NULL. */
const struct rv_yaml *rv_yaml_get(const struct rv_yaml *node, const char *path);
struct rv_sv rv_yaml_sv(const struct rv_yaml *node); /* empty when NULL */
/* True for NULL, an empty plain scalar, `~` and `null`. */
bool rv_yaml_is_null(const struct rv_yaml *node);
/* Plain scalars alone: "yes" in quotes is text.  True, yes, on and their
 * opposites; a decimal integer. */
bool rv_yaml_to_bool(const struct rv_yaml *node, bool *out);
bool rv_yaml_to_int(const struct rv_yaml *node, int64_t *out);

#endif
