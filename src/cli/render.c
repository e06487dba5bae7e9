/* SPDX-License-Identifier: MIT */
/* The table of renderers and what they are made of. */
#include "config.h"

#include "cli/render.h"

#include <stdarg.h>
#include <string.h>

#include "base/clean.h"
#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "base/width.h"
#include "cli/output.h"
#include "engine/words.h"

static const struct {
	const char *id;
	rv_renderer *fn;
} renderers[] = {
	{"init", rv_render_init},
	{"demo", rv_render_demo},
	{"import", rv_render_import},
	{"record", rv_render_record},
	{"search", rv_render_search},
	{"turn", rv_render_turn},
	{"trace", rv_render_trace},
	{"consolidate", rv_render_consolidate},
	{"story", rv_render_story},
	{"story.restore", rv_render_decision},
	{"story.accept", rv_render_decision},
	{"review.list", rv_render_review_list},
	{"review.show", rv_render_review_show},
	{"review.approve", rv_render_decision},
	{"review.reject", rv_render_decision},
	{"review.defer", rv_render_decision},
	{"review.edit", rv_render_promote},
	{"review.apply", rv_render_decision},
	{"promote", rv_render_promote},
	{"attest", rv_render_promote},
	{"layers", rv_render_layers},
	{"lint", rv_render_lint},
	{"live", rv_render_live},
	{"redact", rv_render_redact},
	{"erase", rv_render_erase},
	{"undo", rv_render_decision},
	{"log", rv_render_log},
	{"chain.accept", rv_render_decision},
	{"status", rv_render_status},
	{"doctor", rv_render_doctor},
	{"jobs", rv_render_jobs},
	{"embed", rv_render_embed},
	{"version", rv_render_version},
};

void
rv_text_lit(struct rv_text *t, const char *clean)
{
	rv_buf_adds(&t->out, clean);
}

void
rv_text_printf(struct rv_text *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&t->out, fmt, ap);
	va_end(ap);
}

void
rv_text_line(struct rv_text *t, struct rv_sv v, int width)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv clean;

	rv_text_clean(v, RV_CLEAN_LINE, &b);
	clean = rv_sv_trim(rv_buf_sv(&b));
	if (width > 3 && rv_width(clean) > width) {
		rv_buf_add(&t->out, clean.p, rv_width_floor(clean, width - 3));
		rv_buf_adds(&t->out, "...");
	} else {
		rv_buf_addv(&t->out, clean);
	}
	rv_buf_release(&b);
}

void
rv_text_block(struct rv_text *t, struct rv_sv v, int indent)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv rest, line;

	rv_text_clean(v, RV_CLEAN_TEXT, &b);
	rest = rv_buf_sv(&b);
	while (rv_sv_next_line(&rest, &line)) {
		for (int i = 0; i < indent && line.n; i++)
			rv_buf_addc(&t->out, ' ');
		rv_buf_addv(&t->out, line);
		rv_buf_addc(&t->out, '\n');
	}
	rv_buf_release(&b);
}

/* "2026-01-28 13:45", as long as any other of them. */
#define WHEN_WIDTH 16
#define REASON_WIDTH 60

/* A page that names only its day has midnight: it is that day everywhere. */
static int64_t
zone_at(const struct rv_text *t, int64_t time)
{
	return time % RV_DAY ? rv_time_zone_offset(t->tz, time) : 0;
}

static void
add_when(struct rv_text *t, int64_t time)
{
	rv_fmt_date_clock(&t->out, time, zone_at(t, time));
}

void
rv_text_when(struct rv_text *t, const rv_json *time)
{
	int64_t when;

	if (rv_time_parse(rv_json_sv(time), &when))
		add_when(t, when);
	else
		rv_text_cell(t, rv_sv(_("undated")), WHEN_WIDTH);
}

void
rv_text_day(struct rv_text *t, const rv_json *time, int width)
{
	struct rv_buf b = RV_BUF_INIT;
	int64_t when;

	if (rv_time_parse(rv_json_sv(time), &when))
		rv_fmt_date(&b, when, zone_at(t, when));
	rv_text_cell(t, rv_buf_sv(&b), width);
	rv_buf_release(&b);
}

void
rv_text_reason(struct rv_text *t, struct rv_sv reason)
{
	struct rv_sv until = RV_SV("until ");
	int64_t when;

	if (rv_sv_starts(reason, until) &&
	    rv_time_parse(rv_sv_slice(reason, until.n, reason.n), &when)) {
		/* TRANSLATORS: a date and a time follow. */
		rv_text_lit(t, _("until "));
		add_when(t, when);
	} else if (rv_sv_starts(reason, RV_SV("until event "))) {
		rv_text_lit(t, _("until something about it changes"));
	} else {
		rv_text_line(t, reason, REASON_WIDTH);
	}
}

void
rv_text_word(struct rv_text *t, struct rv_sv code, int width)
{
	if (width)
		rv_text_cell(t, rv_word(code), width);
	else
		rv_text_line(t, rv_word(code), 0);
}

void
rv_text_cell(struct rv_text *t, struct rv_sv v, int width)
{
	size_t from = t->out.n;
	int n;

	rv_text_line(t, v, width);
	n = rv_width(rv_sv_of(t->out.p + from, t->out.n - from));
	for (; n < width; n++)
		rv_buf_addc(&t->out, ' ');
}

/* "key: value" for scalars, numbers of elements for the rest. */
static void
render_any(struct rv_text *t, const rv_json *doc)
{
	for (const rv_json *m = rv_json_first(doc); m; m = rv_json_next(m)) {
		if (strcmp(rv_json_key(m), "v") == 0)
			continue;
		rv_text_line(t, rv_sv(rv_json_key(m)), 0);
		rv_text_lit(t, ": ");
		if (rv_json_is_string(m))
			rv_text_line(t, rv_json_sv(m), 0);
		else if (rv_json_is_number(m))
			rv_text_printf(t, "%g", rv_json_double(m, 0));
		else if (rv_json_is_bool(m))
			rv_text_lit(t, rv_json_bool(m, false) ? _("yes") : _("no"));
		else if (rv_json_is_null(m))
			rv_text_lit(t, "-");
		else
			rv_text_printf(t, "%zu", rv_json_size(m));
		rv_text_lit(t, "\n");
	}
}

void
rv_render(const struct rv_args *args, const char *tz, struct rv_sv json)
{
	struct rv_text t = {.out = RV_BUF_INIT, .args = args, .tz = tz};
	rv_renderer *fn = render_any;
	struct rv_json_doc doc;

	if (rv_json_parse(json, &doc, NULL) != RV_OK) {
		rv_out_json(json);
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(renderers); i++)
		if (strcmp(renderers[i].id, args->action->id) == 0)
			fn = renderers[i].fn;
	fn(&t, doc.root);
	rv_out_text(rv_buf_sv(&t.out));
	rv_buf_release(&t.out);
	rv_json_release(&doc);
}
