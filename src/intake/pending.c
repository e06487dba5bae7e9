/* SPDX-License-Identifier: MIT */
/* The pending log: its form, and what is written to it. */
#include "config.h"

#include "intake/pending.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/estimate.h"
#include "doc/redact.h"
#include "files/append.h"
#include "files/publish.h"
#include "intake/noise.h"

#define ROLE_MAX 32
#define END_MAX 4096 /* bytes looked at to see how the log ends */
#define STATUS_NAME ".pending-consolidation-status"

/* As the log writes them, and as we say. */
static const struct {
	const char *written, *role;
} roles[] = {
	{"human", "user"},
	{"user", "user"},
	{"assistant", "assistant"},
};

struct parser {
	struct rv_arena *arena;
	struct rv_pending_record *records;
	size_t n, cap;
	struct rv_sv log;
	/* Of the record that is open: */
	size_t text;	 /* where its text begins */
	size_t mark;	 /* where its newest "---" line begins, 0: none */
	size_t mark_end; /* behind that line */
	bool open, blank; /* blank: nothing but white space since the mark */
};

static bool
is_blank(struct rv_sv line)
{
	return rv_sv_trim(line).n == 0;
}

/* "[ISO] " with date and clock; *text is behind it. */
static bool
record_start(struct rv_sv line, int64_t *time, size_t *text)
{
	ptrdiff_t close;
	struct rv_sv iso;

	if (line.n < 3 || line.p[0] != '[')
		return false;
	close = rv_sv_find(rv_sv_slice(line, 0, RV_MIN(line.n, RV_ISO_MAX + 8)),
			   RV_SV("] "));
	if (close < 17)
		return false;
	iso = rv_sv_slice(line, 1, (size_t)close);
	*text = (size_t)close + 2;
	return iso.p[10] == 'T' && rv_time_parse(iso, time);
}

static bool
is_role(struct rv_sv v)
{
	if (!v.n || v.n > ROLE_MAX)
		return false;
	for (size_t i = 0; i < v.n; i++)
		if (!((v.p[i] >= 'a' && v.p[i] <= 'z') ||
		      (i && (v.p[i] == '-' || v.p[i] == '_' ||
			     (v.p[i] >= '0' && v.p[i] <= '9')))))
			return false;
	return true;
}

/* "human: " and the like; without one nobody knows who spoke. */
static size_t
take_role(struct rv_sv text, struct rv_sv *role)
{
	ptrdiff_t colon = rv_sv_find_char(
		rv_sv_slice(text, 0, RV_MIN(text.n, ROLE_MAX + 1)), ':');

	*role = RV_SV("system");
	if (colon <= 0 || !is_role(rv_sv_slice(text, 0, (size_t)colon)))
		return 0;
	*role = rv_sv_slice(text, 0, (size_t)colon);
	for (size_t i = 0; i < ARRAY_LEN(roles); i++)
		if (rv_sv_is(*role, roles[i].written))
			*role = rv_sv(roles[i].role);
	colon++;
	return (size_t)colon + ((size_t)colon < text.n && text.p[colon] == ' ');
}

static void
close_record(struct parser *p)
{
	struct rv_pending_record *r = &p->records[p->n - 1];
	struct rv_sv text;

	r->whole = p->mark != 0;
	r->end = (int64_t)(r->whole ? p->mark_end : p->log.n);
	text = rv_sv_slice(p->log, p->text, r->whole ? p->mark : p->log.n);
	/* The newline before the mark belongs to the form. */
	if (rv_sv_ends(text, RV_SV("\n")))
		text.n--;
	if (rv_sv_ends(text, RV_SV("\r")))
		text.n--;
	r->text = text;
	p->open = false;
}

static void
open_record(struct parser *p, int64_t time, int64_t line, size_t offset,
	    size_t text)
{
	struct rv_pending_record *r;
	size_t n;

	rv_grow(&p->records, &p->cap, p->n + 1);
	r = &p->records[p->n++];
	*r = (struct rv_pending_record){
		.time = time, .line = line, .offset = (int64_t)offset};
	n = take_role(rv_sv_slice(p->log, text, p->log.n), &r->role);
	p->text = text + n;
	p->mark = 0;
	p->open = true;
	p->blank = false;
}

void
rv_pending_parse(struct rv_sv log, struct rv_arena *arena,
		 struct rv_pending_record **out, size_t *n, size_t *stray)
{
	struct parser p = {.arena = arena, .log = log};
	struct rv_sv rest = log, line;
	size_t skipped = 0;
	bool may_start = true;

	*stray = 0;
	if (rv_sv_starts(rest, RV_SV("\xEF\xBB\xBF")))
		rest = rv_sv_slice(rest, 3, rest.n);
	for (int64_t number = 1; rest.n; number++) {
		size_t offset = (size_t)(rest.p - log.p), text, end;
		int64_t time;
		bool whole;

		(void)rv_sv_next_line(&rest, &line);
		end = rest.n ? (size_t)(rest.p - log.p) : log.n;
		whole = log.p[end - 1] == '\n';
		if (may_start && record_start(line, &time, &text)) {
			if (p.open)
				close_record(&p);
			open_record(&p, time, number, offset, offset + text);
			may_start = false;
		} else if (rv_sv_is(line, "---") && whole) {
			p.mark = p.open ? offset : 0;
			p.mark_end = end;
			p.blank = true;
			may_start = true;
			skipped += p.open ? 0 : end - offset;
		} else if (!(may_start && is_blank(line))) {
			p.blank = may_start = false;
			skipped += p.open ? 0 : end - offset;
		}
	}
	if (p.open) {
		/* Text behind the newest mark: the record goes on. */
		if (!p.blank)
			p.mark = 0;
		close_record(&p);
	}
	*stray = skipped;
	*n = p.n;
	*out = rv_arena_array(arena, struct rv_pending_record, p.n ? p.n : 1);
	if (p.n)
		memcpy(*out, p.records, p.n * sizeof(**out));
	free(p.records);
}

