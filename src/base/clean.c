/* SPDX-License-Identifier: MIT */
/* The one cleaner of text that others wrote. */
#include "config.h"

#include "base/clean.h"

#include <unictype.h>

#include "base/arena.h"
#include "base/utf8.h"

#define TAB 8
#define ZWNJ 0x200Cu
#define ZWJ 0x200Du
#define VS15 0xFE0Eu
#define VS16 0xFE0Fu

struct cleaner {
	struct rv_sv text;
	size_t i;
	enum rv_clean_mode mode;
	struct rv_buf *out;
	size_t measured; /* out up to here is counted in `column` */
	int column;
	enum { NOTHING, JOINER, ANY } may; /* what may follow an emoji */
};

static bool
is_printable_ascii(char c)
{
	return c >= 0x20 && c < 0x7F;
}

/* Letters that need no look into the tables of Unicode. */
static bool
is_common(uint32_t cp)
{
	return (cp >= 0xA1 && cp < 0x300 && cp != 0xAD) ||
	       (cp >= 0x400 && cp < 0x482) || (cp >= 0x3041 && cp <= 0x3096) ||
	       (cp >= 0x4E00 && cp <= 0x9FFF);
}

/*
 * Characters that draw nothing, or that change how others are drawn: the
 * format characters but for the visible number signs of Arabic and Kaithi,
 * fillers, selectors, tags, separators, and code points that never are text.
 */
static bool
is_hidden(uint32_t cp)
{
	if (cp >= 0x80 && cp < 0xA0)
		return true;
	if ((cp & 0xFFFE) == 0xFFFE || (cp >= 0xFDD0 && cp <= 0xFDEF))
		return true;
	if (uc_is_property_default_ignorable_code_point(cp) ||
	    uc_is_general_category_withtable(
		    cp, UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp))
		return true;
	return uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_Cf) &&
	       (rv_cp_width(cp) == 0 || cp == 0xAD);
}

static void
add_blanks(struct cleaner *c, int n)
{
	while (n-- > 0)
		rv_buf_addc(c->out, ' ');
}

static void
add_tab(struct cleaner *c)
{
	struct rv_sv since = rv_sv_slice(rv_buf_sv(c->out), c->measured,
					 c->out->n);
	int n;

	c->column += rv_width(since);
	n = TAB - c->column % TAB;
	add_blanks(c, n);
	c->column += n;
	c->measured = c->out->n;
}

static bool
at_newline(const struct cleaner *c, size_t i)
{
	const char *p = c->text.p;

	return i < c->text.n &&
	       (p[i] == '\n' ||
		(p[i] == '\r' && i + 1 < c->text.n && p[i + 1] == '\n'));
}

static void
add_newline(struct cleaner *c)
{
	c->i += c->text.p[c->i] == '\r' ? 2 : 1;
	if (c->mode == RV_CLEAN_TEXT) {
		rv_buf_addc(c->out, '\n');
		c->measured = c->out->n;
		c->column = 0;
		return;
	}
	while (at_newline(c, c->i))
		c->i += c->text.p[c->i] == '\r' ? 2 : 1;
	rv_buf_addc(c->out, ' ');
}

static void
add_control(struct cleaner *c, unsigned char byte)
{
	c->i++;
	if (byte == '\t') {
		add_tab(c);
		return;
	}
	rv_buf_addc(c->out, '^');
	rv_buf_addc(c->out, (char)(byte ^ 0x40));
}

/* Vowel signs and the like stand between letters that join; a letter has few. */
#define LOOKED_AT 8

/* The joining type of the letter before i (back) or from it on; *first is the
 * character next to it. */
static int
joining_type(struct rv_sv v, size_t i, bool back, uint32_t *first)
{
	*first = 0;
	for (int n = 0; n < LOOKED_AT; n++) {
		uint32_t cp;
		int type;

		if (back ? i == 0 : i == v.n)
			break;
		if (back) {
			size_t at;

			do
				i--;
			while (i > 0 && ((unsigned char)v.p[i] & 0xC0) == 0x80);
			at = i;
			cp = rv_utf8_next(v, &at);
		} else {
			cp = rv_utf8_next(v, &i);
		}
		if (n == 0)
			*first = cp;
		type = uc_joining_type(cp);
		if (type != UC_JOINING_TYPE_T || is_hidden(cp))
			return type;
	}
	return UC_JOINING_TYPE_U;
}

