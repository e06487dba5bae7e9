/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_TERM_RAW_H
#define RV_UI_TERM_RAW_H

/*
 * What goes to the terminal past the library that draws: modes that it does not
 * know, the clipboard, and the way back to a usable shell when the program
 * crashes.  One terminal a process, on standard input and output.  UI thread.
 */

#include <stdbool.h>

#include "base/str.h"

/* Remembers how the line was set; once, before the terminal is taken. */
void ui_term_raw_keep(void);
/* From now on a crash switches everything off and puts the line back, and the
 * process still ends by its signal.  A sanitizer's handlers stay. */
void ui_term_raw_guard(void);
/* The line as it was kept. */
void ui_term_raw_restore(void);
/* Bracketed paste; off also ends a frame that was begun. */
void ui_term_raw_modes(bool on);
/* Sends at most 64 KiB to the clipboard (OSC 52); nobody says whether the
 * terminal took it. */
void ui_term_raw_copy(struct rv_sv text);

#endif
