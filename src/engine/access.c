/* SPDX-License-Identifier: MIT */
/* What was said about writing, and whether anything was decided yet. */
#include "config.h"

#include "engine/access.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/jsonl.h"
#include "base/path.h"
#include "files/publish.h"
#include "store/ledger.h"

#define NAME "readonly"
#define WORD_MAX_BYTES 16

/* Has the ledger more than its baseline?  One that cannot be read has. */
static bool
was_used(const char *path)
{
	struct rv_lines lines;
	struct rv_line line;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), rows = 0;

	if (fd < 0)
		return rv_path_exists(path);
	rv_lines_init(&lines, fd, 0, 1, RV_LINE_MAX);
	while (rows < 2 && rv_lines_next(&lines, &line, NULL) == RV_OK &&
	       line.kind != RV_LINE_END)
		rows += rv_sv_trim(line.text).n > 0;
	rv_lines_release(&lines);
	(void)close(fd);
	return rows > 1;
}

enum rv_access
rv_access_of(const char *dir)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	enum rv_access a = RV_ACCESS_UNDECIDED;
	struct rv_err none = {0};
	rv_status st = rv_path_read(rv_path_join_in(&arena, dir, NAME),
				    WORD_MAX_BYTES, &text, &none);

	/* Only the plain word lets anybody write. */
	if (st == RV_OK)
		a = rv_sv_is(rv_sv_trim(rv_buf_sv(&text)), "off")
			    ? RV_ACCESS_WRITE
			    : RV_ACCESS_HELD;
	else if (st != RV_E_NOTFOUND)
		a = RV_ACCESS_HELD;
	else if (was_used(rv_path_join_in(&arena, dir, RV_LEDGER_NAME)))
		a = RV_ACCESS_WRITE;
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return a;
}

rv_status
rv_access_keep(const char *dir, bool readonly, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st = rv_publish(rv_path_join_in(&arena, dir, NAME),
				  readonly ? RV_SV("on\n") : RV_SV("off\n"),
				  err);

	rv_arena_release(&arena);
	return st;
}
