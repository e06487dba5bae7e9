/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_IMPORTABLE_H
#define RV_ENGINE_IMPORTABLE_H

/*
 * What stands in the directory of a workspace and is nobody's yet: folders of
 * Markdown outside of the map, and conversations that `import` would take.
 * Directories of the map are read in place and are not named.
 */

#include "engine/engine_priv.h"

enum rv_importable_kind {
	RV_IMPORTABLE_CHATS, /* a file or directory of conversations */
	RV_IMPORTABLE_PAGES, /* a directory of Markdown */
	RV_IMPORTABLE_HERE   /* pages beside .reverie itself; path is "." */
};

struct rv_importable {
	enum rv_importable_kind kind;
	struct rv_sv path; /* relative to the workspace */
	int64_t count;	   /* of files */
};

/* By name.  `found` is what rv_map_report found.  Looks at files and at the
 * ledger, and writes nothing. */
rv_status rv_importable(struct rv_engine *e, const struct rv_found *found,
			size_t n_found, struct rv_arena *arena,
			struct rv_importable **out, size_t *n,
			struct rv_err *err) RV_MUST_CHECK;

#endif
