/* SPDX-License-Identifier: MIT */
/* Diffs as wrapped text with hanging signs, or in two columns. */
#include "config.h"

#include "ui/diffview.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/rich.h"

int
ui_diffview_add(struct ui_textview *t, const struct rv_view_diff_line *lines,
		size_t n)
{
	static const struct {
		const char *sign;
		enum ui_role role;
	} ops[] = {
		[RV_VIEW_SAME] = {" ", UI_ROLE_DIM},
		[RV_VIEW_DEL] = {"-", UI_ROLE_DEL},
		[RV_VIEW_ADD] = {"+", UI_ROLE_ADD},
		[RV_VIEW_HUNK] = {"", UI_ROLE_HUNK},
	};
	int before = t->mark, hunks = 0;

	for (size_t i = 0; i < n; i++) {
		enum ui_role role = ops[lines[i].op].role;

		if (lines[i].op == RV_VIEW_HUNK) {
			t->mark = ++hunks;
			ui_textview_line(t, role, lines[i].text);
			continue;
		}
		ui_textview_lead(t, role, rv_sv(ops[lines[i].op].sign), 2, role,
				 lines[i].text);
	}
	t->mark = before;
	return hunks;
}

const char *
ui_diff_mode_name(enum ui_diff_mode m)
{
	static const char *const names[] = {
		[UI_DIFF_UNIFIED] = N_("unified"),
		[UI_DIFF_SIDE] = N_("side by side"),
		[UI_DIFF_WORD] = N_("words"),
		[UI_DIFF_N] = "",
	};

	return _(names[m]);
}

/* A line in runs: what of it is another is marked. */
static void
add_words(struct ui_rich *r, const struct rv_view_diff_line *l,
	  enum ui_role role)
{
	if (l->n_words == 0)
		ui_rich_add(r, role, 0, l->text);
	for (size_t i = 0; i < l->n_words; i++)
		ui_rich_add(r,
			    (ui_style)(role | (l->words[i].changed
						       ? UI_REVERSE
						       : 0)),
			    0, l->words[i].text);
}

static enum ui_role
role_of(const struct rv_view_diff_line *l)
{
	return l->op == RV_VIEW_ADD   ? UI_ROLE_ADD
	       : l->op == RV_VIEW_DEL ? UI_ROLE_DEL
				      : UI_ROLE_DIM;
}

static int
add_word_mode(struct ui_textview *t, const struct rv_view_diff_line *lines,
	      size_t n)
{
	struct ui_rich r = UI_RICH_INIT;
	int hunks = 0;

	for (size_t i = 0; i < n; i++) {
		const struct rv_view_diff_line *l = &lines[i];
		const char *sign = l->op == RV_VIEW_ADD	  ? "+"
				   : l->op == RV_VIEW_DEL ? "-"
							  : " ";

		if (l->op == RV_VIEW_HUNK) {
			t->mark = ++hunks;
			ui_textview_line(t, UI_ROLE_HUNK, l->text);
			continue;
		}
		ui_rich_reset(&r);
		add_words(&r, l, role_of(l));
		ui_textview_rich(t, role_of(l), rv_sv(sign), 2, &r);
	}
	ui_rich_release(&r);
	return hunks;
}

