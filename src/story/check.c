/* SPDX-License-Identifier: MIT */
/* The checks of a new story. */
#include "config.h"

#include "story/check.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "doc/story_doc.h"
#include "llm/quote.h"

#define SAMPLE_CHARS 60

struct look {
	const struct rv_check_in *in;
	struct rv_story_doc before, after;
	struct rv_arena *arena;
	struct rv_check *out;
};

/* "12,408" in the arena. */
static const char *
number(struct look *l, int64_t n)
{
	struct rv_buf b = RV_BUF_INIT;
	const char *s;

	rv_fmt_int(&b, n);
	s = rv_sv_cstr_in(l->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return s;
}

/* The beginning of a line, to be named in a sentence. */
static const char *
sample(struct look *l, struct rv_sv line)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;
	size_t i = 0;
	const char *s;

	rv_utf8_mend(line, &b);
	v = rv_buf_sv(&b);
	for (int chars = 0; i < v.n && chars < SAMPLE_CHARS; chars++)
		(void)rv_utf8_next(v, &i);
	s = rv_arena_printf(l->arena, "%.*s%s", (int)i, v.p,
			    i < v.n ? "..." : "");
	rv_buf_release(&b);
	return s;
}

#define SAY(l, lvl, ...)                                                  \
	do {                                                              \
		(l)->out->level = (lvl);                                  \
		(l)->out->message = rv_sv(rv_arena_printf((l)->arena,     \
							  __VA_ARGS__));  \
	} while (0)

static void
check_text(struct look *l)
{
	bool valid = rv_utf8_valid(l->in->after) &&
		     rv_sv_find_char(l->in->after, '\0') < 0;
	bool was = rv_utf8_valid(l->in->before) &&
		   rv_sv_find_char(l->in->before, '\0') < 0;

	if (!rv_sv_trim(l->in->after).n)
		SAY(l, RV_CHECK_FAIL,
		    _("The result is empty: there is nothing to publish."));
	else if (!valid)
		SAY(l, was ? RV_CHECK_FAIL : RV_CHECK_WARN,
		    _("The result has bytes that are no text (UTF-8)."));
	else
		SAY(l, RV_CHECK_OK, _("The story has %s words in %s chapters."),
		    number(l, (int64_t)l->after.words),
		    number(l, (int64_t)l->after.n));
}

static void
check_anchor(struct look *l)
{
	const struct rv_check_in *in = l->in;
	char after[RV_ISO_MAX] = "";

	if (in->anchor_after != RV_UNDATED)
		rv_time_iso(in->anchor_after, after);
	if (in->anchor_before != RV_UNDATED &&
	    in->anchor_after < in->anchor_before)
		SAY(l, RV_CHECK_FAIL,
		    _("The anchor would go back to %s: told episodes would be "
		      "told again."),
		    after[0] ? after : "-");
	else if (in->anchors_written)
		SAY(l, RV_CHECK_WARN,
		    P_("%d anchor in the text was taken out.",
		       "%d anchors in the text were taken out.",
		       in->anchors_written),
		    in->anchors_written);
	else if (in->broken_before)
		SAY(l, RV_CHECK_WARN,
		    _("STORY.md had an anchor without a readable time; it is "
		      "written anew."));
	else if (in->anchors_before > 1)
		SAY(l, RV_CHECK_WARN,
		    _("STORY.md had %d anchors; one is left, on line 1."),
		    in->anchors_before);
	else if (!after[0])
		SAY(l, RV_CHECK_OK,
		    _("No anchor is written: 0 of the episodes have a time."));
	else if (in->anchor_after == in->anchor_before)
		SAY(l, RV_CHECK_OK, _("The anchor stays at %s."), after);
	else
		SAY(l, RV_CHECK_OK, _("The anchor moves to %s."), after);
}

static bool
has_nocase(struct rv_sv line, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= line.n; i++)
		if (rv_sv_eq_ascii_nocase(rv_sv_slice(line, i, i + n),
					  rv_sv(word)))
			return true;
	return false;
}

static bool
begins_nocase(struct rv_sv line, const char *word)
{
	return rv_sv_eq_ascii_nocase(
		rv_sv_slice(line, 0, RV_MIN(line.n, strlen(word))),
		rv_sv(word));
}

