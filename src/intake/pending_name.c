/* SPDX-License-Identifier: MIT */
/* Numbers for records of the pending log that look alike. */
#include "config.h"

#include "intake/pending_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "store/ledger.h"
#include "store/object.h"

/* The prefixes that one approved step consumed. */
struct rv_pending_slice {
	int64_t row;
	char (*prefixes)[RV_PENDING_PREFIX];
	size_t n;
};

/* A prefix, and the number that its last record got. */
struct rv_pending_alike {
	const char *prefix;
	int64_t last;
};

struct rv_sv
rv_pending_clean(struct rv_arena *arena, struct rv_sv raw, size_t *hits)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v;

	rv_utf8_mend(raw, &b);
	v = rv_redact_in(arena, rv_sv_dup_in(arena, rv_buf_sv(&b)), hits);
	rv_buf_release(&b);
	return v;
}

void
rv_pending_prefix(const struct rv_pending_record *r, struct rv_sv text,
		  char out[RV_PENDING_PREFIX])
{
	struct rv_sha256 sha;
	char hex[RV_SHA256_HEX], iso[RV_ISO_MAX];

	rv_sha256_init(&sha);
	rv_sha256_add(&sha, r->role.p, r->role.n);
	rv_sha256_add(&sha, "", 1);
	rv_sha256_add(&sha, text.p, text.n);
	rv_sha256_hex(&sha, hex);
	rv_time_iso(r->time, iso);
	snprintf(out, RV_PENDING_PREFIX, "%s-%.8s-", iso, hex);
}

static rv_status
load_slice(struct rv_pending_names *k, int64_t row,
	   struct rv_pending_slice *out, struct rv_err *err)
{
	struct rv_ledger_row r;
	struct rv_pending_record *records;
	struct rv_buf bytes = RV_BUF_INIT;
	size_t stray;
	struct rv_err why = {0};
	rv_status st = rv_ledger_get(k->store, row, k->arena, &r, &why);

	*out = (struct rv_pending_slice){.row = row};
	if (st == RV_OK && !r.pending.n && r.of)
		st = rv_ledger_get(k->store, r.of, k->arena, &r, &why);
	if (st == RV_OK && r.pending.n)
		st = rv_object_get(k->store,
				   rv_sv_cstr_in(k->arena, r.pending), &bytes,
				   &why);
	/* A forgotten object: its texts are gone, so they cannot come back. */
	if (st == RV_E_NOTFOUND)
		st = RV_OK;
	if (st != RV_OK && err)
		*err = why;
	rv_pending_parse(rv_buf_sv(&bytes), k->arena, &records, &out->n,
			 &stray);
	out->prefixes = rv_arena_calloc(k->arena, out->n ? out->n : 1,
					RV_PENDING_PREFIX);
	for (size_t i = 0; i < out->n; i++)
		rv_pending_prefix(
			&records[i],
			rv_pending_clean(k->arena, records[i].text, NULL),
			out->prefixes[i]);
	rv_buf_release(&bytes);
	return st;
}

/* Did the step that narrated this row take it out of the log? */
static rv_status
consumed(struct rv_pending_names *k, int64_t row, const char *prefix, bool *out,
	 struct rv_err *err)
{
	struct rv_pending_slice *s = NULL;
	rv_status st;

	*out = false;
	for (size_t i = 0; i < k->n_slices && !s; i++)
		if (k->slices[i].row == row)
			s = &k->slices[i];
	if (!s) {
		struct rv_pending_slice one;

		st = load_slice(k, row, &one, err);
		if (st != RV_OK)
			return st;
		rv_grow(&k->slices, &k->cap_slices, k->n_slices + 1);
		s = &k->slices[k->n_slices++];
		*s = one;
	}
	for (size_t i = 0; i < s->n && !*out; i++)
		*out = rv_sv_is(rv_sv(s->prefixes[i]), prefix);
	return RV_OK;
}

static struct rv_pending_alike *
alike_of(struct rv_pending_names *k, const char *prefix)
{
	size_t i = (size_t)rv_sv_hash(rv_sv(prefix)) & (k->slots - 1);

	while (k->table[i].prefix &&
	       !rv_sv_is(rv_sv(k->table[i].prefix), prefix))
		i = (i + 1) & (k->slots - 1);
	k->table[i].prefix = prefix;
	return &k->table[i];
}

void
rv_pending_names_init(struct rv_pending_names *k, struct rv_store *store,
		      struct rv_arena *arena, size_t n)
{
	*k = (struct rv_pending_names){
		.store = store, .arena = arena, .slots = 64};
	while (k->slots < n * 2)
		k->slots *= 2;
	k->table = rv_calloc(k->slots, sizeof(*k->table));
}

void
rv_pending_names_release(struct rv_pending_names *k)
{
	free(k->table);
	free(k->slices);
}

rv_status
rv_pending_name(struct rv_pending_names *k, const char *prefix,
		struct rv_episode *e, struct rv_err *err)
{
	int64_t *last = &alike_of(k, prefix)->last;
	struct rv_episode old;
	struct rv_err why = {0};
	bool taken = true;
	rv_status st = RV_OK;

	while (st == RV_OK && taken) {
		e->entry = rv_sv(rv_arena_printf(k->arena, "%s%" PRId64,
						 prefix, ++*last));
		e->ref = e->entry;
		rv_episode_identify(e);
		taken = false;
		st = rv_episode_get(k->store, rv_sv(e->id), k->arena, &old,
				    &why);
		if (st == RV_E_NOTFOUND)
			return RV_OK;
		if (st != RV_OK && err)
			*err = why;
		if (st == RV_OK && old.narrated)
			st = consumed(k, old.narrated, prefix, &taken, err);
	}
	return st;
}
