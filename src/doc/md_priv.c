/* SPDX-License-Identifier: MIT */
/* What md4c says of spans and cells, in our words. */
#include "config.h"

#include "doc/md_priv.h"

#include "base/buf.h"
#include "doc/entity.h"

struct rv_sv
rv__md_attribute(struct rv_arena *arena, const MD_ATTRIBUTE *a)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; a->text && a->substr_offsets[i] < a->size; i++) {
		struct rv_sv part = rv_sv_of(
			a->text + a->substr_offsets[i],
			a->substr_offsets[i + 1] - a->substr_offsets[i]);

		if (a->substr_types[i] == MD_TEXT_ENTITY)
			rv_entity_decode(part, &b);
		else
			rv_buf_addv(&b, part);
	}
	return rv_buf_detach_in(arena, &b);
}

enum rv_md_align
rv__md_align(MD_ALIGN a)
{
	return a == MD_ALIGN_RIGHT    ? RV_MD_RIGHT
	       : a == MD_ALIGN_CENTER ? RV_MD_CENTER
				      : RV_MD_LEFT;
}

unsigned
rv__md_style(MD_SPANTYPE type)
{
	static const unsigned styles[] = {
		[MD_SPAN_EM] = RV_MD_EMPH,    [MD_SPAN_STRONG] = RV_MD_STRONG,
		[MD_SPAN_A] = RV_MD_LINK,     [MD_SPAN_IMG] = RV_MD_IMAGE,
		[MD_SPAN_CODE] = RV_MD_MONO,  [MD_SPAN_DEL] = RV_MD_STRIKE,
		[MD_SPAN_U] = RV_MD_EMPH,
	};

	return (size_t)type < ARRAY_LEN(styles) ? styles[type] : 0;
}

struct rv_sv
rv_md_plain(const struct rv_md_line *line, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	int cell = 0;

	for (size_t i = 0; i < line->n; i++) {
		for (; cell < line->spans[i].cell; cell++)
			rv_buf_adds(&b, " | ");
		rv_buf_addv(&b, line->spans[i].text);
	}
	return rv_buf_detach_in(arena, &b);
}
