/* SPDX-License-Identifier: MIT */
/* Frontmatter: its place in a page and what is wrong with it. */
#include "config.h"

#include "doc/front.h"

#include <string.h>

#include "base/i18n.h"

static bool
is_fence(struct rv_sv line)
{
	line = rv_sv_trim_end(line);
	return rv_sv_is(line, "---") || rv_sv_is(line, "...");
}

/* "name:" or "name: value", as no sentence begins. */
static bool
is_field(struct rv_sv line)
{
	ptrdiff_t colon = rv_sv_find_char(line, ':');
	size_t end = colon < 0 ? 0 : (size_t)colon;

	line = rv_sv_trim_end(line);
	if (colon <= 0 || (end + 1 < line.n && line.p[end + 1] != ' ' &&
			   line.p[end + 1] != '\t'))
		return false;
	/* "[link](https: ..." and "**Note**: x" are text */
	return !memchr("[*_<>`|#!", line.p[0], 9);
}

/* As on old Macs: nothing else here knows such lines. */
static bool
ends_in_cr(struct rv_sv text)
{
	ptrdiff_t at = rv_sv_find_char(text, '\r');

	return at >= 0 && (size_t)at + 1 < text.n &&
	       rv_sv_find_char(text, '\n') < 0;
}

void
rv_front_cut(struct rv_sv text, struct rv_front *out)
{
	struct rv_sv rest = text, line;
	bool field = false, blank = false, first = true;

	*out = (struct rv_front){.state = RV_FRONT_NONE};
	if (ends_in_cr(text))
		out->state = RV_FRONT_CR;
	if (out->state == RV_FRONT_CR || !rv_sv_next_line(&rest, &line) ||
	    !rv_sv_is(rv_sv_trim_end(line), "---"))
		return;
	out->meta = text.n - rest.n;
	while (rv_sv_next_line(&rest, &line)) {
		if (is_fence(line)) {
			if (blank && !field)
				break;
			out->state = RV_FRONT_OK;
			out->close = (size_t)(line.p - text.p);
			out->body = text.n - rest.n;
			return;
		}
		if (first)
			blank = !rv_sv_trim(line).n;
		first = false;
		field = field || is_field(line);
		/* a rule, not the start of an endless frontmatter */
		if (blank && !field && rv_sv_trim(line).n)
			break;
	}
	*out = (struct rv_front){.state = field && !blank ? RV_FRONT_UNCLOSED
							  : RV_FRONT_NONE};
}

/* The line whose indentation holds a tab, or 0: libyaml would say it in
 * riddles. */
static int
tab_line(struct rv_sv meta)
{
	struct rv_sv line;

	for (int number = 2; rv_sv_next_line(&meta, &line); number++) {
		size_t i = 0;

		while (i < line.n && line.p[i] == ' ')
			i++;
		if (i < line.n && line.p[i] == '\t' && rv_sv_trim(line).n)
			return number;
	}
	return 0;
}

/* "NAME: PLACE: " is said by the page and the line already. */
static struct rv_sv
without_place(const struct rv_err *why)
{
	struct rv_sv msg = rv_sv(why->msg);
	ptrdiff_t at;

	for (int i = 0; i < 2 && why->line > 0; i++) {
		at = rv_sv_find(msg, RV_SV(": "));
		if (at >= 0)
			msg = rv_sv_slice(msg, (size_t)at + 2, msg.n);
	}
	return msg;
}

void
rv_front_read(struct rv_sv text, struct rv_arena *arena, struct rv_front *out)
{
	struct rv_err why = {0};
	int tab;

	rv_front_cut(text, out);
	out->line = 1;
	if (out->state == RV_FRONT_UNCLOSED)
		out->why = rv_sv(_("the frontmatter begins with --- and never "
				   "ends"));
	else if (out->state == RV_FRONT_CR)
		out->why = rv_sv(_("its lines end as on old Macs (CR alone), "
				   "so all of it is one line; save it with "
				   "other line ends"));
	if (out->state != RV_FRONT_OK)
		return;
	/* with the fence's line end, so that lines are those of the page */
	if (rv_yaml_parse(rv_sv_slice(text, out->meta - 1, out->close),
			  "frontmatter", arena, &out->map, &why) == RV_OK &&
	    out->map->kind == RV_YAML_MAP)
		return;
	tab = tab_line(rv_sv_slice(text, out->meta, out->close));
	out->map = NULL;
	out->state = RV_FRONT_REFUSED;
	out->line = tab ? tab : why.line ? why.line : 2;
	if (tab)
		out->why = rv_sv(_("a tab indents the frontmatter; YAML takes "
				   "blanks alone"));
	else if (why.msg[0])
		out->why = rv_sv_dup_in(arena, without_place(&why));
	else
		out->why = rv_sv(_("the frontmatter is no list of fields"));
}
