/* SPDX-License-Identifier: MIT */
/* The built-in model: chapters of quoted sentences. */
#include "config.h"

#include "llm/extractive.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "doc/tokens.h"
#include "llm/quote.h"
#include "llm/score.h"
#include "llm/title.h"

#define NO_DAY INT64_MIN

/* The messages of one session and day. */
struct group {
	struct rv_sv session;
	int64_t day;
	int64_t first; /* time of its first message, RV_UNDATED without one */
	size_t *messages;
	size_t n, cap;
	struct rv_sv text; /* the finished chapter, empty: none */
};

struct narrator {
	const struct rv_narrate_in *in;
	struct rv_arena arena;
	struct rv_tokens *tokens;
	struct group *groups;
	size_t n, cap;
};

static int64_t
day_of(int64_t t)
{
	int64_t day = t / RV_DAY;

	if (t == RV_UNDATED)
		return NO_DAY;
	return day - (t % RV_DAY < 0);
}

/* An undated message belongs to the day that its session is at. */
static struct group *
group_for(struct narrator *s, const struct rv_message *m)
{
	int64_t day = day_of(m->time);
	struct group *g;

	for (size_t i = s->n; i-- > 0;) {
		g = &s->groups[i];
		if (rv_sv_eq(g->session, m->session) &&
		    (g->day == day || day == NO_DAY))
			return g;
	}
	rv_grow(&s->groups, &s->cap, s->n + 1);
	g = &s->groups[s->n++];
	*g = (struct group){
		.session = m->session, .day = day, .first = m->time};
	return g;
}

static void
group_messages(struct narrator *s)
{
	for (size_t i = 0; i < s->in->n; i++) {
		const struct rv_message *m = &s->in->messages[i];
		struct group *g;

		if (!rv_quote_is_speaker(m->role))
			continue;
		g = group_for(s, m);
		rv_grow(&g->messages, &g->cap, g->n + 1);
		g->messages[g->n++] = i;
		if (m->time != RV_UNDATED &&
		    (g->first == RV_UNDATED || m->time < g->first))
			g->first = m->time;
	}
}

static bool
has_line(struct rv_sv story, struct rv_sv line)
{
	struct rv_sv rest = story;
	ptrdiff_t at;

	while ((at = rv_sv_find(rest, line)) >= 0) {
		const char *p = rest.p + at, *end = p + line.n;
		const char *stop = story.p + story.n;

		if ((p == story.p || p[-1] == '\n') &&
		    (end == stop || *end == '\n' || *end == '\r'))
			return true;
		rest = rv_sv_slice(rest, (size_t)at + 1, rest.n);
	}
	return false;
}

/* Sentences that follow each other in one message are one quotation, as long
 * as it is not cut. */
static size_t
run_length(const struct rv_scene *s, size_t from)
{
	const struct rv_candidate *c = &s->items[from];
	size_t n = 1, bytes = c->s.text.n;

	while (from + n < s->n) {
		const struct rv_candidate *next = &s->items[from + n];

		bytes += 1 + next->s.text.n;
		if (!next->chosen || !next->s.follows ||
		    next->message != c->message || bytes > RV_QUOTE_MAX)
			break;
		n++;
	}
	return n;
}

static bool
add_lines(const struct narrator *s, const struct rv_scene *scene,
	  struct rv_buf *out)
{
	struct rv_buf text = RV_BUF_INIT, line = RV_BUF_INIT;
	size_t run, start = out->n;

	for (size_t i = 0; i < scene->n; i += run) {
		const struct rv_candidate *c = &scene->items[i];

		run = 1;
		if (!c->chosen)
			continue;
		run = run_length(scene, i);
		rv_buf_reset(&text);
		rv_buf_reset(&line);
		for (size_t k = 0; k < run; k++) {
			if (k)
				rv_buf_addc(&text, ' ');
			rv_buf_addv(&text, c[k].s.text);
		}
		rv_quote_line(&s->in->messages[c->message], rv_buf_sv(&text),
			      &line);
		if (has_line(s->in->story, rv_buf_sv(&line)) ||
		    has_line(rv_sv_of(out->p + start, out->n - start),
			     rv_buf_sv(&line)))
			continue;
		rv_buf_adds(out, "\n\n");
		rv_buf_addv(out, rv_buf_sv(&line));
	}
	rv_buf_release(&text);
	rv_buf_release(&line);
	return out->n > start;
}