/* Lines of the instructions instead of the story. */
static bool
is_metadata(struct rv_sv line)
{
	static const char *const files[] = {"IDENTITY.md", "SOUL.md",
					    "MEMORY.md", "USER.md"};
	static const char *const tags[] = {
		"IDENTITY:", "SOUL:", "user:", "assistant:", "human:",
		"system:", "<|", "[INST]", "TRANSCRIPT:"};

	for (size_t i = 0; i < ARRAY_LEN(files); i++)
		if (line.p[0] == '#' && has_nocase(line, files[i]))
			return true;
	for (size_t i = 0; i < ARRAY_LEN(tags); i++)
		if (begins_nocase(line, tags[i]))
			return true;
	return false;
}

struct found {
	int64_t objects, metadata, malformed;
	struct rv_sv first_metadata, first_malformed;
};

static bool
is_malformed(struct rv_sv line)
{
	struct rv_chapter c = {0};

	if (line.p[0] != '#')
		return false;
	if (!rv_story_heading(line, &c))
		return true;
	return c.time == RV_UNDATED && !has_nocase(line, "[undated]");
}

/* What somebody said is quoted as it was said: only the rest is looked at. */
static struct found
look_through(struct rv_sv text)
{
	struct found f = {0};
	struct rv_sv line, quoted;

	while (rv_sv_next_line(&text, &line)) {
		if (!line.n || rv_quote_parse(line, &quoted))
			continue;
		f.objects += rv_sv_has(line, RV_SV("[object Object]"));
		if (is_malformed(line) && !f.malformed++)
			f.first_malformed = line;
		if (is_metadata(line) && !f.metadata++)
			f.first_metadata = line;
	}
	return f;
}

static bool
is_wrapped(struct rv_sv text, const char *open, const char *close)
{
	text = rv_sv_trim(text);
	return rv_sv_starts(text, rv_sv(open)) &&
	       rv_sv_ends(text, rv_sv(close)) && text.n > strlen(open);
}

static void
check_metadata(struct look *l)
{
	struct found was = look_through(l->in->before);
	struct found is = look_through(l->in->after);

	if (is.objects > was.objects)
		SAY(l, RV_CHECK_FAIL,
		    _("%s lines read \"[object Object]\" instead of text."),
		    number(l, is.objects - was.objects));
	else if (is_wrapped(l->in->after, "```", "```"))
		SAY(l, RV_CHECK_FAIL,
		    _("The whole story is wrapped into 1 code fence."));
	else if (is_wrapped(l->in->after, "{", "}"))
		SAY(l, RV_CHECK_FAIL,
		    _("The result is 1 JSON object, not a story."));
	else if (is.metadata > was.metadata)
		SAY(l, RV_CHECK_WARN,
		    _("%s lines are no part of a story, the first reads "
		      "\"%s\"."),
		    number(l, is.metadata - was.metadata),
		    sample(l, is.first_metadata));
	else
		SAY(l, RV_CHECK_OK,
		    _("0 lines of identity files, fences or role tags."));
}

static void
check_chapters(struct look *l)
{
	struct found was = look_through(l->in->before);
	struct found is = look_through(l->in->after);

	if (is.malformed > was.malformed)
		SAY(l, RV_CHECK_WARN,
		    _("%s headings are not of the form \"### [YYYY-MM-DD "
		      "HH:MM] title\", the first reads \"%s\"."),
		    number(l, is.malformed - was.malformed),
		    sample(l, is.first_malformed));
	else
		SAY(l, RV_CHECK_OK,
		    _("0 new headings are malformed among %s chapters."),
		    number(l, (int64_t)l->after.n));
}

