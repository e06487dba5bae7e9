/* SPDX-License-Identifier: MIT */
/* The operator's editor on a text. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/proc.h"
#include "ui/console_priv.h"

#define NOT_FOUND 127 /* of a shell */

/* The variable is a command as people write it for a shell, with quotes and
 * arguments; or one program, whose path may hold blanks. */
static rv_status
edit_file(struct ui_ctx *c, const char *path, struct rv_err *err)
{
	struct ui_term *t = c->console->term;
	const char *editor = c->env->editor && c->env->editor[0]
				     ? c->env->editor
				     : "vi";
	char *command = rv_asprintf("%s \"$@\"", editor);
	const char *const shell[] = {"sh", "-c", command, editor, path, NULL};
	const char *const alone[] = {editor, path, NULL};
	rv_status st;
	int code = 0;

	t->ops->leave(t);
	st = rv_proc_run(strchr(editor, '/') && access(editor, X_OK) == 0
				 ? alone
				 : shell,
			 &code, err);
	t->ops->enter(t);
	/* What was typed at the editor was typed at no proposal. */
	t->ops->flush(t);
	if (st == RV_OK && code == NOT_FOUND)
		st = rv_fail(err, RV_E_CANCELLED,
			     _("edit: %s cannot be run; set EDITOR to an "
			       "editor"),
			     editor);
	else if (st == RV_OK && code != 0)
		st = rv_fail(err, RV_E_CANCELLED,
			     _("edit: %s ended with %d; nothing is "
			       "changed"),
			     editor, code);
	free(command);
	return st;
}

/* Writes the text to a file of its own. */
static rv_status
make_file(struct ui_ctx *c, struct rv_sv text, char **path, struct rv_err *err)
{
	char *dir = ui_keep_dir(c->console);
	rv_status st = rv_path_mkdirs(dir, 0700, err);
	int fd;

	*path = rv_asprintf("%s/edit-XXXXXX.md", dir);
	fd = st == RV_OK ? mkostemps(*path, 3, O_CLOEXEC) : -1;
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
	if (st != RV_OK && fd >= 0)
		unlink(*path);
	return st;
}

rv_status
ui_editor_run(struct ui_ctx *c, struct rv_sv text, struct rv_sv same,
	      struct rv_buf *out, char **kept, struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status st, read;
	char *path;

	/* Without a terminal only an editor that was named can run. */
	if (c->console->opts->headless && !c->env->editor[0])
		return rv_fail(err, RV_E_CANCELLED,
			       _("no editor without a terminal: set EDITOR"));

	st = make_file(c, text, &path, err);
	if (st != RV_OK) {
		free(path);
		return st;
	}
	st = edit_file(c, path, err);
	read = rv_path_read(path, (size_t)64 << 20, out, &why);
	if (st == RV_OK && read == RV_E_NOTFOUND) {
		/* it removed the file: there is no text */
		rv_buf_reset(out);
	} else if (st == RV_OK && read != RV_OK) {
		st = read;
		if (err)
			*err = why;
	} else if (st == RV_OK && out->n > RV_TEXT_MAX) {
		/* before anything is compared with so much */
		st = rv_fail(err, RV_E_TOOBIG,
			     _("edit: the text is over %d MB, which is more "
			       "than a page may have"),
			     (int)(RV_TEXT_MAX >> 20));
	}
	/* Also what was saved before the editor failed. */
	if (read == RV_OK && rv_sv_trim(rv_buf_sv(out)).n > 0 &&
	    !rv_sv_eq(rv_buf_sv(out), same)) {
		*kept = path;
		return st;
	}
	unlink(path);
	free(path);
	return st;
}

void
ui_editor_hold(struct ui_ctx *c, struct rv_sv id, char *file)
{
	if (c->own)
		unlink(c->own);
	free(c->own);
	free(c->own_of);
	c->own = file;
	c->own_of = file ? rv_strndup(id.p ? id.p : "", id.n) : NULL;
}

bool
ui_editor_held(struct ui_ctx *c, struct rv_sv id, struct rv_buf *out)
{
	return c->own && rv_sv_is(id, c->own_of) &&
	       rv_path_read(c->own, (size_t)64 << 20, out, NULL) == RV_OK;
}

void
ui_editor_forget(struct ui_ctx *c)
{
	if (c->edited)
		unlink(c->edited);
	free(c->edited);
	c->edited = NULL;
}
