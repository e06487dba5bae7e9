/* SPDX-License-Identifier: MIT */
/* A line that holds a secret, before and after a person decided. */
#include "config.h"

#include "engine/erase.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/redact.h"
#include "engine/slice.h"
#include "engine/step.h"
#include "intake/pending.h"

/* "FILE:LINE" */
static rv_status
parse(struct rv_engine *e, struct rv_sv place, struct rv_erased *out,
      struct rv_err *err)
{
	size_t colon = place.n;

	while (colon && place.p[colon - 1] != ':')
		colon--;
	if (!colon ||
	    !rv_sv_to_int(rv_sv_slice(place, colon, place.n), &out->line) ||
	    out->line < 1)
		return rv_fail(err, RV_E_USAGE,
			       _("erase %.*s: this is no FILE:LINE; `reverie "
				 "doctor` lists the lines that hold a secret"),
			       RV_SV_ARG(place));
	out->file = rv_sv_slice(place, 0, colon - 1);
	if (rv_erase_knows(out->file) ||
	    rv_sv_is(out->file, e->map.pending_rel))
		return RV_OK;
	return rv_fail(err, RV_E_USAGE,
		       _("erase %.*s: it is no file of the record; edit it "
			 "yourself"),
		       RV_SV_ARG(out->file));
}

/* The number of a record's last line, its mark. */
static int64_t
last_line(struct rv_sv log, const struct rv_pending_record *r)
{
	struct rv_sv rest = rv_sv_slice(log, (size_t)r->offset, (size_t)r->end);
	struct rv_sv line;
	int64_t n = r->line - 1;

	while (rv_sv_next_line(&rest, &line))
		n++;
	return n;
}

/* The record of the pending log that the line belongs to. */
static rv_status
find_pending(struct rv_engine *e, struct rv_arena *arena,
	     struct rv_erased *out, struct rv_err *err)
{
	const struct rv_pending_record *r = NULL;
	struct rv_pending_record *list;
	struct rv_buf log = RV_BUF_INIT;
	size_t n, stray;
	rv_status s = rv_path_read(e->map.pending, RV_PENDING_MAX, &log, err);

	rv_pending_parse(rv_buf_sv(&log), arena, &list, &n, &stray);
	for (size_t i = 0; i < n && list[i].line <= out->line; i++)
		r = &list[i];
	if (s == RV_OK && (!r || !r->whole ||
			   out->line > last_line(rv_buf_sv(&log), r)))
		s = rv_fail(err, RV_E_NOTFOUND,
			    _("%.*s:%" PRId64 ": no record that is whole "
			      "stands there; `reverie doctor` lists the lines "
			      "that hold a secret"),
			    RV_SV_ARG(out->file), out->line);
	if (s == RV_OK && !rv_redact_count(r->text))
		s = RV_E_NO;
	if (s == RV_OK)
		s = rv_erase_secrets(r->text, arena, &out->what, err);
	if (s == RV_OK) {
		out->what.bytes = rv_sv_dup_in(arena, r->text);
		out->what.masked = rv_redact_in(arena, out->what.bytes, NULL);
		out->what.offset = r->text.p - log.p;
	}
	rv_buf_release(&log);
	return s;
}

static rv_status
look(struct rv_engine *e, struct rv_arena *arena, struct rv_erased *out,
     struct rv_err *err)
{
	rv_status s = rv_erase_knows(out->file)
			      ? rv_erase_find(e->store, out->file, out->line,
					      arena, &out->what, err)
			      : find_pending(e, arena, out, err);

	if (s == RV_E_NO)
		return rv_fail(err, s,
			       /* TRANSLATORS: a file, the number of a line. */
			       _("%.*s:%" PRId64 ": it holds no secret that "
				 "the rules know; nothing was changed"),
			       RV_SV_ARG(out->file), out->line);
	if (s != RV_OK)
		return s;
	rv_sha256_of(out->what.masked, out->sha);
	return rv_erase_objects(e->store, &out->what, false, &out->objects,
				err);
}

static rv_status
write_all(struct rv_engine *e, const struct rv_erased *out, struct rv_err *err)
{
	const struct rv_erase *w = &out->what;
	int64_t gone;
	rv_status s = rv_erase_objects(e->store, w, true, &gone, err);

	if (s != RV_OK)
		return s;
	return rv_erase_knows(out->file)
		       ? rv_erase_line(e->store, out->file, w, err)
		       : rv_slice_replace(e, (size_t)w->offset, w->bytes,
					  w->masked, err);
}

/* The row comes first: nothing goes without one. */
static rv_status
carry_out(struct rv_engine *e, struct rv_erased *out, enum rv_door door,
	  struct rv_err *err)
{
	struct rv_buf why = RV_BUF_INIT;
	struct rv_err ignored = {0};
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_ERASE,
		.action = RV_SV("erase"),
		.target = out->file,
		.door = rv_sv(rv_door_name(door)),
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
	};
	rv_status s;

	rv_buf_addf(&why, "line %" PRId64, out->line);
	for (size_t i = 0; i < out->what.n; i++)
		rv_buf_addf(&why, ", %.*s %.*s",
			    RV_SV_ARG(out->what.secrets[i].rule),
			    RV_SV_ARG(out->what.secrets[i].fingerprint));
	row.reason = rv_buf_sv(&why);
	s = rv_ledger_append(e->store, &row, err);
	if (s == RV_OK) {
		out->ledger = row.id;
		s = write_all(e, out, err);
		if (s != RV_OK &&
		    rv_step_abort(e, &row, rv_status_code(s), &ignored) !=
			    RV_OK)
			rv_log(RV_LOG_WARN, "%s", ignored.msg);
	}
	rv_buf_release(&why);
	return s;
}

/* Under the locks. */
static rv_status
erase(struct rv_engine *e, const char *sha, enum rv_door door,
      struct rv_arena *arena, struct rv_erased *out, struct rv_err *err)
{
	rv_status s = look(e, arena, out, err);

	if (s != RV_OK)
		return s;
	if (!rv_sv_is(rv_sv(out->sha), sha))
		return rv_fail(err, RV_E_UNDECIDED,
			       _("%.*s:%" PRId64 ": this is another line than "
				 "the one that was shown, nothing was changed; "
				 "look at it again"),
			       RV_SV_ARG(out->file), out->line);
	return carry_out(e, out, door, err);
}

rv_status
rv_erase_run(struct rv_engine *e, struct rv_sv place, const char *sha,
	     enum rv_door door, struct rv_arena *arena, struct rv_erased *out,
	     struct rv_err *err)
{
	struct rv_step_locks locks;
	rv_status s;

	*out = (struct rv_erased){0};
	s = parse(e, place, out, err);
	if (s != RV_OK || !sha)
		return s == RV_OK ? look(e, arena, out, err) : s;
	s = rv_step_begin(e, &locks, err);
	if (s != RV_OK)
		return s;
	s = erase(e, sha, door, arena, out, err);
	rv_step_end(e, &locks);
	return s == RV_OK ? rv_step_sync(e, err) : s;
}
