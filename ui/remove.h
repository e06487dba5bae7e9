/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_REMOVE_H
#define RV_UI_REMOVE_H

/* Deletes a demo workspace when its operator asks for it. */

#include <stdbool.h>

/* The directory and all in it; links are removed, not followed.  Refuses one
 * without .reverie.  false: something is left. */
bool ui_remove_tree(const char *dir);

#endif
