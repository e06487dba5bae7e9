/* SPDX-License-Identifier: MIT */
/* The lines around the panes: tabs, crumbs and status; the hints' line is
 * ui/hints.c. */
#include "config.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/utf8.h"
#include "base/width.h"
#include "ui/console_priv.h"
#include "ui/keys.h"
#include "ui/rich.h"
#include "ui/shorten.h"

static int
right_side(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 1;

	if (st) {
		rv_fmt_clock(&b, st->now, st->zone);
		x = ui_put_right(s, x, 0, 8, UI_ROLE_DIM, rv_buf_sv(&b)) - 2;
		rv_buf_reset(&b);
	}
	if (c->ctx.follow)
		rv_buf_adds(&b, _("LIVE"));
	else if (c->ctx.held > 0)
		rv_buf_addf(&b, _("HELD +%d"), (int)c->ctx.held);
	else
		rv_buf_adds(&b, _("HELD"));
	x = ui_put_right(s, x, 0, 16, c->ctx.follow ? UI_ROLE_OK : UI_ROLE_HELD,
			 rv_buf_sv(&b)) - 2;
	rv_buf_release(&b);
	if (c->opts->demo || (st && st->demo))
		x = ui_put_right(s, x, 0, 8, UI_ROLE_WARN,
				 rv_sv(_("DEMO"))) - 2;
	return x;
}

/* The name of a screen in at most `most` letters. */
static struct rv_sv
tab_name(int screen, size_t most)
{
	struct rv_sv name = rv_sv(_(ui_screens[screen].title));
	size_t n = 0;

	if (name.n <= most)
		return name; /* no letter is less than a byte */
	for (size_t i = 0; i < most && n < name.n; i++)
		n += rv_grapheme_len(rv_sv_slice(name, n, name.n));
	return rv_sv_slice(name, 0, n);
}

#define TAB_LETTERS 16 /* longer than any name */

/* "[1 Overview]", " 2 Story": where one is has its whole name. */
static void
add_tab(struct ui_console *c, int screen, bool on, size_t letters,
	struct rv_buf *b)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);

	rv_buf_addf(b, "%c%d", on ? '[' : ' ', ui_screens[screen].number);
	if (on || letters > 0) {
		rv_buf_addc(b, ' ');
		rv_buf_addv(b, tab_name(screen, on ? TAB_LETTERS : letters));
	}
	if (st && !strcmp(ui_screens[screen].name, "review") &&
	    st->open_proposals > 0)
		rv_buf_addf(b, ":%d", (int)st->open_proposals);
	if (on)
		rv_buf_addc(b, ']');
}

/* What add_tab() takes. */
static int
tab_width(const struct rv_view_status *st, int screen, bool on, size_t letters)
{
	int w = 2 + on;

	if (on || letters > 0)
		w += 1 + rv_width(tab_name(screen,
					   on ? TAB_LETTERS : letters));
	if (st && !strcmp(ui_screens[screen].name, "review") &&
	    st->open_proposals > 0)
		w += rv_width(rv_sv(ui_tmp(":%d", (int)st->open_proposals)));
	return w;
}

/* Width of all tabs, whichever of them is the open one. */
static int
tabs_width(const struct rv_view_status *st, size_t letters)
{
	int all = 1, most = 0; /* a blank before the open one */

	for (int i = 0; i < UI_SCREENS; i++) {
		int off = tab_width(st, i, false, letters);
		int on = tab_width(st, i, true, letters);

		all += off;
		most = RV_MAX(most, on - off);
	}
	return all + most;
}

void
ui_around_tabs(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_sv agent = st ? st->agent : RV_SV_NONE;
	/* Fewer than three letters tell nothing: digits alone. */
	static const size_t tries[] = {TAB_LETTERS, 4, 3, 0};
	int end = right_side(c, s), x = 1, agent_w = rv_width(agent) + 1, at = 0;
	int all = tabs_width(st, TAB_LETTERS);
	/* With blanks between them they want two more columns each. */
	bool wide = all + 2 * UI_SCREENS - 2 + x + agent_w <= end;

	/* The way here names the agent, too. */
	if (wide && st)
		end = ui_put_right(s, end, 0, 20, UI_ROLE_STRONG, agent) - 1;
	while (tries[at] > 0 && all > end - x)
		all = tabs_width(st, tries[++at]);
	for (int i = 0; i < UI_SCREENS; i++) {
		struct rv_buf b = RV_BUF_INIT;

		if (!wide && i > 0 && i == c->screen)
			x++;
		add_tab(c, i, i == c->screen, tries[at], &b);
		if (wide && i != c->screen)
			rv_buf_addc(&b, ' ');
		x += ui_putw(s, x, 0, end - x,
			     i == c->screen ? UI_ROLE_TAB_ACTIVE : UI_ROLE_TAB,
			     rv_buf_sv(&b));
		x += wide ? 1 : 0;
		rv_buf_release(&b);
	}
}

