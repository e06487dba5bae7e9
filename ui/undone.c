/* SPDX-License-Identifier: MIT */
/* What an undo took back or did again, and the key that turns it round. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "ui/console_priv.h"

#define U_TURNS N_("u takes it back")

/* By what was decided; the proposals stand before it. */
static const struct {
	const char *kind, *action; /* "": any other */
	const char *one, *many;	   /* behind those that were taken back; N_() */
	const char *again, *turns; /* before those that were done again; N_() */
} words[] = {
	{"approve", "consolidate",
	 N_("is taken back, its episodes are pending again (4); U writes it "
	    "again"),
	 NULL, N_("written again"), U_TURNS},
	{"approve", "promote", N_("waits in 6 again; U writes it again"),
	 N_("wait in 6 again; U writes them again"), N_("written again"),
	 U_TURNS},
	{"approve", "", N_("waits in 6 again; U does it again"),
	 N_("wait in 6 again; U does it again"), N_("done again"), U_TURNS},
	{"reject", "", N_("waits in 6 again; U rejects it again"), NULL,
	 N_("rejected again"), U_TURNS},
	{"defer", "", N_("is not deferred any more; U defers it again"),
	 NULL, N_("deferred again"), U_TURNS},
};

static void
join(const rv_json *list, struct rv_buf *out)
{
	for (const rv_json *i = rv_json_first(list); i; i = rv_json_next(i))
		rv_buf_addf(out, "%s%.*s", out->n ? ", " : "",
			    RV_SV_ARG(rv_json_sv(i)));
}

/* Of the step; ARRAY_LEN(words): none of them, as a story that was restored. */
static size_t
words_of(const rv_json *step)
{
	size_t i = 0;

	while (i < ARRAY_LEN(words) &&
	       (!rv_sv_is(rv_json_get_sv(step, "kind"), words[i].kind) ||
		(words[i].action[0] &&
		 !rv_sv_is(rv_json_get_sv(step, "action"), words[i].action))))
		i++;
	return i;
}

static void
tell_back(struct ui_ctx *c, const char *ids, const char *what,
	  const struct rv_buf *deferred)
{
	if (deferred->n)
		ui_toast(c, RV_LEVEL_OK,
			 _("taken back: %s %s (deferred as before: %s)"), ids,
			 _(what), deferred->p);
	else
		ui_toast(c, RV_LEVEL_OK, _("taken back: %s %s"), ids, _(what));
}

void
ui_tell_undone(struct ui_ctx *c, const rv_json *step)
{
	struct rv_sv ids = rv_json_get_sv(step, "proposals"), id;
	bool again = rv_json_bool(rv_json_get(step, "again"), false);
	struct rv_buf b = RV_BUF_INIT, deferred = RV_BUF_INIT;
	size_t i = words_of(step), n = 0;

	while (rv_sv_next_part(&ids, ' ', &id))
		rv_buf_addf(&b, "%s%.*s", n++ ? ", " : "", RV_SV_ARG(id));
	join(rv_json_get(step, "deferred"), &deferred);
	if (n == 0 || i == ARRAY_LEN(words))
		ui_toast(c, RV_LEVEL_OK,
			 again ? _("done again; u takes it back")
			       : _("taken back; U does it again"));
	else if (again)
		ui_toast(c, RV_LEVEL_OK, "%s: %s; %s", _(words[i].again), b.p,
			 _(words[i].turns));
	else
		tell_back(c, b.p, n > 1 && words[i].many ? words[i].many
							 : words[i].one,
			  &deferred);
	rv_buf_release(&b);
	rv_buf_release(&deferred);
}
