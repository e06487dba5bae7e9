/* SPDX-License-Identifier: MIT */
/* The command palette. */
#include "config.h"

#include "ui/palette.h"

#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/complete.h"
#include "ui/field.h"
#include "ui/fuzzy.h"
#include "ui/overlay.h"

#define ITEMS_MAX 256

const struct ui_word ui_words[] = {
	{"overview", N_("open the screen Overview"), false, false},
	{"story view", N_("open the screen Story"), false, false},
	{"resonance", N_("open the screen Resonance"), false, false},
	{"pending", N_("open the screen Pending"), false, false},
	{"layers view", N_("open the screen Layers"), false, false},
	{"review view", N_("open the screen Review"), false, false},
	{"log view", N_("open the screen Log"), false, false},
	{"notes", N_("what could not be read, what is masked, what failed"), false, false},
	{"goto", N_("open an id: P-3, C-2, #12, e-…, ch-4, row 7, wiki/a.md"), true, false},
	{"readonly", N_("on: nothing is written; off: writing works"), true, true},
	{"tour", N_("the short tour of the demo"), false, false},
	{"panes", N_("give the panes of this screen their own size again"), false, false},
	{"follow", N_("follow new events, or hold the screen still"), false, false},
	{"refresh", N_("read everything again"), false, false},
	{"theme", N_("change the theme: dark, light, mono, or a file"), true, false},
	{"help", N_("list the keys of the focused pane"), false, false},
	{"quit", N_("leave Reverie"), false, true},
	{NULL, NULL, false, false},
};

struct item {
	const char *verb, *operands, *help;
	int score;
};

struct palette {
	struct ui_overlay overlay;
	struct ui_field field;
	ui_palette_fn *run;
	struct item items[ITEMS_MAX];
	size_t n;
	size_t cursor;
	bool moved; /* the list was used, not only the field */
	struct rv_buf note; /* why the line was not run, or how it may go on */
	enum ui_role note_role;
};

static int
by_score(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return strcmp(x->verb, y->verb);
}

static void
offer(struct palette *p, const char *verb, const char *operands,
      const char *help)
{
	struct rv_sv typed = rv_sv_trim(rv_buf_sv(&p->field.text));
	struct rv_sv v = rv_sv(verb);
	int score;

	if (p->n == ITEMS_MAX)
		return;
	/* What goes on behind a whole verb is its arguments. */
	if (typed.n > v.n && rv_sv_starts(typed, v) && typed.p[v.n] == ' ')
		score = 0;
	else if (rv_sv_starts(v, typed))
		score = 1 + (int)(v.n - typed.n);
	else
		score = ui_fuzzy(v, typed);
	if (score < 0) {
		if (typed.n < 3 || !rv_sv_has(rv_sv(help), typed))
			return;
		score = 2000;
	}
	p->items[p->n++] = (struct item){verb, operands, help, score};
}

static void
refilter(struct palette *p)
{
	size_t n;
	const struct rv_action *rows = rv_actions(&n);

	p->n = p->cursor = 0;
	p->moved = false;
	rv_buf_reset(&p->note);
	for (size_t i = 0; i < n; i++)
		if (rows[i].flags & RV_ACTION_PALETTE)
			offer(p, rows[i].verb, rows[i].operands,
			      _(rows[i].help));
	for (const struct ui_word *w = ui_words; w->name; w++)
		offer(p, w->name, w->takes ? "NAME" : "", _(w->help));
	qsort(p->items, p->n, sizeof(p->items[0]), by_score);
}

/* The longest verb that stands whole before the cursor, or NULL. */
static const struct item *
whole_verb(const struct palette *p)
{
	struct rv_sv left = rv_sv_of(p->field.text.p, p->field.at);
	const struct item *best = NULL;

	for (size_t i = 0; i < p->n; i++) {
		struct rv_sv v = rv_sv(p->items[i].verb);

		if (rv_sv_starts(left, v) && left.n > v.n &&
		    left.p[v.n] == ' ' && (!best || v.n > strlen(best->verb)))
			best = &p->items[i];
	}
	return best;
}

