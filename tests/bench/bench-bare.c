/* SPDX-License-Identifier: MIT */
/* The physical limit for "start to first frame" and for "key to frame": ncurses,
 * one full screen, and then for each key a line of it, or all of it (1, 4).  Run
 * in turn with the console on the same machine. */
#include "config.h"

#include <curses.h>
#include <locale.h>

static void
fill(int from)
{
	for (int y = 0; y < LINES; y++)
		for (int x = 0; x < COLS; x++)
			mvaddch(y, x, (chtype)('a' + (from + x + y) % 26));
	mvaddstr(LINES - 1, 0, "? help");
}

int
main(void)
{
	setlocale(LC_ALL, "");
	initscr();
	raw();
	noecho();
	fill(0);
	refresh();
	for (int at = 3, key; (key = getch()) != 'q'; refresh()) {
		if (key == '1' || key == '4') {
			fill(key);
			continue;
		}
		mvchgat(at, 1, 50, A_NORMAL, 0, NULL);
		at = key == 'j' ? 4 : 3;
		mvchgat(at, 1, 50, A_REVERSE, 0, NULL);
	}
	endwin();
	return 0;
}
