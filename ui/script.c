/* SPDX-License-Identifier: MIT */
/* Scripts of the headless console: one step a line, each when it is idle. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/utf8.h"
#include "ui/console_priv.h"

#define DEADLINE_MS 5000
/* A person's keys come so far apart, by the script's own clock. */
#define PACE_US 400000

enum verb {
	VERB_KEY,
	VERB_AFTER,
	VERB_BURST,
	VERB_TYPE,
	VERB_PASTE,
	VERB_SIZE,
	VERB_WAIT_IDLE,
	VERB_WAIT_TEXT,
	VERB_WAIT_RUN,
	VERB_WAIT_SCREEN,
	VERB_DUMP,
	VERB_DUMP_STYLES,
};

static const struct {
	const char *words;
	enum verb verb;
	bool arg;
} verbs[] = {
	{"key", VERB_KEY, true},
	{"after", VERB_AFTER, true},
	{"burst", VERB_BURST, true},
	{"type", VERB_TYPE, true},
	{"paste", VERB_PASTE, true},
	{"size", VERB_SIZE, true},
	{"wait idle", VERB_WAIT_IDLE, false},
	{"wait text", VERB_WAIT_TEXT, true},
	{"wait run", VERB_WAIT_RUN, true},
	{"wait screen", VERB_WAIT_SCREEN, true},
	{"dump styles", VERB_DUMP_STYLES, false},
	{"dump", VERB_DUMP, false},
};

#define VERBS \
	"key K, after MS K, burst K K..., type TEXT, paste TEXT, size WxH, " \
	"wait idle, wait text T, wait run N, wait screen S, dump, dump styles"

struct step {
	enum verb verb;
	struct rv_sv arg;
	char key[UI_KEY_NAME];
	int w, h;
	int64_t n;
	int line;
};

struct ui_script {
	struct rv_arena arena;
	const char *path;
	struct step *steps;
	size_t n, cap, at;
	size_t typed; /* bytes of a `type` that were given */
	int timer;
};

static bool
parse_size(struct rv_sv v, int *w, int *h)
{
	ptrdiff_t x = rv_sv_find_char(v, 'x');
	int64_t a, b;

	if (x < 0 || !rv_sv_to_int(rv_sv_slice(v, 0, (size_t)x), &a) ||
	    !rv_sv_to_int(rv_sv_slice(v, (size_t)x + 1, v.n), &b) || a < 1 ||
	    b < 1 || a > 1000 || b > 1000)
		return false;
	*w = (int)a;
	*h = (int)b;
	return true;
}

static struct rv_sv
unquote(struct rv_sv v)
{
	if (v.n >= 2 && v.p[0] == '"' && v.p[v.n - 1] == '"')
		return rv_sv_slice(v, 1, v.n - 1);
	return v;
}

/* "MS KEY" */
static bool
parse_after(struct rv_sv v, struct step *s)
{
	struct rv_sv ms;

	return rv_sv_next_part(&v, ' ', &ms) && rv_sv_to_int(ms, &s->n) &&
	       s->n >= 0 && s->n <= 60000 && ui_key_parse(rv_sv_trim(v), s->key);
}

/* Keys with blanks between them: what one read may bring. */
static bool
parse_burst(struct rv_sv v)
{
	char name[UI_KEY_NAME];
	struct rv_sv key;

	while (rv_sv_next_part(&v, ' ', &key))
		if (key.n > 0 && !ui_key_parse(key, name))
			return false;
	return true;
}