/* Where words are spelled with it: behind a virama, and a non-joiner between
 * two letters that would join (RFC 5892, appendix A.1 and A.2). */
static bool
is_spelling(const struct cleaner *c, uint32_t cp, size_t next)
{
	uint32_t before, after;
	int left, right;

	if (cp != ZWJ && cp != ZWNJ)
		return false;
	left = joining_type(c->text, c->i, true, &before);
	if (uc_combining_class(before) == UC_CCC_VR)
		return true;
	right = joining_type(c->text, next, false, &after);
	return cp == ZWNJ &&
	       (left == UC_JOINING_TYPE_L || left == UC_JOINING_TYPE_D) &&
	       (right == UC_JOINING_TYPE_R || right == UC_JOINING_TYPE_D);
}

/* A joiner stays only between two emoji, a selector only behind one. */
static bool
is_kept_joiner(const struct cleaner *c, uint32_t cp, size_t next)
{
	if (cp == VS16 || cp == VS15)
		return c->may == ANY;
	return cp == ZWJ && c->may != NOTHING && next < c->text.n &&
	       uc_is_property_extended_pictographic(
		       rv_utf8_next(c->text, &next));
}

static void
add_wide(struct cleaner *c)
{
	size_t next = c->i;
	uint32_t cp = rv_utf8_next(c->text, &next);
	struct rv_sv bytes = rv_sv_slice(c->text, c->i, next);

	if (cp == RV_REPLACEMENT && !rv_utf8_valid(bytes)) {
		for (size_t i = 0; i < bytes.n; i++)
			rv_buf_addf(c->out, "<%02X>", (unsigned char)bytes.p[i]);
		c->may = NOTHING;
	} else if (is_common(cp)) {
		rv_buf_addv(c->out, bytes);
		/* (c) and (R) are emoji too */
		c->may = cp < 0x300 && uc_is_property_emoji(cp) ? ANY
								: NOTHING;
	} else if (is_kept_joiner(c, cp, next)) {
		rv_buf_addv(c->out, bytes);
		c->may = cp == ZWJ ? NOTHING : JOINER;
	} else if (is_hidden(cp) && !is_spelling(c, cp, next)) {
		rv_buf_addf(c->out, "<U+%04X>", (unsigned)cp);
		c->may = NOTHING;
	} else {
		rv_buf_addv(c->out, bytes);
		c->may = uc_is_property_emoji(cp) ||
					 uc_is_property_extended_pictographic(cp)
				 ? ANY
				 : NOTHING;
	}
	c->i = next;
}

static size_t
printable_end(struct rv_sv v, size_t i)
{
	while (i < v.n && is_printable_ascii(v.p[i]))
		i++;
	return i;
}

void
rv_text_clean(struct rv_sv text, enum rv_clean_mode mode, struct rv_buf *out)
{
	struct cleaner c = {.text = text, .mode = mode, .out = out};
	size_t end;

	c.measured = out->n;
	while (c.i < text.n) {
		unsigned char byte = (unsigned char)text.p[c.i];

		if (is_printable_ascii((char)byte)) {
			end = printable_end(text, c.i);
			rv_buf_add(out, text.p + c.i, end - c.i);
			/* digits, # and * may begin a keycap */
			byte = (unsigned char)text.p[end - 1];
			c.may = uc_is_property_emoji(byte) ? ANY : NOTHING;
			c.i = end;
		} else if (byte >= 0x80) {
			add_wide(&c);
		} else if (at_newline(&c, c.i)) {
			add_newline(&c);
			c.may = NOTHING;
		} else {
			add_control(&c, byte);
			c.may = NOTHING;
		}
	}
}

struct rv_sv
rv_text_clean_in(struct rv_arena *arena, struct rv_sv text,
		 enum rv_clean_mode mode)
{
	struct rv_buf b = RV_BUF_INIT;

	if (printable_end(text, 0) == text.n)
		return rv_sv_dup_in(arena, text);
	rv_text_clean(text, mode, &b);
	return rv_buf_detach_in(arena, &b);
}