static void
check_shrink(struct look *l)
{
	int64_t was = (int64_t)l->before.words;
	int64_t is = (int64_t)l->after.words;
	int percent = is < was ? rv_fmt_percent(was - is, was) : 0;

	/* Rounded down: compare the counts themselves. */
	if ((was - is) * 100 > was * RV_SHRINK_PERCENT)
		SAY(l, RV_CHECK_FAIL,
		    _("The story would shrink by %d %%, from %s to %s words; "
		      "at most %d %% is allowed."),
		    percent, number(l, was), number(l, is),
		    RV_SHRINK_PERCENT);
	else if (is < was)
		SAY(l, RV_CHECK_OK,
		    _("The story shrinks by %d %%, from %s to %s words."),
		    percent, number(l, was), number(l, is));
	else
		SAY(l, RV_CHECK_OK, _("The story grows by %s words."),
		    number(l, is - was));
}

static bool
has_chapter(const struct rv_story_doc *doc, const struct rv_chapter *c)
{
	for (size_t i = 0; i < doc->n; i++)
		if (rv_sv_eq(rv_sv_trim(doc->chapters[i].heading),
			     rv_sv_trim(c->heading)))
			return true;
	return false;
}

static void
check_lost(struct look *l)
{
	const struct rv_chapter *first = NULL;
	int64_t lost = 0;

	for (size_t i = 0; i < l->before.n; i++) {
		const struct rv_chapter *c = &l->before.chapters[i];

		if (!c->heading.n || has_chapter(&l->after, c))
			continue;
		if (!lost++)
			first = c;
	}
	if (l->in->lost.n)
		SAY(l, RV_CHECK_FAIL, "%.*s", RV_SV_ARG(l->in->lost));
	else if (first)
		SAY(l, RV_CHECK_WARN,
		    _("%s earlier chapters are gone or renamed, the first is "
		      "\"%s\"."),
		    number(l, lost), sample(l, first->heading));
	else
		SAY(l, RV_CHECK_OK, _("All %s earlier chapters are there."),
		    number(l, (int64_t)l->before.n));
}

static void
check_secret(struct look *l)
{
	struct rv_buf b = RV_BUF_INIT;
	size_t was = rv_redact(l->in->before, &b), is;

	rv_buf_reset(&b);
	is = rv_redact(l->in->after, &b);
	rv_buf_release(&b);
	if (is > was)
		SAY(l, RV_CHECK_FAIL,
		    _("%s spans look like secrets: keys, tokens or "
		      "passwords."),
		    number(l, (int64_t)(is - was)));
	else if (is)
		SAY(l, RV_CHECK_WARN,
		    _("%s spans of the earlier story look like secrets."),
		    number(l, (int64_t)is));
	else
		SAY(l, RV_CHECK_OK, _("0 secrets: what looks like one is "
				       "masked."));
}

static void
check_length(struct look *l)
{
	int64_t max = l->in->max_words > 0 ? l->in->max_words : RV_STORY_WORDS;
	int64_t words = (int64_t)l->after.words;

	if (words > max)
		SAY(l, RV_CHECK_WARN,
		    _("The story has %s words; the limit is %s."),
		    number(l, words), number(l, max));
	else
		SAY(l, RV_CHECK_OK, _("%s of at most %s words."),
		    number(l, words), number(l, max));
}

static const struct {
	const char *code;
	void (*fn)(struct look *l);
} checks[] = {
#define STORY_CHECK(symbol, code, what) {code, check_##symbol},
#include "story/checks.def"
#undef STORY_CHECK
};

struct rv_check *
rv_story_checks(const struct rv_check_in *in, struct rv_arena *arena,
		size_t *n)
{
	struct rv_check *out =
		rv_arena_array(arena, struct rv_check, ARRAY_LEN(checks));
	struct look l = {.in = in, .arena = arena};

	rv_story_parse(in->before, arena, &l.before);
	rv_story_parse(in->after, arena, &l.after);
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		l.out = &out[i];
		l.out->code = checks[i].code;
		checks[i].fn(&l);
	}
	*n = ARRAY_LEN(checks);
	return out;
}

const char *
rv_check_level_name(enum rv_check_level l)
{
	static const char *const names[] = {
		[RV_CHECK_OK] = "ok",
		[RV_CHECK_WARN] = "warn",
		[RV_CHECK_FAIL] = "fail",
	};

	return names[l];
}

bool
rv_draft_approvable(const struct rv_draft *d)
{
	for (size_t i = 0; i < d->n_checks; i++)
		if (d->checks[i].level == RV_CHECK_FAIL)
			return false;
	return true;
}
