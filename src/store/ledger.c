/* SPDX-License-Identifier: MIT */
/* ledger.jsonl: rows as lines, and the chain that holds them together. */
#include "config.h"

#include "store/ledger.h"

#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/chain.h"
#include "store/store_priv.h"

static const char *const kind_codes[] = {
#define LEDGER_KIND(name, code) [RV_LEDGER_##name] = code,
#include "store/ledger.def"
#undef LEDGER_KIND
};

const char *
rv_ledger_kind_code(enum rv_ledger_kind k)
{
	return kind_codes[k];
}

bool
rv_ledger_is_step(enum rv_ledger_kind k)
{
	return k == RV_LEDGER_APPROVE || k == RV_LEDGER_REJECT ||
	       k == RV_LEDGER_DEFER || k == RV_LEDGER_UNDO;
}

bool
rv_ledger_holds(const struct rv_ledger_row *row, struct rv_sv proposal)
{
	struct rv_sv rest = row->proposal, one;

	while (rv_sv_next_part(&rest, ' ', &one))
		if (rv_sv_eq(one, proposal))
			return true;
	for (size_t i = 0; i < row->n_also; i++)
		if (rv_sv_eq(row->also[i].proposal, proposal))
			return true;
	return false;
}

static void
put_opt(struct rv_jw *w, const char *key, struct rv_sv v)
{
	if (v.n)
		rv_jw_sv(w, key, v);
}

/* JSON that others made: on one line, as rows are. */
static rv_status
put_json(struct rv_jw *w, const char *key, struct rv_sv json,
	 struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT;
	struct rv_json_doc doc;

	if (!json.n)
		return RV_OK;
	if (rv_json_parse(json, &doc, NULL) != RV_OK)
		return rv_fail(err, RV_E_BUG,
			       _("cannot write to the ledger: \"%s\" is not "
				 "JSON; report this"),
			       key);
	rv_json_release(&doc);
	for (size_t i = 0; i < json.n; i++)
		rv_buf_addc(&line, json.p[i] == '\n' || json.p[i] == '\r'
					   ? ' '
					   : json.p[i]);
	rv_jw_raw(w, key, rv_buf_sv(&line));
	rv_buf_release(&line);
	return RV_OK;
}

