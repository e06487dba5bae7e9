/* SPDX-License-Identifier: MIT */
/* Lines with a path in them that are too long. */
#include "config.h"

#include "ui/shorten.h"

#include "base/clean.h"
#include "base/segment.h"
#include "base/width.h"

#define NAME_LEAST 8 /* fewer columns of a name tell nothing */

/* The parts of a line: before the path, its first folder, its file, the rest. */
struct parts {
	struct rv_sv head, folder, base, tail;
};

/* The last word with a slash in it; false: there is none. */
static bool
split(struct rv_sv text, struct parts *p)
{
	size_t slash = text.n, from, to, first;

	while (slash > 0 && text.p[slash - 1] != '/')
		slash--;
	if (slash == 0)
		return false;
	for (from = slash; from > 0 && text.p[from - 1] != ' ';)
		from--;
	for (to = slash; to < text.n && text.p[to] != ' ';)
		to++;
	for (first = from; text.p[first] != '/';)
		first++;
	p->head = rv_sv_slice(text, 0, from);
	p->folder = rv_sv_slice(text, from, first + 1);
	p->base = rv_sv_slice(text, slash, to);
	p->tail = rv_sv_slice(text, to, text.n);
	return p->base.n > 0;
}

/* The end of a name, in at most w columns. */
static struct rv_sv
end_of(struct rv_sv name, int w)
{
	while (name.n > 0 && rv_width(name) > w)
		name = rv_sv_slice(name, rv_grapheme_len(name), name.n);
	return name;
}

void
ui_shorten(struct rv_sv text, int w, const char *dots, struct rv_buf *out)
{
	struct parts p;
	size_t start = out->n;
	int room;

	if (rv_width(text) <= w || !split(text, &p)) {
		rv_buf_addv(out, text);
		return;
	}
	for (int with = 1; with >= 0; with--) {
		rv_buf_truncate(out, start);
		rv_buf_addv(out, p.head);
		rv_buf_addv(out, with ? p.folder : RV_SV_NONE);
		rv_buf_addf(out, "%s/", dots);
		rv_buf_addv(out, p.base);
		rv_buf_addv(out, p.tail);
		if (rv_width(rv_sv_slice(rv_buf_sv(out), start, out->n)) <= w)
			return;
	}
	/* The words behind the name are cut before the name is. */
	room = w - rv_width(p.head) - rv_width(rv_sv(dots));
	if (p.tail.n > 0 && rv_width(p.base) + 3 <= room)
		return;
	rv_buf_truncate(out, start);
	if (room < NAME_LEAST) {
		rv_buf_addv(out, text);
		return;
	}
	rv_buf_addv(out, p.head);
	rv_buf_adds(out, dots);
	rv_buf_addv(out, end_of(p.base, room));
}

int
ui_put_path(struct ui_surface *s, int x, int y, int w, ui_style st,
	    struct rv_sv text)
{
	struct rv_buf clean = RV_BUF_INIT, b = RV_BUF_INIT;
	int used;

	rv_text_clean(text, RV_CLEAN_LINE, &clean);
	ui_shorten(rv_buf_sv(&clean), w, s->grid->ascii ? ".." : "…", &b);
	used = ui_putw(s, x, y, w, st, rv_buf_sv(&b));
	rv_buf_release(&b);
	rv_buf_release(&clean);
	return used;
}
