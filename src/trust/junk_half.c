/* SPDX-License-Identifier: MIT */
/* Sentences that were cut, in the scripts that people write. */
#include "config.h"

#include <string.h>

#include <unictype.h>

#include "base/utf8.h"
#include "doc/md_blocks.h"
#include "trust/junk.h"

/* In cells.  Shorter lines are headings, labels and verse. */
#define PROSE_WIDTH 60
#define TITLE_WIDTH 120

/* The last code point that is seen; 0: there is none. */
static uint32_t
last_seen(struct rv_sv v)
{
	uint32_t cp = 0, last = 0;

	for (size_t i = 0; i < v.n;) {
		cp = rv_utf8_next(v, &i);
		if (!rv_is_space(cp) && !uc_is_general_category_withtable(
						cp, UC_CATEGORY_MASK_Cf))
			last = cp;
	}
	return last;
}

/*
 * What may end a sentence beside what Unicode calls Sentence_Terminal
 * (PropList.txt, as libunistring has it): it breaks off, leads to something,
 * or the script has a sign that the property leaves out.
 */
static bool
is_stop(uint32_t cp)
{
	static const uint32_t others[] = {
		':',	';',	0x2014, 0x2013, 0x2015, /* dashes */
		0x2025, 0x2026, 0x22EF,		       /* left open */
		0xFF1A, 0xFF1B, 0xFE55, 0xFE54,	       /* wide : and ; */
		0x037E, 0x0387,			       /* Greek */
		0x05C3,				       /* Hebrew */
		0x061B, 0x06D4,			       /* Arabic */
		0x1364, 0x1365, 0x1366,		       /* Ethiopic : and ; */
	};

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (cp == others[i])
			return true;
	return uc_is_property_sentence_terminal(cp);
}

/* Quotes, brackets and marks of Markdown; signs such as emoji. */
static bool
is_closer(uint32_t cp)
{
	if (cp < 0x80)
		return cp && strchr("\"'`)]}>*_~|$\\", (int)cp);
	return uc_is_property_quotation_mark(cp) ||
	       uc_is_general_category_withtable(
		       cp, UC_CATEGORY_MASK_Pe | UC_CATEGORY_MASK_Pf |
				   UC_CATEGORY_MASK_Pi | UC_CATEGORY_MASK_So |
				   UC_CATEGORY_MASK_Sk) ||
	       (cp >= 0xFE00 && cp <= 0xFE0F); /* the look of an emoji */
}

/* In a script that writes no full stop, or where people leave it out. */
static bool
needs_no_stop(struct rv_sv line)
{
	static const struct {
		uint32_t from, to;
	} scripts[] = {
		{0x0E00, 0x0EFF}, /* Thai, Lao */
		{0x0F00, 0x0FFF}, /* Tibetan */
		{0x1780, 0x17FF}, /* Khmer */
		{0x1950, 0x1AAF}, /* Tai Le, New Tai Lue, Buginese, Tai Tham */
		{0xA980, 0xA9DF}, /* Javanese */
		{0xAA80, 0xAADF}, /* Tai Viet */
	};

	for (size_t at = 0; at < line.n;) {
		uint32_t cp = rv_utf8_next(line, &at);

		for (size_t i = 0; cp >= scripts[0].from && i < ARRAY_LEN(scripts);
		     i++)
			if (cp >= scripts[i].from && cp <= scripts[i].to)
				return true;
	}
	return false;
}

/* Headings, tables, quotes, code, formulas, comments, notes, an underline. */
static bool
is_structure(struct rv_sv line)
{
	bool code = rv_sv_starts(line, RV_SV("    ")) ||
		    rv_sv_starts(line, RV_SV("\t"));

	line = rv_sv_trim(line);
	return code || !line.n || strchr("#<>", line.p[0]) ||
	       rv_sv_starts(line, RV_SV("$$")) ||
	       rv_sv_find_char(line, '|') >= 0 ||
	       (line.p[0] == '[' && rv_sv_has(line, RV_SV("]: "))) ||
	       line.n == rv_sv_count(line, '=') ||
	       line.n == rv_sv_count(line, '-') ||
	       rv_sv_starts(line, RV_SV("-- ")) ||
	       rv_sv_starts(line, RV_SV("\xE2\x80\x94")); /* who said it */
}

/* "**Tabs:** diary, rules, dreams": a field and what is in it. */
static bool
is_field(struct rv_sv line)
{
	ptrdiff_t end;

	if (!rv_sv_starts(line, RV_SV("**")))
		return false;
	line = rv_sv_slice(line, 2, line.n);
	end = rv_sv_find(line, RV_SV("**"));
	return end > 0 && (line.p[end - 1] == ':' ||
			   rv_sv_starts(rv_sv_slice(line, (size_t)end, line.n),
					RV_SV("**:")));
}

/* An address, the name of a block ("^x1") or a tag ("#x"). */
static bool
ends_in_reference(struct rv_sv line)
{
	size_t from = line.n;

	while (from && line.p[from - 1] != ' ')
		from--;
	line = rv_sv_slice(line, from, line.n);
	return rv_sv_has(line, RV_SV("://")) || (line.n && strchr("#^", line.p[0])) ||
	       rv_sv_starts(line, RV_SV("www."));
}

/* "How the Dreamer Learns to Judge": most of its words begin large. */
static bool
is_title(struct rv_sv line)
{
	size_t i = 0, words = 0, large = 0;
	struct rv_sv word;

	if (rv_width(line) > TITLE_WIDTH)
		return false;
	while (rv_word_next(line, &i, &word)) {
		size_t first = 0;

		if (rv_utf8_count(word) < 4)
			continue;
		words++;
		large += rv_is_upper(rv_utf8_next(word, &first));
	}
	return words && large * 3 >= words * 2;
}

/* The last line of all when it is prose, how many there are, and how wide. */
static struct rv_sv
last_line(struct rv_sv text, size_t *lines, int *widest)
{
	struct rv_sv line, last = RV_SV_NONE;
	bool in_list = false;
	char fence = 0;

	*lines = 0;
	*widest = 0;
	while (rv_sv_next_line(&text, &line)) {
		if (rv_junk_is_code(line, &fence)) {
			last = RV_SV_NONE;
			continue;
		}
		in_list = in_list || rv_md_is_item(line);
		last = in_list || is_structure(line) ? RV_SV_NONE
						     : rv_sv_trim(line);
		*widest = RV_MAX(*widest, rv_width(rv_sv_trim(line)));
		(*lines)++;
	}
	return last;
}

struct rv_sv
rv_junk_half(struct rv_sv text, struct rv_sv next)
{
	struct rv_sv last, line;
	size_t lines;
	char fence = 0;
	uint32_t cp;
	int widest;

	last = last_line(text, &lines, &widest);
	if (widest < PROSE_WIDTH || !last.n)
		return RV_SV_NONE;
	cp = last_seen(last);
	if (is_closer(cp) || is_stop(cp) || is_field(last) ||
	    ends_in_reference(last) ||	    needs_no_stop(last) || (lines == 1 && is_title(last)))
		return RV_SV_NONE;
	if (rv_sv_next_line(&next, &line) &&
	    (rv_md_is_item(line) || is_structure(line) ||
	     rv_junk_is_code(line, &fence)))
		return RV_SV_NONE;
	return last;
}