static void
put_also(struct rv_jw *w, const struct rv_ledger_row *row)
{
	rv_jw_array(w, "also");
	for (size_t i = 0; i < row->n_also; i++) {
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "proposal", row->also[i].proposal);
		rv_jw_str(w, "kind", kind_codes[row->also[i].kind]);
		rv_jw_sv(w, "reason", row->also[i].reason);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

static void
put_files(struct rv_jw *w, const struct rv_ledger_row *row)
{
	rv_jw_array(w, "files");
	for (size_t i = 0; i < row->n_files; i++) {
		rv_jw_object(w, NULL);
		rv_jw_sv(w, "path", row->files[i].path);
		rv_jw_sv(w, "before", row->files[i].before);
		rv_jw_sv(w, "after", row->files[i].after);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

/* The row without its hash. */
static rv_status
put_row(const struct rv_ledger_row *row, struct rv_buf *out,
	struct rv_err *err)
{
	struct rv_jw w;
	rv_status st;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "v", 1);
	rv_jw_int(&w, "id", row->id);
	rv_jw_time(&w, "time", row->time);
	rv_jw_str(&w, "kind", kind_codes[row->kind]);
	put_opt(&w, "action", row->action);
	put_opt(&w, "target", row->target);
	put_opt(&w, "by", row->by);
	put_opt(&w, "door", row->door);
	put_opt(&w, "proposal", row->proposal);
	if (row->of)
		rv_jw_int(&w, "of", row->of);
	if (row->n_files)
		put_files(&w, row);
	if (row->n_also)
		put_also(&w, row);
	rv_jw_array(&w, "anchor");
	rv_jw_time(&w, NULL, row->anchor_before);
	rv_jw_time(&w, NULL, row->anchor_after);
	rv_jw_end_array(&w);
	put_opt(&w, "episodes", row->episodes);
	if (row->n_episodes)
		rv_jw_int(&w, "n_episodes", row->n_episodes);
	put_opt(&w, "pending", row->pending);
	if (row->pending_len)
		rv_jw_int(&w, "pending_len", row->pending_len);
	if ((st = put_json(&w, "checks", row->checks, err)) != RV_OK ||
	    (st = put_json(&w, "batches", row->batches, err)) != RV_OK)
		return st;
	put_opt(&w, "reason", row->reason);
	rv_jw_sv(&w, "prev", row->prev);
	rv_jw_end_object(&w);
	return RV_OK;
}

static void
chain(struct rv_sv prev, struct rv_sv body, char out[RV_SHA256_HEX])
{
	struct rv_sha256 sha;

	rv_sha256_init(&sha);
	rv_sha256_add(&sha, prev.p, prev.n);
	rv_sha256_add(&sha, "\n", 1);
	rv_sha256_add(&sha, body.p, body.n);
	rv_sha256_hex(&sha, out);
}

rv_status
rv__ledger_last(struct rv_store *s, int64_t *id, char hash[RV_SHA256_HEX],
		struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_LAST, err);
	struct rv_sv h = RV_SV(RV__CHAIN_GENESIS);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	*id = row ? sqlite3_column_int64(st, 0) : 0;
	if (row)
		h = rv__column(st, 1);
	memcpy(hash, h.p, RV_MIN(h.n, (size_t)64));
	hash[64] = '\0';
	sqlite3_reset(st);
	return RV_OK;
}

/* What ends a step is true once it is on disk: an index that finds no room
 * reads it later. */
static rv_status
index_row(struct rv_store *s, const struct rv_ledger_row *row,
	  struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status st = rv_store_catch_up(s, &why);

	if (st == RV_E_NOSPACE &&
	    (row->kind == RV_LEDGER_DONE || row->kind == RV_LEDGER_ABORT)) {
		rv_log(RV_LOG_WARN, "%s", why.msg);
		return RV_OK;
	}
	/* Outlives an index that is made anew: rows that were cut off the end
	 * leave no other trace. */
	if (st == RV_OK)
		(void)!rv__meta_set(s, RV__LEDGER_TOP, row->id, NULL);
	if (st != RV_OK && err)
		*err = why;
	return st;
}

rv_status
rv__ledger_append(struct rv_store *s, struct rv_ledger_row *row,
		  struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT;
	int64_t last, top = 0;
	rv_status st = rv__ledger_last(s, &last, s->prev, err);

	if (st == RV_OK)
		st = rv__meta_get(s, RV__LEDGER_TOP, 0, &top, err);
	if (st != RV_OK)
		return st;
	/* Numbers of rows that were cut off are not given again. */
	row->id = RV_MAX(last, top) + 1;
	row->time = rv_env_now(s->env);
	if (!row->by.n)
		row->by = rv_sv(s->env->user);
	row->prev = rv_sv(s->prev);
	st = put_row(row, &line, err);
	if (st == RV_OK) {
		chain(row->prev, rv_buf_sv(&line), s->hash);
		row->hash = rv_sv(s->hash);
		rv_buf_truncate(&line, line.n - 1);
		rv_buf_addf(&line, ",\"hash\":\"%s\"}\n", s->hash);
		st = rv__store_append(s, RV_LEDGER_NAME, rv_buf_sv(&line),
				      true, NULL, err);
	}
	rv_buf_release(&line);
	return st == RV_OK ? index_row(s, row, err) : st;
}

rv_status
rv_ledger_append(struct rv_store *s, struct rv_ledger_row *row,
		 struct rv_err *err)
{
	rv_status st = rv_store_lock(s, err);

	if (st != RV_OK)
		return st;
	st = rv_store_catch_up(s, err);
	if (st == RV_OK)
		st = rv_chain_guard(s, err);
	if (st == RV_OK)
		st = rv__ledger_append(s, row, err);
	if (st == RV_OK)
		rv__chain_follow(s);
	rv_store_unlock(s);
	return st;
}

static int64_t
get_time(const rv_json *node)
{
	int64_t t;

	return rv_time_parse(rv_json_sv(node), &t) ? t : RV_UNDATED;
}

static struct rv_sv
get_in(struct rv_arena *arena, const rv_json *j, const char *key)
{
	return rv_sv_dup_in(arena, rv_json_get_sv(j, key));
}

/* The text of a member as it stands in the line: an array of ours holds no
 * string with an unescaped bracket outside quotes. */
static struct rv_sv
get_raw(struct rv_arena *arena, struct rv_sv line, const char *key)
{
	char name[32];
	size_t i, from;
	int depth = 0;
	bool quoted = false;
	ptrdiff_t at;

	sqlite3_snprintf(sizeof(name), name, ",\"%s\":[", key);
	if ((at = rv_sv_find(line, rv_sv(name))) < 0)
		return RV_SV_NONE;
	from = (size_t)at + strlen(name) - 1;
	for (i = from; i < line.n; i++) {
		char c = line.p[i];

		if (quoted && c == '\\')
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '[' || c == '{'))
			depth++;
		else if (!quoted && (c == ']' || c == '}') && !--depth)
			break;
	}
	return rv_sv_dup_in(arena, rv_sv_slice(line, from, i + 1));
}