/* Makes an unfinished verb the one that is chosen. */
static void
complete_verb(struct palette *p)
{
	const struct item *it = &p->items[p->cursor];
	struct rv_buf b = RV_BUF_INIT;

	if (p->n == 0)
		return;
	rv_buf_adds(&b, it->verb);
	if (it->operands[0])
		rv_buf_addc(&b, ' ');
	ui_field_set(&p->field, rv_buf_sv(&b));
	rv_buf_release(&b);
	refilter(p);
}

/* Behind a verb its arguments are completed. */
static void
complete(struct palette *p)
{
	const struct item *it = p->moved ? NULL : whole_verb(p);
	struct rv_buf may = RV_BUF_INIT;

	if (!it) {
		complete_verb(p);
		return;
	}
	ui_complete(p->overlay.ctx, it->verb, &p->field, &may);
	refilter(p);
	p->note_role = UI_ROLE_DIM;
	rv_buf_addv(&p->note, rv_buf_sv(&may));
	rv_buf_release(&may);
}

/* Does the line more than show something?  What nobody knows is none. */
static bool
is_deed(struct rv_sv line)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	bool deed = false;

	for (const struct ui_word *w = ui_words; w->name; w++)
		if (rv_sv_starts(line, rv_sv(w->name)))
			deed = deed || w->deed;
	if (rv_sv_is(line, "q"))
		deed = true;
	else if (rv_args_parse_line(line, &arena, &args, NULL) == RV_OK)
		deed = args.action->class != RV_CLASS_READ ||
		       !strcmp(args.action->id, "live");
	rv_arena_release(&arena);
	return deed;
}

static bool
enter(struct palette *p)
{
	struct rv_sv typed = rv_sv_trim(rv_buf_sv(&p->field.text));
	const struct item *it = &p->items[p->cursor];
	bool whole = p->n > 0 && rv_sv_starts(typed, rv_sv(it->verb));
	bool wants = p->n > 0 && it->operands[0] && it->operands[0] != '[';

	/* An unfinished verb is completed; one that needs no more is run. */
	if (p->n > 0 && (p->moved || !whole)) {
		bool run = !wants;

		if (!p->moved && it->score >= 2000)
			run = false;
		complete_verb(p);
		if (!run)
			return true;
		typed = rv_sv_trim(rv_buf_sv(&p->field.text));
	}
	if (typed.n == 0)
		return false;
	if (is_deed(typed) && ui_key_is_pasted(p->overlay.ctx))
		return true;
	rv_buf_reset(&p->note);
	p->note_role = UI_ROLE_WARN;
	return !p->run(p->overlay.ctx, typed, &p->note);
}

static bool
palette_key(struct ui_overlay *o, const char *key)
{
	struct palette *p = (struct palette *)o;

	if (!strcmp(key, "esc") || !strcmp(key, "ctrl-c"))
		return false;
	if (!strcmp(key, "enter"))
		return enter(p);
	if (!strcmp(key, "up") || !strcmp(key, "ctrl-p")) {
		p->cursor -= p->cursor > 0;
		p->moved = true;
	} else if (!strcmp(key, "down") || !strcmp(key, "ctrl-n")) {
		p->cursor += p->cursor + 1 < p->n;
		p->moved = true;
	} else if (!strcmp(key, "tab")) {
		complete(p);
	} else if (!strcmp(key, "backspace") && p->field.text.n == 0) {
		return false;
	} else if (ui_field_key(&p->field, key)) {
		refilter(p);
	}
	return true;
}

static void
palette_paste(struct ui_overlay *o, struct rv_sv text)
{
	struct palette *p = (struct palette *)o;

	ui_field_insert(&p->field, text);
	refilter(p);
}

/* Where the sentence of a row begins. */
static int
help_at(const struct item *it)
{
	int x = 3 + rv_width(rv_sv(it->verb));
	int operands = rv_width(rv_sv(it->operands));

	x += RV_MAX(RV_MIN(operands, 26 - x), 0);
	return RV_MAX(27, x + 1);
}

/* Below the line: what is to be said of it, else all of a sentence that the list
 * has to cut. */
static void
draw_note(const struct palette *p, struct ui_surface *in)
{
	struct rv_sv text = rv_buf_sv(&p->note);
	enum ui_role role = p->note_role;

	if (text.n == 0 && p->cursor < p->n) {
		const struct item *it = &p->items[p->cursor];

		text = rv_sv(it->help);
		role = UI_ROLE_DIM;
		if (help_at(it) + rv_width(text) < in->r.w)
			return;
	}
	ui_putw(in, 1, 1, in->r.w - 2, role, text);
}

