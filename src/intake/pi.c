/* SPDX-License-Identifier: MIT */
/* Messages of a pi session file. */
#include "config.h"

#include "intake/pi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/log.h"
#include "base/time.h"
#include "doc/redact.h"
#include "intake/noise.h"
#include "intake/pi_entry.h"
#include "intake/pi_tree.h"
#include "intake/scan.h"
#include "intake/turn.h"

#define SNIFF_LINES 20

struct pi {
	struct rv_reader *r;
	struct rv_pi_tree tree;
	struct rv_turn turn;
	struct rv_buf session;
	const char *noise; /* the whole session is */
	int64_t time;	   /* of the entry before */
};

enum { K_TYPE, K_TIME, K_ROLE, K_MESSAGE_TIME, K_N };

static void
save_point(struct pi *p, int64_t offset, int64_t line, uint64_t leaf)
{
	struct rv_buf state = RV_BUF_INIT, session = RV_BUF_INIT;
	struct rv_jw w;
	char hex[17];

	snprintf(hex, sizeof(hex), "%016" PRIx64, leaf);
	rv_jw_init(&w, &state);
	rv_jw_object(&w, NULL);
	rv_redact(rv_buf_sv(&p->session), &session); /* as rows have it */
	rv_jw_sv(&w, "session", rv_buf_sv(&session));
	rv_jw_str(&w, "leaf", hex);
	rv_jw_time(&w, "time", p->time);
	rv_jw_bool(&w, "flush", p->turn.drop);
	rv_jw_end_object(&w);
	rv_reader_reached(p->r, offset, line, rv_buf_sv(&state));
	rv_buf_release(&state);
	rv_buf_release(&session);
}

/* Goes on where the last reading stopped, or RV_E_MOVED. */
static rv_status
resume(struct pi *p, int fd, struct rv_err *err)
{
	const struct rv_read_point *from = p->r->from;
	struct rv_json_doc doc;
	uint64_t leaf;
	rv_status st = rv_json_parse(rv_buf_sv(&from->state), &doc, err);

	if (st != RV_OK)
		return RV_E_MOVED;
	rv_buf_addv(&p->session, rv_json_get_sv(doc.root, "session"));
	leaf = strtoull(rv_sv_cstr_in(&p->turn.arena,
				      rv_json_get_sv(doc.root, "leaf")),
			NULL, 16);
	if (!rv_time_parse(rv_json_get_sv(doc.root, "time"), &p->time))
		p->time = RV_UNDATED;
	p->turn.drop = rv_json_bool(rv_json_get(doc.root, "flush"), false);
	rv_json_release(&doc);
	st = rv_pi_tree_read(&p->tree, fd, from->offset, from->line + 1, leaf,
			     p->r->live, err);
	if (st != RV_OK)
		return st;
	/* Another branch, a second header, or ids where there were none. */
	if (!p->tree.linear || p->tree.header || (!leaf && p->tree.n))
		return rv_fail_path(err, RV_E_MOVED, p->r->path,
				    _("%s does not continue as it was"),
				    p->r->path);
	return RV_OK;
}

/* The header's id, unless topics share it. */
static void
name_session(struct pi *p)
{
	struct rv_sv id = rv_buf_sv(&p->tree.session);
	struct rv_sv file = p->r->session;

	if (id.n && !(rv_sv_starts(file, id) &&
		      rv_sv_starts(rv_sv_slice(file, id.n, file.n),
				   RV_SV("-topic-")))) {
		rv_buf_addv(&p->session, id);
		return;
	}
	if (!id.n && p->tree.entries)
		rv_log(RV_LOG_WARN,
		       "%s: no session header with an id, so the file's name "
		       "is the session",
		       p->r->path);
	rv_buf_addv(&p->session, file);
}

static rv_status
start(struct pi *p, int fd, struct rv_err *err)
{
	rv_status st;

	if (p->r->from)
		return resume(p, fd, err);
	st = rv_pi_tree_read(&p->tree, fd, 0, 1, 0, p->r->live, err);
	if (st != RV_OK)
		return st;
	name_session(p);
	p->time = p->tree.time;
	return RV_OK;
}

