/* SPDX-License-Identifier: MIT */
/* Where a block of the source goes, and what a person is told of the rest. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/utf8.h"
#include "doc/page_edit.h"
#include "trust/promote_priv.h"

void
rv_headings_note(struct rv_headings *l, struct rv_sv name)
{
	for (size_t i = 0; i < RV_MIN(l->n, ARRAY_LEN(l->first)); i++)
		if (rv_sv_eq(l->first[i], name))
			return;
	if (l->n && rv_sv_eq(l->last, name))
		return;
	l->last = name;
	if (l->n < ARRAY_LEN(l->first))
		l->first[l->n] = name;
	l->n++;
}

struct rv_sv
rv_headings_text(struct rv_promote_job *j, const struct rv_headings *l)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;

	for (size_t i = 0; i < RV_MIN(l->n, ARRAY_LEN(l->first)); i++)
		rv_buf_addf(&b, "%s%.*s", i ? ", " : "",
			    RV_SV_ARG(l->first[i]));
	out = rv_sv_dup_in(j->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	if (l->n <= ARRAY_LEN(l->first))
		return out;
	/* TRANSLATORS: %.*s are headings with commas between. */
	return rv_sv(rv_arena_printf(
		j->arena,
		P_("%.*s and %zu more", "%.*s and %zu more",
		   l->n - ARRAY_LEN(l->first)),
		RV_SV_ARG(out), l->n - ARRAY_LEN(l->first)));
}

struct rv_sv
rv_promote_first_heading(const char *sections)
{
	struct rv_sv rest = rv_sv(sections), first = RV_SV_NONE;

	(void)rv_sv_next_part(&rest, '|', &first);
	return first;
}

struct rv_sv
rv_promote_place(const struct rv_page_edit *e, const char *sections,
		 const struct rv_block *b)
{
	struct rv_sv rest = rv_sv(sections), one;

	if (b->lead)
		return rv_promote_first_heading(sections);
	while (rv_sv_next_part(&rest, '|', &one))
		if (rv_list_has(one, b->heading))
			return one;
	/* a heading that a person gave the page takes its like as well */
	return rv_page_edit_find(e, b->heading) >= 0 ? b->heading : RV_SV_NONE;
}

void
rv_promote_note_pending(struct rv_promote_job *j)
{
	struct rv_headings pending = {0};
	struct rv_page_edit e;

	rv_page_edit_init(&e, j->out->bytes, j->arena);
	for (size_t i = 0; i < rv_page_edit_count(&e); i++)
		if (rv_sv_is(rv_page_edit_body(&e, (ptrdiff_t)i), RV_PENDING))
			rv_headings_note(&pending,
					 rv_page_edit_heading(&e,
							      (ptrdiff_t)i));
	j->out->pending = rv_headings_text(j, &pending);
}

void
rv_promote_note_left(struct rv_promote_job *j)
{
	enum rv_page_type type = rv_promote_type(j->out->to);
	struct rv_headings left = {0};
	struct rv_buf page = RV_BUF_INIT, one = RV_BUF_INIT;
	struct rv_page_edit e;

	j->out->left = RV_SV_NONE;
	if (type == RV_PAGE_TYPE_N)
		return;
	rv_page_edit_init(&e, j->out->bytes, j->arena);
	rv_utf8_collapse(j->out->bytes, &page);
	for (size_t i = 0; i < j->n; i++) {
		const struct rv_block *b = &j->blocks[i];

		if (rv_sv_is(b->text, RV_PENDING) ||
		    rv_promote_place(&e, rv_page_type_row(type)->sections, b)
			    .n)
			continue;
		/* a person put it under another one */
		rv_buf_reset(&one);
		rv_utf8_collapse(b->text, &one);
		if (!rv_sv_has(rv_buf_sv(&page), rv_buf_sv(&one)))
			rv_headings_note(&left, b->heading);
	}
	rv_buf_release(&page);
	rv_buf_release(&one);
	j->out->left = rv_headings_text(j, &left);
}
