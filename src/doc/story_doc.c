/* SPDX-License-Identifier: MIT */
/* STORY.md: the anchor comment and the chapters. */
#include "config.h"

#include "doc/story_doc.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"

#define BOM "\xEF\xBB\xBF"
#define ANCHOR_OPEN "<!-- LAST_PROCESSED:"
#define ANCHOR_CLOSE "-->"

struct anchor_at {
	size_t from, to;   /* the comment */
	size_t behind;	   /* ... and the newlines behind it */
	struct rv_sv time; /* its value, trimmed */
};

static bool
is_time_char(char c)
{
	return (c >= '0' && c <= '9') || (c && strchr("TZ:.+- \t", c));
}

/* The next comment of the anchor's form at or behind `from`. */
static bool
find_anchor(struct rv_sv text, size_t from, struct anchor_at *out)
{
	struct rv_sv rest = rv_sv_slice(text, from, text.n), line;
	ptrdiff_t at = rv_sv_find(rest, RV_SV(ANCHOR_OPEN)), close;
	size_t value;

	if (at < 0)
		return false;
	out->from = from + (size_t)at;
	value = out->from + strlen(ANCHOR_OPEN);
	rest = rv_sv_slice(text, value, text.n);
	if (!rv_sv_next_line(&rest, &line))
		line = RV_SV_NONE;
	close = rv_sv_find(line, RV_SV(ANCHOR_CLOSE));
	if (close >= 0) {
		out->time = rv_sv_trim(rv_sv_slice(line, 0, (size_t)close));
		out->to = value + (size_t)close + strlen(ANCHOR_CLOSE);
	} else {
		/* Not closed: as much of it as can be a time, so that words
		 * on the same line are not lost with it. */
		size_t n = 0;

		while (n < line.n && is_time_char(line.p[n]))
			n++;
		out->time = RV_SV_NONE;
		out->to = value + n;
	}
	out->behind = out->to;
	while (out->behind < text.n && (text.p[out->behind] == '\n' ||
					text.p[out->behind] == '\r'))
		out->behind++;
	return true;
}

static struct rv_sv
without_bom(struct rv_sv text)
{
	if (rv_sv_starts(text, RV_SV(BOM)))
		return rv_sv_slice(text, strlen(BOM), text.n);
	return text;
}

static bool
is_digits(struct rv_sv v, size_t from, size_t n)
{
	if (from + n > v.n)
		return false;
	for (size_t i = from; i < from + n; i++)
		if (v.p[i] < '0' || v.p[i] > '9')
			return false;
	return true;
}

static bool
is_date(struct rv_sv v)
{
	return is_digits(v, 0, 4) && is_digits(v, 5, 2) &&
	       is_digits(v, 8, 2) && v.p[4] == '-' && v.p[7] == '-';
}

static bool
is_clock(struct rv_sv v)
{
	return v.n >= 6 && (v.p[0] == ' ' || v.p[0] == 'T') &&
	       is_digits(v, 1, 2) && v.p[3] == ':' && is_digits(v, 4, 2);
}

/* What stands in the bracket: "undated", a date, a date and time, or a range
 * that begins with one of them. */
static bool
read_stamp(struct rv_sv stamp, struct rv_chapter *c)
{
	c->time = RV_UNDATED;
	c->clock = false;
	if (rv_sv_eq_ascii_nocase(stamp, RV_SV("undated")))
		return true;
	if (!is_date(stamp))
		return false;
	c->clock = is_clock(rv_sv_slice(stamp, 10, stamp.n));
	if (!rv_time_parse(rv_sv_slice(stamp, 0, c->clock ? 16 : 10),
			   &c->time)) {
		c->time = RV_UNDATED;
		c->clock = false;
	}
	return true;
}

bool
rv_story_heading(struct rv_sv line, struct rv_chapter *c)
{
	size_t i = 0;
	ptrdiff_t close;
	struct rv_sv rest;

	while (i < line.n && line.p[i] == '#')
		i++;
	if (i < 2 || i > 3)
		return false;
	while (i < line.n && line.p[i] == ' ')
		i++;
	if (i >= line.n || line.p[i] != '[')
		return false;
	rest = rv_sv_slice(line, i + 1, line.n);
	close = rv_sv_find_char(rest, ']');
	if (close < 0 ||
	    !read_stamp(rv_sv_trim(rv_sv_slice(rest, 0, (size_t)close)), c))
		return false;
	c->heading = line;
	c->title = rv_sv_trim(rv_sv_slice(rest, (size_t)close + 1, rest.n));
	return true;
}

size_t
rv_story_words(struct rv_sv text)
{
	size_t i = 0, n = 0;
	bool inside = false;

	while (i < text.n) {
		bool blank = rv_is_space(rv_utf8_next(text, &i));

		if (!blank && !inside)
			n++;
		inside = !blank;
	}
	return n;
}

/* The view itself, or a copy in the arena when an anchor stands in it. */
static struct rv_sv
without_anchor(struct rv_sv text, struct rv_arena *arena)
{
	struct anchor_at a;
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;

	text = rv_sv_trim(text);
	if (!find_anchor(text, 0, &a))
		return text;
	if (a.from == 0 &&
	    !find_anchor(rv_sv_slice(text, a.behind, text.n), 0,
			 &(struct anchor_at){0}))
		return rv_sv_trim(rv_sv_slice(text, a.behind, text.n));
	rv_story_strip_anchor(text, &b);
	v = rv_sv_dup_in(arena, rv_sv_trim(rv_buf_sv(&b)));
	rv_buf_release(&b);
	return v;
}

