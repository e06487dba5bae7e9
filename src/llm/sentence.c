/* SPDX-License-Identifier: MIT */
/* Cuts messages into sentences that can be quoted. */
#include "config.h"

#include "llm/sentence.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/segment.h"
#include "base/utf8.h"

struct cutter {
	struct rv_arena *arena;
	struct rv_buf para; /* the open paragraph */
	struct rv_sentence *list;
	size_t n, cap;
	char fence; /* character of the open fence, 0: none */
};

/* Shares of a line, counted in characters. */
struct shape {
	size_t letters, others, all; /* `others`: neither word nor blank */
	bool control;
};

static bool
is_cjk_mark(uint32_t cp)
{
	return (cp >= 0x3001 && cp <= 0x303F) || (cp >= 0xFF01 && cp <= 0xFF65);
}

static struct shape
shape_of(struct rv_sv v)
{
	struct shape s = {0};
	size_t i = 0;

	while (i < v.n) {
		uint32_t cp = rv_utf8_next(v, &i);

		s.all++;
		if (rv_is_letter(cp) || rv_is_digit(cp) || rv_is_mark(cp))
			s.letters++;
		else if (!rv_is_space(cp) && !is_cjk_mark(cp))
			s.others++;
		/* Controls and what turns the direction of writing. */
		if ((cp < 0x20 && !rv_is_space(cp)) || cp == 0x7F ||
		    (cp >= 0x80 && cp < 0xA0) || cp == 0x061C ||
		    (cp >= 0x202A && cp <= 0x202E) ||
		    (cp >= 0x2066 && cp <= 0x2069) || cp >= 0xE0000)
			s.control = true;
	}
	return s;
}

static bool
is_code_like(struct rv_sv line, struct shape s)
{
	static const char *const tails[] = {"{", "}", ";", "=>", "\\", "),"};

	for (size_t i = 0; i < ARRAY_LEN(tails); i++)
		if (rv_sv_ends(line, rv_sv(tails[i])))
			return true;
	return s.others * 4 > s.all;
}

/* A bold line is a heading by other means. */
static bool
is_heading(struct rv_sv line)
{
	if (line.p[0] == '#')
		return true;
	return rv_sv_starts(line, RV_SV("**")) &&
	       (rv_sv_ends(line, RV_SV("**")) ||
		rv_sv_ends(line, RV_SV(":**")) ||
		rv_sv_ends(line, RV_SV("**:")));
}

static bool
is_left_out(struct rv_sv line)
{
	struct shape s = shape_of(line);

	if (s.letters == 0 || is_heading(line))
		return true;
	if (strchr("|>$", line.p[0]))
		return true;
	if (line.p[0] == '<' && rv_sv_ends(line, RV_SV(">")))
		return true;
	if (line.p[0] == '!' && rv_sv_starts(line, RV_SV("![")))
		return true;
	return is_code_like(line, s);
}

/* Bytes of a list marker: "- ", "* ", "12. ", "- [x] ". */
static size_t
marker_len(struct rv_sv v)
{
	static const char *const marks[] = {"- ", "* ", "+ ", "\xE2\x80\xA2 ",
					    "\xE2\x80\x93 "};
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LEN(marks) && !n; i++)
		if (rv_sv_starts(v, rv_sv(marks[i])))
			n = strlen(marks[i]);
	if (!n) {
		while (n < v.n && v.p[n] >= '0' && v.p[n] <= '9')
			n++;
		if (!n || n > 3 || n + 1 >= v.n || !strchr(".)", v.p[n]) ||
		    v.p[n + 1] != ' ')
			return 0;
		n += 2;
	}
	if (n + 4 <= v.n && v.p[n] == '[' && v.p[n + 2] == ']' &&
	    v.p[n + 3] == ' ')
		n += 4;
	return n;
}

/* "**Goal: ship it." has lost the other half of its markup. */
static struct rv_sv
without_half_markup(struct rv_sv v)
{
	struct rv_sv rest = v, mark = RV_SV("**");
	size_t count = 0;
	ptrdiff_t at;

	while ((at = rv_sv_find(rest, mark)) >= 0) {
		count++;
		rest = rv_sv_slice(rest, (size_t)at + 2, rest.n);
	}
	if (count % 2 == 0)
		return v;
	if (rv_sv_starts(v, mark))
		v = rv_sv_slice(v, 2, v.n);
	else if (rv_sv_ends(v, mark))
		v = rv_sv_slice(v, 0, v.n - 2);
	return rv_sv_trim(v);
}