static void
palette_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct palette *p = (struct palette *)o;
	int h = RV_MIN(s->r.h, 18);
	struct ui_surface in =
		ui_overlay_window(s, RV_MIN(s->r.w, 84), h, _("Command"),
				  _("enter run   tab complete   esc close"));
	int rows = in.r.h - 2;
	size_t top = p->cursor >= (size_t)rows ? p->cursor - (size_t)rows + 1
					       : 0;

	for (int y = 0; y < rows && top + (size_t)y < p->n; y++) {
		const struct item *it = &p->items[top + (size_t)y];
		int x = ui_puts(&in, 1, y + 2, UI_ROLE_STRONG, it->verb) + 2;

		ui_putw(&in, x, y + 2, 26 - x, UI_ROLE_DIM,
			rv_sv(it->operands));
		ui_putw(&in, help_at(it), y + 2, in.r.w - help_at(it) - 1,
			UI_ROLE_TEXT, rv_sv(it->help));
		if (top + (size_t)y == p->cursor)
			ui_mark(&in, 0, y + 2, in.r.w, UI_SEL);
	}
	draw_note(p, &in);
	if (p->n == 0)
		ui_puts(&in, 1, 2, UI_ROLE_DIM,
			_("No command is called that. backspace shows more."));
	ui_puts(&in, 0, 0, UI_ROLE_KEY, ":");
	ui_field_draw(&p->field, &in, 1, 0, in.r.w - 1);
}

static void
palette_free(struct ui_overlay *o)
{
	struct palette *p = (struct palette *)o;

	ui_field_release(&p->field);
	rv_buf_release(&p->note);
	free(p);
}

static const struct ui_overlay_ops palette_ops = {
	.name = "palette",
	.draw = palette_draw,
	.key = palette_key,
	.paste = palette_paste,
	.free = palette_free,
};

void
ui_palette_open(struct ui_ctx *c, struct rv_sv start, struct rv_sv why,
		ui_palette_fn *run)
{
	struct palette *p = rv_calloc(1, sizeof(*p));

	p->overlay.ops = &palette_ops;
	p->run = run;
	ui_field_init(&p->field, start);
	refilter(p);
	p->note_role = UI_ROLE_WARN;
	rv_buf_addv(&p->note, why);
	ui_overlay_push(c, &p->overlay);
}

static void
add_node(const rv_json *node, int depth, struct rv_buf *out)
{
	for (const rv_json *n = rv_json_first(node); n; n = rv_json_next(n)) {
		const char *key = rv_json_key(n);
		bool tree = rv_json_is_object(n) || rv_json_is_array(n);

		if (depth == 0 && !strcmp(key, "v"))
			continue;
		for (int i = 0; i < depth * 2; i++)
			rv_buf_addc(out, ' ');
		if (key[0])
			rv_buf_addf(out, "%s: ", key);
		else
			rv_buf_adds(out, "- ");
		if (tree) {
			if (rv_json_size(n) == 0)
				rv_buf_adds(out, "-");
			rv_buf_addc(out, '\n');
			add_node(n, depth + 1, out);
			continue;
		}
		if (rv_json_is_string(n)) {
			rv_buf_addv(out, rv_json_sv(n));
		} else if (rv_json_is_number(n)) {
			double d = rv_json_double(n, 0);

			if (d == (double)(int64_t)d)
				rv_fmt_int(out, (int64_t)d);
			else
				rv_buf_addf(out, "%.3f", d);
		} else if (rv_json_is_bool(n)) {
			rv_buf_adds(out, rv_json_bool(n, false) ? _("yes")
								: _("no"));
		} else {
			rv_buf_adds(out, "-");
		}
		rv_buf_addc(out, '\n');
	}
}

void
ui_answer_text(struct rv_sv json, struct rv_buf *out)
{
	struct rv_json_doc doc;

	if (rv_json_parse(json, &doc, NULL) != RV_OK) {
		rv_buf_addv(out, json);
		return;
	}
	add_node(doc.root, 0, out);
	rv_json_release(&doc);
}