/* Behind the clock stands Z, or an offset; a date alone has neither. */
static bool
has_zone(struct rv_sv time)
{
	ptrdiff_t clock = rv_sv_find(time, RV_SV(":"));

	for (size_t i = clock < 0 ? time.n : (size_t)clock; i < time.n; i++)
		if (strchr("Zz+-", time.p[i]))
			return true;
	return false;
}

static void
read_anchors(struct rv_sv text, struct rv_story_doc *out)
{
	struct anchor_at a;
	int64_t t;

	for (size_t at = 0; find_anchor(text, at, &a); at = a.behind) {
		out->anchors++;
		if (!rv_time_parse(a.time, &t))
			out->anchor_broken = true;
		else if (out->anchor == RV_UNDATED) {
			out->anchor = t;
			out->anchor_bare = !has_zone(a.time);
		}
	}
}

static void
finish_chapter(struct rv_sv text, struct rv_chapter *c, size_t end,
	       struct rv_arena *arena)
{
	struct rv_sv all = rv_sv_slice(text, c->offset, end), line;

	c->end = end;
	if (c->heading.n)
		rv_sv_next_line(&all, &line);
	c->body = without_anchor(all, arena);
	c->words = rv_story_words(c->title) + rv_story_words(c->body);
}

void
rv_story_parse(struct rv_sv text, struct rv_arena *arena,
	       struct rv_story_doc *out)
{
	size_t skipped = text.n - without_bom(text).n;
	struct rv_sv rest = without_bom(text), line;
	struct rv_chapter *list = NULL;
	size_t n = 0, cap = 0, at = skipped;
	int number = 0;

	*out = (struct rv_story_doc){.text = text, .anchor = RV_UNDATED};
	read_anchors(text, out);
	rv_grow(&list, &cap, 1);
	list[n++] = (struct rv_chapter){
		.time = RV_UNDATED, .offset = skipped, .line = 1};
	while (rv_sv_next_line(&rest, &line)) {
		struct rv_chapter c = {0};

		number++;
		if (rv_story_heading(line, &c)) {
			c.offset = at;
			c.line = number;
			finish_chapter(text, &list[n - 1], at, arena);
			rv_grow(&list, &cap, n + 1);
			list[n++] = c;
		}
		at = text.n - rest.n;
	}
	finish_chapter(text, &list[n - 1], text.n, arena);
	/* Blank text before the first heading is no chapter. */
	out->n = list[0].body.n ? n : n - 1;
	out->chapters = rv_arena_array(arena, struct rv_chapter, out->n);
	if (out->n)
		memcpy(out->chapters, list + (n - out->n),
		       out->n * sizeof(*list));
	for (size_t i = 0; i < out->n; i++)
		out->words += out->chapters[i].words;
	free(list);
}

void
rv_story_strip_anchor(struct rv_sv text, struct rv_buf *out)
{
	struct anchor_at a;
	struct rv_buf b = RV_BUF_INIT;
	size_t at = 0;

	while (find_anchor(text, at, &a)) {
		rv_buf_add(&b, text.p + at, a.from - at);
		at = a.behind;
	}
	rv_buf_addv(&b, rv_sv_slice(text, at, text.n));
	/* What stood around a comment may have closed up to another one. */
	rv_story_defuse(rv_buf_sv(&b), out);
	rv_buf_release(&b);
}

int64_t
rv_story_chapter_end(const struct rv_story_doc *doc, size_t i)
{
	int64_t from = doc->chapters[i].time, end = INT64_MAX;

	if (from == RV_UNDATED)
		return RV_UNDATED;
	for (size_t k = 0; k < doc->n; k++)
		if (doc->chapters[k].time != RV_UNDATED &&
		    doc->chapters[k].time > from)
			end = RV_MIN(end, doc->chapters[k].time);
	if (end == INT64_MAX && doc->anchor != RV_UNDATED)
		end = RV_MAX(doc->anchor, from) + 1;
	return end;
}

void
rv_story_defuse(struct rv_sv text, struct rv_buf *out)
{
	ptrdiff_t at;

	while ((at = rv_sv_find(text, RV_SV(ANCHOR_OPEN))) >= 0) {
		rv_buf_add(out, text.p, (size_t)at);
		rv_buf_adds(out, "<!-");
		text = rv_sv_slice(text, (size_t)at + strlen("<!--"), text.n);
	}
	rv_buf_addv(out, text);
}

void
rv_story_write(struct rv_sv text, int64_t anchor, struct rv_buf *out)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_story_strip_anchor(without_bom(text), &b);
	if (anchor != RV_UNDATED) {
		rv_buf_adds(out, ANCHOR_OPEN " ");
		rv_buf_add_iso(out, anchor);
		rv_buf_adds(out, " " ANCHOR_CLOSE "\n\n");
	}
	rv_buf_addv(out, rv_sv_trim(rv_buf_sv(&b)));
	rv_buf_release(&b);
}
