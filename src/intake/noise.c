/* SPDX-License-Identifier: MIT */
/* Patterns of what is not conversation, and the rule of the pair. */

#include "config.h"

#include "intake/noise.h"

#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/utf8.h"

#define TOKEN RV_SV("HEARTBEAT_OK")
#define ACK_MAX 300	      /* UTF-16 units that may stand beside the token */
#define ACK_TRAIL 4	      /* non-word characters behind it */
#define ACK_BYTES (16 * 1024) /* longer replies hold more than ACK_MAX */

enum where { AT_START, AT_LINE, AT_END, ANYWHERE };

struct pattern {
	const char *text;
	enum where where;
	const char *also; /* must be there too, or NULL */
	const char *reason;
};

/*
 * The prompt of 2.x may be preceded by system lines, so it counts at the start
 * of any line, and only beside the token: whoever writes about HEARTBEAT.md in
 * the middle of a sentence is heard.
 */
static const struct pattern prompts[] = {
	{"Read HEARTBEAT.md", AT_LINE, "HEARTBEAT_OK", "heartbeat"},
	{"[OpenClaw heartbeat poll]", AT_START, NULL, "heartbeat"},
	{"Follow the heartbeat monitor scratch context when provided", ANYWHERE,
	 NULL, "heartbeat"},
	{"[OpenClaw cron wake]", AT_START, NULL, "notice"},
	{"[OpenClaw exec completion]", AT_START, NULL, "notice"},
	{"[OpenClaw session event]", AT_START, NULL, "notice"},
	{"A scheduled reminder has been triggered", AT_START, NULL, "notice"},
	{"A scheduled cron event was triggered", AT_START, NULL, "notice"},
	{"An async command you ran earlier has completed", AT_START, NULL,
	 "notice"},
	{"Pre-compaction memory flush", AT_START, NULL, "flush"},
};

static const struct pattern sessions[] = {
	{"probe-", AT_START, NULL, "probe"},
	{"subagent:", AT_START, NULL, "subagent"},
	{":subagent:", ANYWHERE, NULL, "subagent"},
	{":heartbeat", AT_END, NULL, "heartbeat"},
	{"cron:", AT_START, NULL, "notice"},
	{":cron:", ANYWHERE, NULL, "notice"},
	{"hook:", AT_START, NULL, "notice"},
	{":hook:", ANYWHERE, NULL, "notice"},
};

static const char *const metadata_sentinels[] = {
	"Conversation info (untrusted metadata):",
	"Sender (untrusted metadata):",
	"Thread starter (untrusted, for context):",
	"Replied message (untrusted, for context):",
	"Forwarded message context (untrusted metadata):",
	"Chat history since last reply (untrusted, for context):",
};

static bool
at_line_start(struct rv_sv text, struct rv_sv needle)
{
	struct rv_sv rest = text, line;

	while (rv_sv_next_line(&rest, &line))
		if (rv_sv_starts(rv_sv_trim(line), needle))
			return true;
	return false;
}

static bool
pattern_matches(const struct pattern *p, struct rv_sv text)
{
	struct rv_sv needle = rv_sv(p->text);
	bool hit = false;

	switch (p->where) {
	case AT_START:
		hit = rv_sv_starts(text, needle);
		break;
	case AT_LINE:
		hit = rv_sv_has(text, needle) && at_line_start(text, needle);
		break;
	case AT_END:
		hit = rv_sv_ends(text, needle);
		break;
	case ANYWHERE:
		hit = rv_sv_has(text, needle);
		break;
	}
	return hit && (!p->also || rv_sv_has(text, rv_sv(p->also)));
}

static const char *
first_match(const struct pattern *table, size_t n, struct rv_sv text)
{
	for (size_t i = 0; i < n; i++)
		if (pattern_matches(&table[i], text))
			return table[i].reason;
	return NULL;
}

static bool
is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

static bool
is_word(uint32_t cp)
{
	return cp == '_' || rv_is_letter(cp) || rv_is_digit(cp);
}

static struct rv_sv
trim_edges(struct rv_sv v)
{
	static const char edge[] = " \t\r\n\v\f*`~_";

	while (v.n && rv_sv_find_char(RV_SV(edge), v.p[0]) >= 0) {
		v.p++;
		v.n--;
	}
	while (v.n && rv_sv_find_char(RV_SV(edge), v.p[v.n - 1]) >= 0)
		v.n--;
	return v;
}

/* Appends v with tags and &nbsp; as blanks. */
static void
strip_tags(struct rv_sv v, struct rv_buf *out)
{
	size_t i = 0;

	while (i < v.n) {
		struct rv_sv rest = rv_sv_slice(v, i, v.n);
		ptrdiff_t close;

		if (rv_sv_starts(rest, RV_SV("&nbsp;"))) {
			rv_buf_addc(out, ' ');
			i += 6;
		} else if (rest.p[0] == '<' &&
			   (close = rv_sv_find_char(rest, '>')) > 0) {
			rv_buf_addc(out, ' ');
			i += (size_t)close + 1;
		} else {
			rv_buf_addc(out, rest.p[0]);
			i++;
		}
	}
}

/* Is v nothing but a few characters that belong to no word? */
static bool
is_trail(struct rv_sv v)
{
	size_t i = 0;

	for (int n = 0; i < v.n; n++)
		if (n == ACK_TRAIL || is_word(rv_utf8_next(v, &i)))
			return false;
	return true;
}

