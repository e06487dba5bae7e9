/* SPDX-License-Identifier: MIT */
/* Reading JSON: mending, limits, and cJSON behind our own words. */
#include "config.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/i18n.h"
#include "base/utf8.h"

#define DEPTH_MAX 64
#define TEXT_MAX ((size_t)256 << 20)

/* What one pass over the text finds out before cJSON sees it. */
struct scan {
	struct rv_sv text;
	size_t i, good; /* text before `good` is in `out` already */
	size_t mended;
	int depth, deepest;
	size_t bad; /* 1 + where an escape is no escape */
	struct rv_buf out;
};

static void
replace(struct scan *s, size_t from, size_t n, const char *with)
{
	rv_buf_add(&s->out, s->text.p + s->good, from - s->good);
	rv_buf_adds(&s->out, with);
	s->good = s->i = from + n;
	s->mended++;
}

/* The four digits behind \u at i, or -1. */
static int
hex4(struct rv_sv v, size_t i)
{
	int x = 0;

	if (v.n - i < 6 || v.p[i] != '\\' || v.p[i + 1] != 'u')
		return -1;
	for (size_t k = i + 2; k < i + 6; k++) {
		char c = v.p[k];

		if (c >= '0' && c <= '9')
			x = x * 16 + c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			x = x * 16 + (c | 32) - 'a' + 10;
		else
			return -1;
	}
	return x;
}

/* An escape: halves of a pair without the other, and NUL, are mended. */
static void
scan_escape(struct scan *s)
{
	int x = hex4(s->text, s->i), low;

	if (x < 0) {
		/* cJSON takes bad digits for a zero, and cuts the text there */
		if (s->i + 1 < s->text.n && s->text.p[s->i + 1] == 'u' && !s->bad)
			s->bad = s->i + 1;
		s->i = RV_MIN(s->i + 2, s->text.n);
		return;
	}
	if (x >= 0xD800 && x < 0xDC00) {
		low = s->text.n - s->i >= 12 ? hex4(s->text, s->i + 6) : -1;
		if (low >= 0xDC00 && low < 0xE000)
			s->i += 12;
		else
			replace(s, s->i, 6, "\\ufffd");
	} else if (x == 0 || (x >= 0xDC00 && x < 0xE000)) {
		replace(s, s->i, 6, "\\ufffd");
	} else {
		s->i += 6;
	}
}

/* NUL or a byte of 0x80 and above. */
static void
scan_odd(struct scan *s)
{
	size_t next = s->i;
	uint32_t cp = rv_utf8_next(s->text, &next);

	/* U+FFFD itself is three bytes long and no fault */
	if (cp == 0 || (cp == RV_REPLACEMENT &&
			!rv_utf8_valid(rv_sv_slice(s->text, s->i, next))))
		replace(s, s->i, next - s->i, "\xEF\xBF\xBD");
	else
		s->i = next;
}

static void
scan_string(struct scan *s)
{
	const char *p = s->text.p;

	s->i++;
	while (s->i < s->text.n) {
		unsigned char c = (unsigned char)p[s->i];

		if (c == '"') {
			s->i++;
			return;
		}
		if (c == '\\')
			scan_escape(s);
		else if (c == 0 || c >= 0x80)
			scan_odd(s);
		else
			s->i++;
	}
}

static void
scan_text(struct scan *s)
{
	while (s->i < s->text.n && s->deepest <= DEPTH_MAX) {
		unsigned char c = (unsigned char)s->text.p[s->i];

		if (c == '"') {
			scan_string(s);
			continue;
		}
		if (c == '{' || c == '[') {
			if (++s->depth > s->deepest)
				s->deepest = s->depth;
		} else if (c == '}' || c == ']') {
			s->depth--;
		}
		s->i++;
	}
}

static bool
only_blanks(const char *p, const char *end)
{
	for (; p < end; p++)
		if (*p != ' ' && *p != '\t' && *p != '\n' && *p != '\r')
			return false;
	return true;
}

static rv_status
malformed(size_t at, size_t n, struct rv_err *err)
{
	return rv_fail(err, RV_E_PARSE,
		       _("the JSON text: malformed at byte %zu of %zu; correct "
			 "it there"),
		       at, n);
}

