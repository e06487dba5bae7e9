/* SPDX-License-Identifier: MIT */
/* The physical limit for "start to first frame": ncurses, one full screen, and
 * then a wait for a key.  Run in turn with the console on the same machine. */
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
	getch();
	endwin();
	return 0;
}
