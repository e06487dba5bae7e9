/* SPDX-License-Identifier: MIT */
/* From the pending log to rows of the index. */
#include "config.h"

#include "intake/pending_sync.h"

#include <sys/stat.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/estimate.h"
#include "intake/noise.h"
#include "intake/pending.h"
#include "intake/pending_name.h"
#include "store/episode.h"
#include "store/masked.h"
#include "store/rejected.h"
#include "store/source.h"

struct log {
	struct rv_store *store;
	struct rv_pending_names names;
	struct rv_sv rel;
	struct rv_arena arena;
	struct rv_pending_record *records;
	size_t n, stray;
	struct rv_sv *texts; /* mended and masked */
	size_t *hits;	     /* secrets in each */
	char (*prefixes)[RV_PENDING_PREFIX];
	struct rv_noise_msg *msgs;
	const char **keep;
	size_t n_keep;
	struct rv_episode *collided;
	size_t n_collided;
};

static enum rv_origin
origin_of(struct rv_sv role, struct rv_sv text)
{
	if (rv_sv_is(role, "user"))
		return rv_noise_prompt(text) ? RV_ORIGIN_SYSTEM
					     : RV_ORIGIN_OWNER;
	if (rv_sv_is(role, "assistant"))
		return RV_ORIGIN_AGENT;
	return rv_sv_is(role, "tool") ? RV_ORIGIN_TOOL : RV_ORIGIN_SYSTEM;
}

static rv_status
put(struct log *l, struct rv_episode *e, struct rv_err *err)
{
	enum rv_put result;
	rv_status st = rv_episode_put(l->store, e, &result, NULL, err);

	if (st != RV_OK)
		return st;
	if (result == RV_PUT_CONFLICT && e->excluded.n)
		st = rv_episode_exclude(l->store, e->id, e->excluded, err);
	else if (result == RV_PUT_CONFLICT)
		l->collided[l->n_collided++] = *e;
	if (result != RV_PUT_CONFLICT || e->excluded.n)
		l->keep[l->n_keep++] =
			rv_sv_cstr_in(&l->arena, rv_sv(e->id));
	return st;
}

static rv_status
put_record(struct log *l, size_t i, struct rv_pending_status *out,
	   struct rv_err *err)
{
	const struct rv_pending_record *r = &l->records[i];
	struct rv_episode e = {
		.session = RV_SV(RV_PENDING_SESSION),
		.role = r->role,
		.text = l->texts[i],
		.time = r->time,
		.origin = origin_of(r->role, l->texts[i]),
		.class = RV_SOURCE_PENDING,
		.source = l->rel,
		.line = r->line,
		.offset = r->offset,
	};
	rv_status st;

	if (l->msgs[i].reason) {
		e.text = RV_SV_NONE;
		e.excluded = rv_sv(l->msgs[i].reason);
		out->skipped++;
	} else {
		out->records++;
	}
	e.tokens = rv_estimate_tokens(e.text);
	st = rv_pending_name(&l->names, l->prefixes[i], &e, err);
	if (st == RV_OK && l->hits[i])
		st = rv_masked_note(l->store, l->rel, r->line, r->text,
				    rv_sv(e.id), err);
	return st == RV_OK ? put(l, &e, err) : st;
}

/* Index behind the last record that is ready to be indexed. */
static size_t
ready(const struct log *l)
{
	size_t n = l->n;

	if (n && !l->records[n - 1].whole)
		n--;
	/* A prompt whose answer may be about to come. */
	if (n && rv_sv_is(l->msgs[n - 1].role, "user") && l->msgs[n - 1].reason)
		n--;
	return n;
}

static rv_status
put_all(struct log *l, struct rv_pending_status *out, struct rv_err *err)
{
	size_t n = ready(l);
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		if (!rv_sv_trim(l->texts[i]).n) {
			out->skipped++;
			continue;
		}
		st = put_record(l, i, out, err);
	}
	return st;
}

/* What was left out while its answer was missing, and is real now. */
static rv_status
settle(struct log *l, struct rv_err *err)
{
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < l->n_collided; i++) {
		enum rv_put result;

		st = rv_episode_put(l->store, &l->collided[i], &result, NULL,
				    err);
	}
	return st;
}

static void
prepare(struct log *l, struct rv_sv bytes)
{
	size_t n;

	rv_pending_parse(bytes, &l->arena, &l->records, &l->n, &l->stray);
	n = l->n ? l->n : 1;
	l->texts = rv_arena_array(&l->arena, struct rv_sv, n);
	l->hits = rv_arena_array(&l->arena, size_t, n);
	l->prefixes = rv_arena_calloc(&l->arena, n, RV_PENDING_PREFIX);
	l->msgs = rv_arena_array(&l->arena, struct rv_noise_msg, n);
	l->keep = rv_arena_array(&l->arena, const char *, n);
	l->collided = rv_arena_array(&l->arena, struct rv_episode, n);
	for (size_t i = 0; i < l->n; i++) {
		l->texts[i] = rv_pending_clean(&l->arena, l->records[i].text,
					 &l->hits[i]);
		rv_pending_prefix(&l->records[i], l->texts[i], l->prefixes[i]);
		l->msgs[i].role = l->records[i].role;
		l->msgs[i].text = l->texts[i];
	}
	rv_pending_names_init(&l->names, l->store, &l->arena, l->n);
	/* An unfinished record is nobody's answer yet. */
	n = l->n && !l->records[l->n - 1].whole ? l->n - 1 : l->n;
	rv_noise_mark(l->msgs, n);
}