static bool
is_bracketed(struct rv_sv v)
{
	return (rv_sv_starts(v, RV_SV("[")) && rv_sv_ends(v, RV_SV("]"))) ||
	       (rv_sv_starts(v, RV_SV("(")) && rv_sv_ends(v, RV_SV(")")));
}

/* "So cool! [a photo of a dog]": what a machine wrote behind the words. */
static struct rv_sv
without_tail(struct rv_sv v)
{
	ptrdiff_t at = rv_sv_find(v, RV_SV(" ["));

	if (at <= 0 || !rv_sv_ends(v, RV_SV("]")) ||
	    rv_sv_find_char(v, ']') != (ptrdiff_t)v.n - 1)
		return v;
	return rv_sv_trim(rv_sv_slice(v, 0, (size_t)at));
}

static bool
is_question(struct rv_sv v)
{
	static const char *const ends[] = {"?", "?\"", "?)", "?**", "?!",
					   "\xEF\xBC\x9F",
					   "\xE3\x81\x8B\xE3\x80\x82"};

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (rv_sv_ends(v, rv_sv(ends[i])))
			return true;
	return false;
}

static bool
is_quotable(struct rv_sv v)
{
	struct shape s = shape_of(v);

	return s.letters * 2 > s.all && !s.control && !is_bracketed(v) &&
	       !rv_sv_ends(v, RV_SV(":")) &&
	       !rv_sv_ends(v, RV_SV("\xEF\xBC\x9A"));
}

/* Ends the paragraph. */
static void
flush(struct cutter *c)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v, one;
	size_t from = 0, end;
	bool follows = false;

	rv_utf8_collapse(rv_buf_sv(&c->para), &b);
	rv_buf_reset(&c->para);
	v = rv_buf_detach_in(c->arena, &b);
	for (; from < v.n; from = end) {
		end = rv_sentence_end(v, from);
		one = without_tail(rv_sv_trim(rv_sv_slice(v, from, end)));
		if (!is_quotable(one)) {
			follows = false;
			continue;
		}
		rv_grow(&c->list, &c->cap, c->n + 1);
		c->list[c->n++] = (struct rv_sentence){
			.text = without_half_markup(one),
			.follows = follows,
			.question = is_question(one),
		};
		/* Nothing was taken off its end? */
		one = c->list[c->n - 1].text;
		follows = end == v.n || one.p + one.n + 1 == v.p + end ||
			  one.p + one.n == v.p + end;
	}
}

static bool
ends_clause(struct rv_sv v)
{
	return v.n && strchr(".!?:;", v.p[v.n - 1]);
}

static bool
starts_small(struct rv_sv v)
{
	size_t i = 0;
	uint32_t cp = v.n ? rv_utf8_next(v, &i) : 0;

	return rv_is_letter(cp) && !rv_is_upper(cp) && !rv_is_cjk(cp);
}

static void
add_line(struct cutter *c, struct rv_sv line)
{
	struct rv_sv text = rv_sv_trim(line);
	size_t marker;

	if (rv_sv_starts(text, RV_SV("```")) ||
	    rv_sv_starts(text, RV_SV("~~~"))) {
		flush(c);
		if (!c->fence)
			c->fence = text.p[0];
		else if (c->fence == text.p[0])
			c->fence = 0;
		return;
	}
	if (c->fence)
		return;
	if (!text.n) {
		flush(c);
		return;
	}
	marker = marker_len(text);
	text = rv_sv_slice(text, marker, text.n);
	if (!text.n || is_left_out(text)) {
		flush(c);
		return;
	}
	/* In a chat a line is a thought of its own, unless it goes on. */
	if (marker || !starts_small(text) ||
	    ends_clause(rv_sv_trim(rv_buf_sv(&c->para))))
		flush(c);
	rv_buf_addv(&c->para, text);
	rv_buf_addc(&c->para, '\n');
}

struct rv_sentence *
rv_sentences_of(struct rv_sv text, struct rv_arena *arena, size_t *n)
{
	struct cutter c = {.arena = arena, .para = RV_BUF_INIT};
	struct rv_sentence *list;
	struct rv_sv line;

	while (rv_sv_next_line(&text, &line))
		add_line(&c, line);
	flush(&c);
	*n = c.n;
	list = rv_arena_array(arena, struct rv_sentence, c.n + 1);
	if (c.n)
		memcpy(list, c.list, c.n * sizeof(*list));
	free(c.list);
	rv_buf_release(&c.para);
	return list;
}
