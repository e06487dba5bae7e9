/* SPDX-License-Identifier: MIT */
/* Help from the key tables. */
#include "config.h"

#include "ui/help.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/field.h"
#include "ui/fuzzy.h"
#include "ui/keys.h"
#include "ui/overlay.h"
#include "ui/rich.h"

#define ROWS_MAX 256
#define SENTENCE_W 59 /* what stands behind a key in a window of 78 columns */

struct row {
	const struct ui_key *key; /* else NULL */
	const char *heading;	  /* else NULL */
	const char *word, *meaning; /* of the pane's legend */
	struct rv_sv part; /* of the sentence, on this row */
	bool goes_on; /* with the sentence of the row above */
};

struct help {
	struct ui_overlay overlay;
	char *title;
	ui_help_fn *run;
	struct row all[ROWS_MAX], seen[ROWS_MAX];
	size_t n_all, n_seen;
	struct ui_list list;
	struct ui_field filter;
};

static uint64_t
row_id(const void *ctx, size_t i)
{
	(void)ctx;
	return i + 1;
}

/* A sentence in as many rows as it needs. */
static void
add_rows(struct help *h, struct row r, struct rv_sv sentence)
{
	size_t skip = 0, n;

	do {
		n = ui_text_fits(sentence, SENTENCE_W, &skip);
		r.part = rv_sv_slice(sentence, 0, n);
		if (h->n_all < ROWS_MAX)
			h->all[h->n_all++] = r;
		r.goes_on = true;
		sentence = rv_sv_slice(sentence, n + skip, sentence.n);
	} while (sentence.n > 0 && n + skip > 0);
}

static void
add_scope(struct help *h, const char *heading, const struct ui_key *keys)
{
	if (!keys || h->n_all + 1 >= ROWS_MAX)
		return;
	h->all[h->n_all++] = (struct row){.heading = heading};
	for (const struct ui_key *k = keys; k->key; k++)
		add_rows(h, (struct row){.key = k}, rv_sv(ui_key_help(k)));
}

static void
add_legend(struct help *h, ui_legend_fn *legend)
{
	const char *word, *meaning = "";

	if (!legend || h->n_all + 1 >= ROWS_MAX)
		return;
	h->all[h->n_all++] = (struct row){.heading = N_("Words")};
	for (size_t i = 0;
	     h->n_all < ROWS_MAX && (word = legend(i, &meaning)) != NULL; i++)
		add_rows(h, (struct row){.word = word, .meaning = meaning},
			 rv_sv(meaning));
}

/* The key itself, its act's name, its help; the word, its meaning. */
static bool
matches(const struct row *r, struct rv_sv pattern)
{
	const struct ui_key *k = r->key;

	if (pattern.n == 0)
		return true;
	if (r->word)
		return ui_find_has(rv_sv(r->word), pattern) ||
		       ui_find_has(rv_sv(r->meaning), pattern);
	return k && (rv_sv_is(pattern, k->key) ||
		     ui_find_has(rv_sv(ui_act_name(k->act)), pattern) ||
		     ui_find_has(rv_sv(ui_key_help(k)), pattern));
}

static void
refilter(struct help *h)
{
	struct rv_sv pattern = rv_buf_sv(&h->filter.text);

	h->n_seen = 0;
	for (size_t i = 0; i < h->n_all; i++)
		if (matches(&h->all[i], pattern))
			h->seen[h->n_seen++] = h->all[i];
	h->list.cursor = h->list.top = 0;
	h->list.anchor = 0;
	ui_list_sync(&h->list, h->n_seen, row_id, NULL, false);
	if (h->n_seen > 1 && h->seen[0].heading)
		ui_list_go(&h->list, 1, row_id, NULL);
	/* Its heading is seen, too. */
	h->list.top = 0;
}

