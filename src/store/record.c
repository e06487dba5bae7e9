/* SPDX-License-Identifier: MIT */
/* episodes.jsonl: what no other file holds. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "store/episode.h"
#include "store/masked.h"
#include "store/store_priv.h"

/* Doubles hold whole numbers up to here. */
#define EXACT ((int64_t)1 << 53)
#define LAST_TIME 253402300799999 /* of year 9999 */

static const char *const class_names[] = {
	[RV_SOURCE_SESSION] = "session",
	[RV_SOURCE_RECORD] = "record",
	[RV_SOURCE_PENDING] = "pending",
};

void
rv__record_line(const struct rv_episode *e, struct rv_buf *out)
{
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "v", 1);
	rv_jw_str(&w, "id", e->id);
	rv_jw_str(&w, "class", class_names[e->class]);
	rv_jw_sv(&w, "source", e->source);
	rv_jw_int(&w, "line", e->line);
	rv_jw_int(&w, "offset", e->offset);
	rv_jw_sv(&w, "session", e->session);
	rv_jw_sv(&w, "entry", e->entry);
	if (!rv_sv_eq(e->ref, e->entry))
		rv_jw_sv(&w, "ref", e->ref);
	rv_jw_time(&w, "time", e->time);
	rv_jw_sv(&w, "role", e->role);
	if (e->name.n)
		rv_jw_sv(&w, "name", e->name);
	rv_jw_str(&w, "origin", rv_origin_name(e->origin));
	if (e->excluded.n)
		rv_jw_sv(&w, "excluded", e->excluded);
	rv_jw_sv(&w, "text", e->text);
	rv_jw_end_object(&w);
	rv_buf_addc(out, '\n');
}

static bool
is_id(struct rv_sv id)
{
	if (id.n != RV_EPISODE_ID_LEN || memcmp(id.p, "e-", 2) != 0)
		return false;
	for (size_t i = 2; i < id.n; i++)
		if (!((id.p[i] >= '0' && id.p[i] <= '9') ||
		      (id.p[i] >= 'a' && id.p[i] <= 'f')))
			return false;
	return true;
}

static bool
is_exact(int64_t n)
{
	return n >= -EXACT && n <= EXACT;
}

/* Sources and sessions repeat: the last one without a secret is known. */
static bool
is_known(struct rv_store *s, int slot, struct rv_sv v)
{
	return rv_sv_eq(rv_buf_sv(&s->unmasked[slot]), v);
}

static void
know(struct rv_store *s, int slot, struct rv_sv v)
{
	rv_buf_reset(&s->unmasked[slot]);
	rv_buf_addv(&s->unmasked[slot], v);
}

/* The line was written by older rules of masking, or by another hand. */
static bool
mask(struct rv_store *s, struct rv_arena *arena, struct rv_episode *e)
{
	size_t text, name, source = 0, session = 0, hits = 0;

	e->text = rv_redact_in(arena, e->text, &text);
	e->name = rv_redact_in(arena, e->name, &name);
	e->entry = rv_mask_name(arena, e->entry, &hits);
	e->ref = rv_mask_name(arena, e->ref, &hits);
	if (!is_known(s, 0, e->source)) {
		e->source = rv_mask_path(arena, e->source, &source);
		know(s, 0, e->source);
	}
	if (!is_known(s, 1, e->session)) {
		e->session = rv_mask_name(arena, e->session, &session);
		know(s, 1, e->session);
	}
	return text + name + source + session + hits > 0;
}

static bool
is_masked(struct rv_store *s, const struct rv_episode *e)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode copy = *e;
	bool masked = !mask(s, &arena, &copy);

	rv_arena_release(&arena);
	return masked;
}

bool
rv__record_same(struct rv_store *s, const struct rv_episode *e)
{
	const struct rv_sv views[] = {e->session, e->entry, e->ref,
				      e->source,  e->role,  e->name,
				      e->text,	  e->excluded};

	for (size_t i = 0; i < ARRAY_LEN(views); i++)
		if (views[i].n && (memchr(views[i].p, '\0', views[i].n) ||
				   !rv_utf8_valid(views[i])))
			return false;
	return is_id(rv_sv(e->id)) && is_exact(e->line) &&
	       is_exact(e->offset) &&
	       (e->time == RV_UNDATED ||
		(e->time >= 0 && e->time <= LAST_TIME)) &&
	       is_masked(s, e);
}

