/* SPDX-License-Identifier: MIT */
/* Phase 5 without a model: nothing is rephrased, the text is quoted. */
#include "config.h"

#include <string.h>

#include "base/utf8.h"
#include "resonance/resonance_priv.h"

#define QUOTE_CHARACTERS 240
#define CUT_MARK "[…]"

/* What an agent could take for structure of its prompt, without the brackets. */
static const char *const reserved[] = {
	"SUBCONSCIOUS RESONANCE",
	"system-reminder",
	"/system-reminder",
	"system",
	"/system",
	"assistant",
	"/assistant",
	"user",
	"/user",
	"human",
	"/human",
	"tool",
	"/tool",
	"INST",
	"/INST",
	"SYS",
	"/SYS",
};

/* Controls, overrides of direction and characters nobody sees. */
static bool
is_hidden(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x200B ||
	       cp == 0x200E || cp == 0x200F || (cp >= 0x202A && cp <= 0x202E) ||
	       (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF ||
	       (cp >= 0xFFF9 && cp <= 0xFFFB) ||
	       (cp >= 0xE0000 && cp <= 0xE007F);
}

static void
add_visible(struct rv_sv text, struct rv_buf *out)
{
	size_t i = 0, from;
	uint32_t cp;

	while (i < text.n) {
		from = i;
		cp = rv_utf8_next(text, &i);
		if (rv_is_space(cp))
			rv_buf_addc(out, ' ');
		else if (!is_hidden(cp))
			rv_buf_add(out, text.p + from, i - from);
	}
}

static char
ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Length of the reserved word at `from`, any case, or 0. */
static size_t
reserved_at(struct rv_sv text, size_t from)
{
	for (size_t w = 0; w < ARRAY_LEN(reserved); w++) {
		size_t n = strlen(reserved[w]), i = 0;

		if (text.n - from < n)
			continue;
		while (i < n && ascii_lower(text.p[from + i]) ==
					ascii_lower(reserved[w][i]))
			i++;
		if (i == n)
			return n;
	}
	return 0;
}

/*
 * "[INST]", "<system>", "<|im_start|>" and "<!--" get round brackets, so that
 * they are words and no longer marks.
 */
static void
neutralise(char *p, size_t n)
{
	struct rv_sv text = rv_sv_of(p, n);

	for (size_t i = 0; i < n; i++) {
		size_t word, end, in = i + 1;

		if (p[i] != '<' && p[i] != '[')
			continue;
		while (in < n && (p[in] == p[i] || p[in] == ' '))
			in++;
		if (p[i] == '<' && in < n && (p[in] == '!' || p[in] == '|')) {
			p[i] = '(';
			continue;
		}
		word = reserved_at(text, in);
		end = in + word;
		if (word == 0)
			continue;
		while (end < n && p[end] == ' ' &&
		       (p[i] == '<' || end + 1 == n || p[end + 1] == ']'))
			end++;
		if (end < n && p[end] != '>' && p[end] != ']' &&
		    p[end - 1] != ' ')
			continue;
		for (size_t j = i; j < in; j++)
			if (p[j] != ' ')
				p[j] = '(';
		for (; end < n && (p[end] == '>' || p[end] == ']'); end++)
			p[end] = ')';
	}
}

static void
part_rules(struct rv_sv text, struct rv_buf *out)
{
	struct rv_sv word;
	bool first = true;

	while (text.n && rv_sv_next_part(&text, ' ', &word)) {
		if (!first)
			rv_buf_addc(out, ' ');
		first = false;
		if (rv_sv_is(word, "---"))
			rv_buf_adds(out, "- - -");
		else
			rv_buf_addv(out, word);
	}
}

/* Bytes of the first QUOTE_CHARACTERS characters, whole clusters only. */
static size_t
quote_len(struct rv_sv text)
{
	size_t at = 0, count = 0;

	while (at < text.n) {
		struct rv_sv rest = rv_sv_slice(text, at, text.n);
		size_t len = rv_grapheme_len(rest);

		if (len == 0)
			break;
		count += rv_utf8_count(rv_sv_slice(rest, 0, len));
		if (count > QUOTE_CHARACTERS)
			break;
		at += len;
	}
	return at;
}

struct rv_sv
rv__quote(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
	struct rv_sv v;
	size_t len;

	/* far more than can be quoted, and no page of a megabyte is walked */
	v = rv_sv_slice(text, 0, rv_utf8_floor(text, 64 * 1024));
	rv_utf8_mend(v, &a);
	add_visible(rv_buf_sv(&a), &b);
	rv_buf_reset(&a);
	rv_utf8_collapse(rv_buf_sv(&b), &a);
	neutralise(a.p, a.n);
	rv_buf_reset(&b);
	part_rules(rv_buf_sv(&a), &b);
	/* the bullet of a list item says nothing inside a quotation */
	if (rv_sv_starts(rv_buf_sv(&b), RV_SV("- ")) ||
	    rv_sv_starts(rv_buf_sv(&b), RV_SV("* ")))
		rv_buf_erase(&b, 0, 2);
	v = rv_buf_sv(&b);
	len = quote_len(v);
	if (len < v.n) {
		rv_buf_truncate(&b, len);
		rv_buf_adds(&b, CUT_MARK);
	}
	v = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&a);
	rv_buf_release(&b);
	return v;
}

void
rv_resonance_narrate(struct rv_run *run, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];

		if (c->verdict != RV_VERDICT_IN)
			continue;
		c->quote = rv__quote(c->item.text, arena);
		rv_buf_reset(&b);
		rv_buf_adds(&b, "- ");
		rv_buf_addv(&b, c->label);
		rv_buf_adds(&b, ": \"");
		rv_buf_addv(&b, c->quote);
		rv_buf_adds(&b, "\"");
		c->line = rv_sv_dup_in(arena, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
}
