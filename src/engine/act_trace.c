/* SPDX-License-Identifier: MIT */
/* trace: the stored record of a run. */
#include "config.h"

#include "base/i18n.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "store/traces.h"

rv_status
rv_act_trace(struct rv_engine *e, const struct rv_env *env,
	     const struct rv_args *args, enum rv_door door,
	     struct rv_buf *json, struct rv_err *err)
{
	struct rv_sv text, digits;
	int64_t run = 0;
	rv_status s;

	(void)env;
	(void)door;
	s = rv_act_operand(args, "RUN", &text, err);
	if (s != RV_OK)
		return s;
	/* Screens show it as "#12". */
	digits = rv_sv_starts(text, RV_SV("#")) ? rv_sv_slice(text, 1, text.n)
						: text;
	if (!rv_sv_to_int(digits, &run) || run < 1)
		return rv_fail(err, RV_E_USAGE,
			       _("trace: \"%.*s\" is not the number of a run; "
				 "`reverie turn` prints it"),
			       (int)RV_MIN(text.n, 40), text.p);
	s = rv_trace_get(e->store, run, json, err);
	if (s == RV_E_NOTFOUND)
		return rv_fail(err, s,
			       _("trace %lld: there is no such run; `reverie "
				 "status` says how many there are"),
			       (long long)run);
	if (s == RV_OK && (!json->n || json->p[json->n - 1] != '\n'))
		rv_buf_addc(json, '\n');
	return s;
}
