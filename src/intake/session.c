/* SPDX-License-Identifier: MIT */
/* Session files of the workspace, indexed in place. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "intake/collide.h"
#include "intake/import.h"
#include "store/object.h"
#include "store/masked.h"
#include "store/rejected.h"
#include "store/source.h"

/* So many bytes before the place where reading stopped must be as they were,
 * else the file was written anew. */
#define TAIL ((size_t)4096)

struct sync {
	struct rv_store *store;
	struct rv_import_report *report;
	const char *path;
	bool whole; /* read from the start: rows that are gone go */
	struct rv_arena arena;
	const char **keep;
	size_t n_keep, cap_keep;
	struct rv_episode *collided;
	size_t n_collided, cap_collided;
	int64_t rejected; /* of the report, before this file */
	size_t details;
};

static void
count(struct sync *k, const struct rv_episode *e, enum rv_put result)
{
	if (e->excluded.n)
		return;
	if (result == RV_PUT_ADDED)
		k->report->added++;
	else
		k->report->seen++;
}

static void
keep(struct sync *k, const struct rv_episode *e)
{
	if (!k->whole)
		return;
	rv_grow(&k->keep, &k->cap_keep, k->n_keep + 1);
	k->keep[k->n_keep++] = rv_sv_cstr_in(&k->arena, rv_sv(e->id));
}

/* rv_reader.emit */
static rv_status
take(struct rv_reader *r, struct rv_episode *e, struct rv_err *err)
{
	struct sync *k = r->arg;
	enum rv_put result;
	rv_status st = rv_episode_put(k->store, e, &result, NULL, err);

	if (st != RV_OK)
		return st;
	if (result != RV_PUT_CONFLICT) {
		count(k, e, result);
		keep(k, e);
		return RV_OK;
	}
	/* What it was before it turned out to be noise. */
	if (e->excluded.n) {
		keep(k, e);
		return rv_episode_exclude(k->store, e->id, e->excluded, err);
	}
	rv_grow(&k->collided, &k->cap_collided, k->n_collided + 1);
	k->collided[k->n_collided++] = rv_collide_copy(e, &k->arena);
	return RV_OK;
}

/*
 * Rows that the file no longer has are gone by now, so most of these find
 * their id free; a narrated row stays, and then the new one takes another.
 */
static rv_status
settle(struct sync *k, struct rv_err *err)
{
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < k->n_collided; i++) {
		struct rv_episode *e = &k->collided[i];
		enum rv_put result;

		st = rv_episode_put(k->store, e, &result, NULL, err);
		if (st == RV_OK && result == RV_PUT_CONFLICT &&
		    rv_collide_rename(e, &k->arena))
			st = rv_episode_put(k->store, e, &result, NULL, err);
		if (st != RV_OK)
			break;
		if (result == RV_PUT_CONFLICT)
			st = rv_collide_reject(k->store, k->report, k->path, e,
					       err);
		else
			count(k, e, result);
	}
	return st;
}

/* Hash of the bytes before `offset`. */
static bool
tail_hash(const char *path, int64_t offset, char out[17])
{
	char bytes[TAIL];
	size_t want = RV_MIN((size_t)offset, TAIL), have = 0;
	int fd;

	if (rv_format_open(path, &fd, NULL) != RV_OK)
		return false;
	while (have < want) {
		ssize_t n = pread(fd, bytes + have, want - have,
				  (off_t)offset - (off_t)(want - have));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		have += (size_t)n;
	}
	close(fd);
	snprintf(out, 17, "%016" PRIx64, rv_sv_hash(rv_sv_of(bytes, have)));
	return have == want;
}

/* Can reading go on where it stopped?  Then the reader and its point. */
static const struct rv_format *
where_to_go_on(struct sync *k, const struct rv_source *old,
	       const struct stat *st, struct rv_read_point *from)
{
	const struct rv_format *f = NULL;
	struct rv_json_doc doc;
	char now[17];

	if (old->inode != (int64_t)st->st_ino || old->size > st->st_size ||
	    rv_json_parse(old->state, &doc, NULL) != RV_OK)
		return NULL;
	if (tail_hash(k->path, old->offset, now) &&
	    rv_sv_is(rv_json_get_sv(doc.root, "tail"), now))
		f = rv_format_find(
			rv_sv_cstr_in(&k->arena,
				      rv_json_get_sv(doc.root, "reader")),
			NULL);
	from->offset = old->offset;
	from->line = old->line;
	rv_buf_addv(&from->state, rv_json_get_sv(doc.root, "at"));
	rv_json_release(&doc);
	return f;
}

static rv_status
remember(struct sync *k, struct rv_sv rel, const struct rv_format *f,
	 const struct stat *st, const struct rv_read_point *to,
	 struct rv_err *err)
{
	struct rv_source src = {
		.path = rel,
		.kind = RV_SV("session"),
		.inode = (int64_t)st->st_ino,
		.size = (int64_t)st->st_size,
		.mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 +
			    st->st_mtim.tv_nsec,
		.offset = to->offset,
		.line = to->line,
	};
	struct rv_buf state = RV_BUF_INIT;
	struct rv_jw w;
	char tail[17] = "";
	rv_status s;

	(void)tail_hash(k->path, to->offset, tail);
	rv_jw_init(&w, &state);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "reader", f ? f->name : "");
	rv_jw_str(&w, "tail", tail);
	rv_jw_sv(&w, "at", rv_buf_sv(&to->state));
	rv_jw_end_object(&w);
	src.state = rv_buf_sv(&state);
	s = rv_source_set(k->store, &src, err);
	rv_buf_release(&state);
	return s;
}

