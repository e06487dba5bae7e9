/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_H
#define RV_DOC_REDACT_H

/*
 * Masks secrets before text reaches the record, the index, traces, the journal
 * or a model.  What is looked for is a table (redact.def): tokens of known
 * form, key blocks, web tokens, Authorization headers, credentials in
 * addresses, `name = value` of secrets, addresses of machines, certificate
 * names, cards, and by option e-mail and phone; also when they are escaped as
 * in JSON or an address, wrapped once in base64, or broken by soft line breaks
 * or characters that are not seen.  A hit is replaced by its placeholder
 * ("<API_KEY>"); the second distinct one of a redactor is "<API_KEY_2>", and
 * the same secret has the same number.  Masking twice gives the same.  Text is
 * only looked at, never understood.  No character is ever cut.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

/* Grows with the rules: what an older one let pass is masked anew. */
#define RV_REDACT_VERSION 7

struct rv_redact_options {
	bool email, phone;
	bool published;	   /* also keys that their owners print in manuals */
	bool credentials;  /* no addresses of machines, cards or names */
	struct rv_sv salt; /* of the fingerprints; empty: a fixed one */
};

/*
 * What is masked beside credentials wherever text passes: by all functions that
 * take no options, in every thread, from here on.  A process works for one
 * workspace, and its engine says what that wants.  NULL: credentials alone.
 */
void rv_redact_settle(const struct rv_redact_options *opts);
/* As settled; without the salt when there is no arena for it. */
struct rv_redact_options rv_redact_settled(struct rv_arena *salt);
/* Of the rules and of what is settled: another one masks something else. */
int64_t rv_redact_version(void);

/* Appends the masked text and returns the number of replaced spans. */
size_t rv_redact(struct rv_sv text, struct rv_buf *out);
/* Masks in the arena; returns `text` itself when there was no hit. */
struct rv_sv rv_redact_in(struct rv_arena *arena, struct rv_sv text,
			  size_t *hits);
/* Number of spans that would be replaced. */
size_t rv_redact_count(struct rv_sv text);

/* What was replaced, never the value. */
struct rv_redact_span {
	size_t line;		 /* from 1, where it begins */
	size_t start, end;	 /* bytes of the whole input, half-open */
	const char *rule;	 /* "github_token" */
	const char *placeholder; /* as it was written, with its number */
	char fingerprint[13];	 /* 12 digits of a salted sha256 */
};

/* One file or one request: placeholders are numbered through all its texts. */
struct rv_redactor;
/* NULL: as settled. */
struct rv_redactor *rv_redactor_new(const struct rv_redact_options *opts);
void rv_redactor_free(struct rv_redactor *r);

/*
 * Appends the masked text; places count from the first byte of this text.
 * RV_E_TOOBIG when `out` has no room: then nothing of it is appended, and the
 * caller writes nothing.
 */
rv_status rv_redactor_run(struct rv_redactor *r, struct rv_sv text,
			  struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;
/* All spans so far in order of their texts; until the next call. */
const struct rv_redact_span *rv_redactor_spans(const struct rv_redactor *r,
					       size_t *n) RV_NONNULL;

/*
 * The same for text that comes in pieces, in bounded memory: out gets what is
 * decided.  A secret may be cut anywhere by the pieces.  After a failure the
 * stream gives nothing more.  A secret of more than 1 MiB is RV_E_TOOBIG; in
 * base64 is looked into up to 16 KiB.
 */
struct rv_redact_stream;
struct rv_redact_stream *
rv_redact_stream_new(const struct rv_redact_options *opts);
void rv_redact_stream_free(struct rv_redact_stream *s);
rv_status rv_redact_stream_feed(struct rv_redact_stream *s, struct rv_sv piece,
				struct rv_buf *out, struct rv_err *err)
	RV_MUST_CHECK;
rv_status rv_redact_stream_end(struct rv_redact_stream *s, struct rv_buf *out,
			       struct rv_err *err) RV_MUST_CHECK;
const struct rv_redact_span *
rv_redact_stream_spans(const struct rv_redact_stream *s, size_t *n) RV_NONNULL;

#endif
