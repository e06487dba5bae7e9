/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_LEGEND_H
#define RV_UI_LEGEND_H

/*
 * What the short words on a screen mean, for the help.  A legend gives its i-th
 * word and, translated, the meaning; NULL behind the last.
 */

#include <stddef.h>

typedef const char *ui_legend_fn(size_t i, const char **meaning);

/* Signs, columns and verdicts of the candidates. */
ui_legend_fn ui_legend_candidates;
ui_legend_fn ui_legend_turns;
/* Layers and marks of the files. */
ui_legend_fn ui_legend_tree;
/* Decisions and columns of what waits on Review. */
ui_legend_fn ui_legend_queue;

#endif
