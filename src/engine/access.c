/* SPDX-License-Identifier: MIT */
/* What was said about writing, and whether a person decided anything yet. */
#include "config.h"

#include "engine/access.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/json.h"
#include "base/jsonl.h"
#include "base/path.h"
#include "files/publish.h"
#include "store/ledger.h"

#define NAME "readonly"
#define WORD_MAX_BYTES 16

/* A person's row; what agents propose or record is none. */
static bool
is_decision(struct rv_sv line)
{
	struct rv_json_doc doc;
	enum rv_ledger_kind k;

	if (!line.n || rv_json_parse(line, &doc, NULL) != RV_OK)
		return false;
	k = rv_ledger_kind_of(rv_json_get_sv(doc.root, "kind"));
	rv_json_release(&doc);
	return k < RV_LEDGER_KIND_N &&
	       (rv_ledger_is_step(k) || k == RV_LEDGER_ERASE ||
		k == RV_LEDGER_ACCEPT);
}

/* Did a person decide something here?  Mostly one of the first rows says so. */
static bool
was_decided(const char *path)
{
	struct rv_lines lines;
	struct rv_line line;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool found = false;

	if (fd < 0)
		return false;
	rv_lines_init(&lines, fd, 0, 1, RV_LINE_MAX);
	while (!found && rv_lines_next(&lines, &line, NULL) == RV_OK &&
	       line.kind != RV_LINE_END)
		found = line.kind == RV_LINE_FULL &&
			is_decision(rv_sv_trim(line.text));
	rv_lines_release(&lines);
	(void)close(fd);
	return found;
}

enum rv_access
rv_access_said(const char *dir)
{
	struct rv_arena arena = RV_ARENA_INIT;
	enum rv_access a = RV_ACCESS_UNDECIDED;
	struct rv_buf text = RV_BUF_INIT;
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
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return a;
}

enum rv_access
rv_access_of(const char *dir)
{
	struct rv_arena arena = RV_ARENA_INIT;
	enum rv_access a = rv_access_said(dir);

	if (a == RV_ACCESS_UNDECIDED &&
	    was_decided(rv_path_join_in(&arena, dir, RV_LEDGER_NAME)))
		a = RV_ACCESS_WRITE;
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
