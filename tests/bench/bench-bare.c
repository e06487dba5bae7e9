/* SPDX-License-Identifier: MIT */
/* The physical limit for "start to first frame" and for "key to frame": ncurses,
 * one full screen, and then a line of it for each key.  Run in turn with the
 * console on the same machine. */
#include "config.h"

#include <curses.h>
#include <locale.h>

int
main(void)
{
	setlocale(LC_ALL, "");
	initscr();
	raw();
	noecho();
	for (int y = 0; y < LINES; y++)
		for (int x = 0; x < COLS; x++)
			mvaddch(y, x, (chtype)('a' + (x + y) % 26));
	mvaddstr(LINES - 1, 0, "? help");
	refresh();
	for (int at = 3, key; (key = getch()) != 'q'; refresh()) {
		mvchgat(at, 1, 50, A_NORMAL, 0, NULL);
		at = key == 'j' ? 4 : 3;
		mvchgat(at, 1, 50, A_REVERSE, 0, NULL);
	}
	endwin();
	return 0;
}
