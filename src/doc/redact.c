/* SPDX-License-Identifier: MIT */
/* The doors of the redactor. */
#include "config.h"

#include "doc/redact.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/redact_map.h"

static bool
is_middle(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

/* Drops what the options leave, and never cuts a character. */
static void
settle(struct rv_sv v, const struct rv_redact_options *opts,
       struct rv__hits *hits)
{
	size_t n = 0;

	for (size_t i = 0; i < hits->n; i++) {
		struct rv__hit h = hits->items[i];

		if (((h.flags & RV__REDACT_PERSON) && opts->credentials) ||
		    ((h.flags & RV__REDACT_EMAIL) && !opts->email) ||
		    ((h.flags & RV__REDACT_PHONE) && !opts->phone) ||
		    ((h.flags & RV__REDACT_PUBLISHED) && !opts->published))
			continue;
		for (int k = 0; k < 3 && h.from && h.from < v.n &&
				is_middle(v.p[h.from]); k++)
			h.from--;
		for (int k = 0; k < 3 && h.to < v.n && is_middle(v.p[h.to]); k++)
			h.to++;
		hits->items[n++] = h;
	}
	hits->n = n;
}

static void
find_once(struct rv_sv v, const struct rv_redact_options *opts,
	  struct rv__hits *hits)
{
	struct rv__view view;
	size_t before;

	rv__scan(v, hits);
	rv__scan_base64(v, hits);
	if (hits->escaped) {
		rv__view_make(v, &view);
		before = hits->n;
		rv__scan(rv_buf_sv(&view.text), hits);
		rv__scan_base64(rv_buf_sv(&view.text), hits);
		for (size_t i = before; i < hits->n; i++)
			rv__view_map(&view, &hits->items[i]);
		rv__view_release(&view);
	}
	if (!hits->n)
		return;
	settle(v, opts, hits);
	rv__hits_merge(hits);
}

/* The text as it will be, but for numbers; ends[i] is behind hit i in it. */
static void
mask(struct rv_sv v, const struct rv__hits *hits, struct rv_buf *out,
     size_t *ends)
{
	size_t at = 0;

	for (size_t i = 0; i < hits->n; i++) {
		rv_buf_addv(out, rv_sv_slice(v, at, hits->items[i].from));
		rv_buf_adds(out, hits->items[i].placeholder);
		ends[i] = out->n;
		at = hits->items[i].to;
	}
	rv_buf_addv(out, rv_sv_slice(v, at, v.n));
}

/* A place in the masked text; inside of a placeholder it is the hit's edge. */
static size_t
unmask(const struct rv__hits *hits, const size_t *ends, size_t at, bool end)
{
	size_t low = 0, high = hits->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ends[mid] <= at)
			low = mid + 1;
		else
			high = mid;
	}
	if (low < hits->n) {
		const struct rv__hit *h = &hits->items[low];
		size_t start = ends[low] - strlen(h->placeholder);

		if (at > start)
			return end ? h->to : h->from;
	}
	return low ? hits->items[low - 1].to + (at - ends[low - 1]) : at;
}

/* Farther than this no rule looks from where it begins. */
#define REACH ((size_t)32 << 10)
#define EDGE 128 /* what begins or ends so near a cut may come from it */

/* The hits around what was masked last: the rest has been looked at. */
static void
find_near(struct rv_sv masked, const struct rv__hits *hits, const size_t *ends,
	  const struct rv_redact_options *opts, struct rv__hits *more)
{
	struct rv__hits part = {0};
	size_t i = 0;

	while (i < hits->n) {
		size_t from = ends[i] > REACH ? ends[i] - REACH : 0;
		size_t to = ends[i] + REACH;
		struct rv_sv v;

		if (!hits->items[i].fresh) {
			i++;
			continue;
		}
		for (i++; i < hits->n && ends[i] <= to + REACH; i++)
			to = hits->items[i].fresh ? ends[i] + REACH : to;
		from = rv_utf8_floor(masked, from);
		to = rv_utf8_floor(masked, RV_MIN(to, masked.n));
		v = rv_sv_slice(masked, from, to);
		part.n = 0;
		part.escaped = part.spent = false;
		part.cost = 0;
		find_once(v, opts, &part);
		for (size_t k = 0; k < part.n; k++) {
			struct rv__hit h = part.items[k];

			if ((from && h.from < EDGE) ||
			    (to < masked.n && h.to + EDGE > v.n))
				continue;
			h.from += from;
			h.to += from;
			rv__hits_add(more, h);
		}
	}
	rv__hits_release(&part);
}

/*
 * What was masked may have kept something beside it from being seen: the masked
 * text is looked at again until there is no more, so that masking twice is
 * masking once.
 */