static bool
parse_step(struct rv_sv line, struct step *s)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		size_t n = strlen(verbs[i].words);

		if (!rv_sv_starts(line, rv_sv(verbs[i].words)) ||
		    (line.n > n && line.p[n] != ' '))
			continue;
		s->verb = verbs[i].verb;
		/* One blank parts verb and text; further ones are text. */
		s->arg = rv_sv_slice(line, RV_MIN(n + 1, line.n), line.n);
		if (s->verb != VERB_TYPE && s->verb != VERB_PASTE)
			s->arg = unquote(rv_sv_trim(s->arg));
		if (verbs[i].arg != (s->arg.n > 0))
			return false;
		switch (s->verb) {
		case VERB_KEY:
			return ui_key_parse(s->arg, s->key);
		case VERB_AFTER:
			return parse_after(s->arg, s);
		case VERB_BURST:
			return parse_burst(s->arg);
		case VERB_SIZE:
			return parse_size(s->arg, &s->w, &s->h);
		case VERB_WAIT_RUN:
			return rv_sv_to_int(s->arg, &s->n);
		case VERB_TYPE:
		case VERB_PASTE:
		case VERB_WAIT_IDLE:
		case VERB_WAIT_TEXT:
		case VERB_WAIT_SCREEN:
		case VERB_DUMP:
		case VERB_DUMP_STYLES:
			return true;
		}
	}
	return false;
}

rv_status
ui_script_load(const char *path, struct ui_script **out, struct rv_err *err)
{
	struct ui_script *s = rv_calloc(1, sizeof(*s));
	struct rv_buf text = RV_BUF_INIT;
	rv_status st = rv_path_read_stream(path, (size_t)1 << 20, &text, err);
	struct rv_sv rest = rv_sv_dup_in(&s->arena, rv_buf_sv(&text)), line;
	int number = 0;

	s->path = path;
	while (st == RV_OK && rv_sv_next_line(&rest, &line)) {
		struct step step = {.line = ++number};

		line = rv_sv_trim_end(line);
		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (!parse_step(line, &step)) {
			st = rv_fail_path(err, RV_E_USAGE, path,
					  _("script %s:%d: \"%.*s\" is not "
					    "understood; the words are %s"),
					  path, number, RV_SV_ARG(line),
					  VERBS);
			break;
		}
		rv_grow(&s->steps, &s->cap, s->n + 1);
		s->steps[s->n++] = step;
	}
	rv_buf_release(&text);
	if (st != RV_OK) {
		ui_script_free(s);
		return st;
	}
	*out = s;
	return RV_OK;
}

void
ui_script_free(struct ui_script *s)
{
	if (!s)
		return;
	rv_arena_release(&s->arena);
	free(s->steps);
	free(s);
}

static void
emit(struct rv_sv v)
{
	while (v.n > 0) {
		ssize_t n = write(STDOUT_FILENO, v.p, v.n);

		if (n <= 0)
			return;
		v = rv_sv_slice(v, (size_t)n, v.n);
	}
}

/* Every role of the picture with its look, so that themes can be compared. */
static void
add_legend(struct ui_console *c, struct rv_buf *b)
{
	static const char *const names[] = {
#define ROLE(id, name, c16, attr, mono) name,
#include "ui/roles.def"
#undef ROLE
	};
	bool seen[UI_ROLE_N] = {false};

	for (int y = 0; y < c->grid.h; y++)
		for (int x = 0; x < c->grid.w; x++)
			seen[UI_STYLE_ROLE(
				ui_grid_cell(&c->grid, x, y)->style)] = true;
	for (int i = 0; i < UI_ROLE_N; i++) {
		struct ui_look l = ui_theme_look(&c->theme, (ui_style)i);

		if (!seen[i])
			continue;
		rv_buf_addf(b, "= %s:", names[i]);
		ui_look_describe(&l, c->theme.mono, b);
		rv_buf_addc(b, '\n');
	}
}

static void
dump(struct ui_console *c, bool styles)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "--- %dx%d %s\n", c->grid.w, c->grid.h,
		    ui_screens[c->screen].name);
	ui_grid_dump(&c->grid, &b);
	if (styles) {
		ui_grid_dump_styles(&c->grid, &b);
		add_legend(c, &b);
	}
	emit(rv_buf_sv(&b));
	rv_buf_release(&b);
}

static bool
run_is_shown(const struct ui_console *c, int64_t run)
{
	const struct ui_snap *t = ui_model_get(c->ctx.model, UI_VIEW_TURNS);
	const struct ui_snap *o = ui_model_get(c->ctx.model, UI_VIEW_OVERVIEW);

	if (o && o->u.overview.last.turn.run >= run)
		return true;
	for (size_t i = 0; t && i < t->u.turns.n; i++)
		if (t->u.turns.items[i].run == run)
			return true;
	return false;
}