static void
crumb_of_screen(struct ui_console *c, struct rv_buf *b)
{
	const struct rv_view_proposal *p = ui_ctx_shown(&c->ctx);
	const struct ui_snap *story = ui_model_get(c->ctx.model, UI_VIEW_STORY);

	if (!strcmp(ui_screens[c->screen].name, "resonance") && c->ctx.run > 0)
		rv_buf_addf(b, _(" > turn %d"), (int)c->ctx.run);
	if (!strcmp(ui_screens[c->screen].name, "story") && story &&
	    c->ctx.chapter >= 0 &&
	    (size_t)c->ctx.chapter < story->u.story.n) {
		rv_buf_addf(b, _(" > chapter %d"), (int)c->ctx.chapter + 1);
	}
	if (!strcmp(ui_screens[c->screen].name, "layers") && c->ctx.path)
		rv_buf_addf(b, " > %s", c->ctx.path);
	if (!strcmp(ui_screens[c->screen].name, "review") && p) {
		rv_buf_addf(b, " > %.*s  ", RV_SV_ARG(p->id));
		if (p->source.n > 0)
			rv_buf_addf(b, "%.*s -> ", RV_SV_ARG(p->source));
		rv_buf_addv(b, p->target);
	}
	if (!strcmp(ui_screens[c->screen].name, "pending") && p) {
		if (p->id.n > 0)
			rv_buf_addf(b, " > %.*s", RV_SV_ARG(p->id));
		else
			rv_buf_adds(b, _(" > preview (dry run, nothing "
					 "written)"));
	}
}

/* What is wrong comes before the way here; returns the free column left. */
static int
draw_trouble(const struct rv_view_status *st, struct ui_surface *s, int end)
{
	const struct rv_view_trouble *t = &st->troubles[0];
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "%s %.*s", ui_level_sign(t->level), RV_SV_ARG(t->what));
	if (st->n_troubles > 1)
		rv_buf_addf(&b, _(" (and %d more)"), (int)st->n_troubles - 1);
	end = ui_put_right(s, end, 1, end - 1, ui_level_role(t->level),
			   rv_buf_sv(&b));
	rv_buf_release(&b);
	return end - 2;
}

static void
draw_counts(const struct rv_view_status *st, struct ui_surface *s, int x,
	    int end)
{
	struct rv_buf b = RV_BUF_INIT, num = RV_BUF_INIT;

	rv_fmt_int(&num, st->episodes);
	rv_buf_addf(&b, P_("%s episode", "%s episodes", st->episodes), num.p);
	rv_buf_adds(&b, "   ");
	rv_buf_reset(&num);
	rv_fmt_int(&num, st->chapters);
	rv_buf_addf(&b, P_("%s chapter", "%s chapters", st->chapters), num.p);
	rv_buf_adds(&b, "   ");
	rv_buf_reset(&num);
	rv_fmt_int(&num, st->pending);
	rv_buf_addf(&b, _("%s pending"), num.p);
	if (rv_width(rv_buf_sv(&b)) <= end - x)
		ui_put_right(s, end, 1, end - x, UI_ROLE_DIM, rv_buf_sv(&b));
	rv_buf_release(&num);
	rv_buf_release(&b);
}

void
ui_around_crumbs(struct ui_console *c, struct ui_surface *s)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = 1, end = s->r.w - 1;
	size_t place;

	if (st)
		rv_buf_addv(&b, st->agent);
	else
		rv_buf_adds(&b, "reverie");
	if (st && st->n_troubles > 0)
		end = draw_trouble(st, s, end);
	place = b.n;
	for (size_t most = 4; most > 0; most--) {
		rv_buf_truncate(&b, place);
		/* What follows on the same screen is told by itself. */
		if (ui_console_trail(c, most - 1, &b) != c->screen)
			rv_buf_addf(&b, " > %s",
				    _(ui_screens[c->screen].name));
		crumb_of_screen(c, &b);
		if (rv_width(rv_buf_sv(&b)) <= end - x)
			break;
	}
	if (end > x)
		x += ui_put_path(s, x, 1, end - x, UI_ROLE_CRUMB,
				 rv_buf_sv(&b)) + 3;
	if (st && st->n_troubles == 0)
		draw_counts(st, s, x, end);
	rv_buf_release(&b);
}

