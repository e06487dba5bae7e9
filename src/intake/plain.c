/* SPDX-License-Identifier: MIT */
/* Plain episodes: one JSON object a line, as cli.md's import says. */
#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/time.h"
#include "base/utf8.h"
#include "intake/formats.h"
#include "intake/noise.h"
#include "intake/scan.h"
#include "intake/turn.h"

#define SNIFF_LINES 20
#define SHOWN 80 /* bytes of a value in a message */

static const struct {
	const char *role;
	enum rv_origin origin; /* unless the line says another */
} roles[] = {
	{"user", RV_ORIGIN_OWNER},
	{"assistant", RV_ORIGIN_AGENT},
	{"tool", RV_ORIGIN_TOOL},
	{"system", RV_ORIGIN_SYSTEM},
};

struct plain {
	struct rv_reader *r;
	struct rv_turn turn;
};

static void reject(struct plain *p, const struct rv_line *line, const char *fmt,
		   ...) RV_PRINTF(3, 4);

/* The message may quote the line. */
static void
reject(struct plain *p, const struct rv_line *line, const char *fmt, ...)
{
	struct rv_buf raw = RV_BUF_INIT, clean = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&raw, fmt, ap);
	va_end(ap);
	rv_text_clean(rv_buf_sv(&raw), RV_CLEAN_LINE, &clean);
	rv_import_reject(p->r->report, rv_sv(p->r->path), line->number,
			 line->offset, "%s", clean.p);
	rv_buf_release(&raw);
	rv_buf_release(&clean);
}

/* A value in a message, cut. */
static struct rv_sv
shown(struct rv_sv v)
{
	return rv_sv_slice(v, 0, rv_utf8_floor(v, RV_MIN(v.n, SHOWN)));
}

/* An optional string: absent and null are the empty view. */
static bool
text_of(const rv_json *root, const char *key, struct rv_sv *out)
{
	const rv_json *v = rv_json_get(root, key);

	*out = rv_json_sv(v);
	return !v || rv_json_is_null(v) || rv_json_is_string(v);
}

static bool
time_of(const rv_json *v, int64_t *out)
{
	*out = RV_UNDATED;
	if (rv_json_is_null(v))
		return true;
	if (rv_json_is_number(v)) {
		*out = rv_json_int(v, RV_UNDATED);
		return *out != RV_UNDATED;
	}
	return rv_time_parse(rv_json_sv(v), out);
}

/* Fills role and origin, or rejects the line. */
static bool
who(struct plain *p, const struct rv_line *line, struct rv_sv origin,
    struct rv_episode *e)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(roles); i++)
		if (rv_sv_is(e->role, roles[i].role))
			break;
	if (i == ARRAY_LEN(roles)) {
		reject(p, line,
		       _("the role \"%.*s\" is not user, assistant, tool or "
			 "system"),
		       RV_SV_ARG(shown(e->role)));
		return false;
	}
	e->origin = roles[i].origin;
	if (origin.n && !rv_origin_parse(origin, &e->origin)) {
		reject(p, line,
		       _("the origin \"%.*s\" is not owner, agent, tool, web or "
			 "system"),
		       RV_SV_ARG(shown(origin)));
		return false;
	}
	return true;
}

/* Fills the episode from the object, or rejects the line. */
static bool
fields(struct plain *p, const struct rv_line *line, const rv_json *root,
       struct rv_episode *e)
{
	const rv_json *text = rv_json_get(root, "text");
	const rv_json *time = rv_json_get(root, "time");
	struct rv_sv origin;
	const struct {
		const char *key;
		struct rv_sv *out;
	} strings[] = {
		{"session", &e->session}, {"ref", &e->ref}, {"role", &e->role},
		{"name", &e->name},	  {"origin", &origin},
	};

	if (!rv_json_is_string(text)) {
		reject(p, line, _("\"%s\" is missing or not a string"),
		       "text");
		return false;
	}
	if (!time || !time_of(time, &e->time)) {
		reject(p, line,
		       _("\"%s\" is missing or not an ISO time (null says that "
			 "it is not known)"),
		       "time");
		return false;
	}
	for (size_t i = 0; i < ARRAY_LEN(strings); i++) {
		if (text_of(root, strings[i].key, strings[i].out))
			continue;
		reject(p, line, _("\"%s\" is not a string"),
		       strings[i].key);
		return false;
	}
	e->text = rv_json_sv(text);
	if (!e->role.n)
		e->role = RV_SV("user");
	return who(p, line, origin, e);
}

