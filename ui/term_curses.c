/* SPDX-License-Identifier: MIT */
/* The terminal through ncurses: the only file that knows it. */
#include "config.h"

#include <curses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "base/buf.h"
#include "base/env.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "ui/depth.h"
#include "ui/term.h"
#include "ui/term_raw.h"

#define PASTE_MAX ((size_t)256 << 10)
#define PASTE_BEGIN (KEY_MAX + 1)
#define PASTE_END (KEY_MAX + 2)
#define SHIFT_TAB_KEY KEY_BTAB

struct looked_up {
	bool known;
	int pair;
	attr_t attr;
};

struct curses {
	struct ui_term term;
	SCREEN *screen;
	WINDOW *keys; /* off screen: reading it refreshes nothing */
	enum ui_depth depth;
	struct ui_grid last; /* cells alone; clusters are the frame's */
	cchar_t *row;
	bool all;
	const struct ui_theme *theme;
	struct looked_up cache[1 << 16]; /* by style */
	struct rv_buf paste;
};

static struct curses *
self(struct ui_term *t)
{
	return (struct curses *)t;
}

static void
curses_close(struct ui_term *t)
{
	struct curses *s = self(t);

	ui_term_raw_modes(false);
	endwin();
	delwin(s->keys);
	delscreen(s->screen);
	ui_term_raw_restore();
	ui_grid_release(&s->last);
	free(s->row);
	rv_buf_release(&s->paste);
	free(s);
}

static void
curses_size(struct ui_term *t, int *w, int *h)
{
	(void)t;
	getmaxyx(stdscr, *h, *w);
}

static void
curses_resized(struct ui_term *t)
{
	struct winsize ws;

	if (ioctl(STDIN_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_col > 0 &&
	    ws.ws_row > 0)
		resizeterm(ws.ws_row, ws.ws_col);
	self(t)->all = true;
}

static int
curses_fd(const struct ui_term *t)
{
	(void)t;
	return STDIN_FILENO;
}

static const struct {
	int code;
	const char *name;
} codes[] = {
	{KEY_DOWN, "down"},	    {KEY_UP, "up"},
	{KEY_LEFT, "left"},	    {KEY_RIGHT, "right"},
	{KEY_HOME, "home"},	    {KEY_END, "end"},
	{KEY_NPAGE, "page-down"},   {KEY_PPAGE, "page-up"},
	{KEY_BACKSPACE, "backspace"}, {KEY_DC, "delete"},
	{KEY_IC, "insert"},	    {SHIFT_TAB_KEY, "shift-tab"},
	{KEY_ENTER, "enter"},
};

static void
read_paste(struct curses *s)
{
	wint_t ch;
	int rc;

	rv_buf_reset(&s->paste);
	/* The rest of a paste is on its way: wait for it, but not for ever. */
	wtimeout(s->keys, 500);
	while ((rc = wget_wch(s->keys, &ch)) != ERR) {
		if (rc == KEY_CODE_YES && ch == PASTE_END)
			break;
		if (rc == OK && s->paste.n < PASTE_MAX)
			rv_buf_add_utf8(&s->paste, ch == '\r' ? '\n' : ch);
	}
	wtimeout(s->keys, 0);
}

static bool
code_name(wint_t ch, char out[UI_KEY_NAME])
{
	for (size_t i = 0; i < ARRAY_LEN(codes); i++)
		if ((int)ch == codes[i].code)
			return ui_key_parse(rv_sv(codes[i].name), out);
	if (ch > KEY_F0 && ch <= KEY_F(24)) {
		struct rv_buf b = RV_BUF_INIT;
		bool ok;

		rv_buf_addf(&b, "f%d", (int)(ch - KEY_F0));
		ok = ui_key_parse(rv_buf_sv(&b), out);
		rv_buf_release(&b);
		return ok;
	}
	return false;
}

static bool
next_input(struct curses *s, struct ui_input *in)
{
	wint_t ch;
	int rc;

	while ((rc = wget_wch(s->keys, &ch)) != ERR) {
		in->kind = UI_INPUT_KEY;
		if (rc == OK && ch == 0x1b) {
			/* ESC and a key within the delay is Alt and that key. */
			wint_t next;

			if (wget_wch(s->keys, &next) == OK && next > ' ' &&
			    next < 0x7f) {
				struct rv_buf b = RV_BUF_INIT;

				rv_buf_addf(&b, "alt-%c", (int)next);
				memcpy(in->key, b.p, b.n + 1);
				rv_buf_release(&b);
				return true;
			}
		}
		if (rc == OK) {
			ui_key_of_char(ch, in->key);
			return true;
		}
		if (ch == PASTE_BEGIN) {
			read_paste(s);
			in->kind = UI_INPUT_PASTE;
			in->text = rv_buf_sv(&s->paste);
			return true;
		}
		if (code_name(ch, in->key))
			return true;
	}
	return false;
}

static bool
curses_read(struct ui_term *t, struct ui_input *in)
{
	struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};

	if (!next_input(self(t), in))
		return false;
	in->at = rv_monotonic_us();
	in->more = poll(&p, 1, 0) > 0 && (p.revents & POLLIN);
	return true;
}

