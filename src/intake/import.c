/* SPDX-License-Identifier: MIT */
/* From files to the record, a chunk at a time. */
#include "config.h"

#include "intake/import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "doc/mask.h"
#include "files/walk.h"
#include "intake/collide.h"
#include "store/object.h"

/* One fsync each. */
#define CHUNK_EPISODES 16384
#define CHUNK_BYTES ((size_t)4 << 20)

struct sink {
	struct rv_store *store;
	struct rv_import_report *report;
	const char *format; /* as asked for */
	const char *path;   /* the file being read */
	struct rv_arena arena;
	struct rv_episode *eps;
	enum rv_put *results;
	size_t n, cap, cap_results, bytes;
	struct rv_err *err; /* of the walk */
};

/* Of a dry run only into the index, in a transaction that is taken back. */
static rv_status
put(struct sink *k, const struct rv_episode *eps, size_t n,
    enum rv_put *results, struct rv_err *err)
{
	rv_status st = RV_OK;

	if (!k->report->dry)
		return rv_record_append(k->store, eps, n, results, err);
	for (size_t i = 0; st == RV_OK && i < n; i++)
		st = rv_episode_put(k->store, &eps[i], &results[i], NULL, err);
	return st;
}

/* Those whose id is taken: under another entry, or rejected. */
static rv_status
settle(struct sink *k, struct rv_err *err)
{
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < k->n; i++) {
		struct rv_episode *e = &k->eps[i];
		enum rv_put result = RV_PUT_CONFLICT;

		if (k->results[i] != RV_PUT_CONFLICT || e->excluded.n)
			continue;
		if (rv_collide_rename(e, &k->arena)) {
			st = put(k, e, 1, &result, err);
			if (st != RV_OK)
				break;
		}
		if (result == RV_PUT_CONFLICT)
			st = rv_collide_reject(k->store, k->report, k->path, e,
					       err);
		else if (result == RV_PUT_ADDED)
			rv_import_added(k->report, e->time);
		else
			k->report->seen++;
	}
	return st;
}

static rv_status
flush(struct sink *k, struct rv_err *err)
{
	rv_status st;

	if (!k->n)
		return RV_OK;
	rv_grow(&k->results, &k->cap_results, k->n);
	st = put(k, k->eps, k->n, k->results, err);
	for (size_t i = 0; st == RV_OK && i < k->n; i++) {
		if (k->eps[i].excluded.n)
			continue;
		if (k->results[i] == RV_PUT_ADDED)
			rv_import_added(k->report, k->eps[i].time);
		else if (k->results[i] == RV_PUT_SEEN)
			k->report->seen++;
	}
	if (st == RV_OK)
		st = settle(k, err);
	k->n = k->bytes = 0;
	rv_arena_release(&k->arena);
	return st;
}

/* rv_reader.emit */
static rv_status
take(struct rv_reader *r, struct rv_episode *e, struct rv_err *err)
{
	struct sink *k = r->arg;

	rv_grow(&k->eps, &k->cap, k->n + 1);
	k->eps[k->n++] = rv_collide_copy(e, &k->arena);
	k->bytes += e->text.n;
	if (k->n >= CHUNK_EPISODES || k->bytes >= CHUNK_BYTES)
		return flush(k, err);
	return RV_OK;
}

/* rv_reader.keep */
static rv_status
keep_object(struct rv_reader *r, struct rv_sv bytes, struct rv_err *err)
{
	struct sink *k = r->arg;
	char sha[RV_SHA256_HEX];

	if (k->report->dry)
		return RV_OK;
	return rv_object_put(k->store, bytes, sha, err);
}

static rv_status
import_file(struct sink *k, const struct rv_format *f, const char *path,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_reader r = {.path = path,
			      .source = rv_mask_path(&arena, rv_sv(path), NULL),
			      .session = rv_format_session(path),
			      .report = k->report,
			      .emit = take,
			      .keep = keep_object,
			      .arg = k};
	size_t details = k->report->n_rejected;
	rv_status st;

	k->path = path;
	k->report->files++;
	st = f->read(&r, err);
	if (st == RV_OK)
		st = flush(k, err);
	rv_import_report_sort(k->report, details);
	rv_arena_release(&arena);
	return st;
}

static bool
is_archive(const char *name)
{
	static const char *const patterns[] = {"*.reset.*", "*.deleted.*",
					       "*.bak.*", "*.lock"};

	for (size_t i = 0; i < ARRAY_LEN(patterns); i++)
		if (rv_path_match(patterns[i], name))
			return true;
	return false;
}

/* rv_walk_fn */
static rv_status
visit(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct sink *k = arg;
	const struct rv_format *f;
	struct rv_err why = {0};
	int fd;

	(void)rel;
	if (is_archive(rv_path_base(path)) || !st->st_size)
		return RV_OK;
	/* One that cannot be opened must not hide the others. */
	if (rv_format_open(path, &fd, &why) != RV_OK) {
		rv_import_reject(k->report, rv_sv(path), 0, -1, "%s", why.msg);
		return RV_OK;
	}
	close(fd);
	f = rv_format_find(k->format, path);
	if (f && k->format && strcmp(k->format, "auto") != 0 &&
	    !rv_path_match("*.jsonl", rv_path_base(path)))
		f = NULL;
	if (!f) {
		rv_log(RV_LOG_DEBUG, "%s: no reader knows it", path);
		return RV_OK;
	}
	return import_file(k, f, path, k->err);
}

static rv_status
import_path(struct sink *k, const char *path, struct rv_err *err)
{
	const struct rv_format *f;
	struct stat st;
	rv_status s;
	int fd;

	if (stat(path, &st) < 0)
		return rv_fail_errno(err, errno, path, _("cannot import"));
	if (S_ISDIR(st.st_mode)) {
		k->err = err;
		return rv_walk(path, visit, k, err);
	}
	s = rv_format_open(path, &fd, err);
	if (s != RV_OK)
		return s;
	close(fd);
	f = rv_format_find(k->format, path);
	/* Its name says lines: each is taken or told of by itself. */
	if (!f && rv_path_match("*.jsonl", rv_path_base(path)))
		f = rv_format_find("jsonl", path);
	if (f)
		return import_file(k, f, path, err);
	k->report->files++;
	if (st.st_size) {
		k->report->lines++;
		rv_import_reject(k->report, rv_sv(path), 1, 0,
				 _("the line is of no format that is known "
				   "here; name one with --format"));
	}
	return RV_OK;
}

rv_status
rv_import(struct rv_store *s, const char *format, const char *path,
	  struct rv_import_report *report, struct rv_err *err)
{
	struct sink k = {.store = s, .report = report, .format = format};
	rv_status st;

	if (!report->dry && rv_store_readonly(s))
		return rv_fail_path(err, RV_E_READONLY, path,
				    _("cannot import %s: the workspace is "
				      "read-only; open it for writing"),
				    path);
	if (format && strcmp(format, "auto") != 0 &&
	    !rv_format_find(format, NULL))
		return rv_fail(err, RV_E_USAGE,
			       _("cannot import: there is no format \"%s\"; "
				 "use auto, jsonl, pi or openclaw"),
			       format);
	st = import_path(&k, path, err);
	free(k.eps);
	free(k.results);
	rv_arena_release(&k.arena);
	return st;
}