enum rv_ledger_kind
rv_ledger_kind_of(struct rv_sv code)
{
	size_t i = 0;

	while (i < RV_LEDGER_KIND_N && !rv_sv_is(code, kind_codes[i]))
		i++;
	return (enum rv_ledger_kind)i;
}

static bool
get_kind(struct rv_sv code, enum rv_ledger_kind *out)
{
	*out = rv_ledger_kind_of(code);
	return *out != RV_LEDGER_KIND_N;
}

static void
get_files(const rv_json *files, struct rv_arena *arena,
	  struct rv_ledger_row *out)
{
	size_t n = rv_json_size(files);

	out->files = rv_arena_array(arena, struct rv_ledger_file, n + 1);
	for (const rv_json *f = rv_json_first(files); f && out->n_files < n;
	     f = rv_json_next(f)) {
		struct rv_ledger_file *file = &out->files[out->n_files++];

		file->path = get_in(arena, f, "path");
		file->before = get_in(arena, f, "before");
		file->after = get_in(arena, f, "after");
	}
}

/* What is no decision that a step can hold besides is left out. */
static void
get_also(const rv_json *also, struct rv_arena *arena,
	 struct rv_ledger_row *out)
{
	size_t n = rv_json_size(also);

	if (!n)
		return;
	out->also = rv_arena_array(arena, struct rv_ledger_also, n);
	for (const rv_json *a = rv_json_first(also); a && out->n_also < n;
	     a = rv_json_next(a)) {
		struct rv_ledger_also *it = &out->also[out->n_also];

		if (!get_kind(rv_json_get_sv(a, "kind"), &it->kind) ||
		    (it->kind != RV_LEDGER_REJECT &&
		     it->kind != RV_LEDGER_DEFER))
			continue;
		it->proposal = get_in(arena, a, "proposal");
		it->reason = get_in(arena, a, "reason");
		out->n_also++;
	}
}

rv_status
rv__ledger_parse(struct rv_sv line, struct rv_arena *arena,
		 struct rv_ledger_row *out, struct rv_err *err)
{
	struct rv_json_doc doc;
	const rv_json *j, *anchor;
	rv_status st = rv_json_parse(line, &doc, err);

	if (st != RV_OK)
		return RV_E_PARSE;
	j = doc.root;
	memset(out, 0, sizeof(*out));
	out->id = rv_json_int(rv_json_get(j, "id"), 0);
	out->hash = get_in(arena, j, "hash");
	out->prev = get_in(arena, j, "prev");
	if (out->id < 1 || !rv_is_sha256_hex(out->hash) ||
	    !get_kind(rv_json_get_sv(j, "kind"), &out->kind)) {
		rv_json_release(&doc);
		return rv_fail(err, RV_E_PARSE, "this is not a ledger row");
	}
	out->time = get_time(rv_json_get(j, "time"));
	out->action = get_in(arena, j, "action");
	out->target = get_in(arena, j, "target");
	out->by = get_in(arena, j, "by");
	out->door = get_in(arena, j, "door");
	out->proposal = get_in(arena, j, "proposal");
	out->of = rv_json_int(rv_json_get(j, "of"), 0);
	get_files(rv_json_get(j, "files"), arena, out);
	get_also(rv_json_get(j, "also"), arena, out);
	anchor = rv_json_first(rv_json_get(j, "anchor"));
	out->anchor_before = get_time(anchor);
	out->anchor_after = anchor ? get_time(rv_json_next(anchor))
				   : RV_UNDATED;
	out->episodes = get_in(arena, j, "episodes");
	out->n_episodes = rv_json_int(rv_json_get(j, "n_episodes"), 0);
	out->pending = get_in(arena, j, "pending");
	out->pending_len = rv_json_int(rv_json_get(j, "pending_len"), 0);
	if (rv_json_get(j, "checks"))
		out->checks = get_raw(arena, line, "checks");
	if (rv_json_get(j, "batches"))
		out->batches = get_raw(arena, line, "batches");
	out->reason = get_in(arena, j, "reason");
	rv_json_release(&doc);
	return RV_OK;
}