static int
status_right(struct ui_console *c, struct ui_surface *s, int y)
{
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 1;

	if (!st) {
		rv_buf_release(&b);
		return x;
	}
	rv_buf_addf(&b, _("undo %d"), (int)st->undo_steps);
	x = ui_put_right(s, x, y, 12, UI_ROLE_DIM, rv_buf_sv(&b)) - 3;
	if (st->readonly)
		x = ui_put_right(s, x, y, 16, UI_ROLE_HELD,
				 rv_sv(_(" read-only "))) - 3;
	else
		x = ui_put_right(s, x, y, 4, UI_ROLE_DIM, RV_SV("rw")) - 3;
	rv_buf_reset(&b);
	if (st->lock_held) {
		rv_buf_addf(&b, _("lock: pid %d, "), (int)st->lock_pid);
		rv_fmt_age(&b, st->lock_age);
		x = ui_put_right(s, x, y, 30, UI_ROLE_WARN, rv_buf_sv(&b)) - 3;
	} else {
		x = ui_put_right(s, x, y, 30, UI_ROLE_DIM,
				 rv_sv(_("lock free"))) - 3;
	}
	rv_buf_release(&b);
	return x;
}

/* "staged: 2 approve 1 reject   nothing is on disk until you press W" */
static void
staged_text(const struct ui_ctx *c, struct rv_buf *b)
{
	size_t a = ui_stage_count(&c->stage, UI_APPROVED);
	size_t x = ui_stage_count(&c->stage, UI_REJECTED);
	size_t d = ui_stage_count(&c->stage, UI_DEFERRED);

	rv_buf_adds(b, _("staged:"));
	if (a > 0)
		rv_buf_addf(b, _(" %d approve"), (int)a);
	if (x > 0)
		rv_buf_addf(b, _(" %d reject"), (int)x);
	if (d > 0)
		rv_buf_addf(b, _(" %d defer"), (int)d);
	rv_buf_adds(b, _("   nothing is on disk until you press W"));
}

bool
ui_around_toast_is_long(const struct ui_console *c)
{
	return rv_width(rv_buf_sv(&c->toast)) > c->grid.w - 2;
}

/* A sentence that matters gets the whole line, and the one above when it needs
 * it; beside a window, which may stand there, that of the hints, which do not
 * apply then. */
static void
draw_toast(struct ui_console *c, struct ui_surface *s, int y)
{
	struct rv_sv text = rv_buf_sv(&c->toast);
	ui_style st = c->toast_level == RV_LEVEL_OK
			      ? UI_ROLE_TOAST
			      : ui_level_role(c->toast_level);
	int w = s->r.w - 2;
	size_t n, skip;

	if (!ui_around_toast_is_long(c)) {
		if (rv_width(text) < w - 34)
			w = status_right(c, s, y) - 1;
		ui_putw(s, 1, y, w, st, text);
		return;
	}
	if (!c->overlay)
		ui_fill(s, 0, --y, s->r.w, 1, UI_ROLE_TEXT);
	n = ui_text_fits(text, w, &skip);
	ui_putw(s, 1, y, w, st, rv_sv_slice(text, 0, n));
	ui_putw(s, 1, y + 1, w, st, rv_sv_slice(text, n + skip, text.n));
}

void
ui_around_status(struct ui_console *c, struct ui_surface *s)
{
	int y = s->r.h - 2, end;

	if (c->toast.n > 0) {
		draw_toast(c, s, y);
		return;
	}
	end = status_right(c, s, y);
	if (ui_stage_total(&c->ctx.stage) > 0) {
		struct rv_buf b = RV_BUF_INIT;

		staged_text(&c->ctx, &b);
		if (rv_width(rv_buf_sv(&b)) > end - 1) {
			end = s->r.w;
			ui_fill(s, 0, y, s->r.w, 1, UI_ROLE_TEXT);
		}
		ui_putw(s, 1, y, end - 1, UI_ROLE_WARN, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (!c->ctx.follow && c->ctx.held > 0) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b, P_("%d newer turn, F follows",
				   "%d newer turns, F follows", c->ctx.held),
			    (int)c->ctx.held);
		ui_putw(s, 1, y, end - 1, UI_ROLE_NOTE, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (c->ctx.newer > 0 &&
		   !strcmp(ui_screens[c->screen].name, "resonance")) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b,
			    P_("%d newer turn came: gg in Turns shows it",
			       "%d newer turns came: gg in Turns shows them",
			       c->ctx.newer),
			    (int)c->ctx.newer);
		ui_putw(s, 1, y, end - 1, UI_ROLE_NOTE, rv_buf_sv(&b));
		rv_buf_release(&b);
	} else if (!ui_model_idle(c->ctx.model)) {
		ui_putw(s, 1, y, end - 1, UI_ROLE_DIM,
			rv_sv(ui_model_reading(c->ctx.model, UI_VIEW_DRAFT)
				      ? _("dry run: reading what is pending")
				      : _("reading")));
	}
}
