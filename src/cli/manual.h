/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_MANUAL_H
#define RV_CLI_MANUAL_H

/*
 * Help, manual page and completions, made from the tables of actions and of
 * options.  Each prints to standard output and returns the exit code.
 */

#include "engine/action.h"

/* `reverie help`, with its options and operands. */
int rv_manual_run(const struct rv_args *args);
/* "--help" behind these words: of the verb they begin with, else of all. */
int rv_manual_help(const char *const *words, int n);

/* The texts themselves. */
void rv_manual_overview(struct rv_buf *out);
void rv_manual_verb(const struct rv_action *a, struct rv_buf *out);
void rv_manual_page(struct rv_buf *out);	/* man(7) source */
/* For bash, zsh or fish; false: no other shell is known. */
bool rv_manual_completion(const char *shell, struct rv_buf *out);

#endif
