/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_TREENODES_H
#define RV_UI_TREENODES_H

/*
 * The files of the layers as the lines of a tree: a branch for each layer and
 * folder, which can be closed, and a leaf for each file or live check; a folder
 * that holds one folder and nothing else shares its line.  Lines below a closed
 * branch are not made.  Labels point into the views.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "engine/view_pages.h"

#define UI_TREE_DEPTH 32

struct ui_node {
	struct rv_sv label;
	uint64_t id;
	char letter;
	short depth;
	bool open, branch;
	int64_t count; /* files below a branch */
	int64_t row;   /* of the layers' rows; -1: a branch */
	int64_t live;  /* of the live checks; -1: none */
};

struct ui_tree {
	struct ui_node *nodes; /* heap */
	size_t n, cap;
	uint64_t *toggled; /* ids whose branch is not as it begins */
	size_t n_toggled, cap_toggled;
	size_t fits; /* files and checks that the filter lets through */
};

/* Makes the lines.  A filter opens all branches. */
void ui_tree_build(struct ui_tree *t, const struct rv_view_layers *v,
		   const struct rv_view_lives *l, struct rv_sv filter);
void ui_tree_release(struct ui_tree *t);
/* Path, title, proposal and marks: what search and filter look at. */
void ui_tree_text(const struct rv_view_tree_row *r, struct rv_buf *out);
bool ui_tree_fits(const struct rv_view_tree_row *r, struct rv_sv filter);
/* The next ui_tree_build shows this branch the other way. */
void ui_tree_toggle(struct ui_tree *t, uint64_t id);
/* Toggles a closed branch above the path; false: none is closed. */
bool ui_tree_unfold(struct ui_tree *t, struct rv_sv path);
/* The line of a file, or -1. */
ptrdiff_t ui_tree_find(const struct ui_tree *t, const struct rv_view_layers *v,
		       struct rv_sv path);

#endif