void
ui_script_late(void *console)
{
	struct ui_console *c = console;
	struct ui_script *s = c->script;
	struct rv_buf b = RV_BUF_INIT;

	s->timer = 0;
	rv_buf_addf(&b,
		    "reverie: script %s:%d: waited %d s in vain; the screen "
		    "was:\n",
		    s->path, s->steps[s->at].line, DEADLINE_MS / 1000);
	ui_grid_dump(&c->grid, &b);
	if (write(STDERR_FILENO, b.p, b.n) < 0)
		c->exit_code = 1;
	rv_buf_release(&b);
	c->exit_code = 1;
	c->quit = true;
}

static void
give_input(struct ui_console *c)
{
	struct ui_input in;

	while (!c->quit && c->term->ops->read(c->term, &in))
		ui_input(c, &in);
}

/* One character of a `type` at a time, as a person would. */
static bool
type_on(struct ui_console *c, struct ui_script *s, const struct step *st)
{
	struct rv_sv left = rv_sv_slice(st->arg, s->typed, st->arg.n);
	size_t n = rv_grapheme_len(left);
	char name[UI_KEY_NAME];

	if (n > 0 && ui_key_parse(rv_sv_of(left.p, n), name))
		ui_term_headless_key(c->term, name, PACE_US);
	s->typed += n;
	if (n == 0 || s->typed >= st->arg.n) {
		s->typed = 0;
		return true;
	}
	return false;
}

/* All of them are there when the first is read. */
static void
burst(struct ui_console *c, struct rv_sv keys)
{
	char name[UI_KEY_NAME];
	int64_t after = PACE_US;
	struct rv_sv key;

	while (rv_sv_next_part(&keys, ' ', &key)) {
		if (key.n == 0 || !ui_key_parse(key, name))
			continue;
		ui_term_headless_key(c->term, name, after);
		after = 0;
	}
}

/* false: the step is not over yet. */
static bool
do_step(struct ui_console *c, struct ui_script *s, const struct step *st)
{
	switch (st->verb) {
	case VERB_KEY:
		ui_term_headless_key(c->term, st->key, PACE_US);
		return true;
	case VERB_AFTER:
		ui_term_headless_key(c->term, st->key, st->n * 1000);
		return true;
	case VERB_BURST:
		burst(c, st->arg);
		return true;
	case VERB_TYPE:
		return type_on(c, s, st);
	case VERB_PASTE:
		ui_term_headless_paste(c->term, st->arg);
		return true;
	case VERB_SIZE:
		ui_term_headless_size(c->term, st->w, st->h);
		return true;
	case VERB_WAIT_IDLE:
		return ui_console_idle(c);
	case VERB_WAIT_TEXT:
		return ui_grid_has_text(&c->grid, st->arg);
	case VERB_WAIT_RUN:
		return run_is_shown(c, st->n);
	case VERB_WAIT_SCREEN:
		return rv_sv_is(st->arg, ui_screens[c->screen].name);
	case VERB_DUMP:
		dump(c, false);
		return true;
	case VERB_DUMP_STYLES:
		dump(c, true);
		return true;
	}
	return true;
}

void
ui_script_step(struct ui_console *c)
{
	struct ui_script *s = c->script;

	while (!c->quit) {
		if (!s || s->at == s->n) {
			c->quit = ui_console_idle(c) || !s;
			return;
		}
		if (!s->timer)
			s->timer = rv_loop_add_timer(c->loop, DEADLINE_MS,
						     ui_script_late, c);
		/* While a model answers people go on, and so do scripts. */
		if (!ui_console_settled(c))
			return;
		if (!do_step(c, s, &s->steps[s->at])) {
			give_input(c);
			return;
		}
		s->at += s->typed == 0;
		rv_loop_del_timer(c->loop, s->timer);
		s->timer = 0;
		give_input(c);
	}
}
