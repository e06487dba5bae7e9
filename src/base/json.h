/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_JSON_H
#define RV_BASE_JSON_H

/*
 * JSON behind our own types.  Reading: the bytes are mended first (malformed
 * UTF-8, NUL and lone surrogates become U+FFFD and are counted), nesting is at
 * most 64 deep, and bytes behind the document are an error; see the facts on
 * cJSON in HACKING.md.  Writing: a small state machine over a buffer that
 * puts the commas; text is mended, never cut.  One thread per object.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

typedef struct cJSON rv_json; /* a borrowed node of a document */

struct rv_json_doc {
	rv_json *root;
	size_t mended; /* replaced sequences */
};

/* RV_E_PARSE, RV_E_TOOBIG.  The caller releases the document. */
rv_status rv_json_parse(struct rv_sv text, struct rv_json_doc *out,
			struct rv_err *err) RV_MUST_CHECK;
void rv_json_release(struct rv_json_doc *doc);

/* Member of an object or NULL; NULL node is allowed and gives NULL. */
const rv_json *rv_json_get(const rv_json *node, const char *key);
/* Iterate members or elements: first child, then next; NULL at the end. */
const rv_json *rv_json_first(const rv_json *node);
const rv_json *rv_json_next(const rv_json *node);
const char *rv_json_key(const rv_json *node); /* of a member, else "" */
size_t rv_json_size(const rv_json *node);

bool rv_json_is_object(const rv_json *node);
bool rv_json_is_array(const rv_json *node);
bool rv_json_is_string(const rv_json *node);
bool rv_json_is_number(const rv_json *node);
bool rv_json_is_null(const rv_json *node); /* explicit null */
bool rv_json_is_bool(const rv_json *node);

/* Borrowed text of a string node; the empty view for anything else. */
struct rv_sv rv_json_sv(const rv_json *node);
struct rv_sv rv_json_get_sv(const rv_json *node, const char *key);
bool rv_json_bool(const rv_json *node, bool otherwise);
int64_t rv_json_int(const rv_json *node, int64_t otherwise);
double rv_json_double(const rv_json *node, double otherwise);

/* Writer.  Keys are literals; a NULL key inside an array or at the top. */
struct rv_jw {
	struct rv_buf *out;
	unsigned depth;
	bool first[64];
};

void rv_jw_init(struct rv_jw *w, struct rv_buf *out);
void rv_jw_object(struct rv_jw *w, const char *key); /* opens { */
void rv_jw_array(struct rv_jw *w, const char *key);  /* opens [ */
void rv_jw_end_object(struct rv_jw *w);
void rv_jw_end_array(struct rv_jw *w);
void rv_jw_sv(struct rv_jw *w, const char *key, struct rv_sv v);
void rv_jw_str(struct rv_jw *w, const char *key, const char *s); /* NULL: null */
void rv_jw_int(struct rv_jw *w, const char *key, int64_t n);
void rv_jw_double(struct rv_jw *w, const char *key, double d); /* %.6g */
void rv_jw_bool(struct rv_jw *w, const char *key, bool b);
void rv_jw_null(struct rv_jw *w, const char *key);
void rv_jw_time(struct rv_jw *w, const char *key, int64_t t); /* ISO or null */
/* Inserts a value that is JSON already. */
void rv_jw_raw(struct rv_jw *w, const char *key, struct rv_sv json);

/* Appends v as a JSON string with quotes. */
void rv_json_quote(struct rv_sv v, struct rv_buf *out);

#endif