/* The views point into the document. */
static rv_status
from_json(const rv_json *j, struct rv_episode *e, struct rv_err *err)
{
	struct rv_sv id = rv_json_get_sv(j, "id");
	struct rv_sv class = rv_json_get_sv(j, "class");
	struct rv_sv time = rv_json_get_sv(j, "time");

	memset(e, 0, sizeof(*e));
	if (!rv_json_is_object(j) || !is_id(id) ||
	    !rv_json_is_string(rv_json_get(j, "text")))
		return rv_fail(err, RV_E_PARSE, "this is not an episode");
	memcpy(e->id, id.p, RV_EPISODE_ID_LEN);
	e->session = rv_json_get_sv(j, "session");
	e->entry = rv_json_get_sv(j, "entry");
	e->ref = rv_json_get(j, "ref") ? rv_json_get_sv(j, "ref") : e->entry;
	e->source = rv_json_get_sv(j, "source");
	e->role = rv_json_get_sv(j, "role");
	e->name = rv_json_get_sv(j, "name");
	e->text = rv_json_get_sv(j, "text");
	e->excluded = rv_json_get_sv(j, "excluded");
	e->line = rv_json_int(rv_json_get(j, "line"), 0);
	e->offset = rv_json_int(rv_json_get(j, "offset"), 0);
	if (!time.n || !rv_time_parse(time, &e->time))
		e->time = RV_UNDATED;
	if (!rv_origin_parse(rv_json_get_sv(j, "origin"), &e->origin))
		e->origin = RV_ORIGIN_SYSTEM;
	for (size_t i = 0; i < ARRAY_LEN(class_names); i++)
		if (rv_sv_is(class, class_names[i]))
			e->class = (enum rv_source_class)i;
	return RV_OK;
}

rv_status
rv__record_index(struct rv_store *s, const struct rv_line *line,
		 struct rv_err *err)
{
	struct rv__record_place place = {true, line->offset};
	struct rv_json_doc doc;
	struct rv_episode e;
	enum rv_put put;
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st = rv_json_parse(line->text, &doc, err);

	if (st != RV_OK)
		return RV_E_PARSE;
	st = from_json(doc.root, &e, err);
	if (st == RV_OK && mask(s, &arena, &e))
		st = rv_masked_note(s, RV_SV(".reverie/" RV_RECORD_NAME),
				    line->number,
				    line->text, rv_sv(e.id), err);
	if (st == RV_OK)
		st = rv__episode_put(s, &e, &place, &put, NULL, err);
	rv_json_release(&doc);
	rv_arena_release(&arena);
	return st;
}

rv_status
rv__record_without(struct rv_store *s, struct rv_sv line, struct rv_buf *out,
		   struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_json_doc doc;
	struct rv_episode e;
	rv_status st = rv_json_parse(line, &doc, err);

	if (st != RV_OK)
		return st;
	st = from_json(doc.root, &e, err);
	if (st == RV_OK) {
		st = mask(s, &arena, &e) ? RV_OK : RV_E_NO;
		rv__record_line(&e, out);
		rv_buf_truncate(out, out->n - 1);
	}
	rv_json_release(&doc);
	rv_arena_release(&arena);
	return st;
}

static void
copy_in(struct rv_arena *arena, struct rv_episode *e)
{
	struct rv_sv *const views[] = {&e->session, &e->entry, &e->ref,
				       &e->source,  &e->role,  &e->name,
				       &e->text,    &e->excluded};

	for (size_t i = 0; i < ARRAY_LEN(views); i++)
		*views[i] = rv_sv_dup_in(arena, *views[i]);
}

rv_status
rv__record_at(struct rv_store *s, int64_t offset, struct rv_arena *arena,
	      struct rv_episode *out, struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_json_doc doc;
	struct rv_sv rest, line;
	struct stat st;
	char *path = rv__store_path(s, RV_RECORD_NAME);
	size_t want = 4096, most = RV_LINE_MAX + 1;
	rv_status status = RV_OK;

	if (stat(path, &st) == 0)
		most = RV_MIN(most, (size_t)RV_MAX(st.st_size - offset, 0));
	free(path);
	do { /* the line's length is not known */
		want = RV_MIN(want * 4, most);
		rv_buf_reset(&bytes);
		status = rv__store_read(s, RV_RECORD_NAME, offset, want,
					&bytes, err);
	} while (status == RV_OK && want < most &&
		 !memchr(bytes.p, '\n', bytes.n));
	rest = rv_buf_sv(&bytes);
	if (status == RV_OK && !rv_sv_next_line(&rest, &line))
		line = RV_SV_NONE;
	if (status == RV_OK && (status = rv_json_parse(line, &doc, err)) ==
				       RV_OK) {
		status = from_json(doc.root, out, err);
		if (status == RV_OK) {
			copy_in(arena, out);
			(void)mask(s, arena, out);
		}
		rv_json_release(&doc);
	}
	rv_buf_release(&bytes);
	return status;
}
