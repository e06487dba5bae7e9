/* SPDX-License-Identifier: MIT */
/* Writing JSON: commas, quotes and escapes. */
#include "config.h"

#include <math.h>
#include <stdint.h>

#include "base/json.h"
#include "base/num.h"
#include "base/time.h"
#include "base/utf8.h"

/* Characters that a JSON string holds as they are: 0x20 to 0x7E but for the
 * quote and the backslash; a set of bits. */
static const uint64_t plain[4] = {UINT64_C(0xFFFFFFFB00000000),
				  UINT64_C(0x7FFFFFFFEFFFFFFF)};

static bool
is_plain(unsigned char c)
{
	return plain[c >> 6] >> (c & 63) & 1;
}

static void
quote_char(uint32_t cp, struct rv_buf *out)
{
	static const char shorts[] = "\bb\ff\nn\rr\tt\"\"\\\\";

	for (size_t i = 0; cp < 0x80 && i + 1 < sizeof(shorts); i += 2) {
		if ((uint32_t)shorts[i] != cp)
			continue;
		rv_buf_addc(out, '\\');
		rv_buf_addc(out, shorts[i + 1]);
		return;
	}
	if (cp == 0)
		cp = RV_REPLACEMENT;
	/*
	 * DEL, C1 and the separators may stand raw, but the line may end up on
	 * somebody's terminal.
	 */
	if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x2028 || cp == 0x2029)
		rv_buf_addf(out, "\\u%04x", (unsigned)cp);
	else
		rv_buf_add_utf8(out, cp);
}

void
rv_json_quote(struct rv_sv v, struct rv_buf *out)
{
	size_t i = 0, from;

	rv_buf_addc(out, '"');
	while (i < v.n) {
		from = i;
		while (i < v.n && is_plain((unsigned char)v.p[i]))
			i++;
		if (i > from)
			rv_buf_add(out, v.p + from, i - from);
		if (i < v.n)
			quote_char(rv_utf8_next(v, &i), out);
	}
	rv_buf_addc(out, '"');
}

void
rv_jw_init(struct rv_jw *w, struct rv_buf *out)
{
	*w = (struct rv_jw){.out = out};
}

static void
begin(struct rv_jw *w, const char *key)
{
	if (w->depth) {
		if (!w->first[w->depth - 1])
			rv_buf_addc(w->out, ',');
		w->first[w->depth - 1] = false;
	}
	if (key) {
		rv_json_quote(rv_sv(key), w->out);
		rv_buf_addc(w->out, ':');
	}
}

static void
descend(struct rv_jw *w, const char *key, char c)
{
	begin(w, key);
	rv_buf_addc(w->out, c);
	if (w->depth == sizeof(w->first) / sizeof(w->first[0])) {
		/* a document that could not be read again is no document */
		w->out->overflow = true;
		return;
	}
	w->first[w->depth++] = true;
}

static void
ascend(struct rv_jw *w, char c)
{
	if (w->depth)
		w->depth--;
	rv_buf_addc(w->out, c);
}

void
rv_jw_object(struct rv_jw *w, const char *key)
{
	descend(w, key, '{');
}

void
rv_jw_array(struct rv_jw *w, const char *key)
{
	descend(w, key, '[');
}

void
rv_jw_end_object(struct rv_jw *w)
{
	ascend(w, '}');
}

void
rv_jw_end_array(struct rv_jw *w)
{
	ascend(w, ']');
}

void
rv_jw_sv(struct rv_jw *w, const char *key, struct rv_sv v)
{
	begin(w, key);
	rv_json_quote(v, w->out);
}

void
rv_jw_str(struct rv_jw *w, const char *key, const char *s)
{
	if (s)
		rv_jw_sv(w, key, rv_sv(s));
	else
		rv_jw_null(w, key);
}

void
rv_jw_int(struct rv_jw *w, const char *key, int64_t n)
{
	char text[20], *p = text + sizeof(text);
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;

	begin(w, key);
	do
		*--p = (char)('0' + left % 10);
	while (left /= 10);
	if (n < 0)
		*--p = '-';
	rv_buf_add(w->out, p, (size_t)(text + sizeof(text) - p));
}

void
rv_jw_double(struct rv_jw *w, const char *key, double d)
{
	char text[RV_DOUBLE_MAX_TEXT];

	if (!isfinite(d)) {
		rv_jw_null(w, key);
		return;
	}
	begin(w, key);
	rv_buf_add(w->out, text, rv_num_print_double(d, text));
}

void
rv_jw_bool(struct rv_jw *w, const char *key, bool b)
{
	begin(w, key);
	rv_buf_adds(w->out, b ? "true" : "false");
}

void
rv_jw_null(struct rv_jw *w, const char *key)
{
	begin(w, key);
	rv_buf_adds(w->out, "null");
}

void
rv_jw_time(struct rv_jw *w, const char *key, int64_t t)
{
	char iso[RV_ISO_MAX];

	if (t == RV_UNDATED) {
		rv_jw_null(w, key);
		return;
	}
	rv_time_iso(t, iso);
	rv_jw_str(w, key, iso);
}

void
rv_jw_raw(struct rv_jw *w, const char *key, struct rv_sv json)
{
	begin(w, key);
	rv_buf_addv(w->out, json);
}
