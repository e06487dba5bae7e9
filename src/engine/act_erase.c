/* SPDX-License-Identifier: MIT */
/* erase: a secret leaves a line of the record, when a person says so. */
#include "config.h"

#include "base/i18n.h"
#include "engine/act.h"
#include "engine/erase.h"

static rv_status
tell(struct rv_engine *e, const struct rv_erased *out, struct rv_buf *json,
     struct rv_err *err)
{
	struct rv_jw w;
	rv_status s = RV_OK;

	rv_act_begin(&w, json);
	rv_jw_sv(&w, "file", out->file);
	rv_jw_int(&w, "line", out->line);
	rv_jw_array(&w, "secrets");
	for (size_t i = 0; i < out->what.n; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "rule", out->what.secrets[i].rule);
		rv_jw_sv(&w, "fingerprint", out->what.secrets[i].fingerprint);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_jw_sv(&w, "text", out->what.masked);
	rv_jw_str(&w, "sha256", out->sha);
	rv_jw_int(&w, "objects", out->objects);
	rv_jw_bool(&w, "erased", out->ledger != 0);
	if (out->ledger)
		s = rv_act_ledger_id(e, &w, out->ledger, err);
	rv_act_end(&w);
	return s;
}

rv_status
rv_act_erase(struct rv_engine *e, const struct rv_env *env,
	     const struct rv_args *args, enum rv_door door,
	     struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const char *sha = rv_args_get(args, "sha256");
	struct rv_erased out;
	struct rv_sv place;
	rv_status s = rv_act_operand(args, "FILE:LINE", &place, err);

	(void)env;
	if (s == RV_OK)
		s = rv_erase_run(e, place, sha, door, &arena, &out, err);
	if (s == RV_OK)
		s = tell(e, &out, json, err);
	if (s == RV_OK && !sha && !rv_args_has(args, "dry-run"))
		s = rv_fail(err, RV_E_UNDECIDED,
			    _("%.*s: nothing was erased; say so on a terminal, "
			      "or with --sha256 and the hash shown"),
			    RV_SV_ARG(place));
	rv_arena_release(&arena);
	return s;
}