static void
begin(struct sync *k)
{
	k->rejected = k->report->rejected_n;
	k->details = k->report->n_rejected;
}

/* What one reading counted goes when the file has to be read anew. */
static void
forget(struct sync *k)
{
	k->n_keep = k->n_collided = 0;
	k->report->rejected_n = k->rejected;
	k->report->n_rejected = k->details;
	k->whole = true;
}

/* The lines of this reading that were left out. */
static rv_status
note_rejected(struct sync *k, struct rv_sv rel, const struct stat *st,
	      struct rv_err *err)
{
	const struct rv_import_report *r = k->report;
	int64_t time = (int64_t)st->st_mtim.tv_sec * 1000;
	int64_t more = r->rejected_n - k->rejected;
	rv_status s = RV_OK;

	if (k->whole)
		s = rv_rejected_clear(k->store, rel, false, err);
	for (size_t i = k->details; s == RV_OK && i < r->n_rejected &&
				    i < k->details + RV_REJECTED_MAX;
	     i++, more--)
		s = rv_rejected_note(k->store,
				     &(struct rv_rejected){
					     .file = rel,
					     .line = r->rejected[i].line,
					     .offset = r->rejected[i].offset,
					     .reason = r->rejected[i].message,
					     .time = time,
				     },
				     err);
	if (s == RV_OK)
		s = rv_rejected_more(k->store, rel, more, time, err);
	return s;
}

/* rv_reader.hit */
static rv_status
note_secret(struct rv_reader *r, const struct rv_episode *e, struct rv_sv raw,
	    struct rv_err *err)
{
	struct sync *k = r->arg;

	return rv_masked_note_message(k->store, r->source, e->line, raw,
				      rv_sv(e->id), err);
}

/* rv_reader.keep */
static rv_status
keep_object(struct rv_reader *r, struct rv_sv bytes, struct rv_err *err)
{
	struct sync *k = r->arg;
	char sha[RV_SHA256_HEX];

	if (rv_store_readonly(k->store))
		return RV_OK;
	return rv_object_put(k->store, bytes, sha, err);
}

static rv_status
read_file(struct sync *k, struct rv_sv rel, const struct stat *st,
	  const struct rv_source *old, struct rv_err *err)
{
	struct rv_read_point from = {.state = RV_BUF_INIT};
	struct rv_read_point to = {.state = RV_BUF_INIT};
	struct rv_reader r = {.path = k->path,
			      .source = rel,
			      .session = rv_format_session(k->path),
			      .report = k->report,
			      .emit = take,
			      .keep = keep_object,
			      .hit = note_secret,
			      .arg = k,
			      .live = true,
			      .to = &to};
	const struct rv_format *f =
		old ? where_to_go_on(k, old, st, &from) : NULL;
	struct rv_err why = {0};
	rv_status s = RV_E_MOVED;

	k->report->files++;
	begin(k);
	if (f) {
		r.from = &from;
		s = f->read(&r, &why);
		if (s != RV_OK && s != RV_E_MOVED && err)
			*err = why;
	}
	if (s == RV_E_MOVED) {
		forget(k);
		r.from = NULL;
		f = rv_format_find(NULL, k->path);
		s = rv_masked_clear(k->store, rel, err);
		if (s == RV_OK && f)
			s = f->read(&r, err);
		if (s == RV_OK)
			s = rv_episode_retain(k->store, rel, k->keep,
					      k->n_keep, err);
	}
	if (s == RV_OK)
		s = settle(k, err);
	if (s == RV_OK)
		s = note_rejected(k, rel, st, err);
	if (s == RV_OK)
		s = remember(k, rel, f, st, &to, err);
	rv_buf_release(&from.state);
	rv_buf_release(&to.state);
	return s;
}

rv_status
rv_session_gone(struct rv_store *s, struct rv_sv rel, struct rv_err *err)
{
	rv_status st = rv_episode_retain(s, rel, NULL, 0, err);

	if (st == RV_OK)
		st = rv_rejected_clear(s, rel, false, err);
	if (st == RV_OK)
		st = rv_masked_clear(s, rel, err);
	return st == RV_OK ? rv_source_drop(s, rel, err) : st;
}

rv_status
rv_session_sync(struct rv_store *s, const char *path, const char *rel,
		struct rv_import_report *report, struct rv_err *err)
{
	struct sync k = {.store = s, .report = report, .path = path};
	struct rv_source old;
	struct stat st;
	struct rv_err why = {0};
	bool known, there = stat(path, &st) == 0;
	rv_status r = rv_source_get(s, rv_sv(rel), &k.arena, &old, &why);
	int fd;

	if (r != RV_OK && r != RV_E_NOTFOUND) {
		if (err)
			*err = why;
		goto out;
	}
	known = r == RV_OK;
	r = RV_OK;
	if ((known && there && rv_source_unchanged(&old, &st)) ||
	    (!known && !there))
		goto out;
	/* Before the change begins: the caller may have one of its own, which
	 * a file that cannot be read shall not undo. */
	if (there) {
		r = rv_format_open(path, &fd, err);
		if (r != RV_OK)
			goto out;
		close(fd);
	}
	r = rv_store_begin(s, err);
	if (r != RV_OK)
		goto out;
	r = there ? read_file(&k, rv_sv(rel), &st, known ? &old : NULL, err)
		  : rv_session_gone(s, rv_sv(rel), err);
	if (r == RV_OK)
		r = rv_store_commit(s, err);
	else
		rv_store_rollback(s);
out:
	free(k.keep);
	free(k.collided);
	rv_arena_release(&k.arena);
	return r;
}