static bool
curses_gone(const struct ui_term *t)
{
	struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};

	(void)t;
	return poll(&p, 1, 0) > 0 &&
	       (p.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static void
curses_flush(struct ui_term *t)
{
	struct ui_input in;

	flushinp();
	while (curses_read(t, &in))
		;
}

static struct looked_up
look_up(struct curses *s, ui_style st)
{
	static const struct {
		unsigned flag;
		attr_t attr;
	} attrs[] = {
		{UI_BOLD, A_BOLD},	{UI_DIM, A_DIM},
		{UI_REVERSE, A_REVERSE}, {UI_UNDER, A_UNDERLINE},
		{UI_ITALIC, A_ITALIC},
	};
	struct looked_up *l = &s->cache[st];
	struct ui_shade shade;

	if (l->known)
		return *l;
	shade = ui_depth_shade(ui_theme_look(s->theme, st), s->depth, COLORS);
	l->known = true;
	for (size_t i = 0; i < ARRAY_LEN(attrs); i++)
		if (shade.attr & attrs[i].flag)
			l->attr |= attrs[i].attr;
	if (shade.coloured) {
		int pair = alloc_pair(shade.fg, shade.bg);

		l->pair = pair < 0 ? 0 : pair;
	}
	return *l;
}

/* Characters that the C library would draw with another width become U+FFFD, or
 * a question mark where the locale has nothing but ASCII. */
static wchar_t
drawable(uint32_t cp, int width)
{
	static const wchar_t unknown[] = {RV_REPLACEMENT, L'?'};
	int w;

	if (cp >= 0x20 && cp < 0x7F && width == 1)
		return (wchar_t)cp;
	w = wcwidth((wchar_t)cp);
	if (w == width || (w >= 0 && width != 1))
		return (wchar_t)cp;
	return unknown[wcwidth(unknown[0]) < 1];
}

/* Returns the first character. */
static wchar_t
to_cchar(struct curses *s, const struct ui_grid *g, const struct ui_cell *c,
	 cchar_t *out)
{
	struct looked_up l = look_up(s, c->style);
	wchar_t text[CCHARW_MAX + 1] = {L' '};
	struct rv_sv v = RV_SV_NONE;
	size_t i = 0, n = 1;

	if (c->glyph & UI_GLYPH_CLUSTER) {
		v = ui_cell_cluster(g, c);
		text[0] = drawable(rv_utf8_next(v, &i), c->width);
	} else if (c->glyph) {
		text[0] = drawable(c->glyph, c->width);
	}
	while (i < v.n && n < CCHARW_MAX) {
		wchar_t mark = (wchar_t)rv_utf8_next(v, &i);

		if (wcwidth(mark) == 0)
			text[n++] = mark;
	}
	setcchar(out, text, l.attr, 0, &l.pair);
	return text[0];
}

/* What differs from the last frame goes to curses at once. */
static void
paint_row(struct curses *s, const struct ui_grid *g, int y)
{
	const struct ui_cell *now = ui_grid_cell(g, 0, y);
	const struct ui_cell *was = ui_grid_cell(&s->last, 0, y);
	int from = 0, to = g->w, n = 0;

	if (!s->all) {
		if (!memcmp(now, was, (size_t)g->w * sizeof(*now)))
			return;
		while (!memcmp(&now[from], &was[from], sizeof(*now)))
			from++;
		while (!memcmp(&now[to - 1], &was[to - 1], sizeof(*now)))
			to--;
		/* A span begins and ends with whole characters, old and new. */
		while (from > 0 && (now[from].width == 0 ||
				    was[from].width == 0))
			from--;
	}
	for (int x = from; x < to; x++) {
		wchar_t drawn;

		if (now[x].width == 0)
			continue;
		drawn = to_cchar(s, g, &now[x], &s->row[n++]);
		if (now[x].width == 2 && wcwidth(drawn) < 2) {
			/* drawn narrow: its other half is a blank */
			struct ui_cell half = UI_CELL_BLANK;

			half.style = now[x].style;
			to_cchar(s, g, &half, &s->row[n++]);
		}
	}
	mvwadd_wchnstr(stdscr, y, from, s->row, n);
}

static void
curses_paint(struct ui_term *t, const struct ui_grid *g,
	     const struct ui_theme *theme)
{
	struct curses *s = self(t);

	if (s->theme != theme || s->all)
		memset(s->cache, 0, sizeof(s->cache));
	s->theme = theme;
	if (s->last.w != g->w || s->last.h != g->h || s->last.age != g->age) {
		ui_grid_resize(&s->last, g->w, g->h);
		s->last.age = g->age;
		s->row = rv_realloc(s->row, (size_t)g->w * sizeof(*s->row));
		s->all = true;
	}
	if (s->all)
		werase(stdscr);
	for (int y = 0; y < g->h; y++)
		paint_row(s, g, y);
	if (g->cx >= 0) {
		curs_set(1);
		wmove(stdscr, g->cy, g->cx);
	} else {
		curs_set(0);
		wmove(stdscr, g->h - 1, 0);
	}
	wnoutrefresh(stdscr);
	doupdate();
	/* What is kept for the next frame does not hold up this one. */
	memcpy(s->last.cells, g->cells,
	       (size_t)g->w * (size_t)g->h * sizeof(*g->cells));
	s->all = false;
}

static void
curses_repaint(struct ui_term *t)
{
	clearok(curscr, TRUE);
	self(t)->all = true;
}

static void
curses_leave(struct ui_term *t)
{
	(void)t;
	ui_term_raw_modes(false);
	endwin();
}

static void
curses_enter(struct ui_term *t)
{
	reset_prog_mode();
	curses_resized(t);
	curses_repaint(t);
	ui_term_raw_modes(true);
}

static void
curses_ring(struct ui_term *t)
{
	(void)t;
	beep();
}

static void
curses_copy(struct ui_term *t, struct rv_sv text)
{
	(void)t;
	ui_term_raw_copy(text);
}

static const struct ui_term_ops ops = {
	.name = "curses",
	.close = curses_close,
	.size = curses_size,
	.resized = curses_resized,
	.fd = curses_fd,
	.read = curses_read,
	.gone = curses_gone,
	.flush = curses_flush,
	.paint = curses_paint,
	.repaint = curses_repaint,
	.leave = curses_leave,
	.enter = curses_enter,
	.ring = curses_ring,
	.copy = curses_copy,
};

static const char *
env(const char *name)
{
	const char *v = getenv(name);

	return v ? v : "";
}

bool
ui_term_wants_mono(void)
{
	return env("NO_COLOR")[0] || !strcmp(env("TERM"), "dumb");
}

const char *
ui_term_background(void)
{
	const char *v = strrchr(env("COLORFGBG"), ';');
	int64_t n;

	if (!v || !rv_sv_to_int(rv_sv(v + 1), &n))
		return NULL;
	return n == 7 || n == 15 ? "light" : "dark";
}

/* The direct-colour sibling of $TERM where it is installed. */
static SCREEN *
open_direct(void)
{
	struct rv_buf name = RV_BUF_INIT;
	const char *term = env("TERM");
	SCREEN *s = NULL;
	int rc;

	if (strcmp(env("COLORTERM"), "truecolor") &&
	    strcmp(env("COLORTERM"), "24bit"))
		return NULL;
	rv_buf_add(&name, term, strcspn(term, "-"));
	rv_buf_adds(&name, "-direct");
	if (setupterm(name.p, STDOUT_FILENO, &rc) == OK && rc == 1) {
		del_curterm(cur_term);
		s = newterm(name.p, stdout, stdin);
	}
	rv_buf_release(&name);
	return s;
}

static enum ui_depth
find_depth(bool mono)
{
	if (mono || !has_colors())
		return UI_DEPTH_MONO;
	if (COLORS >= 1 << 24 && tigetflag("RGB") > 0)
		return UI_DEPTH_RGB;
	if (COLORS >= 256)
		return UI_DEPTH_256;
	return UI_DEPTH_16;
}

rv_status
ui_term_curses_new(bool mono, struct ui_term **out, struct rv_err *err)
{
	struct curses *s;
	int rc;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return rv_fail(err, RV_E_IO,
			       _("console: standard input and output are not a "
				 "terminal; use a verb (reverie --help) or "
				 "--headless"));
	if (setupterm(NULL, STDOUT_FILENO, &rc) != OK)
		return rv_fail(err, RV_E_IO,
			       _("console: the terminal \"%s\" is unknown; set "
				 "TERM, for example to xterm-256color"),
			       env("TERM"));
	if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) {
		del_curterm(cur_term);
		return rv_fail(err, RV_E_IO,
			       _("console: the terminal \"%s\" cannot move its "
				 "cursor; use a verb (reverie --help) or set "
				 "TERM to what it is"),
			       env("TERM"));
	}
	del_curterm(cur_term);
	ui_term_raw_keep();
	s = rv_calloc(1, sizeof(*s));
	s->term.ops = &ops;
	s->paste = RV_BUF_INIT;
	s->screen = mono ? NULL : open_direct();
	if (!s->screen)
		s->screen = newterm(NULL, stdout, stdin);
	if (!s->screen) {
		free(s);
		return rv_fail(err, RV_E_IO,
			       _("console: the terminal \"%s\" cannot be "
				 "used; set TERM, for example to "
				 "xterm-256color"),
			       env("TERM"));
	}
	/* Until it was left once, ncurses sends each movement of the cursor by
	 * itself: a frame would be sixty writes, and as many wake-ups. */
	endwin();
	doupdate();
	ui_term_raw_guard();
	start_color();
	use_default_colors();
	s->depth = find_depth(mono);
	raw();
	noecho();
	nonl();
	set_escdelay(25);
	s->keys = newpad(1, 1);
	keypad(s->keys, TRUE);
	nodelay(s->keys, TRUE);
	define_key("\033[200~", PASTE_BEGIN);
	define_key("\033[201~", PASTE_END);
	define_key("\033[Z", SHIFT_TAB_KEY);
	leaveok(stdscr, FALSE);
	/* All keys that are there were read; a frame is not broken off. */
	typeahead(-1);
	ui_term_raw_modes(true);
	s->all = true;
	*out = &s->term;
	return RV_OK;
}
