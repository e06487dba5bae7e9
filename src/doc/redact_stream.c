/* SPDX-License-Identifier: MIT */
/* Masks text that comes in pieces. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/redact_map.h"

#define CONTEXT ((size_t)18 << 10) /* kept of what was given out: names of tables */
#define HOLD ((size_t)32 << 10)   /* kept back: longer than what rules look at */
#define WINDOW ((size_t)64 << 10) /* is given out at once */
#define MOST ((size_t)1 << 20)

struct rv_redact_stream {
	struct rv_redactor *redactor;
	struct rv_buf buf; /* context, then what waits */
	size_t context;
	size_t offset; /* of the first byte in buf */
	size_t line;   /* where the context ends */
	bool failed;
};

struct rv_redact_stream *
rv_redact_stream_new(const struct rv_redact_options *opts)
{
	struct rv_redact_stream *s = rv_calloc(1, sizeof(*s));

	s->redactor = rv_redactor_new(opts);
	s->buf = RV_BUF_INIT;
	s->line = 1;
	return s;
}

void
rv_redact_stream_free(struct rv_redact_stream *s)
{
	if (!s)
		return;
	rv_redactor_free(s->redactor);
	rv_buf_release(&s->buf);
	free(s);
}

/* Behind the last line, else word, else character before `limit`. */
static size_t
good_cut(struct rv_sv v, size_t context, size_t limit)
{
	size_t least = limit > context + HOLD ? limit - HOLD : context;

	for (size_t i = limit; i > least; i--)
		if (v.p[i - 1] == '\n')
			return i;
	for (size_t i = limit; i > least; i--)
		if (v.p[i - 1] == ' ')
			return i;
	return rv_utf8_floor(v, limit);
}

/* No hit may reach over the cut, nor wait for more that is to come. */
static size_t
choose_cut(struct rv_sv v, size_t context, const struct rv__hits *hits)
{
	size_t cut;

	if (v.n < context + HOLD)
		return context;
	cut = good_cut(v, context, v.n - HOLD);
	for (size_t i = hits->n; i-- > 0;) {
		const struct rv__hit *h = &hits->items[i];

		if (h->from < cut && (h->to > cut || h->to + 128 >= v.n))
			cut = h->from;
	}
	return cut < context ? context : cut;
}

static rv_status
give_out(struct rv_redact_stream *s, bool all, struct rv_buf *out,
	 struct rv_err *err)
{
	struct rv_sv v = rv_buf_sv(&s->buf);
	size_t was = out->n, cut, drop;
	struct rv__hits hits = {0};

	rv__redact_find(v, &s->redactor->opts, &hits);
	cut = all ? v.n : choose_cut(v, s->context, &hits);
	if (cut == s->context && v.n > MOST) {
		rv__hits_release(&hits);
		return rv_fail(err, RV_E_TOOBIG,
			       _("cannot mask the text: a secret in it has no "
				 "end within %zu bytes; nothing more is given "
				 "out"),
			       MOST);
	}
	rv__map_write(s->redactor, v, s->context, cut, &hits, s->offset,
		      &s->line, out);
	rv__hits_release(&hits);
	if (out->overflow) {
		rv_buf_truncate(out, was);
		return rv_fail(err, RV_E_TOOBIG,
			       _("cannot mask the text: it is longer than %zu "
				 "bytes; nothing more is given out"),
			       out->limit);
	}
	drop = cut > CONTEXT ? rv_utf8_floor(v, cut - CONTEXT) : 0;
	rv_buf_erase(&s->buf, 0, drop);
	s->offset += drop;
	s->context = cut - drop;
	return RV_OK;
}

rv_status
rv_redact_stream_feed(struct rv_redact_stream *s, struct rv_sv piece,
		      struct rv_buf *out, struct rv_err *err)
{
	while (piece.n && !s->failed) {
		size_t n = RV_MIN(piece.n, WINDOW);
		size_t had = s->buf.n - s->context;

		rv_buf_add(&s->buf, piece.p, n);
		piece = rv_sv_slice(piece, n, piece.n);
		/* When a long hit holds it back, not at every piece anew. */
		if (had + n < WINDOW + HOLD ||
		    (had > 2 * WINDOW && had / (4 * WINDOW) ==
						 (had + n) / (4 * WINDOW)))
			continue;
		if (give_out(s, false, out, err) != RV_OK)
			s->failed = true;
	}
	return s->failed ? RV_E_TOOBIG : RV_OK;
}

rv_status
rv_redact_stream_end(struct rv_redact_stream *s, struct rv_buf *out,
		     struct rv_err *err)
{
	if (s->failed)
		return rv_fail(err, RV_E_TOOBIG,
			       _("cannot mask the text: a part of it failed; "
				 "nothing more is given out"));
	return give_out(s, true, out, err);
}

const struct rv_redact_span *
rv_redact_stream_spans(const struct rv_redact_stream *s, size_t *n)
{
	return rv_redactor_spans(s->redactor, n);
}