void
rv__redact_find(struct rv_sv v, const struct rv_redact_options *opts,
		struct rv__hits *hits)
{
	struct rv_buf masked = RV_BUF_INIT;
	struct rv__hits more = {0};
	size_t *ends;

	find_once(v, opts, hits);
	for (size_t i = 0; i < hits->n; i++)
		hits->items[i].fresh = true;
	for (int round = 0; hits->n && round < 8; round++) {
		ends = rv_calloc(hits->n, sizeof(*ends));
		rv_buf_reset(&masked);
		more.n = 0;
		mask(v, hits, &masked, ends);
		find_near(rv_buf_sv(&masked), hits, ends, opts, &more);
		for (size_t i = 0; i < more.n; i++) {
			struct rv__hit *h = &more.items[i];

			h->from = unmask(hits, ends, h->from, false);
			h->to = unmask(hits, ends, h->to, true);
			h->fresh = true;
		}
		free(ends);
		if (!more.n)
			break;
		for (size_t i = 0; i < hits->n; i++)
			hits->items[i].fresh = false;
		for (size_t i = 0; i < more.n; i++)
			rv__hits_add(hits, more.items[i]);
		rv__hits_merge(hits);
	}
	rv__hits_release(&more);
	rv_buf_release(&masked);
}

struct rv_redactor *
rv_redactor_new(const struct rv_redact_options *opts)
{
	struct rv_redactor *r = rv_calloc(1, sizeof(*r));

	r->opts = opts ? *opts : rv_redact_settled(&r->arena);
	if (opts)
		r->opts.salt = rv_sv_dup_in(&r->arena, opts->salt);
	return r;
}

void
rv_redactor_free(struct rv_redactor *r)
{
	if (!r)
		return;
	free(r->known);
	free(r->spans);
	rv_arena_release(&r->arena);
	free(r);
}

rv_status
rv_redactor_run(struct rv_redactor *r, struct rv_sv text, struct rv_buf *out,
		struct rv_err *err)
{
	size_t was = out->n, spans = r->n, line = 1;
	struct rv__hits hits = {0};

	rv__redact_find(text, &r->opts, &hits);
	rv__map_write(r, text, 0, text.n, &hits, 0, &line, out);
	rv__hits_release(&hits);
	if (!out->overflow)
		return RV_OK;
	rv_buf_truncate(out, was);
	r->n = spans;
	return rv_fail(err, RV_E_TOOBIG,
		       _("cannot mask the text: it is longer than %zu bytes; "
			 "nothing was written"),
		       out->limit);
}

const struct rv_redact_span *
rv_redactor_spans(const struct rv_redactor *r, size_t *n)
{
	static const struct rv_redact_span none[1];

	*n = r->n;
	return r->n ? r->spans : none;
}

/* --- one text ---------------------------------------------------------------- */

static size_t
write_masked(struct rv_sv text, const struct rv__hits *hits,
	     struct rv_buf *out)
{
	struct rv_redactor r = {0};
	size_t line = 1, was = out->n, n;

	rv__map_write(&r, text, 0, text.n, hits, 0, &line, out);
	n = r.n;
	free(r.known);
	free(r.spans);
	rv_arena_release(&r.arena);
	if (out->overflow)
		rv_buf_truncate(out, was);
	return n;
}

size_t
rv_redact(struct rv_sv text, struct rv_buf *out)
{
	const struct rv_redact_options opts = rv_redact_settled(NULL);
	struct rv__hits hits = {0};
	size_t n = 0;

	rv__redact_find(text, &opts, &hits);
	if (hits.n)
		n = write_masked(text, &hits, out);
	else
		rv_buf_addv(out, text);
	rv__hits_release(&hits);
	return n;
}

size_t
rv_redact_count(struct rv_sv text)
{
	const struct rv_redact_options opts = rv_redact_settled(NULL);
	struct rv__hits hits = {0};
	size_t n;

	rv__redact_find(text, &opts, &hits);
	n = hits.n;
	rv__hits_release(&hits);
	return n;
}

struct rv_sv
rv_redact_in(struct rv_arena *arena, struct rv_sv text, size_t *hits)
{
	const struct rv_redact_options opts = rv_redact_settled(NULL);
	struct rv_buf out = RV_BUF_INIT;
	struct rv__hits found = {0};
	size_t n = 0;

	rv__redact_find(text, &opts, &found);
	if (found.n) {
		n = write_masked(text, &found, &out);
		text = rv_sv_dup_in(arena, rv_buf_sv(&out));
	}
	rv_buf_release(&out);
	rv__hits_release(&found);
	if (hits)
		*hits = n;
	return text;
}
