/* SPDX-License-Identifier: MIT */
/* What the verbs share. */
#include "config.h"

#include "engine/act.h"

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/diff.h"
#include "engine/engine_priv.h"
#include "store/object.h"

void
rv_act_begin(struct rv_jw *w, struct rv_buf *json)
{
	rv_jw_init(w, json);
	rv_jw_object(w, NULL);
	rv_jw_int(w, "v", 1);
}

void
rv_act_end(struct rv_jw *w)
{
	rv_jw_end_object(w);
	rv_buf_addc(w->out, '\n');
}

void
rv_act_sv_or_null(struct rv_jw *w, const char *key, struct rv_sv v)
{
	if (v.n)
		rv_jw_sv(w, key, v);
	else
		rv_jw_null(w, key);
}

void
rv_act_raw_array(struct rv_jw *w, const char *key, struct rv_sv json)
{
	rv_jw_raw(w, key, json.n ? json : RV_SV("[]"));
}

static void
write_also(struct rv_jw *w, const struct rv_ledger_row *row)
{
	rv_jw_array(w, "also");
	for (size_t i = 0; i < row->n_also; i++) {
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "proposal", row->also[i].proposal);
		rv_jw_str(w, "kind", rv_ledger_kind_code(row->also[i].kind));
		rv_act_sv_or_null(w, "reason", row->also[i].reason);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

static void
int_or_null(struct rv_jw *w, const char *key, int64_t n)
{
	if (n)
		rv_jw_int(w, key, n);
	else
		rv_jw_null(w, key);
}

void
rv_act_ledger(struct rv_jw *w, const char *key,
	      const struct rv_ledger_row *row, const struct rv_ledger_act *act)
{
	struct rv_ledger_file none = {0};
	const struct rv_ledger_file *f = row->n_files ? row->files : &none;

	rv_jw_object(w, key);
	rv_jw_int(w, "id", row->id);
	rv_jw_time(w, "time", row->time);
	rv_jw_str(w, "kind", rv_ledger_kind_code(row->kind));
	rv_jw_sv(w, "action", row->action);
	rv_jw_sv(w, "target", row->target);
	rv_jw_sv(w, "by", row->by);
	rv_jw_sv(w, "door", row->door);
	rv_act_sv_or_null(w, "proposal", row->proposal);
	int_or_null(w, "of", row->of);
	rv_jw_bool(w, "step", rv_ledger_is_step(row->kind));
	if (row->kind == RV_LEDGER_UNDO)
		rv_jw_bool(w, "again", act->again);
	rv_act_sv_or_null(w, "before", f->before);
	rv_act_sv_or_null(w, "after", f->after);
	rv_jw_time(w, "anchor_before", row->anchor_before);
	rv_jw_time(w, "anchor_after", row->anchor_after);
	rv_jw_int(w, "episodes", row->n_episodes);
	rv_act_sv_or_null(w, "reason", row->reason);
	if (row->n_also)
		write_also(w, row);
	if (act->id) {
		int_or_null(w, "end", act->end);
		rv_jw_bool(w, "aborted", act->aborted);
		int_or_null(w, "undone_by", act->undone_by);
		int_or_null(w, "again_by", act->again_by);
	}
	rv_jw_sv(w, "hash", row->hash);
	rv_jw_end_object(w);
}

rv_status
rv_act_ledger_id(struct rv_engine *e, struct rv_jw *w, int64_t id,
		 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_act act = {0};
	struct rv_ledger_row row;
	rv_status s = rv_ledger_get(e->store, id, &arena, &row, err);

	if (s == RV_OK)
		s = rv_ledger_root(e->store, id, &act.root, &act.again, err);
	if (s == RV_OK)
		rv_act_ledger(w, "ledger", &row, &act);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_readonly(struct rv_engine *e, const char *verb, struct rv_err *err)
{
	if (!rv_path_is_dir(e->dir))
		return rv_fail_path(err, RV_E_READONLY, e->workspace,
				    _("%s: %s has no .reverie yet and is only "
				      "read; run `reverie init` there first"),
				    verb, e->workspace);
	return rv_fail_path(err, RV_E_READONLY, e->workspace,
			    _("%s: the workspace is read-only; open it without "
			      "--readonly or as its owner"),
			    verb);
}

rv_status
rv_act_operand(const struct rv_args *args, const char *what,
	       struct rv_sv *out, struct rv_err *err)
{
	const char *v = rv_args_operand(args, 0);

	if (v && args->action->flags & RV_ACTION_STDIN &&
	    rv_sv_is(rv_sv(v), "-"))
		*out = args->input;
	else
		*out = rv_sv(v);
	if (rv_sv_trim(*out).n)
		return RV_OK;
	return rv_fail(err, RV_E_USAGE, _("%s: %s is missing; give it"),
		       args->action->verb, what);
}

rv_status
rv_act_time(const struct rv_args *args, const char *opt, int64_t otherwise,
	    int64_t *out, struct rv_err *err)
{
	const char *text = rv_args_get(args, opt);

	*out = otherwise;
	if (!text || rv_time_parse(rv_sv(text), out))
		return RV_OK;
	return rv_fail(err, RV_E_USAGE,
		       _("%s --%s: \"%.40s\" is not a time; write it as "
			 "2026-01-28T13:45:00Z"),
		       args->action->verb, opt, text);
}

static rv_status
object_or_empty(struct rv_engine *e, struct rv_sv sha, struct rv_buf *out,
		struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status s = RV_OK;

	if (sha.n)
		s = rv_object_get(e->store, rv_sv_cstr_in(&arena, sha), out,
				  err);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_diff(struct rv_engine *e, struct rv_sv before, struct rv_sv after,
	    const char *name, struct rv_buf *out, struct rv_err *err)
{
	struct rv_buf old = RV_BUF_INIT, new = RV_BUF_INIT;
	rv_status s = object_or_empty(e, before, &old, err);

	if (s == RV_OK)
		s = object_or_empty(e, after, &new, err);
	if (s == RV_OK)
		rv_diff_unified(rv_buf_sv(&old), rv_buf_sv(&new), name, out);
	rv_buf_release(&old);
	rv_buf_release(&new);
	return s;
}