static rv_status
give(struct pi *p, const struct rv_line *line, const rv_json *root,
     struct rv_sv text, bool user, struct rv_err *err)
{
	struct rv_sv entry = rv_json_get_sv(root, "id");
	struct rv_episode e = {
		.session = rv_buf_sv(&p->session),
		.role = user ? RV_SV("user") : RV_SV("assistant"),
		.text = text,
		.time = p->time,
		.class = RV_SOURCE_SESSION,
		.line = line->number,
		.offset = line->offset,
	};
	char made[24];

	if (!entry.n) {
		snprintf(made, sizeof(made), "L%" PRId64, line->number);
		entry = rv_sv(made);
	}
	e.entry = e.ref = entry;
	/* What a timer asked was not asked by the owner. */
	if (!user)
		e.origin = RV_ORIGIN_AGENT;
	else
		e.origin = rv_noise_prompt(text) ? RV_ORIGIN_SYSTEM
						 : RV_ORIGIN_OWNER;
	return rv_turn_add(&p->turn, &e, err);
}

static rv_status
read_message(struct pi *p, const struct rv_line *line, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_json_doc doc;
	struct rv_err why = {0};
	const rv_json *message;
	const char *reason;
	struct rv_sv v;
	rv_status st = rv_json_parse(line->text, &doc, &why);
	bool user;

	if (st != RV_OK) {
		rv_import_reject(p->r->report, rv_sv(p->r->path), line->number,
				 line->offset, "%s", why.msg);
		return RV_OK;
	}
	message = rv_json_get(doc.root, "message");
	user = rv_sv_is(rv_json_get_sv(message, "role"), "user");
	rv_pi_text(p->r, message, &text);
	v = user ? rv_noise_strip_metadata(rv_buf_sv(&text))
		 : rv_buf_sv(&text);
	if (!user)
		p->turn.running = rv_pi_calls_tool(message);
	reason = rv_pi_text_reason(message, v);
	if (reason)
		rv_import_skip(p->r->report, reason);
	else
		st = give(p, line, doc.root, v, user, err);
	rv_buf_release(&text);
	rv_json_release(&doc);
	return st;
}

static const char *
scan_problem(enum rv_scan r)
{
	switch (r) {
	case RV_SCAN_OBJECT:
	case RV_SCAN_BLANK:
		break;
	case RV_SCAN_OTHER:
		return _("the line is not a JSON object");
	case RV_SCAN_CUT:
		return _("the line breaks off in the middle of its JSON");
	case RV_SCAN_BAD:
		return _("the line is not JSON");
	}
	return NULL;
}

static rv_status
read_line(struct pi *p, const struct rv_line *line, enum rv_scan r,
	  const struct rv_scan_key *keys, struct rv_err *err)
{
	struct rv_import_report *report = p->r->report;
	struct rv_sv type = rv_scan_str(keys[K_TYPE].raw);
	struct rv_sv role = rv_scan_str(keys[K_ROLE].raw);
	const char *problem = scan_problem(r), *reason;
	bool active = rv_pi_tree_active(&p->tree, line->number);
	int64_t time;

	if (r == RV_SCAN_BLANK) {
		rv_import_skip(report, "blank");
		return RV_OK;
	}
	if (!problem && !type.n)
		problem = _("the line is not a session entry: it has no type");
	if (!problem && rv_sv_is(type, "message") && !role.n)
		problem = _("the message has no role");
	if (problem) {
		rv_import_reject(report, rv_sv(p->r->path), line->number,
				 line->offset, "%s", problem);
		return RV_OK;
	}
	if (active && !rv_sv_is(type, "session") &&
	    (rv_pi_time(keys[K_TIME].raw, &time) ||
	     rv_pi_time(keys[K_MESSAGE_TIME].raw, &time)))
		p->time = time;
	if (!rv_sv_is(type, "message"))
		reason = rv_pi_line_reason(type);
	else if (p->noise)
		reason = p->noise;
	else if (!active)
		reason = "branch";
	else
		reason = rv_pi_role_reason(role);
	if (!reason)
		return read_message(p, line, err);
	if (active && rv_sv_is(rv_sv(reason), "tool"))
		p->turn.running = true;
	rv_import_skip(report, reason);
	return RV_OK;
}