static rv_status
read_object(struct plain *p, const struct rv_line *line, struct rv_err *err)
{
	struct rv_episode e = {.class = RV_SOURCE_SESSION,
			       .line = line->number,
			       .offset = line->offset};
	struct rv_json_doc doc;
	struct rv_err why = {0};
	const char *reason;
	char made[24];
	rv_status st = rv_json_parse(line->text, &doc, &why);

	if (st != RV_OK) {
		reject(p, line, "%s", why.msg);
		return RV_OK;
	}
	if (!fields(p, line, doc.root, &e))
		goto out;
	if (!e.session.n)
		e.session = p->r->session;
	if (!e.ref.n) {
		snprintf(made, sizeof(made), "L%" PRId64, line->number);
		e.ref = rv_sv(made);
	}
	e.entry = e.ref;
	reason = rv_noise_session(e.session);
	if (!reason && !rv_sv_trim(e.text).n)
		reason = "empty";
	if (reason)
		rv_import_skip(p->r->report, reason);
	else
		st = rv_turn_add(&p->turn, &e, err);
out:
	rv_json_release(&doc);
	return st;
}

static rv_status
read_line(struct plain *p, const struct rv_line *line, enum rv_scan r,
	  struct rv_err *err)
{
	if (line->kind == RV_LINE_TOOLONG) {
		rv_import_reject(p->r->report, rv_sv(p->r->path), line->number,
				 line->offset,
				 _("the line is longer than %zu MiB"),
				 RV_LINE_MAX >> 20);
		return RV_OK;
	}
	switch (r) {
	case RV_SCAN_OBJECT:
		return read_object(p, line, err);
	case RV_SCAN_BLANK:
		rv_import_skip(p->r->report, "blank");
		break;
	case RV_SCAN_OTHER:
		reject(p, line, _("the line is not a JSON object"));
		break;
	case RV_SCAN_CUT:
		reject(p, line,
		       _("the line breaks off in the middle of its JSON"));
		break;
	case RV_SCAN_BAD:
		reject(p, line, _("the line is not JSON"));
		break;
	}
	return RV_OK;
}

static rv_status
read_lines(struct plain *p, int fd, struct rv_err *err)
{
	const struct rv_read_point *from = p->r->from;
	struct rv_import_report *report = p->r->report;
	int64_t offset = from ? from->offset : 0;
	int64_t number = from ? from->line : 0;
	struct rv_lines lines;
	struct rv_line l;
	rv_status st;

	rv_lines_init(&lines, fd, offset, number + 1, RV_LINE_MAX);
	while ((st = rv_lines_next(&lines, &l, err)) == RV_OK &&
	       l.kind != RV_LINE_END) {
		enum rv_scan r = rv_scan(l.text, NULL, 0);

		report->lines++;
		if (l.kind == RV_LINE_PARTIAL &&
		    (p->r->live || r != RV_SCAN_OBJECT)) {
			report->waiting++;
			break;
		}
		st = read_line(p, &l, r, err);
		if (st != RV_OK)
			break;
		offset = l.end;
		number = l.number;
	}
	rv_lines_release(&lines);
	if (st != RV_OK)
		return st;
	if (p->r->live && rv_turn_waits(&p->turn)) {
		report->waiting += (int64_t)p->turn.n;
		rv_reader_reached(p->r, p->turn.held[0].offset,
				  p->turn.held[0].line - 1, RV_SV("{}"));
		return RV_OK;
	}
	rv_reader_reached(p->r, offset, number, RV_SV("{}"));
	return rv_turn_end(&p->turn, err);
}

static rv_status
read_plain(struct rv_reader *r, struct rv_err *err)
{
	struct plain p = {.r = r, .turn = {.reader = r}};
	int fd;
	rv_status st = rv_format_open(r->path, &fd, err);

	if (st != RV_OK)
		return st;
	st = read_lines(&p, fd, err);
	close(fd);
	rv_turn_release(&p.turn);
	return st;
}

static bool
sniff(const char *path, struct rv_sv head)
{
	struct rv_sv line;

	(void)path;
	for (int i = 0; i < SNIFF_LINES && rv_sv_next_line(&head, &line); i++) {
		struct rv_scan_key keys[] = {
			{.path = "text"}, {.path = "time"}, {.path = "ref"},
			{.path = "type"}, {.path = "message"}};
		enum rv_scan r = rv_scan(line, keys, ARRAY_LEN(keys));

		if (r == RV_SCAN_BLANK || r == RV_SCAN_BAD)
			continue;
		/* A long text may push all that follows behind the head. */
		if (keys[3].raw.n || keys[4].raw.n)
			return false;
		if (keys[0].raw.n || keys[2].raw.n)
			return true;
		if (r != RV_SCAN_CUT)
			return keys[1].raw.n != 0;
	}
	return false;
}

const struct rv_format rv_format_plain = {
	.name = "jsonl",
	.sniff = sniff,
	.read = read_plain,
};