/* Both columns wrapped, as many lines as the longer one needs. */
static void
add_pair(struct ui_textview *t, const struct rv_view_diff_line *old,
	 const struct rv_view_diff_line *new)
{
	const struct rv_view_diff_line *side[2] = {old, new};
	struct ui_rich text[2] = {UI_RICH_INIT, UI_RICH_INIT};
	struct ui_rich out = UI_RICH_INIT;
	int half = RV_MAX((t->width - 3) / 2, 8);
	size_t at[2] = {0, 0};
	bool first = true, more = true;

	for (int k = 0; k < 2; k++)
		if (side[k])
			add_words(&text[k], side[k], role_of(side[k]));
	while (more) {
		more = false;
		ui_rich_reset(&out);
		for (int k = 0; k < 2; k++) {
			struct rv_sv all = rv_buf_sv(&text[k].text);
			size_t skip = 0, n;
			const char *sign = "  ";

			if (first && side[k] && side[k]->op == RV_VIEW_DEL)
				sign = "- ";
			if (first && side[k] && side[k]->op == RV_VIEW_ADD)
				sign = "+ ";
			ui_rich_adds(&out,
				     side[k] ? role_of(side[k]) : UI_ROLE_DIM,
				     sign);
			n = ui_text_fits(rv_sv_slice(all, at[k], all.n),
					 half - 2, &skip);
			ui_rich_slice(&out, &text[k], at[k], at[k] + n);
			at[k] += n + skip;
			more = more || (at[k] < all.n && n + skip > 0);
			if (k == 0) {
				ui_rich_pad(&out, UI_ROLE_TEXT, half);
				ui_rich_adds(&out, UI_ROLE_BORDER, " | ");
			}
		}
		first = false;
		ui_textview_rich_line(t, 0, &out);
	}
	ui_rich_release(&text[0]);
	ui_rich_release(&text[1]);
	ui_rich_release(&out);
}

static int
add_side(struct ui_textview *t, const struct rv_view_diff_line *lines, size_t n)
{
	int hunks = 0;

	for (size_t i = 0; i < n;) {
		size_t del = 0, add = 0;

		if (lines[i].op == RV_VIEW_HUNK) {
			t->mark = ++hunks;
			ui_textview_line(t, UI_ROLE_HUNK, lines[i].text);
			i++;
			continue;
		}
		if (lines[i].op == RV_VIEW_SAME) {
			add_pair(t, &lines[i], &lines[i]);
			i++;
			continue;
		}
		while (i + del < n && lines[i + del].op == RV_VIEW_DEL)
			del++;
		while (i + del + add < n &&
		       lines[i + del + add].op == RV_VIEW_ADD)
			add++;
		for (size_t k = 0; k < RV_MAX(del, add); k++)
			add_pair(t, k < del ? &lines[i + k] : NULL,
				 k < add ? &lines[i + del + k] : NULL);
		i += del + add;
	}
	return hunks;
}

int
ui_diffview_mode(struct ui_textview *t, enum ui_diff_mode mode,
		 const struct rv_view_diff_line *lines, size_t n)
{
	int before = t->mark, hunks = 0;

	switch (mode) {
	case UI_DIFF_UNIFIED:
		hunks = ui_diffview_add(t, lines, n);
		break;
	case UI_DIFF_SIDE:
		hunks = add_side(t, lines, n);
		break;
	case UI_DIFF_WORD:
		hunks = add_word_mode(t, lines, n);
		break;
	case UI_DIFF_N:
		break;
	}
	t->mark = before;
	return hunks;
}

size_t
ui_diffview_front(const struct rv_view_diff_line *lines, size_t n, int *keys)
{
	struct rv_sv fence = RV_SV("---");
	size_t i = 2;

	*keys = 0;
	if (n < 3 || lines[0].op != RV_VIEW_HUNK ||
	    lines[1].op != RV_VIEW_ADD ||
	    !rv_sv_eq(rv_sv_trim_end(lines[1].text), fence))
		return 0;
	for (; i < n && lines[i].op == RV_VIEW_ADD; i++) {
		struct rv_sv v = rv_sv_trim_end(lines[i].text);

		if (rv_sv_eq(v, fence))
			break;
		/* Lists and nested keys belong to the one above them. */
		*keys += v.n > 0 && !strchr(" \t-#", v.p[0]) &&
			 rv_sv_find_char(v, ':') > 0;
	}
	if (i >= n || lines[i].op != RV_VIEW_ADD)
		return 0;
	for (i++; i < n && lines[i].op == RV_VIEW_ADD &&
		  rv_sv_trim(lines[i].text).n == 0;)
		i++;
	return i;
}
