/* SPDX-License-Identifier: MIT */
/* Completion of an argument. */
#include "config.h"

#include "ui/complete.h"

#include <string.h>

#include "base/fmt.h"
#include "base/utf8.h"
#include "engine/action.h"

/* More are counted, not named. */
#define NAMED 6

struct finding {
	struct rv_sv word;
	struct rv_buf common; /* what all that fit begin with */
	struct rv_buf *may;
	size_t n;
};

static void
take(struct finding *f, struct rv_sv it)
{
	size_t same = 0;

	/* A name with a blank would be two words. */
	if (!rv_sv_starts(it, f->word) || rv_sv_find_char(it, ' ') >= 0)
		return;
	if (f->n++ == 0) {
		rv_buf_addv(&f->common, it);
	} else {
		while (same < f->common.n && same < it.n &&
		       f->common.p[same] == it.p[same])
			same++;
		rv_buf_truncate(&f->common, rv_utf8_floor(it, same));
	}
	if (f->n <= NAMED)
		rv_buf_addf(f->may, "%s%.*s", f->n > 1 ? "  " : "",
			    RV_SV_ARG(it));
}

static void
take_options(struct finding *f, const char *verb)
{
	const struct rv_action *all;
	size_t n;

	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++)
		for (const struct rv_opt *o = all[i].opts;
		     !strcmp(all[i].verb, verb) && o && o->name; o++) {
			struct rv_buf b = RV_BUF_INIT;

			rv_buf_addf(&b, "--%s", o->name);
			take(f, rv_buf_sv(&b));
			rv_buf_release(&b);
		}
}

/* What a word of the console takes; false: it is none of these. */
static bool
take_settings(struct finding *f, const char *verb)
{
	static const struct {
		const char *verb, *value;
	} values[] = {
		{"readonly", "on"}, {"readonly", "off"}, {"theme", "dark"},
		{"theme", "light"}, {"theme", "mono"},
	};
	bool any = false;

	for (size_t i = 0; i < ARRAY_LEN(values); i++)
		if (!strcmp(values[i].verb, verb)) {
			take(f, rv_sv(values[i].value));
			any = true;
		}
	return any;
}

static void
take_things(struct finding *f, struct ui_ctx *c)
{
	const struct ui_snap *pages = ui_model_get(c->model, UI_VIEW_LAYERS);
	const struct ui_snap *queue = ui_model_get(c->model, UI_VIEW_REVIEW);

	for (size_t i = 0; queue && i < queue->u.review.n; i++)
		take(f, queue->u.review.rows[i].id);
	for (size_t i = 0; pages && i < pages->u.layers.n; i++)
		take(f, pages->u.layers.rows[i]->path);
	/* The next tab knows them. */
	if (!pages)
		ui_model_want(c->model, UI_VIEW_LAYERS, 0, RV_SV_NONE);
	if (!queue)
		ui_model_want(c->model, UI_VIEW_REVIEW, 0, RV_SV_NONE);
}

void
ui_complete(struct ui_ctx *c, const char *verb, struct ui_field *field,
	    struct rv_buf *may)
{
	struct finding f = {.may = may, .common = RV_BUF_INIT};
	size_t from = field->at;

	while (from > 0 && field->text.p[from - 1] != ' ')
		from--;
	f.word = rv_sv_of(field->text.p + from, field->at - from);
	if (rv_sv_starts(f.word, RV_SV("-")))
		take_options(&f, verb);
	else if (!take_settings(&f, verb))
		take_things(&f, c);
	if (f.n == 1) {
		rv_buf_addc(&f.common, ' ');
		rv_buf_reset(may);
	} else if (f.n > NAMED) {
		rv_buf_adds(may, "  +");
		rv_fmt_int(may, (int64_t)(f.n - NAMED));
	}
	if (f.n > 0)
		ui_field_insert(field, rv_sv_slice(rv_buf_sv(&f.common),
						   f.word.n, f.common.n));
	rv_buf_release(&f.common);
}
