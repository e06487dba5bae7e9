/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_RENDER_H
#define RV_CLI_RENDER_H

/*
 * Answers as people read them: one renderer a verb takes the JSON document of
 * the action; a verb without one gets "key: value" lines.  Every string is
 * cleaned.
 */

#include "base/json.h"
#include "engine/action.h"

/* Prints to standard output; times are those of the zone `tz`. */
void rv_render(const struct rv_args *args, const char *tz, struct rv_sv json);

/* What renderers use. */
struct rv_text {
	struct rv_buf out;
	const struct rv_args *args;
	const char *tz;
};
typedef void rv_renderer(struct rv_text *t, const rv_json *doc);

void rv_text_lit(struct rv_text *t, const char *clean);
void rv_text_printf(struct rv_text *t, const char *fmt, ...) RV_PRINTF(2, 3);
/* One line of text, at most `width` cells (0: all). */
void rv_text_line(struct rv_text *t, struct rv_sv v, int width);
/* Text with its lines, each indented. */
void rv_text_block(struct rv_text *t, struct rv_sv v, int indent);
/* "2026-01-28 13:45" as clocks show it where one is, or "undated" for null. */
void rv_text_when(struct rv_text *t, const rv_json *time);
/* Only the day; of a page that names no more than a day, that one. */
void rv_text_day(struct rv_text *t, const rv_json *time, int width);
/* A cell of a table: cleaned, cut and padded. */
void rv_text_cell(struct rv_text *t, struct rv_sv v, int width);
/* The same of a code, by its word (engine/words.h); width 0: no cell. */
void rv_text_word(struct rv_text *t, struct rv_sv code, int width);
/* Why a step was made; until when something was deferred, as a time. */
void rv_text_reason(struct rv_text *t, struct rv_sv reason);

rv_renderer rv_render_init, rv_render_demo, rv_render_import, rv_render_record,
	rv_render_search, rv_render_turn, rv_render_trace,
	rv_render_consolidate, rv_render_story, rv_render_review_list,
	rv_render_review_show, rv_render_decision, rv_render_log,
	rv_render_status, rv_render_version, rv_render_redact,
	rv_render_erase, rv_render_doctor, rv_render_jobs, rv_render_embed,
	rv_render_layers, rv_render_lint, rv_render_live, rv_render_promote;

#endif
