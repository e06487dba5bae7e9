/* SPDX-License-Identifier: MIT */
/* embed: vectors of what the index holds. */
#include "config.h"

#include "base/i18n.h"
#include "engine/act.h"
#include "engine/vectors.h"

rv_status
rv_act_embed(struct rv_engine *e, const struct rv_env *env,
	     const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	     struct rv_err *err)
{
	struct rv_vectors_made made;
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)args;
	(void)door;
	s = rv_vectors_make(e, &made, err);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	rv_jw_str(&w, "state", made.waiting ? "waiting" : "done");
	rv_jw_int(&w, "documents", made.documents);
	rv_jw_int(&w, "vectors", made.vectors);
	rv_jw_int(&w, "made", made.made);
	rv_jw_int(&w, "refused", made.refused);
	rv_jw_int(&w, "tokens", made.tokens);
	rv_jw_int(&w, "dimensions", (int64_t)made.dim);
	rv_act_end(&w);
	return RV_OK;
}
