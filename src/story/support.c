/* SPDX-License-Identifier: MIT */
/* How many sentences of a chapter an episode bears out. */
#include "config.h"

#include "story/consolidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/segment.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/story_doc.h"
#include "llm/quote.h"
#include "story/witness.h"

/* Shorter quotations prove nothing: "Yes." stands everywhere. */
#define QUOTE_MIN_BYTES 8

struct proof {
	struct rv_buf said; /* every episode collapsed, one a line */
	struct rv_witness *witness;
	size_t sentences, supported;
};

static void
add_said(struct proof *p, struct rv_sv text)
{
	struct rv_buf one = RV_BUF_INIT;

	rv_utf8_collapse(text, &one);
	rv_story_defuse(rv_buf_sv(&one), &p->said);
	rv_buf_addc(&p->said, '\n');
	rv_buf_release(&one);
}

static bool
is_said(const struct proof *p, struct rv_sv text)
{
	text = rv_sv_trim(text);
	return text.n && rv_sv_has(rv_buf_sv(&p->said), text);
}

/* What a sentence quotes, if that is more than a word. */
static bool
quoted_part(struct rv_sv v, struct rv_sv *out)
{
	static const struct {
		const char *open, *close;
	} marks[] = {
		{"\"", "\""},
		{"\xE2\x80\x9C", "\xE2\x80\x9D"},
		{"\xC2\xAB", "\xC2\xBB"},
		{"\xE3\x80\x8C", "\xE3\x80\x8D"},
	};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		ptrdiff_t from = rv_sv_find(v, rv_sv(marks[i].open)), to;
		struct rv_sv rest;

		if (from < 0)
			continue;
		rest = rv_sv_slice(v, (size_t)from + strlen(marks[i].open),
				   v.n);
		to = rv_sv_find(rest, rv_sv(marks[i].close));
		if (to < QUOTE_MIN_BYTES)
			continue;
		*out = rv_sv_slice(rest, 0, (size_t)to);
		return true;
	}
	return false;
}

static void
weigh(struct proof *p, struct rv_sv sentence)
{
	struct rv_sv part;
	size_t i = 0;

	if (!rv_word_next(sentence, &i, &part))
		return;
	p->sentences++;
	if (is_said(p, sentence))
		p->supported++;
	else if (quoted_part(sentence, &part))
		p->supported += is_said(p, part);
	else
		p->supported += rv_witness_bears(p->witness, sentence);
}

static void
weigh_paragraph(struct proof *p, struct rv_buf *para)
{
	struct rv_buf one = RV_BUF_INIT;
	struct rv_sv v;
	size_t from = 0, end;

	rv_utf8_collapse(rv_buf_sv(para), &one);
	rv_buf_reset(para);
	v = rv_buf_sv(&one);
	for (; from < v.n; from = end) {
		end = rv_sentence_end(v, from);
		weigh(p, rv_sv_trim(rv_sv_slice(v, from, end)));
	}
	rv_buf_release(&one);
}

static void
weigh_quote(struct proof *p, struct rv_sv quoted)
{
	struct rv_buf one = RV_BUF_INIT;

	rv_utf8_collapse(quoted, &one);
	p->sentences++;
	p->supported += is_said(p, rv_buf_sv(&one));
	rv_buf_release(&one);
}

static void
weigh_body(struct proof *p, struct rv_sv body)
{
	struct rv_buf para = RV_BUF_INIT;
	struct rv_sv line, quoted;

	while (rv_sv_next_line(&body, &line)) {
		struct rv_chapter c;

		if (rv_quote_parse(line, &quoted)) {
			weigh_paragraph(p, &para);
			weigh_quote(p, quoted);
		} else if (!rv_sv_trim(line).n || rv_story_heading(line, &c) ||
			   rv_sv_starts(line, RV_SV("<!--"))) {
			weigh_paragraph(p, &para);
		} else {
			rv_buf_addv(&para, line);
			rv_buf_addc(&para, '\n');
		}
	}
	weigh_paragraph(p, &para);
	rv_buf_release(&para);
}

/* A session goes on while the chapter of another one begins: what was said on
 * the day of the chapter counts whenever the next one stands. */
static int64_t
day_behind(int64_t t)
{
	int64_t day = t / RV_DAY - (t % RV_DAY < 0);

	return (day + 1) * RV_DAY;
}

rv_status
rv_story_support(struct rv_store *s, struct rv_tokens *tokens,
		 struct rv_sv body, int64_t from, int64_t to, size_t *sentences,
		 size_t *supported, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode_list list = {0};
	struct rv_episode_query q = {.after = RV_UNDATED, .before = to};
	struct proof p = {.said = RV_BUF_INIT};
	rv_status st;

	if (from != RV_UNDATED) {
		q.after = from - 1;
		if (to != RV_UNDATED)
			q.before = RV_MAX(to, day_behind(from));
	}
	st = rv_episode_list(s, &q, &arena, &list, err);
	for (size_t i = 0; st == RV_OK && i < list.n; i++)
		add_said(&p, list.items[i].text);
	if (st == RV_OK) {
		p.witness = rv_witness_new(tokens, &list);
		weigh_body(&p, body);
		*sentences = p.sentences;
		*supported = p.supported;
	}
	rv_witness_free(p.witness);
	rv_buf_release(&p.said);
	rv_arena_release(&arena);
	return st;
}