/* Before a prompt that will be held: the way back to it. */
static void
note_held(struct pi *p, const struct rv_line *line, uint64_t leaf,
	  int64_t time)
{
	int64_t now = p->time;

	if (p->turn.n && p->turn.held[0].line == line->number) {
		p->time = time;
		save_point(p, line->offset, line->number - 1, leaf);
		p->time = now;
	}
}

static rv_status
read_lines(struct pi *p, int fd, struct rv_err *err)
{
	const struct rv_read_point *from = p->r->from;
	struct rv_import_report *report = p->r->report;
	struct rv_lines lines;
	struct rv_line l;
	int64_t offset = from ? from->offset : 0;
	int64_t number = from ? from->line : 0;
	rv_status st;

	rv_lines_init(&lines, fd, offset, number + 1, RV_LINE_MAX);
	while ((st = rv_lines_next(&lines, &l, err)) == RV_OK &&
	       l.kind != RV_LINE_END) {
		struct rv_scan_key keys[K_N] = {
			[K_TYPE] = {.path = "type"},
			[K_TIME] = {.path = "timestamp"},
			[K_ROLE] = {.path = "message.role"},
			[K_MESSAGE_TIME] = {.path = "message.timestamp"},
		};
		int64_t time = p->time;
		uint64_t leaf;
		enum rv_scan r = rv_scan(l.text, keys, K_N);

		/* What came after the first pass is for the next time. */
		if (l.offset >= p->tree.end && l.kind != RV_LINE_PARTIAL)
			break;
		report->lines++;
		if (l.kind == RV_LINE_PARTIAL &&
		    (p->r->live || r != RV_SCAN_OBJECT)) {
			report->waiting++;
			break;
		}
		if (l.kind == RV_LINE_TOOLONG) {
			rv_import_reject(report, rv_sv(p->r->path), l.number,
					 l.offset,
					 _("the line is longer than %zu MiB"),
					 RV_LINE_MAX >> 20);
			st = RV_OK;
		} else {
			leaf = p->tree.cursor
				       ? p->tree.nodes[p->tree.cursor - 1].id
				       : 0;
			st = read_line(p, &l, r, keys, err);
			note_held(p, &l, leaf, time);
		}
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
		return RV_OK;
	}
	save_point(p, offset, number, rv_pi_tree_leaf(&p->tree));
	return rv_turn_end(&p->turn, err);
}

rv_status
rv_pi_read(struct rv_reader *r, const char *noise, struct rv_err *err)
{
	struct pi p = {.r = r,
		       .tree = RV_PI_TREE_INIT,
		       .turn = {.reader = r},
		       .session = RV_BUF_INIT,
		       .time = RV_UNDATED};
	int fd;
	rv_status st = rv_format_open(r->path, &fd, err);

	if (st != RV_OK)
		return st;
	st = start(&p, fd, err);
	p.noise = noise ? noise : rv_noise_session(rv_buf_sv(&p.session));
	if (st == RV_OK)
		st = read_lines(&p, fd, err);
	close(fd);
	rv_turn_release(&p.turn);
	rv_pi_tree_release(&p.tree);
	rv_buf_release(&p.session);
	return st;
}

bool
rv_pi_sniff(struct rv_sv head)
{
	struct rv_sv line;

	for (int i = 0; i < SNIFF_LINES && rv_sv_next_line(&head, &line); i++) {
		struct rv_scan_key keys[] = {{.path = "type"},
					     {.path = "message.role"},
					     {.path = "message"}};
		enum rv_scan r = rv_scan(line, keys, ARRAY_LEN(keys));
		struct rv_sv type = rv_scan_str(keys[0].raw);

		if (r == RV_SCAN_BLANK || r == RV_SCAN_BAD || !type.n)
			continue;
		/* Other agents write messages of other shapes. */
		return rv_pi_is_type(type) &&
		       (!rv_sv_is(type, "message") || keys[1].raw.n ||
			r == RV_SCAN_CUT);
	}
	return false;
}

static bool
sniff(const char *path, struct rv_sv head)
{
	return rv_pi_sniff(head) && !rv_openclaw_owns(path);
}

static rv_status
read_pi(struct rv_reader *r, struct rv_err *err)
{
	return rv_pi_read(r, NULL, err);
}

const struct rv_format rv_format_pi = {
	.name = "pi",
	.sniff = sniff,
	.read = read_pi,
};
