/* SPDX-License-Identifier: MIT */
/* A reader's sink for tests. */
#include "config.h"

#include "tests/support/collect.h"

#include "base/attr.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static rv_status
take(struct rv_reader *r, struct rv_episode *e, struct rv_err *err)
{
	struct collect *c = r->arg;
	struct rv_episode *copy = &c->eps[c->n++];
	struct rv_sv *const views[] = {&copy->session, &copy->entry,
				       &copy->ref,     &copy->role,
				       &copy->name,    &copy->text,
				       &copy->source,  &copy->excluded};

	(void)err;
	assert_true(c->n <= ARRAY_LEN(c->eps));
	*copy = *e;
	for (size_t i = 0; i < ARRAY_LEN(views); i++)
		*views[i] = rv_sv_dup_in(&c->arena, *views[i]);
	if (!e->excluded.n)
		c->report.added++;
	return RV_OK;
}

void
collect_read(struct collect *c, const char *format, const char *path,
	     bool live, const struct rv_read_point *from)
{
	const struct rv_format *f = rv_format_find(format, path);
	struct rv_reader r = {.path = path,
			      .source = rv_sv(path),
			      .session = rv_format_session(path),
			      .report = &c->report,
			      .emit = take,
			      .arg = c,
			      .live = live,
			      .from = from,
			      .to = &c->to};
	struct rv_err err = {0};

	assert_non_null(f);
	if (!c->to.state.p)
		c->to.state = RV_BUF_INIT;
	c->status = f->read(&r, &err);
	if (c->status != RV_OK && c->status != RV_E_MOVED)
		fail_msg("%s", err.msg);
}

void
collect_text(struct collect *c, const char *format, const char *text)
{
	collect_read(c, format, scratch_write("s.jsonl", rv_sv(text)), false,
		     NULL);
	collect_balance(c);
}

int64_t
collect_skipped(const struct collect *c, const char *reason)
{
	for (size_t i = 0; i < c->report.n_skipped; i++)
		if (strcmp(c->report.skipped[i].reason, reason) == 0)
			return c->report.skipped[i].count;
	return 0;
}

void
collect_balance(const struct collect *c)
{
	const struct rv_import_report *r = &c->report;
	int64_t sum = r->added + r->seen + r->waiting + r->rejected_n;

	for (size_t i = 0; i < r->n_skipped; i++)
		sum += r->skipped[i].count;
	assert_int_equal(sum, r->lines);
}

void
collect_release(struct collect *c)
{
	rv_import_report_release(&c->report);
	rv_buf_release(&c->to.state);
	rv_arena_release(&c->arena);
	*c = (struct collect){0};
}
