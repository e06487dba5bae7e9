/* SPDX-License-Identifier: MIT */
/* The log as rows: of the record and of this session. */
#include "config.h"

#include "ui/logrows.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/cmdline.h"
#include "ui/pane.h"

/* What this session did of what the record tells, or NULL. */
static const struct ui_said *
said_of(const struct ui_ctx *c, const struct rv_view_activity *a)
{
	for (size_t i = c->said_n; a->ledger > 0 && i-- > 0;)
		if (c->said[i].row > 0 &&
		    (c->said[i].row == a->ledger || c->said[i].row == a->end))
			return &c->said[i];
	return NULL;
}

/* Is it told by the record?  Then it is no row of its own. */
static bool
is_told(const struct rv_view_log *log, const struct ui_said *s)
{
	for (size_t i = 0; log && s->row > 0 && i < log->n; i++)
		if (log->items[i].ledger == s->row ||
		    log->items[i].end == s->row)
			return true;
	return false;
}

/* Both are sorted already. */
void
ui_logrows_build(struct ui_logrows *l, const struct ui_ctx *c)
{
	const struct ui_snap *snap = ui_model_get(c->model, UI_VIEW_LOG);
	const struct rv_view_log *log = snap ? &snap->u.log : NULL;
	size_t said = c->said_n, i = 0, n = log ? log->n : 0;

	l->n = 0;
	l->said = c->said_all;
	rv_grow(&l->items, &l->cap, said + n + 1);
	while (said > 0 || i < n) {
		const struct ui_said *s = said > 0 ? &c->said[said - 1] : NULL;
		const struct rv_view_activity *a = i < n ? &log->items[i]
							 : NULL;

		if (s && is_told(log, s)) {
			said--;
		} else if (a && !(s && s->time >= a->time)) {
			l->items[l->n++] = (struct ui_logrow){said_of(c, a), a};
			i++;
		} else {
			l->items[l->n++] = (struct ui_logrow){s, NULL};
			said--;
		}
	}
}

void
ui_logrows_release(struct ui_logrows *l)
{
	free(l->items);
	*l = (struct ui_logrows){0};
}

uint64_t
ui_logrow_id(const struct ui_logrow *r)
{
	if (!r->act)
		return rv_sv_hash(rv_sv(r->said->cli)) +
		       (uint64_t)r->said->time * 5;
	return (uint64_t)r->act->ledger * 31 + (uint64_t)r->act->run * 7 +
	       (uint64_t)r->act->time;
}

int64_t
ui_logrow_time(const struct ui_logrow *r)
{
	return r->act ? r->act->time : r->said->time;
}

/* A text that was edited is read from a file that is gone by now. */
static bool
is_of_file(const struct ui_said *s)
{
	return strstr(s->cli, " --file ") || strstr(s->cli, " --edited ");
}

/* What was run here is known to the word; of an undo the record knows which step
 * it took back, and of an edit what came of it. */
struct rv_sv
ui_logrow_cli(const struct ui_logrow *r)
{
	if (!r->act || (r->said && !is_of_file(r->said) &&
			strcmp(r->act->kind, "undo") != 0 &&
			strcmp(r->act->kind, "redo") != 0))
		return rv_sv(r->said->cli);
	return r->act->cli;
}

void
ui_logrow_text(const struct ui_logrow *r, struct rv_buf *out)
{
	struct rv_sv cli = ui_logrow_cli(r);

	if (!r->act)
		rv_buf_addf(out, "%s %s %s %s",
			    r->said->level == RV_LEVEL_OK ? _("you")
							  : _("refused"),
			    r->said->text[0] ? "" : _("done"), r->said->cli,
			    r->said->text);
	else
		rv_buf_addf(out, "%s %.*s %.*s %.*s %.*s", r->act->kind,
			    RV_SV_ARG(ui_word(rv_sv(r->act->kind))),
			    RV_SV_ARG(r->act->text), RV_SV_ARG(r->act->target),
			    RV_SV_ARG(cli));
}

bool
ui_logrow_copy(struct ui_ctx *c, const struct ui_logrow *r)
{
	struct rv_sv cli = ui_logrow_cli(r);

	if (cli.n > 0)
		ui_cmdline_copy(c, cli);
	return cli.n > 0;
}