static rv_status
remember(struct log *l, const struct stat *st,
	 const struct rv_pending_status *out, struct rv_err *err)
{
	struct rv_source src = {
		.path = l->rel,
		.kind = RV_SV("pending"),
		.inode = (int64_t)st->st_ino,
		.size = (int64_t)st->st_size,
		.mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 +
			    st->st_mtim.tv_nsec,
		.offset = out->bytes,
	};
	struct rv_buf state = RV_BUF_INIT;
	struct rv_jw w;
	rv_status s;

	rv_jw_init(&w, &state);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "records", out->records);
	rv_jw_int(&w, "skipped", out->skipped);
	rv_jw_end_object(&w);
	src.state = rv_buf_sv(&state);
	s = rv_source_set(l->store, &src, err);
	rv_buf_release(&state);
	return s;
}

/* What stands before the first record is nobody's message. */
static rv_status
note_stray(struct log *l, const struct stat *st, struct rv_err *err)
{
	const struct rv_rejected r = {
		.file = l->rel,
		.line = 1,
		.reason = rv_sv(rv_arena_printf(
			&l->arena,
			P_("%zu byte before the first message belongs to none",
			   "%zu bytes before the first message belong to none",
			   l->stray),
			l->stray)),
		.time = (int64_t)st->st_mtim.tv_sec * 1000,
	};
	rv_status s = rv_rejected_clear(l->store, l->rel, false, err);

	return s == RV_OK && l->stray ? rv_rejected_note(l->store, &r, err)
				      : s;
}

static rv_status
read_log(struct log *l, const char *path, const struct stat *st,
	 struct rv_pending_status *out, struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	rv_status s = rv_path_read(path, RV_PENDING_MAX, &bytes, err);

	if (s == RV_OK) {
		out->bytes = (int64_t)bytes.n;
		prepare(l, rv_buf_sv(&bytes));
		s = rv_masked_clear(l->store, l->rel, err);
	}
	if (s == RV_OK)
		s = note_stray(l, st, err);
	if (s == RV_OK)
		s = put_all(l, out, err);
	if (s == RV_OK)
		s = rv_episode_retain(l->store, l->rel, l->keep, l->n_keep,
				      err);
	if (s == RV_OK)
		s = settle(l, err);
	if (s == RV_OK)
		s = remember(l, st, out, err);
	rv_buf_release(&bytes);
	return s;
}

static void
recall(const struct rv_source *old, struct rv_pending_status *out)
{
	struct rv_json_doc doc;

	out->bytes = old->size;
	if (rv_json_parse(old->state, &doc, NULL) != RV_OK)
		return;
	out->records = rv_json_int(rv_json_get(doc.root, "records"), 0);
	out->skipped = rv_json_int(rv_json_get(doc.root, "skipped"), 0);
	rv_json_release(&doc);
}

static rv_status
gone(struct log *l, struct rv_err *err)
{
	rv_status st = rv_episode_retain(l->store, l->rel, NULL, 0, err);

	if (st == RV_OK)
		st = rv_masked_clear(l->store, l->rel, err);
	if (st == RV_OK)
		st = rv_rejected_clear(l->store, l->rel, false, err);
	return st == RV_OK ? rv_source_drop(l->store, l->rel, err) : st;
}

rv_status
rv_pending_sync(struct rv_store *s, const char *path, const char *rel,
		struct rv_pending_status *out, struct rv_err *err)
{
	struct log l = {.store = s, .rel = rv_sv(rel)};
	struct rv_source old;
	struct rv_err why = {0};
	struct stat st;
	bool there = path && stat(path, &st) == 0, known;
	rv_status r;

	*out = (struct rv_pending_status){0};
	if (!rel)
		return RV_OK;
	r = rv_source_get(s, l.rel, &l.arena, &old, &why);
	known = r == RV_OK;
	if (r != RV_OK && r != RV_E_NOTFOUND) {
		if (err)
			*err = why;
		goto out;
	}
	r = RV_OK;
	if (known && there && rv_source_unchanged(&old, &st)) {
		recall(&old, out);
		goto out;
	}
	if (!known && !there)
		goto out;
	r = rv_store_begin(s, err);
	if (r != RV_OK)
		goto out;
	r = there ? read_log(&l, path, &st, out, err) : gone(&l, err);
	if (r == RV_OK)
		r = rv_store_commit(s, err);
	else
		rv_store_rollback(s);
out:
	rv_pending_names_release(&l.names);
	rv_arena_release(&l.arena);
	return r;
}

rv_status
rv_pending_ids(struct rv_store *s, struct rv_sv log, struct rv_arena *arena,
	       struct rv_pending_record **records, const char ***ids,
	       size_t *n, struct rv_err *err)
{
	struct log l = {.store = s};
	size_t stray;
	rv_status st = RV_OK;

	rv_pending_parse(log, arena, records, n, &stray);
	*ids = rv_arena_array(arena, const char *, *n + 1);
	prepare(&l, log);
	for (size_t i = 0; st == RV_OK && i < *n && i < l.n; i++) {
		struct rv_episode e = {.session = RV_SV(RV_PENDING_SESSION)};

		(*ids)[i] = "";
		if (!rv_sv_trim(l.texts[i]).n)
			continue;
		st = rv_pending_name(&l.names, l.prefixes[i], &e, err);
		(*ids)[i] = rv_sv_cstr_in(arena, rv_sv(e.id));
	}
	rv_pending_names_release(&l.names);
	rv_arena_release(&l.arena);
	return st;
}
