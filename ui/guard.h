/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_GUARD_H
#define RV_UI_GUARD_H

/*
 * What nobody typed at what stands on the screen decides nothing: keys that
 * came in a burst (a paste that the terminal did not bracket), keys that were
 * under way when a question appeared, and the rest of a word whose first
 * letter answered one.  Times are microseconds of the terminal's clock and come
 * with the keys: the guard reads no clock.
 */

#include <stdbool.h>
#include <stdint.h>

/* More keys than this in so long were not typed by a person. */
#define UI_BURST_KEYS 8
#define UI_BURST_US 50000
/* Nor two in so long; a paste comes in one read as a rule. */
#define UI_TOGETHER_US 20000
/* Nobody reads a question and answers it in less. */
#define UI_ASKED_US 300000
/* Who types a word at a question types on after its first letter answered. */
#define UI_ANSWERED_US 300000

/* Zeroed it is a guard that has seen nothing. */
struct ui_guard {
	int64_t at;		 /* of the newest key */
	bool together;		 /* it came in one go with a neighbour */
	int64_t burst_start;
	int64_t asked, answered; /* when the newest question came and went */
	int burst;
	bool was_key, was_asked, was_answered;
};

/* A key came: to be told of each one before it is asked about.  `more`: another
 * one was there already when it was read. */
void ui_guard_key(struct ui_guard *g, int64_t at, bool more);
/* The key brought a question up, or answered one. */
void ui_guard_asked(struct ui_guard *g);
void ui_guard_answered(struct ui_guard *g);
/* Is the key one of a burst? */
bool ui_guard_burst(const struct ui_guard *g);
/* The same, or one of two that came in one go? */
bool ui_guard_pasted(const struct ui_guard *g);
/* Came it too soon to be an answer to the question that stands? */
bool ui_guard_early(const struct ui_guard *g);
/* May it be the rest of a word that answered a question? */
bool ui_guard_rest(const struct ui_guard *g);

#endif
