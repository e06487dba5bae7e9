/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_REPORT_H
#define RV_INTAKE_REPORT_H

/*
 * What came of the lines of an import: each is exactly one of added, seen,
 * skipped, waiting or rejected.  Zero-initialised is a valid empty report.
 * One thread at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"

#define RV_SKIP_REASONS 24
#define RV_REJECT_MAX 1000 /* details kept; all are counted */

struct rv_reject {
	struct rv_sv path;
	int64_t line;
	int64_t offset; /* byte where the line begins; -1: not known */
	struct rv_sv message;
};

struct rv_import_report {
	struct rv_arena arena; /* owns the texts below */
	int64_t files, lines, added, seen, waiting, rejected_n;
	struct {
		const char *reason;
		int64_t count;
	} skipped[RV_SKIP_REASONS];
	size_t n_skipped;
	struct rv_reject *rejected;
	size_t n_rejected, cap_rejected;
	bool dated; /* an added one has a time: of the oldest and the newest */
	int64_t first, last;
	/* What was masked in the texts of a dry run, which is told nowhere
	 * else. */
	bool dry;
	int64_t masked; /* episodes with a secret */
	struct {
		const char *rule;
		int64_t count;
	} rules[RV_SKIP_REASONS];
	size_t n_rules;
};

void rv_import_report_release(struct rv_import_report *r);
/* `reason` is a static string; path and message are masked. */
void rv_import_skip(struct rv_import_report *r, const char *reason);
void rv_import_reject(struct rv_import_report *r, struct rv_sv path,
		      int64_t line, int64_t offset, const char *fmt, ...)
	RV_PRINTF(5, 6);
/* An episode of this time is new. */
void rv_import_added(struct rv_import_report *r, int64_t time);
/* Of a dry run: counts the secrets of a text by their rules. */
void rv_import_masked(struct rv_import_report *r, struct rv_sv text);
/* Puts the details from index `from` on in order of their lines. */
void rv_import_report_sort(struct rv_import_report *r, size_t from);

#endif