static void
add_heading(int64_t first, const struct rv_scene *scene, struct rv_buf *out)
{
	struct rv_buf title = RV_BUF_INIT;
	struct rv_date d;

	if (first == RV_UNDATED) {
		rv_buf_adds(out, "### [undated] ");
	} else {
		d = rv_time_civil(first, 0);
		rv_buf_addf(out, "### [%04d-%02d-%02d %02d:%02d] ", d.year,
			    d.month, d.day, d.hour, d.minute);
	}
	rv_title_of(scene, &title);
	rv_story_defuse(rv_buf_sv(&title), out);
	rv_buf_release(&title);
}

static void
write_group(struct narrator *s, struct group *g)
{
	struct rv_buf chapter = RV_BUF_INIT;
	struct rv_scene scene;

	rv_scene_init(&scene, s->in->messages);
	for (size_t i = 0; i < g->n; i++)
		rv_scene_add(&scene, g->messages[i], s->tokens, &s->arena);
	if (rv_scene_choose(&scene, RV_CHAPTER_SENTENCES)) {
		add_heading(g->first, &scene, &chapter);
		if (add_lines(s, &scene, &chapter))
			g->text = rv_sv_dup_in(&s->arena, rv_buf_sv(&chapter));
	}
	rv_buf_release(&chapter);
	rv_scene_release(&scene);
}

/* By time, undated last; groups of equal time as their messages came. */
static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	bool undated = x->first == RV_UNDATED;

	if (undated != (y->first == RV_UNDATED))
		return undated ? 1 : -1;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->messages[0] < y->messages[0] ? -1 : 1;
}

/* Headings have minutes: two chapters of one minute stay as they come. */
static size_t
place_of(const struct rv_story_doc *doc, int64_t time, size_t from)
{
	int64_t minute = time - time % RV_MINUTE;

	if (time == RV_UNDATED)
		return doc->n;
	while (from < doc->n && (doc->chapters[from].time == RV_UNDATED ||
				 doc->chapters[from].time <= minute))
		from++;
	return from;
}

/* Appends with the line ends that the story has. */
static void
add_text(struct rv_buf *out, struct rv_sv text, bool crlf)
{
	for (size_t i = 0; i < text.n; i++) {
		if (crlf && text.p[i] == '\n')
			rv_buf_addc(out, '\r');
		rv_buf_addc(out, text.p[i]);
	}
}

/* At least one empty line between what is there and a chapter. */
static void
part(struct rv_buf *out, bool crlf)
{
	struct rv_sv v = rv_buf_sv(out);
	size_t ends = 0, i = v.n;

	if (!rv_sv_trim(v).n)
		return;
	while (i > 0 && (v.p[i - 1] == '\n' || v.p[i - 1] == '\r'))
		ends += v.p[--i] == '\n';
	for (; ends < 2; ends++)
		add_text(out, RV_SV("\n"), crlf);
}

static void
weave(const struct narrator *s, struct rv_sv story, struct rv_buf *out)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_story_doc doc;
	bool crlf = rv_sv_has(story, RV_SV("\r\n"));
	size_t at = 0, place = 0;

	rv_story_parse(story, &arena, &doc);
	for (size_t i = 0; i < s->n; i++) {
		const struct group *g = &s->groups[i];
		size_t to;

		if (!g->text.n)
			continue;
		place = place_of(&doc, g->first, place);
		to = place < doc.n ? doc.chapters[place].offset : story.n;
		rv_buf_addv(out, rv_sv_slice(story, at, to));
		at = to;
		part(out, crlf);
		add_text(out, g->text, crlf);
		if (at < story.n)
			add_text(out, RV_SV("\n\n"), crlf);
	}
	rv_buf_addv(out, rv_sv_slice(story, at, story.n));
	rv_arena_release(&arena);
}

static rv_status
narrate(const struct rv_model *self, const struct rv_narrate_in *in,
	struct rv_buf *out, struct rv_err *err)
{
	struct narrator s = {.in = in, .arena = RV_ARENA_INIT};

	(void)self;
	(void)err;
	s.tokens = rv_tokens_new();
	group_messages(&s);
	for (size_t i = 0; i < s.n; i++)
		write_group(&s, &s.groups[i]);
	if (s.n)
		qsort(s.groups, s.n, sizeof(*s.groups), compare_groups);
	weave(&s, rv_sv_trim(in->story), out);
	for (size_t i = 0; i < s.n; i++)
		free(s.groups[i].messages);
	free(s.groups);
	rv_tokens_free(s.tokens);
	rv_arena_release(&s.arena);
	return RV_OK;
}

const struct rv_model rv_model_extractive = {
	.name = "extractive",
	.narrate = narrate,
};
