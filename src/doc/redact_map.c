/* SPDX-License-Identifier: MIT */
/* Numbers placeholders: the same secret has the same one. */
#include "config.h"

#include "doc/redact_map.h"

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

/* Of the secret itself, however it was written. */
static void
fingerprint(const struct rv_redact_options *opts, struct rv_sv secret,
	    char out[13])
{
	struct rv_sv salt = opts->salt.n ? opts->salt : RV_SV("reverie.redact");
	char hex[RV_SHA256_HEX];
	struct rv_sha256 sha;
	struct rv__view view;

	rv_sha256_init(&sha);
	rv_sha256_add(&sha, salt.p, salt.n);
	rv_sha256_add(&sha, ":", 1);
	rv__view_make(secret, &view);
	rv_sha256_add(&sha, view.text.p, view.text.n);
	rv__view_release(&view);
	rv_sha256_hex(&sha, hex);
	memcpy(out, hex, 12);
	out[12] = 0;
}

static const char *
numbered(struct rv_redactor *r, const char *base, size_t number)
{
	if (number == 1)
		return base;
	return rv_arena_printf(&r->arena, "%.*s_%zu>", (int)strlen(base) - 1,
			       base, number);
}

static const struct rv__known *
know(struct rv_redactor *r, const char *base, const char *print)
{
	size_t last = 0;
	struct rv__known *k;

	for (size_t i = r->known_n; i-- > 0;) {
		k = &r->known[i];
		if (strcmp(k->base, base))
			continue;
		if (!strcmp(k->fingerprint, print))
			return k;
		if (k->number > last)
			last = k->number;
	}
	rv_grow(&r->known, &r->known_cap, r->known_n + 1);
	k = &r->known[r->known_n++];
	*k = (struct rv__known){
		.base = base,
		.placeholder = numbered(r, base, last + 1),
		.number = last + 1,
	};
	memcpy(k->fingerprint, print, sizeof(k->fingerprint));
	return k;
}

const char *
rv__map_add(struct rv_redactor *r, struct rv_sv text,
	    const struct rv__hit *hit, size_t line, size_t offset)
{
	struct rv_redact_span *span;
	const struct rv__known *k;
	char print[13];

	fingerprint(&r->opts, rv_sv_slice(text, hit->from, hit->to), print);
	k = know(r, hit->placeholder, print);
	rv_grow(&r->spans, &r->cap, r->n + 1);
	span = &r->spans[r->n++];
	*span = (struct rv_redact_span){
		.line = line,
		.start = offset + hit->from,
		.end = offset + hit->to,
		.rule = hit->rule,
		.placeholder = k->placeholder,
	};
	memcpy(span->fingerprint, print, sizeof(print));
	return k->placeholder;
}

static size_t
lines(struct rv_sv v)
{
	size_t n = 0;
	ptrdiff_t at;

	while ((at = rv_sv_find_char(v, '\n')) >= 0) {
		v = rv_sv_slice(v, (size_t)at + 1, v.n);
		n++;
	}
	return n;
}

void
rv__map_write(struct rv_redactor *r, struct rv_sv text, size_t from, size_t to,
	      const struct rv__hits *hits, size_t offset, size_t *line,
	      struct rv_buf *out)
{
	size_t at = from;

	for (size_t i = 0; i < hits->n; i++) {
		const struct rv__hit *h = &hits->items[i];

		if (h->to <= from || h->from >= to)
			continue;
		rv_buf_addv(out, rv_sv_slice(text, at, h->from));
		*line += lines(rv_sv_slice(text, at, h->from));
		rv_buf_adds(out, rv__map_add(r, text, h, *line, offset));
		*line += lines(rv_sv_slice(text, h->from, h->to));
		at = h->to;
	}
	rv_buf_addv(out, rv_sv_slice(text, at, to));
	*line += lines(rv_sv_slice(text, at, to));
}