/* Takes the token off one edge of *v, with the trail behind it. */
static bool
cut_token(struct rv_sv *v, struct rv_sv token)
{
	struct rv_sv rest;
	size_t at;

	if (rv_sv_starts(*v, token)) {
		rest = rv_sv_slice(*v, token.n, v->n);
		if (!rest.n || (!is_alnum(rest.p[0]) && rest.p[0] != '_')) {
			*v = is_trail(rest) ? RV_SV_NONE : rest;
			return true;
		}
	}
	/* The trail is at most ACK_TRAIL characters of four bytes. */
	for (at = v->n; at >= token.n && v->n - at <= ACK_TRAIL * 4; at--) {
		rest = rv_sv_slice(*v, 0, at);
		if (!rv_sv_ends(rest, token))
			continue;
		rest.n -= token.n;
		if ((rest.n && is_alnum(rest.p[rest.n - 1])) ||
		    !is_trail(rv_sv_slice(*v, at, v->n)))
			return false;
		*v = rest;
		return true;
	}
	return false;
}

/* UTF-16 units beside the token, or -1 when it is at no edge. */
static int64_t
ack_rest(struct rv_sv text, struct rv_sv token)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;
	int64_t rest = -1;

	if (text.n > ACK_BYTES || !rv_sv_has(text, token))
		return -1;
	strip_tags(text, &b);
	v = trim_edges(rv_buf_sv(&b));
	while (cut_token(&v, token)) {
		v = trim_edges(v);
		rest = (int64_t)rv_utf16_len(v);
	}
	rv_buf_release(&b);
	return rest;
}

/* An answer that is noise whatever was asked: nothing but a token. */
static const char *
bare_reply(struct rv_sv text)
{
	if (ack_rest(text, TOKEN) == 0)
		return "heartbeat";
	if (ack_rest(text, RV_SV("NO_REPLY")) == 0 ||
	    ack_rest(text, RV_SV("no_reply")) == 0)
		return "noreply";
	return NULL;
}

const char *
rv_noise_session(struct rv_sv session)
{
	return first_match(sessions, ARRAY_LEN(sessions), session);
}

const char *
rv_noise_prompt(struct rv_sv text)
{
	text = rv_sv_trim(rv_noise_strip_metadata(text));
	if (rv_sv_eq(text, TOKEN))
		return "heartbeat";
	return first_match(prompts, ARRAY_LEN(prompts), text);
}

const char *
rv_noise_reply(struct rv_sv text)
{
	int64_t rest = ack_rest(text, TOKEN);

	if (rest >= 0 && rest <= ACK_MAX)
		return "heartbeat";
	return bare_reply(text);
}

const char *
rv_noise_turn(struct rv_sv session, struct rv_sv message)
{
	const char *reason = rv_noise_session(session);

	return reason ? reason : rv_noise_prompt(message);
}

/* Behind one metadata block, or false when there is none in front. */
static bool
skip_block(struct rv_sv *text)
{
	struct rv_sv rest = rv_sv_trim(*text), line;
	bool known = false;

	if (!rv_sv_next_line(&rest, &line))
		return false;
	line = rv_sv_trim(line);
	for (size_t i = 0; i < ARRAY_LEN(metadata_sentinels); i++)
		known = known || rv_sv_is(line, metadata_sentinels[i]);
	if (!known || !rv_sv_next_line(&rest, &line) ||
	    !rv_sv_is(rv_sv_trim(line), "```json"))
		return false;
	while (rv_sv_next_line(&rest, &line)) {
		if (rv_sv_is(rv_sv_trim(line), "```")) {
			*text = rest;
			return true;
		}
	}
	return false;
}

struct rv_sv
rv_noise_strip_metadata(struct rv_sv text)
{
	bool any = false;

	while (skip_block(&text))
		any = true;
	return any ? rv_sv_trim(text) : text;
}

static bool
is_user(const struct rv_noise_msg *m)
{
	return rv_sv_is(m->role, "user");
}

static bool
is_reply(const struct rv_noise_msg *m)
{
	return rv_sv_is(m->role, "assistant");
}

/* Is everything that the agent said here one acknowledgement? */
static bool
only_ack(const struct rv_noise_msg *msgs, size_t n)
{
	struct rv_buf b = RV_BUF_INIT;
	size_t replies = 0;
	bool ack;

	rv_buf_init(&b, ACK_BYTES);
	for (size_t i = 0; i < n; i++) {
		if (!is_reply(&msgs[i]))
			continue;
		if (replies++)
			rv_buf_addc(&b, '\n');
		rv_buf_addv(&b, msgs[i].text);
	}
	ack = !replies || (!b.overflow && rv_noise_reply(rv_buf_sv(&b)));
	rv_buf_release(&b);
	return ack;
}

void
rv_noise_mark(struct rv_noise_msg *msgs, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i = j) {
		const char *reason =
			is_user(&msgs[i]) ? rv_noise_prompt(msgs[i].text) : NULL;

		for (j = i + 1; j < n && !is_user(&msgs[j]); j++)
			;
		/* A flush is the agent talking to itself, whatever it says. */
		if (reason && !rv_sv_is(rv_sv(reason), "flush") &&
		    !only_ack(&msgs[i + 1], j - i - 1))
			reason = NULL;
		for (size_t k = i; k < j; k++) {
			if (k == i && is_user(&msgs[k]))
				msgs[k].reason = reason;
			else if (is_reply(&msgs[k]))
				msgs[k].reason = reason
							 ? reason
							 : bare_reply(
								   msgs[k].text);
			else
				msgs[k].reason = NULL;
		}
	}
}
