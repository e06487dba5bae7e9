/* SPDX-License-Identifier: MIT */
/* Lines that quote a message. */
#include "config.h"

#include "llm/quote.h"

#include <string.h>

#include "base/attr.h"
#include "base/segment.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/story_doc.h"

#define NAME_MAX_CHARS 40
#define CUT_MARK " [\xE2\x80\xA6]"

bool
rv_quote_is_speaker(struct rv_sv role)
{
	static const char *const mute[] = {
		"tool",	  "tool_result", "toolResult", "system",
		"custom", "function",	 "developer",  "bashExecution",
	};

	for (size_t i = 0; i < ARRAY_LEN(mute); i++)
		if (rv_sv_is(role, mute[i]))
			return false;
	return true;
}

/* A name is one short run of words that cannot begin a heading or a list. */
static void
add_name(struct rv_sv name, struct rv_buf *out)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;
	size_t i = 0, chars = 0, start = out->n;

	rv_utf8_collapse(name, &b);
	v = rv_buf_sv(&b);
	while (i < v.n && chars < NAME_MAX_CHARS) {
		size_t at = i;
		uint32_t cp = rv_utf8_next(v, &i);
		bool word = rv_is_letter(cp) || rv_is_digit(cp);

		if (out->n == start && !word)
			continue;
		if (!word && !rv_is_mark(cp) &&
		    (cp > 0x7F || !strchr(" .-_'@/+", (int)cp)))
			continue;
		rv_buf_addv(out, rv_sv_slice(v, at, i));
		chars++;
	}
	while (out->n > start && out->p[out->n - 1] == ' ')
		rv_buf_truncate(out, out->n - 1);
	rv_buf_release(&b);
}

static void
add_speaker(const struct rv_message *m, struct rv_buf *out)
{
	static const char *const users[] = {"user", "human"};
	bool user = false, named = m->name.n > 0;
	size_t start = out->n;

	if (rv_sv_is(m->role, "assistant")) {
		rv_buf_addc(out, 'I');
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(users); i++) {
		user = user || rv_sv_is(m->role, users[i]);
		if (rv_sv_eq_ascii_nocase(m->name, rv_sv(users[i])))
			named = false;
	}
	if (named)
		add_name(m->name, out);
	else if (!user)
		add_name(m->role, out);
	if (out->n == start)
		rv_buf_adds(out, "User");
}

/* Where a quotation of this text ends: all of it, or behind the last sentence
 * or word that fits. */
static size_t
cut_at(struct rv_sv text)
{
	size_t i = 0, chars = 0, word = 0, sentence = 0, end;

	while (i < text.n && chars < RV_QUOTE_MAX) {
		size_t len = rv_grapheme_len(rv_sv_slice(text, i, text.n));

		if (text.p[i] == ' ')
			word = i;
		i += len;
		chars += rv_utf8_count(rv_sv_slice(text, i - len, i));
	}
	if (i >= text.n)
		return text.n;
	for (end = 0; end < i;) {
		end = rv_sentence_end(text, end);
		if (end <= i)
			sentence = end;
	}
	if (sentence > i / 2)
		return sentence;
	return word > i / 2 ? word : i;
}

void
rv_quote_line(const struct rv_message *m, struct rv_sv text,
	      struct rv_buf *out)
{
	size_t end = cut_at(text);

	add_speaker(m, out);
	if (m->time != RV_UNDATED) {
		struct rv_date d = rv_time_civil(m->time, 0);

		rv_buf_addf(out, ", %02d:%02d", d.hour, d.minute);
	}
	rv_buf_adds(out, ": \"");
	rv_story_defuse(rv_sv_trim(rv_sv_slice(text, 0, end)), out);
	if (end < text.n)
		rv_buf_adds(out, CUT_MARK);
	rv_buf_addc(out, '"');
}

static bool
is_clock(struct rv_sv v)
{
	return v.n == 5 && v.p[2] == ':' && v.p[0] >= '0' && v.p[0] <= '2' &&
	       v.p[3] >= '0' && v.p[3] <= '5';
}

bool
rv_quote_parse(struct rv_sv line, struct rv_sv *text)
{
	ptrdiff_t at = rv_sv_find(line, RV_SV(": \"")), comma;
	struct rv_sv who, v;

	if (at <= 0 || !rv_sv_ends(line, RV_SV("\"")) ||
	    (size_t)at + 4 > line.n)
		return false;
	who = rv_sv_slice(line, 0, (size_t)at);
	comma = rv_sv_find(who, RV_SV(", "));
	if (comma >= 0) {
		if (!is_clock(rv_sv_slice(who, (size_t)comma + 2, who.n)))
			return false;
		who.n = (size_t)comma;
	}
	if (rv_utf8_count(who) > NAME_MAX_CHARS)
		return false;
	v = rv_sv_slice(line, (size_t)at + 3, line.n - 1);
	if (rv_sv_ends(v, RV_SV(CUT_MARK)))
		v = rv_sv_slice(v, 0, v.n - strlen(CUT_MARK));
	*text = v;
	return true;
}
