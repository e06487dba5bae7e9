/* SPDX-License-Identifier: MIT */
/* Secrets leave the files of the record. */
#include "config.h"

#include "store/erase.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/path.h"
#include "files/publish.h"
#include "store/store_priv.h"

#define OBJECT_MAX ((size_t)64 << 20) /* a larger one is no text */

static const char *const files[] = {RV_RECORD_NAME, RV_TRACES_NAME};

static const char *
name_of(struct rv_sv file)
{
	const struct rv_sv dir = RV_SV(".reverie/");

	if (!rv_sv_starts(file, dir))
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(files); i++)
		if (rv_sv_is(rv_sv_slice(file, dir.n, file.n), files[i]))
			return files[i];
	return NULL;
}

bool
rv_erase_knows(struct rv_sv file)
{
	return name_of(file) != NULL;
}

rv_status
rv_erase_secrets(struct rv_sv text, struct rv_arena *arena,
		 struct rv_erase *out, struct rv_err *err)
{
	struct rv_redactor *r = rv_redactor_new(NULL);
	const struct rv_redact_span *spans;
	struct rv_buf masked = RV_BUF_INIT;
	size_t n;
	rv_status s = rv_redactor_run(r, text, &masked, err);

	spans = rv_redactor_spans(r, &n);
	if (s == RV_OK) {
		out->secrets = rv_arena_array(arena, struct rv_erase_secret,
					      n + 1);
		out->n = n;
		for (size_t i = 0; i < n; i++)
			out->secrets[i] = (struct rv_erase_secret){
				rv_sv_dup_in(arena, rv_sv(spans[i].rule)),
				rv_sv_dup_in(arena,
					     rv_sv(spans[i].fingerprint))};
	}
	rv_redactor_free(r);
	rv_buf_release(&masked);
	return s;
}

/* The bytes of a line without its end, and where they begin. */
static rv_status
read_line(const char *path, struct rv_sv file, int64_t number,
	  struct rv_arena *arena, struct rv_erase *out, struct rv_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
	struct rv_lines lines;
	struct rv_line line = {.kind = RV_LINE_END};
	rv_status s = RV_OK;

	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	rv_lines_init(&lines, fd, 0, 1, RV_LINE_MAX);
	while ((s = rv_lines_next(&lines, &line, err)) == RV_OK &&
	       line.kind != RV_LINE_END && line.number < number)
		;
	if (s == RV_OK &&
	    (line.kind != RV_LINE_FULL || line.number != number))
		s = rv_fail(err, RV_E_NOTFOUND,
			    /* TRANSLATORS: a file and the number of a line. */
			    _("%.*s:%lld: there is no such line; `reverie "
			      "doctor` lists the lines that hold a secret"),
			    RV_SV_ARG(file), (long long)number);
	if (s == RV_OK) {
		out->bytes = rv_sv_dup_in(arena, line.text);
		out->offset = line.offset;
	}
	rv_lines_release(&lines);
	close(fd);
	return s;
}

static rv_status
without(struct rv_store *s, const char *name, struct rv_sv line,
	struct rv_buf *out, struct rv_err *err)
{
	return strcmp(name, RV_TRACES_NAME) == 0
		       ? rv__trace_without(line, out, err)
		       : rv__record_without(s, line, out, err);
}

rv_status
rv_erase_find(struct rv_store *s, struct rv_sv file, int64_t line,
	      struct rv_arena *arena, struct rv_erase *out,
	      struct rv_err *err)
{
	const char *name = name_of(file);
	char *path = rv__store_path(s, name);
	struct rv_buf masked = RV_BUF_INIT;
	rv_status st = read_line(path, file, line, arena, out, err);

	if (st == RV_OK)
		st = rv_erase_secrets(out->bytes, arena, out, err);
	if (st == RV_OK)
		st = without(s, name, out->bytes, &masked, err);
	out->masked = rv_buf_detach_in(arena, &masked);
	free(path);
	return st;
}

/* The file but for the bytes that go; what stood there before is checked. */
static rv_status
replace(const char *path, const struct rv_erase *what, struct rv_err *err)
{
	size_t from = (size_t)what->offset, to = from + what->bytes.n;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
	void *all = MAP_FAILED;
	struct stat st;
	rv_status s;

	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	if (fstat(fd, &st) == 0 && st.st_size > 0)
		all = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE,
			   fd, 0);
	if (all == MAP_FAILED) {
		s = rv_fail_errno(err, errno, path, _("cannot read"));
	} else {
		struct rv_sv old = rv_sv_of(all, (size_t)st.st_size);
		const struct rv_sv parts[] = {
			rv_sv_slice(old, 0, from), what->masked,
			rv_sv_slice(old, to, old.n)};

		if (rv_sv_eq(rv_sv_slice(old, from, to), what->bytes))
			s = rv_publish_parts(path, parts, ARRAY_LEN(parts),
					     err);
		else
			s = rv_fail_path(err, RV_E_MOVED, path,
					 _("%s: it changed just now, nothing "
					   "was written; try again"),
					 path);
		(void)munmap(all, (size_t)st.st_size);
	}
	close(fd);
	return s;
}

rv_status
rv_erase_line(struct rv_store *s, struct rv_sv file,
	      const struct rv_erase *what, struct rv_err *err)
{
	char *path = rv__store_path(s, name_of(file));
	rv_status st = rv__store_writable(s, err);

	if (st == RV_OK)
		st = replace(path, what, err);
	free(path);
	return st == RV_OK ? rv__store_reindex(s, err) : st;
}

/* Does the text hold one of them, in whatever surroundings? */
static bool
holds(struct rv_sv text, const struct rv_erase *what)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_erase found = {0};
	bool yes = false;

	if (rv_redact_count(text) &&
	    rv_erase_secrets(text, &arena, &found, NULL) == RV_OK)
		for (size_t i = 0; i < found.n && !yes; i++)
			for (size_t k = 0; k < what->n && !yes; k++)
				yes = rv_sv_eq(found.secrets[i].fingerprint,
					       what->secrets[k].fingerprint);
	rv_arena_release(&arena);
	return yes;
}

rv_status
rv_erase_objects(struct rv_store *s, const struct rv_erase *what, bool remove,
		 int64_t *n, struct rv_err *err)
{
	char *dir = rv__store_path(s, "objects");
	DIR *d = opendir(dir);
	struct dirent *entry;
	rv_status st = RV_OK;

	*n = 0;
	while (d && st == RV_OK && (entry = readdir(d)) != NULL) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf text = RV_BUF_INIT;
		const char *path =
			rv_path_join_in(&arena, dir, entry->d_name);

		if (rv_is_sha256_hex(rv_sv(entry->d_name)) &&
		    rv_path_read(path, OBJECT_MAX, &text, NULL) == RV_OK &&
		    holds(rv_buf_sv(&text), what)) {
			++*n;
			if (remove)
				st = rv_unpublish(path, err);
		}
		rv_buf_release(&text);
		rv_arena_release(&arena);
	}
	if (d)
		closedir(d);
	free(dir);
	return st;
}
