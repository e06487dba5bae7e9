/* SPDX-License-Identifier: MIT */
/* From a file to what the store takes. */
#include "config.h"

#include "engine/page_ready.h"

#include <string.h>

#include "base/path.h"
#include "doc/frontmatter.h"
#include "doc/mask.h"
#include "doc/page_edit.h"
#include "trust/read_page.h"

static void
cut_pages(const struct rv_scan_item *item, const struct rv_page_doc *doc,
	  int64_t bytes, struct rv_pieces *p)
{
	for (size_t i = 0; i < doc->n; i++) {
		const struct rv_section *s = &doc->sections[i];
		struct rv_page like = {
			.layer = item->layer,
			.path = rv_sv(item->rel),
			.title = doc->title.n ? doc->title
					      : rv_sv(rv_path_base(item->rel)),
			.heading = rv_mask_name(p->arena, s->heading,
						&p->masked),
			.time = doc->updated,
			.bytes = bytes,
		};
		/* A heading alone is searched for, unless another row has it. */
		if (rv_sv_is(s->body, RV_PENDING) ||
		    (!s->body.n && (doc->n > 1 || p->n) &&
		     (!s->level || rv_sv_eq(s->heading, doc->title))))
			continue;
		rv_pieces_cut(p, &like, s->body, s->line + (s->level ? 1 : 0));
	}
}

static void
take_apart(const struct rv_scan_item *item, struct rv_page_ready *r)
{
	struct rv_sv text = rv_buf_sv(&r->text);
	struct rv_page_doc doc;

	rv_page_parse(text, &r->arena, &doc);
	doc.title = rv_mask_name(&r->arena, doc.title, &r->pieces.masked);
	cut_pages(item, &doc, (int64_t)text.n, &r->pieces);
	rv_read_page(rv_sv(item->rel), item->layer, text, &doc, &r->arena,
		     &r->meta, &r->links, &r->n_links);
	if (r->pieces.masked)
		r->meta.flags |= RV_META_SECRET;
}

/* A file that is no page: its size stands in the tree, its text nowhere. */
static void
only_size(const struct rv_scan_item *item, struct rv_page_ready *r)
{
	rv_buf_release(&r->text);
	rv_read_page_size(rv_sv(item->rel), item->layer, item->st.st_size,
			  &r->meta);
}

void
rv_page_ready_make(const struct rv_scan_item *item, struct rv_tokens *words,
		   struct rv_page_ready *out)
{
	struct rv_err err = {0};
	rv_status st;

	*out = (struct rv_page_ready){.text = RV_BUF_INIT};
	out->pieces.arena = &out->arena;
	st = rv_path_read(item->path, RV_PAGE_MAX, &out->text, &err);
	if (st == RV_E_TOOBIG ||
	    (st == RV_OK && rv_is_binary(rv_buf_sv(&out->text))))
		only_size(item, out);
	else if (st == RV_OK)
		take_apart(item, out);
	else
		memcpy(out->why, err.msg, sizeof(out->why));
	for (size_t i = 0; words && i < out->pieces.n; i++)
		rv_page_words(words, &out->arena, &out->pieces.items[i]);
}

void
rv_page_ready_release(struct rv_page_ready *r)
{
	rv_pieces_release(&r->pieces);
	rv_buf_release(&r->text);
	rv_arena_release(&r->arena);
}
