/* SPDX-License-Identifier: MIT */
/* Lines that could not be read: told by status, kept of imports. */
#include "config.h"

#include "engine/rejected.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "doc/mask.h"

rv_status
rv_rejected_write(struct rv_engine *e, struct rv_jw *w, int64_t max,
		  struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_rejected *list;
	size_t n = 0;
	rv_status s = rv_rejected_list(e->store, max, &arena, &list, &n, err);

	rv_jw_int(w, "rejected", rv_rejected_count(e->store, RV_SV_NONE));
	rv_jw_array(w, "rejects");
	for (size_t i = 0; s == RV_OK && i < n; i++) {
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "file", list[i].file);
		rv_jw_int(w, "line", list[i].line);
		if (list[i].offset >= 0)
			rv_jw_int(w, "offset", list[i].offset);
		else
			rv_jw_null(w, "offset");
		rv_jw_sv(w, "message", list[i].reason);
		rv_jw_time(w, "time", list[i].time);
		if (list[i].more)
			rv_jw_int(w, "more", list[i].more);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
	rv_arena_release(&arena);
	return s;
}

const char *
rv_rejected_place(const struct rv_rejected *r, struct rv_arena *arena)
{
	if (!r->line)
		return rv_sv_cstr_in(arena, r->file);
	if (r->offset < 0)
		return rv_arena_printf(arena, "%.*s:%" PRId64,
				       RV_SV_ARG(r->file), r->line);
	return rv_arena_printf(arena, "%.*s:%" PRId64 ":%" PRId64,
			       RV_SV_ARG(r->file), r->line, r->offset);
}

const char *
rv_rejected_file(struct rv_engine *e, struct rv_sv path, struct rv_arena *arena)
{
	char *real = realpath(rv_sv_cstr_in(arena, path), NULL);
	struct rv_sv v = real ? rv_sv(real) : path;
	size_t n = strlen(e->workspace);
	const char *out;

	if (v.n > n && !strncmp(v.p, e->workspace, n) && v.p[n] == '/')
		v = rv_sv_slice(v, n + 1, v.n);
	out = rv_sv_cstr_in(arena, rv_mask_path(arena, v, NULL));
	free(real);
	return out;
}

struct rv_sv
rv_rejected_checks(struct rv_engine *e, const struct rv_import_report *r,
		   size_t from, int64_t count, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv path = RV_SV_NONE;
	const char *file = NULL;
	struct rv_jw w;

	if (count <= 0)
		return RV_SV_NONE;
	rv_jw_init(&w, &b);
	rv_jw_array(&w, NULL);
	for (size_t i = from; i < r->n_rejected && i < from + RV_REJECTED_MAX;
	     i++, count--) {
		const struct rv_reject *one = &r->rejected[i];

		if (!file || !rv_sv_eq(one->path, path))
			file = rv_rejected_file(e, one->path, arena);
		path = one->path;
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "path", file);
		rv_jw_int(&w, "line", one->line);
		rv_jw_int(&w, "offset", one->offset);
		rv_jw_sv(&w, "message", one->message);
		rv_jw_end_object(&w);
	}
	if (count > 0) {
		rv_jw_object(&w, NULL);
		rv_jw_int(&w, "more", count);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	return rv_buf_detach_in(arena, &b);
}