static bool
help_key(struct ui_overlay *o, const char *key)
{
	struct help *h = (struct help *)o;

	if (!strcmp(key, "esc") || !strcmp(key, "ctrl-c"))
		return false;
	if (!strcmp(key, "up"))
		ui_list_act(&h->list, UI_ACT_UP, row_id, NULL);
	else if (!strcmp(key, "down"))
		ui_list_act(&h->list, UI_ACT_DOWN, row_id, NULL);
	else if (!strcmp(key, "page-up"))
		ui_list_act(&h->list, UI_ACT_PAGE_UP, row_id, NULL);
	else if (!strcmp(key, "page-down"))
		ui_list_act(&h->list, UI_ACT_PAGE_DOWN, row_id, NULL);
	else if (!strcmp(key, "enter")) {
		const struct ui_key *k = h->n_seen > 0
						 ? h->seen[h->list.cursor].key
						 : NULL;

		if (!k || (ui_act_is_deed(k->act) && ui_key_is_pasted(o->ctx)))
			return true;
		h->run(o->ctx, k);
		return false;
	} else if (ui_field_key(&h->filter, key)) {
		refilter(h);
	}
	return true;
}

static void
help_paste(struct ui_overlay *o, struct rv_sv text)
{
	struct help *h = (struct help *)o;

	ui_field_insert(&h->filter, text);
	refilter(h);
}

static void
draw_rows(struct help *h, struct ui_surface *in)
{
	ui_list_fit(&h->list, in->r.h);
	for (int y = 0; y < in->r.h; y++) {
		size_t i = h->list.top + (size_t)y;
		const struct row *r = &h->seen[i];

		if (i >= h->n_seen)
			break;
		if (r->heading) {
			ui_puts(in, 0, y, UI_ROLE_STRONG, _(r->heading));
			continue;
		}
		if (!r->goes_on)
			ui_puts(in, 2, y, r->key ? UI_ROLE_KEY : UI_ROLE_LABEL,
				r->key ? ui_key_short(r->key->key) : r->word);
		ui_putw(in, 13, y, in->r.w - 15, UI_ROLE_TEXT, r->part);
		if (i == h->list.cursor)
			ui_mark(in, 0, y, in->r.w - 1, UI_SEL);
	}
	ui_list_scrollbar(&h->list, in, 0, in->r.h);
}

static void
help_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct help *h = (struct help *)o;
	int w = RV_MIN(s->r.w, 78), want = (int)h->n_all + 4;
	struct ui_surface in =
		ui_overlay_window(s, w, RV_MIN(want, s->r.h), h->title,
				  _("type to filter   enter run   esc close"));
	struct ui_surface rows = ui_sub(&in, 0, 2, in.r.w, in.r.h - 2);

	if (h->n_seen == 0)
		ui_puts(&rows, 0, 0, UI_ROLE_DIM,
			_("No key does that. backspace shows more."));
	draw_rows(h, &rows);
	ui_puts(&in, 0, 0, UI_ROLE_DIM, _("filter"));
	ui_field_draw(&h->filter, &in, rv_width(rv_sv(_("filter"))) + 1, 0,
		      RV_MIN(30, in.r.w - 10));
}

static void
help_free(struct ui_overlay *o)
{
	struct help *h = (struct help *)o;

	free(h->title);
	ui_field_release(&h->filter);
	free(h);
}

static const struct ui_overlay_ops help_ops = {
	.name = "help",
	.draw = help_draw,
	.key = help_key,
	.paste = help_paste,
	.free = help_free,
};

void
ui_help_open(const struct pane *focused, ui_help_fn *run)
{
	struct help *h = rv_calloc(1, sizeof(*h));
	struct rv_buf title = RV_BUF_INIT;

	h->overlay.ops = &help_ops;
	h->run = run;
	rv_buf_addf(&title, _("Keys of %s"), _(focused->ops->title));
	h->title = rv_buf_detach(&title);
	ui_field_init(&h->filter, RV_SV_NONE);
	/* What it can do comes first, how to move about last. */
	add_scope(h, focused->ops->title, focused->ops->keys);
	add_legend(h, focused->ops->legend);
	add_scope(h, N_("Everywhere"), ui_keys_global);
	if (focused->ops->rows)
		add_scope(h, N_("Lists"), ui_keys_list);
	if (focused->ops->flags & PANE_TEXT)
		add_scope(h, N_("Text"), ui_keys_text);
	refilter(h);
	ui_overlay_push(focused->ctx, &h->overlay);
}
