/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_FRONT_H
#define RV_DOC_FRONT_H

/*
 * Where a page's frontmatter stands and whether it can be read.  It begins with
 * a line "---" at the very start and ends with "---" or "...".  A page may also
 * begin with a rule: "---" with a blank line or running text behind it and no
 * field is body, and nothing is wrong with it.  Any thread.
 */

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/yaml.h"

enum rv_front_state {
	RV_FRONT_NONE,
	RV_FRONT_OK,
	RV_FRONT_UNCLOSED, /* fields and no second fence: all is body */
	RV_FRONT_REFUSED,  /* tabs, anchors, aliases, no map, no YAML */
	RV_FRONT_CR	   /* the page is one line to us: they end in CR alone */
};

struct rv_front {
	enum rv_front_state state; /* of the cut: NONE, OK, UNCLOSED, CR */
	/* offsets of the lines between the fences, of the second fence and
	 * behind it; 0 unless OK or REFUSED */
	size_t meta, close, body;
	/* of rv_front_read */
	struct rv_yaml *map;
	struct rv_sv why; /* but for NONE, OK: what is wrong, no full stop */
	int line;	  /* and where in the page */
};

/* Cuts: no YAML is read.  `text` is the page without a byte order mark. */
void rv_front_cut(struct rv_sv text, struct rv_front *out);
/* Cuts and reads; lines of nodes count from the start of the page. */
void rv_front_read(struct rv_sv text, struct rv_arena *arena,
		   struct rv_front *out);

#endif
