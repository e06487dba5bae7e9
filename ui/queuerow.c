/* SPDX-License-Identifier: MIT */
/* One proposal of the queue, drawn. */
#include "config.h"

#include "ui/queuerow.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/pane.h"
#include "ui/rich.h"
#include "ui/shorten.h"

void
ui_queuerow_heads(struct ui_surface *s)
{
	ui_puts(s, 1, 0, UI_ROLE_LABEL, _("st id"));
	ui_puts(s, 13, 0, UI_ROLE_LABEL, _("kind"));
	ui_puts(s, 21, 0, UI_ROLE_LABEL, _("target"));
	ui_put_right(s, s->r.w - 19, 0, 6, UI_ROLE_LABEL, rv_sv(_("size")));
	ui_put_right(s, s->r.w - 14, 0, 4, UI_ROLE_LABEL, rv_sv(_("age")));
	ui_puts(s, s->r.w - 12, 0, UI_ROLE_LABEL, _("checks"));
}

/* A check by its name, or by the short one that lists have, where that is too
 * long for so many columns. */
static struct rv_sv
name_of(struct rv_sv code, int w)
{
	static const struct {
		const char *code, *brief;
	} names[] = {
		{"staleness", N_("stale")},
		{"contradiction", N_("contra")},
		{"provenance", N_("source")},
		{"duplicate", N_("dup")},
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (rv_width(ui_word(code)) > w && rv_sv_is(code, names[i].code))
			return rv_sv(_(names[i].brief));
	return ui_word(code);
}

/* "! stale+2": two more are open besides. */
static void
draw_code(struct ui_surface *s, int x, const struct rv_view_proposal *r,
	  struct rv_sv code)
{
	const char *more = "";
	int open = -1, w;

	for (size_t i = 0; i < r->n_checks; i++)
		open += r->checks[i].level >= RV_LEVEL_WARN;
	if (open > 0)
		more = ui_tmp("+%d", open);
	w = s->r.w - x - 2 - rv_width(rv_sv(more));
	ui_puts(s, x, 0, ui_level_role(r->worst), ui_level_sign(r->worst));
	code = name_of(code, w);
	w = RV_MIN(w, rv_width(code));
	ui_putw(s, x + 2, 0, w, ui_level_role(r->worst), code);
	ui_puts(s, x + 2 + w, 0, ui_level_role(r->worst), more);
}

/* The worst check by its name: "ok", "! duplicate", "x secret". */
static void
draw_worst(struct ui_surface *s, int x, const struct rv_view_proposal *r)
{
	if (r->base_moved) {
		ui_puts(s, x, 0, UI_ROLE_WARN, _("! moved"));
		return;
	}
	if (r->worst == RV_LEVEL_OK) {
		ui_puts(s, x, 0, UI_ROLE_OK, _("ok"));
		return;
	}
	for (size_t i = 0; i < r->n_checks; i++)
		if (r->checks[i].level == r->worst) {
			draw_code(s, x, r, r->checks[i].code);
			return;
		}
}

void
ui_queuerow_draw(const struct ui_ctx *c, struct ui_surface *s,
		 const struct rv_view_proposal *r)
{
	const struct ui_staged *it = ui_stage_get(&c->stage, r->id);
	bool waits = r->waits;
	enum ui_role role = waits ? UI_ROLE_DIM : UI_ROLE_TEXT;
	const char *sign = ui_stage_sign(&c->stage, r->id);
	int x = s->r.w - 12;

	if (waits && sign[0] == '.')
		sign = "d";
	if (it && it->marked)
		ui_puts(s, 0, 0, UI_ROLE_KEY, "*");
	ui_puts(s, 1, 0, sign[0] == '.' || waits ? UI_ROLE_DIM
			 : sign[0] == 'X'	 ? UI_ROLE_DEL
						 : UI_ROLE_ADD,
		sign);
	ui_putw(s, 3, 0, 6, UI_ROLE_STRONG, r->id);
	ui_putw(s, 10, 0, 2, UI_ROLE_LABEL, r->tier);
	ui_putw(s, 13, 0, 8, UI_ROLE_LABEL,
		rv_sv(r->is_new ? _("new") : rv_sv_is(r->kind, "consolidate")
						     ? _("story")
				   : rv_sv_is(r->kind, "attest")
						     ? _("attest")
						     : _("update")));
	draw_worst(s, x, r);
	x -= 2;
	if (waits && r->due != RV_UNDATED) {
		/* when it comes back, over both columns */
		(void)ui_put_right(s, x, 0, 14, UI_ROLE_DIM,
				   rv_sv(ui_tmp(_("due %s"),
						ui_tmp_date(c, r->due) +
							5)));
		x = s->r.w - 28;
	} else {
		x = ui_put_right(s, x, 0, 5, UI_ROLE_DIM,
				 rv_sv(ui_tmp_age(c, r->opened)));
		x = RV_MIN(x, s->r.w - 17) - 1;
		x = ui_put_right(s, x, 0, 12, UI_ROLE_DIM,
				 rv_sv(ui_tmp_words(r)));
		x = RV_MIN(x, s->r.w - 28);
	}
	ui_put_path(s, 21, 0, x - 22, role, r->target);
}

void
ui_queuerow_brief(struct ui_surface *s, int y,
		  const struct rv_view_proposal *r)
{
	struct rv_sv text = RV_SV_NONE;
	int open = 0;

	for (size_t i = 0; i < r->n_checks; i++) {
		open += r->checks[i].level >= RV_LEVEL_WARN;
		if (!text.n && r->checks[i].level == r->worst && open > 0)
			text = r->checks[i].message;
	}
	if (open > 0)
		ui_puts(s, 0, y, ui_level_role(r->worst),
			ui_level_sign(r->worst));
	for (int k = 0; k < 2 && text.n > 0; k++) {
		size_t skip = 0, n = ui_text_fits(text, s->r.w - 2, &skip);

		/* What is left over is cut with a sign of it. */
		ui_putw(s, 2, y++, s->r.w - 2, UI_ROLE_TEXT,
			k == 0 ? rv_sv_slice(text, 0, n) : text);
		text = rv_sv_slice(text, n + skip, text.n);
	}
	ui_putf(s, 2, y, UI_ROLE_DIM,
		open > 1 ? _("%d ok  +%d open") : _("%d ok"),
		(int)r->n_checks - open, open - 1);
}
