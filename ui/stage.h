/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_STAGE_H
#define RV_UI_STAGE_H

/*
 * What was decided about proposals and is not written yet, with the hash of the
 * bytes that were shown then; and which rows are marked.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum ui_decided {
	UI_UNDECIDED,
	UI_APPROVED,
	UI_REJECTED,
	UI_DEFERRED,
};

struct ui_staged {
	char *id, *sha;
	enum ui_decided what;
	char *why; /* reason or span, or "" */
	bool marked, edited;
	char was[24]; /* the proposal whose place it took here, or "" */
	/* Meant, with `why`, for the edited text once it is checked. */
	enum ui_decided wish;
	bool kept; /* from an earlier run, not yet compared with the queue */
};

struct ui_stage {
	struct ui_staged *items;
	size_t n, cap;
};

void ui_stage_release(struct ui_stage *s);
/* The entry of an id, or NULL. */
struct ui_staged *ui_stage_get(const struct ui_stage *s, struct rv_sv id);
/* The same; made when there is none. */
struct ui_staged *ui_stage_entry(struct ui_stage *s, struct rv_sv id);
/* `sha`: of the bytes that were shown; `why` is copied, its secrets masked. */
void ui_stage_set(struct ui_stage *s, struct rv_sv id, struct rv_sv sha,
		  enum ui_decided what, const char *why);
void ui_stage_drop(struct ui_stage *s, struct rv_sv id);
size_t ui_stage_count(const struct ui_stage *s, enum ui_decided what);
/* All that are decided. */
size_t ui_stage_total(const struct ui_stage *s);
size_t ui_stage_marked(const struct ui_stage *s);
void ui_stage_unmark(struct ui_stage *s);
/* A X E D or "." */
const char *ui_stage_sign(const struct ui_stage *s, struct rv_sv id);
/* "approve", "reject", "defer", "none", as files have it. */
const char *ui_decided_name(enum ui_decided what);

#endif
