/* SPDX-License-Identifier: MIT */
/* Sentences of a page that its sources do not say. */
#include "config.h"

#include "trust/by_hand.h"

#include "base/segment.h"
#include "base/utf8.h"
#include "doc/frontmatter.h"
#include "doc/page_edit.h"
#include "doc/slug.h"

/* " a small machine ": its words, folded, each between blanks. */
static void
words_of(struct rv_sv text, struct rv_buf *out)
{
	struct rv_sv word;
	size_t i = 0;

	rv_buf_addc(out, ' ');
	while (rv_word_next(text, &i, &word)) {
		rv_utf8_fold(word, out);
		rv_buf_addc(out, ' ');
	}
}

static bool
has(const struct rv_buf *said, size_t n, struct rv_sv words)
{
	for (size_t i = 0; i < n; i++)
		if (rv_sv_find(rv_buf_sv(&said[i]), words) >= 0)
			return true;
	return false;
}

/* A number that nobody said. */
static bool
has_new_number(const struct rv_buf *said, size_t n, struct rv_sv sentence)
{
	struct rv_buf one = RV_BUF_INIT;
	struct rv_sv word;
	bool found = false;
	size_t i = 0;

	while (!found && rv_word_next(sentence, &i, &word)) {
		if (word.p[0] < '0' || word.p[0] > '9')
			continue;
		rv_buf_reset(&one);
		words_of(word, &one);
		found = !has(said, n, rv_buf_sv(&one));
	}
	rv_buf_release(&one);
	return found;
}

static bool
is_prose(struct rv_sv line, struct rv_sv source)
{
	return line.n > 0 && line.p[0] != '#' &&
	       !rv_sv_starts(line, RV_SV("```")) &&
	       !rv_sv_starts(line, RV_SV("~~~")) &&
	       !rv_sv_is(line, RV_PENDING) && !rv_sv_has(line, source) &&
	       !rv_sv_has(line, rv_slug_of_path(source));
}

static void
ask(struct rv_sv sentence, const struct rv_buf *said, size_t n,
    struct rv_by_hand *out)
{
	struct rv_buf words = RV_BUF_INIT;

	words_of(sentence, &words);
	if (words.n > 1 && !has(said, n, rv_buf_sv(&words))) {
		if (!out->n++)
			out->first = rv_sv_trim(sentence);
		out->facts += has_new_number(said, n, sentence);
	}
	rv_buf_release(&words);
}

void
rv_by_hand(struct rv_sv page, struct rv_sv source, const struct rv_sv *said,
	   size_t n, struct rv_arena *arena, struct rv_by_hand *out)
{
	struct rv_buf *words = rv_arena_array(arena, struct rv_buf, n + 1);
	struct rv_page_doc doc;
	struct rv_sv rest, line;

	*out = (struct rv_by_hand){0};
	for (size_t i = 0; i < n; i++) {
		words[i] = RV_BUF_INIT;
		words_of(said[i], &words[i]);
	}
	rv_page_parse(page, arena, &doc);
	rest = doc.body;
	while (rv_sv_next_line(&rest, &line)) {
		size_t from = 0, to;

		line = rv_sv_trim(line);
		for (; is_prose(line, source) && from < line.n; from = to) {
			to = rv_sentence_end(line, from);
			ask(rv_sv_slice(line, from, to), words, n, out);
		}
	}
	for (size_t i = 0; i < n; i++)
		rv_buf_release(&words[i]);
}
