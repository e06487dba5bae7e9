/* SPDX-License-Identifier: MIT */
/* Paragraphs into pieces. */
#include "config.h"

#include "engine/pieces.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "doc/cut.h"
#include "doc/redact.h"

/* A piece with fewer letters is no memory: nothing in it would be worth a quote.
 * A character of Chinese, Japanese or Korean says what a short word does. */
#define PROSE_LETTERS 10
#define CJK_LETTERS 3

/* Does a piece say anything?  Tables, lists of links and _pending_ marks are
 * structure: quoted as a memory they would be noise. */
static bool
has_prose(struct rv_sv text)
{
	struct rv_sv line;
	size_t letters = 0;

	while (letters < PROSE_LETTERS && rv_sv_next_line(&text, &line)) {
		bool link = false;
		line = rv_sv_trim(line);
		if (line.n && line.p[0] == '|')
			continue;
		for (size_t i = 0; i < line.n && letters < PROSE_LETTERS;) {
			uint32_t cp = rv_utf8_next(line, &i);
			if (cp == '[')
				link = true;
			else if (cp == ']')
				link = false;
			else if (!link && rv_is_cjk(cp))
				letters += CJK_LETTERS;
			else if (!link)
				letters += rv_is_letter(cp);
		}
	}
	return letters >= PROSE_LETTERS;
}

static void
add_piece(struct rv_pieces *p, const struct rv_page *like, struct rv_sv text,
	  int64_t line)
{
	struct rv_page page = *like;
	struct rv_buf mended = RV_BUF_INIT;
	size_t hits = 0;

	text = rv_sv_trim(text);
	page.thin = !has_prose(text);
	rv_utf8_mend(text, &mended);
	page.text = rv_redact_in(
		p->arena, rv_sv_dup_in(p->arena, rv_buf_sv(&mended)), &hits);
	p->masked += hits;
	rv_buf_release(&mended);
	page.line = line;
	rv_grow(&p->items, &p->cap, p->n + 1);
	p->items[p->n++] = page;
}

void
rv_pieces_cut(struct rv_pieces *p, const struct rv_page *like,
	      struct rv_sv body, int64_t line)
{
	struct rv_cut cut = {.body = body, .line = line};
	struct rv_sv text;

	while (rv_cut_next(&cut, &text, &line))
		add_piece(p, like, text, line);
}

void
rv_pieces_release(struct rv_pieces *p)
{
	free(p->items);
	p->items = NULL;
	p->n = p->cap = 0;
}