/*
 * The text, so written that no line of it is taken for the start of a record:
 * a "---" line before such a line is moved by one blank.
 */
static void
add_text(struct rv_sv text, struct rv_buf *out)
{
	struct rv_sv rest = text, line;
	size_t mark = 0; /* where the newest "---" stands in `out`, plus one */

	while (rest.n) {
		const char *from = rest.p;
		int64_t time;
		size_t behind;

		(void)rv_sv_next_line(&rest, &line);
		if (mark && record_start(line, &time, &behind)) {
			struct rv_buf tail = RV_BUF_INIT;

			rv_buf_add(&tail, out->p + mark - 1,
				   out->n - (mark - 1));
			rv_buf_truncate(out, mark - 1);
			rv_buf_addc(out, ' ');
			rv_buf_addv(out, rv_buf_sv(&tail));
			rv_buf_release(&tail);
		}
		if (rv_sv_is(line, "---"))
			mark = out->n + 1;
		else if (!is_blank(line))
			mark = 0;
		rv_buf_add(out, from,
			   rest.n ? (size_t)(rest.p - from)
				  : (size_t)(text.p + text.n - from));
	}
}

void
rv_pending_format(int64_t time, struct rv_sv role, struct rv_sv text,
		  struct rv_buf *out)
{
	struct rv_buf mended = RV_BUF_INIT;
	struct rv_sv written = is_role(role) ? role : RV_SV("system");

	if (rv_sv_is(role, "user"))
		written = RV_SV("human");
	rv_utf8_mend(text, &mended);
	rv_buf_addc(out, '[');
	rv_buf_add_iso(out, time);
	rv_buf_adds(out, "] ");
	rv_buf_addv(out, written);
	rv_buf_adds(out, ": ");
	add_text(rv_buf_sv(&mended), out);
	rv_buf_adds(out, "\n---\n");
	rv_buf_release(&mended);
}

/* Does the log end where a record may begin?  A missing one does. */
static rv_status
ends_whole(const char *path, bool *out, struct rv_err *err)
{
	char bytes[END_MAX];
	struct rv_sv v;
	struct stat st;
	ssize_t n = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	*out = true;
	if (fd < 0 && errno == ENOENT)
		return RV_OK;
	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	if (fstat(fd, &st) == 0 && st.st_size > 0)
		n = pread(fd, bytes, sizeof(bytes),
			  RV_MAX((off_t)0, st.st_size - (off_t)sizeof(bytes)));
	close(fd);
	v = rv_sv_trim_end(rv_sv_of(bytes, n > 0 ? (size_t)n : 0));
	*out = !v.n || rv_sv_is(v, "---") || rv_sv_ends(v, RV_SV("\n---"));
	return RV_OK;
}

rv_status
rv_pending_append(const char *path, int64_t time, struct rv_sv role,
		  struct rv_sv text, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf record = RV_BUF_INIT;
	struct rv_err why = {0};
	bool whole;
	rv_status st = ends_whole(path, &whole, err);

	if (st != RV_OK)
		return st;
	/* A writer was killed in the middle: what it said ends here. */
	if (!whole)
		rv_buf_adds(&record, "---\n");
	rv_pending_format(time, role, rv_redact_in(&arena, text, NULL),
			  &record);
	st = rv_append_line(path, rv_buf_sv(&record), true, NULL, err);
	/* The record is written; a status that is behind loses nothing. */
	if (st == RV_OK && rv_pending_write_status(path, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", why.msg);
	rv_buf_release(&record);
	rv_arena_release(&arena);
	return st;
}

/* The estimate of the originals is of the text with its prefix. */
static int64_t
tokens_of(struct rv_sv log, const struct rv_pending_record *r)
{
	struct rv_sv body = rv_sv_slice(log, (size_t)r->offset, (size_t)r->end);
	ptrdiff_t close = rv_sv_find(body, RV_SV("] "));
	size_t end = r->text.p ? (size_t)(r->text.p - body.p) + r->text.n : 0;

	return rv_estimate_tokens(rv_sv_slice(body, (size_t)close + 2, end));
}

rv_status
rv_pending_write_status(const char *path, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf log = RV_BUF_INIT, body = RV_BUF_INIT;
	size_t dir = (size_t)(rv_path_base(path) - path), n = 0, stray;
	const char *status = rv_arena_printf(&arena, "%.*s%s", (int)dir, path,
					     STATUS_NAME);
	struct rv_pending_record *records;
	int64_t messages = 0, tokens = 0;
	rv_status st = RV_OK;

	if (!rv_path_exists(status))
		goto out;
	st = rv_path_read(path, RV_PENDING_MAX, &log, err);
	if (st != RV_OK && st != RV_E_NOTFOUND)
		goto out;
	rv_pending_parse(rv_buf_sv(&log), &arena, &records, &n, &stray);
	for (size_t i = 0; i < n; i++) {
		if (!records[i].whole)
			continue;
		messages++;
		tokens += tokens_of(rv_buf_sv(&log), &records[i]);
	}
	rv_buf_addf(&body,
		    "{\n  \"messages\": %" PRId64 ",\n  \"tokens\": %" PRId64
		    "\n}\n",
		    messages, tokens);
	st = rv_publish(status, rv_buf_sv(&body), err);
out:
	rv_buf_release(&body);
	rv_buf_release(&log);
	rv_arena_release(&arena);
	return st;
}
