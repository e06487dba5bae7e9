/* SPDX-License-Identifier: MIT */
/* The table of readers and what they share. */
#include "config.h"

#include "intake/formats.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/path.h"
#include "doc/estimate.h"
#include "doc/mask.h"
#include "doc/redact.h"

#define HEAD ((size_t)64 << 10)

static const struct rv_format *const formats[] = {
#define FORMAT(symbol, name) &rv_format_##symbol,
#include "intake/formats.def"
#undef FORMAT
};

rv_status
rv_format_open(const char *path, int *fd, struct rv_err *err)
{
	struct stat st;
	/* A pipe must not block the one who only wants to know its kind. */
	int f = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (f < 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	if (fstat(f, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(f);
		return rv_fail_path(err, RV_E_IO, path,
				    _("cannot read %s: it is not a regular "
				      "file; name a file or a directory"),
				    path);
	}
	*fd = f;
	return RV_OK;
}

static const struct rv_format *
by_looking(const char *path)
{
	const struct rv_format *found = NULL;
	struct rv_buf head = RV_BUF_INIT;
	struct rv_sv v;
	int fd;

	if (rv_format_open(path, &fd, NULL) != RV_OK)
		return NULL;
	while (head.n < HEAD) {
		ssize_t n = read(fd, rv_buf_room(&head, HEAD - head.n),
				 HEAD - head.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		rv_buf_took(&head, (size_t)n);
	}
	close(fd);
	v = rv_buf_sv(&head);
	if (rv_sv_starts(v, RV_SV("\xEF\xBB\xBF")))
		v = rv_sv_slice(v, 3, v.n);
	for (size_t i = 0; i < ARRAY_LEN(formats) && !found; i++)
		if (formats[i]->sniff(path, v))
			found = formats[i];
	rv_buf_release(&head);
	return found;
}

const struct rv_format *
rv_format_find(const char *name, const char *path)
{
	if (!name || strcmp(name, "auto") == 0)
		return path ? by_looking(path) : NULL;
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

struct rv_sv
rv_format_session(const char *path)
{
	struct rv_sv base = rv_sv(rv_path_base(path));

	if (base.n > 6 && rv_sv_ends(base, RV_SV(".jsonl")))
		base.n -= 6;
	return base;
}

rv_status
rv_reader_put(struct rv_reader *r, struct rv_episode *e, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv raw = e->text;
	size_t hits = 0;
	rv_status st = RV_OK;

	e->text = e->excluded.n ? RV_SV_NONE
				: rv_redact_in(&arena, e->text, &hits);
	if (hits && r->report->dry)
		rv_import_masked(r->report, raw);
	e->name = rv_redact_in(&arena, e->name, NULL);
	e->session = rv_mask_name(&arena, e->session, NULL);
	e->tokens = rv_estimate_tokens(e->text);
	e->source = r->source;
	/* The id is of what the file says, the row says it masked. */
	rv_episode_identify(e);
	e->entry = rv_mask_name(&arena, e->entry, NULL);
	e->ref = rv_mask_name(&arena, e->ref, NULL);
	if (hits && r->hit)
		st = r->hit(r, e, raw, err);
	if (st == RV_OK)
		st = r->emit(r, e, err);
	rv_arena_release(&arena);
	return st;
}

void
rv_reader_reached(struct rv_reader *r, int64_t offset, int64_t line,
		  struct rv_sv state)
{
	if (!r->to)
		return;
	r->to->offset = offset;
	r->to->line = line;
	rv_buf_reset(&r->to->state);
	rv_buf_addv(&r->to->state, state);
}
