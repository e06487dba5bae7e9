/* SPDX-License-Identifier: MIT */
/* Counting the lines of an import. */
#include "config.h"

#include "intake/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"
#include "doc/mask.h"
#include "doc/redact.h"

void
rv_import_report_release(struct rv_import_report *r)
{
	free(r->rejected);
	rv_arena_release(&r->arena);
	*r = (struct rv_import_report){0};
}

void
rv_import_skip(struct rv_import_report *r, const char *reason)
{
	size_t i;

	for (i = 0; i < r->n_skipped; i++)
		if (strcmp(r->skipped[i].reason, reason) == 0)
			break;
	/* The last row is for whatever a reader invents beyond the table. */
	if (i == RV_SKIP_REASONS - 1)
		reason = "other";
	if (i >= r->n_skipped) {
		r->skipped[i].reason = reason;
		r->n_skipped = i + 1;
	}
	r->skipped[i].count++;
}

void
rv_import_added(struct rv_import_report *r, int64_t time)
{
	r->added++;
	if (time == RV_UNDATED)
		return;
	r->first = r->dated ? RV_MIN(r->first, time) : time;
	r->last = r->dated ? RV_MAX(r->last, time) : time;
	r->dated = true;
}

static void
count_rule(struct rv_import_report *r, const char *rule)
{
	size_t i;

	for (i = 0; i < r->n_rules; i++)
		if (strcmp(r->rules[i].rule, rule) == 0)
			break;
	if (i == RV_SKIP_REASONS - 1)
		rule = "other";
	if (i >= r->n_rules) {
		r->rules[i].rule = rule;
		r->n_rules = i + 1;
	}
	r->rules[i].count++;
}

void
rv_import_masked(struct rv_import_report *r, struct rv_sv text)
{
	struct rv_redactor *redactor = rv_redactor_new(NULL);
	const struct rv_redact_span *spans;
	struct rv_buf out = RV_BUF_INIT;
	size_t n = 0;

	r->masked++;
	if (rv_redactor_run(redactor, text, &out, NULL) == RV_OK) {
		spans = rv_redactor_spans(redactor, &n);
		for (size_t i = 0; i < n; i++)
			count_rule(r, spans[i].rule);
	}
	/* It shows when the form around it is taken away. */
	if (!n)
		count_rule(r, "form");
	rv_redactor_free(redactor);
	rv_buf_release(&out);
}

void
rv_import_reject(struct rv_import_report *r, struct rv_sv path, int64_t line,
		 int64_t offset, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_reject *last;
	va_list ap;

	r->rejected_n++;
	if (r->n_rejected >= RV_REJECT_MAX)
		return;
	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	rv_grow(&r->rejected, &r->cap_rejected, r->n_rejected + 1);
	last = r->n_rejected ? &r->rejected[r->n_rejected - 1] : NULL;
	r->rejected[r->n_rejected++] = (struct rv_reject){
		.path = last && rv_sv_eq(last->path, path)
				? last->path
				: rv_sv_dup_in(&r->arena,
					       rv_mask_path(&r->arena, path,
							    NULL)),
		.line = line,
		.offset = offset,
		.message = rv_sv_dup_in(
			&r->arena,
			rv_redact_in(&r->arena, rv_buf_sv(&b), NULL)),
	};
	rv_buf_release(&b);
}

static int
by_line(const void *a, const void *b)
{
	const struct rv_reject *x = a, *y = b;

	return x->line < y->line ? -1 : x->line > y->line;
}

void
rv_import_report_sort(struct rv_import_report *r, size_t from)
{
	if (r->n_rejected > from + 1)
		qsort(r->rejected + from, r->n_rejected - from,
		      sizeof(*r->rejected), by_line);
}
