/* SPDX-License-Identifier: MIT */
/* Cells on a terminal. */
#include "config.h"

#include "base/width.h"

#include <uniwidth.h>

#include "base/utf8.h"

/*
 * Where libunistring 1.0 says otherwise than the C library, whose wcwidth is
 * what curses counts with; compared for every code point on Debian 12.
 */
static const struct {
	uint32_t from, to;
	int width;
} overrides[] = {
	{0x00AD, 0x00AD, 1},   {0x0600, 0x0605, 1},   {0x06DD, 0x06DD, 1},
	{0x070F, 0x070F, 1},   {0x0890, 0x0891, 1},   {0x08E2, 0x08E2, 1},
	{0x0CBF, 0x0CBF, 0},   {0x0CC6, 0x0CC6, 0},   {0x3248, 0x324F, 2},
	{0x4DC0, 0x4DFF, 2},   {0x110BD, 0x110BD, 1}, {0x110CD, 0x110CD, 1},
	{0x11A07, 0x11A08, 0}, {0x11C3F, 0x11C3F, 0},
};

/* More of them are a heap of ink and no letter. */
#define MARKS_MAX 4

int
rv_cp_width(uint32_t cp)
{
	int w;

	if (cp < 0x300 && cp != 0xAD)
		return cp >= 0x20 && (cp < 0x7F || cp >= 0xA0);
	if ((cp >= 0x4E00 && cp <= 0x9FFF) || (cp >= 0xAC00 && cp <= 0xD7A3))
		return 2;
	for (size_t i = 0; i < ARRAY_LEN(overrides); i++)
		if (cp >= overrides[i].from && cp <= overrides[i].to)
			return overrides[i].width;
	w = uc_width(cp, "UTF-8");
	return w > 0 ? w : 0;
}

static bool
is_regional(uint32_t cp)
{
	return cp >= 0x1F1E6 && cp <= 0x1F1FF;
}

/* Says how what stands before it looks, or joins emoji; nothing by itself. */
static bool
is_silent(uint32_t cp)
{
	return cp == 0x200D || cp == 0xFE0E || cp == 0xFE0F || cp == 0x20E3 ||
	       (cp >= 0xE0020 && cp <= 0xE007F);
}

/* Thai and Lao sara am are letters that UAX 29 joins as spacing marks. */
static bool
is_spacing(uint32_t cp, int width)
{
	return width > 0 && (rv_is_mark(cp) || cp == 0x0E33 || cp == 0x0EB3);
}

size_t
rv_grapheme_pieces(struct rv_sv cluster,
		   struct rv_piece pieces[static RV_PIECES_MAX], bool *more)
{
	size_t i = 0, at = 0, n = 0;
	bool flag = false;
	int marks = 0;

	*more = false;
	for (; i < cluster.n; at = i) {
		uint32_t cp = rv_utf8_next(cluster, &i);
		int w = rv_cp_width(cp);

		if (!n) {
			if (w == 0)
				return 0;
			flag = is_regional(cp);
		} else if (flag ? !is_regional(cp)
				: is_silent(cp) || ++marks > MARKS_MAX ||
					  (w && !is_spacing(cp, w))) {
			break;
		}
		if (w == 0) {
			pieces[n - 1].text.n += i - at;
			continue;
		}
		pieces[n].text = rv_sv_slice(cluster, at, i);
		pieces[n++].width = w;
	}
	for (i = at; i < cluster.n && !*more;)
		*more = !is_silent(rv_utf8_next(cluster, &i));
	return n;
}

int
rv_grapheme_width(struct rv_sv cluster)
{
	struct rv_piece pieces[RV_PIECES_MAX];
	size_t first = 0, n;
	bool more;
	int w;

	if (!cluster.n)
		return 0;
	w = rv_cp_width(rv_utf8_next(cluster, &first));
	if (first == cluster.n)
		return w;
	n = rv_grapheme_pieces(cluster, pieces, &more);
	w = more;
	for (size_t i = 0; i < n; i++)
		w += pieces[i].width;
	return n ? w : 0;
}

/* Printable ASCII that nothing behind it can join. */
static bool
is_plain(struct rv_sv v, size_t i)
{
	return v.p[i] >= 0x20 && v.p[i] < 0x7F &&
	       (i + 1 == v.n || (unsigned char)v.p[i + 1] < 0x80);
}

int
rv_width(struct rv_sv v)
{
	int cells = 0;
	size_t i = 0;

	while (i < v.n) {
		struct rv_sv rest;
		size_t n;

		if (is_plain(v, i)) {
			cells++;
			i++;
			continue;
		}
		rest = rv_sv_slice(v, i, v.n);
		n = rv_grapheme_len(rest);
		cells += rv_grapheme_width(rv_sv_slice(rest, 0, n));
		i += n;
	}
	return cells;
}

size_t
rv_width_floor(struct rv_sv v, int cells)
{
	size_t i = 0;

	while (i < v.n) {
		struct rv_sv rest;
		size_t n = 1;
		int w = 1;

		if (!is_plain(v, i)) {
			rest = rv_sv_slice(v, i, v.n);
			n = rv_grapheme_len(rest);
			w = rv_grapheme_width(rv_sv_slice(rest, 0, n));
		}
		if (w > cells)
			break;
		cells -= w;
		i += n;
	}
	return i;
}