static rv_status
parse_mended(struct rv_sv text, size_t mended, struct rv_json_doc *out,
	     struct rv_err *err)
{
	const char *end = NULL;
	cJSON *root = NULL;

	if (text.n)
		root = cJSON_ParseWithLengthOpts(text.p, text.n, &end, 0);
	if (root && only_blanks(end, text.p + text.n)) {
		out->root = root;
		out->mended = mended;
		return RV_OK;
	}
	cJSON_Delete(root);
	return malformed(end ? (size_t)(end - text.p) + 1 : 0, text.n, err);
}

rv_status
rv_json_parse(struct rv_sv text, struct rv_json_doc *out, struct rv_err *err)
{
	struct scan s = {.text = text, .out = RV_BUF_INIT};
	rv_status status;

	if (text.n > TEXT_MAX)
		return rv_fail(err, RV_E_TOOBIG,
			       _("the JSON text: %zu bytes are more than %zu; "
				 "split it"),
			       text.n, TEXT_MAX);
	scan_text(&s);
	if (s.deepest > DEPTH_MAX) {
		rv_buf_release(&s.out);
		return rv_fail(err, RV_E_TOOBIG,
			       _("the JSON text: nested deeper than %d levels; "
				 "make it flatter"),
			       DEPTH_MAX);
	}
	if (s.bad) {
		rv_buf_release(&s.out);
		return malformed(s.bad, text.n, err);
	}
	if (s.mended) {
		rv_buf_add(&s.out, text.p + s.good, text.n - s.good);
		text = rv_buf_sv(&s.out);
	}
	status = parse_mended(text, s.mended, out, err);
	rv_buf_release(&s.out);
	return status;
}

void
rv_json_release(struct rv_json_doc *doc)
{
	cJSON_Delete(doc->root);
	*doc = (struct rv_json_doc){0};
}

/* As JavaScript does: of members with one name the last one counts. */
const rv_json *
rv_json_get(const rv_json *node, const char *key)
{
	const rv_json *found = NULL;

	if (!rv_json_is_object(node))
		return NULL;
	for (const rv_json *m = node->child; m; m = m->next)
		if (m->string && strcmp(m->string, key) == 0)
			found = m;
	return found;
}

const rv_json *
rv_json_first(const rv_json *node)
{
	return node ? node->child : NULL;
}

const rv_json *
rv_json_next(const rv_json *node)
{
	return node ? node->next : NULL;
}

const char *
rv_json_key(const rv_json *node)
{
	return node && node->string ? node->string : "";
}

size_t
rv_json_size(const rv_json *node)
{
	size_t n = 0;

	for (const rv_json *m = rv_json_first(node); m; m = m->next)
		n++;
	return n;
}

bool
rv_json_is_object(const rv_json *node)
{
	return cJSON_IsObject(node);
}

bool
rv_json_is_array(const rv_json *node)
{
	return cJSON_IsArray(node);
}

bool
rv_json_is_string(const rv_json *node)
{
	return cJSON_IsString(node);
}

bool
rv_json_is_number(const rv_json *node)
{
	return cJSON_IsNumber(node);
}

bool
rv_json_is_null(const rv_json *node)
{
	return cJSON_IsNull(node);
}

bool
rv_json_is_bool(const rv_json *node)
{
	return cJSON_IsBool(node);
}

struct rv_sv
rv_json_sv(const rv_json *node)
{
	return rv_json_is_string(node) ? rv_sv(node->valuestring) : RV_SV_NONE;
}

struct rv_sv
rv_json_get_sv(const rv_json *node, const char *key)
{
	return rv_json_sv(rv_json_get(node, key));
}

bool
rv_json_bool(const rv_json *node, bool otherwise)
{
	return rv_json_is_bool(node) ? cJSON_IsTrue(node) : otherwise;
}

int64_t
rv_json_int(const rv_json *node, int64_t otherwise)
{
	double d = rv_json_double(node, NAN);

	/* 2^63 is no int64_t, and a cast of it would be undefined */
	if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0))
		return otherwise;
	return (int64_t)d;
}

double
rv_json_double(const rv_json *node, double otherwise)
{
	if (!rv_json_is_number(node) || !isfinite(node->valuedouble))
		return otherwise;
	return node->valuedouble;
}
