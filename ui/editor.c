/* SPDX-License-Identifier: MIT */
/* The operator's editor on a text. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/proc.h"
#include "ui/console_priv.h"

static rv_status
edit_file(struct ui_ctx *c, const char *path, struct rv_err *err)
{
	struct ui_term *t = c->console->term;
	const char *editor = c->env->editor;
	struct rv_arena arena = RV_ARENA_INIT;
	const char *argv[8];
	struct rv_sv rest = rv_sv(editor && editor[0] ? editor : "vi"), word;
	rv_status st;
	size_t n = 0;
	int code = 0;

	while (n < 6 && rv_sv_next_part(&rest, ' ', &word))
		if (word.n > 0)
			argv[n++] = rv_sv_cstr_in(&arena, word);
	argv[n++] = path;
	argv[n] = NULL;
	t->ops->leave(t);
	st = rv_proc_run(argv, &code, err);
	t->ops->enter(t);
	/* What was typed at the editor was typed at no proposal. */
	t->ops->flush(t);
	if (st == RV_OK && code != 0)
		st = rv_fail(err, RV_E_CANCELLED,
			     _("edit: %s ended with %d; nothing is "
			       "changed"),
			     argv[0], code);
	rv_arena_release(&arena);
	return st;
}

rv_status
ui_editor_run(struct ui_ctx *c, struct rv_sv text, struct rv_buf *out,
	      char **kept, struct rv_err *err)
{
	char *path, *dir;
	rv_status st;
	int fd;

	/* Without a terminal only an editor that was named can run. */
	if (c->console->opts->headless && !c->env->editor[0])
		return rv_fail(err, RV_E_CANCELLED,
			       _("no editor without a terminal: set EDITOR"));

	dir = ui_keep_dir(c->console);
	st = rv_path_mkdirs(dir, 0700, err);
	path = rv_asprintf("%s/edit-XXXXXX.md", dir);
	fd = st == RV_OK ? mkostemps(path, 3, O_CLOEXEC) : -1;
	if (st == RV_OK && fd < 0)
		st = rv_fail(err, RV_E_IO,
			     _("edit: no temporary file can be made in %s"),
			     dir);
	free(dir);
	for (size_t i = 0; st == RV_OK && i < text.n;) {
		ssize_t w = write(fd, text.p + i, text.n - i);

		if (w <= 0)
			st = rv_fail(err, RV_E_IO,
				     _("edit: the temporary file cannot be "
				       "written; free some space"));
		else
			i += (size_t)w;
	}
	if (fd >= 0)
		close(fd);
	if (st == RV_OK)
		st = edit_file(c, path, err);
	if (st == RV_OK)
		st = rv_path_read(path, (size_t)64 << 20, out, err);
	if (st == RV_OK && out->n > 0 && !rv_sv_eq(rv_buf_sv(out), text)) {
		*kept = path;
		return st;
	}
	if (fd >= 0)
		unlink(path);
	free(path);
	return st;
}

void
ui_editor_forget(struct ui_ctx *c)
{
	if (c->edited)
		unlink(c->edited);
	free(c->edited);
	c->edited = NULL;
}
