/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_GAUGE_H
#define RV_UI_GAUGE_H

/* Bars and tiny charts. */

#include <stddef.h>
#include <stdint.h>

#include "ui/surface.h"

/* A bar of w cells: part of whole; over the whole it is full and warns. */
void ui_gauge(struct ui_surface *s, int x, int y, int w, int64_t part,
	      int64_t whole, ui_style full);
/* n values as bars of one row, one cell each (the newest w of them). */
void ui_spark(struct ui_surface *s, int x, int y, int w, ui_style st,
	      const int64_t *v, size_t n);

#endif
