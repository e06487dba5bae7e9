/* SPDX-License-Identifier: MIT */
/* Unified diffs as wrapped text with hanging signs. */
#include "config.h"

#include "ui/diffview.h"

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
