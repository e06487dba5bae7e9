/* SPDX-License-Identifier: MIT */
/* The log as rows: of the record and of this session. */
#include "config.h"

#include "ui/logrows.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"

/* Both are sorted already. */
void
ui_logrows_build(struct ui_logrows *l, const struct ui_ctx *c)
{
	const struct ui_snap *snap = ui_model_get(c->model, UI_VIEW_LOG);
	size_t said = c->said_n, i = 0, n = snap ? snap->u.log.n : 0;

	l->n = 0;
	l->said = c->said_all;
	rv_grow(&l->items, &l->cap, said + n + 1);
	while (said > 0 || i < n) {
		const struct ui_said *s = said > 0 ? &c->said[said - 1] : NULL;
		const struct rv_view_activity *a =
			i < n ? &snap->u.log.items[i] : NULL;

		if (s && (!a || s->time >= a->time)) {
			l->items[l->n++] = (struct ui_logrow){s, NULL};
			said--;
		} else {
			l->items[l->n++] = (struct ui_logrow){NULL, a};
			i++;
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
	if (r->said)
		return rv_sv_hash(rv_sv(r->said->cli)) +
		       (uint64_t)r->said->time * 5;
	return (uint64_t)r->act->ledger * 31 + (uint64_t)r->act->run * 7 +
	       (uint64_t)r->act->time;
}

int64_t
ui_logrow_time(const struct ui_logrow *r)
{
	return r->said ? r->said->time : r->act->time;
}

void
ui_logrow_text(const struct ui_logrow *r, struct rv_buf *out)
{
	if (r->said)
		rv_buf_addf(out, "%s %s", r->said->cli, r->said->text);
	else
		rv_buf_addf(out, "%s %.*s %.*s %.*s", r->act->kind,
			    RV_SV_ARG(r->act->text), RV_SV_ARG(r->act->target),
			    RV_SV_ARG(r->act->cli));
}

bool
ui_logrow_copy(struct ui_ctx *c, const struct ui_logrow *r)
{
	struct rv_sv cli = r->said ? rv_sv(r->said->cli) : r->act->cli;

	if (cli.n > 0)
		ui_copy(c, cli, _("command line"));
	return cli.n > 0;
}
