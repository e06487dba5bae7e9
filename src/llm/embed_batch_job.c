/* SPDX-License-Identifier: MIT */
/* Gemini's asyncBatchEmbedContent: submit now, ask later. */
#include "config.h"

#include "llm/embed_batch_job.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/path.h"
#include "doc/estimate.h"
#include "llm/embed_priv.h"

#define FILE_MAX ((size_t)16 << 20)

static void
put_hex(struct rv_jw *w, const struct rv_embed_key *key)
{
	char hex[2 * RV_EMBED_KEY];

	for (size_t i = 0; i < RV_EMBED_KEY; i++) {
		hex[2 * i] = "0123456789abcdef"[key->b[i] >> 4];
		hex[2 * i + 1] = "0123456789abcdef"[key->b[i] & 15];
	}
	rv_jw_sv(w, NULL, rv_sv_of(hex, sizeof(hex)));
}

static bool
take_hex(struct rv_sv v, struct rv_embed_key *key)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; v.n == 2 * RV_EMBED_KEY && i < v.n; i++) {
		const char *d = memchr(digits, v.p[i], 16);

		if (!d)
			return false;
		key->b[i / 2] = (uint8_t)(key->b[i / 2] << 4 | (d - digits));
	}
	return v.n == 2 * RV_EMBED_KEY;
}

/* A name goes into a URL: "batches/" and plain characters. */
static bool
good_name(struct rv_sv name)
{
	if (!rv_sv_starts(name, RV_SV("batches/")) || name.n > 200)
		return false;
	for (size_t i = 8; i < name.n; i++) {
		char c = name.p[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
		    !(c >= '0' && c <= '9') && c != '-' && c != '_')
			return false;
	}
	return name.n > 8;
}

static rv_status
say_bad(struct rv__embed *e, struct rv_failure *f, const char *why)
{
	return rv_failure_set(f, &e->target, e->arena, RV_E_MODEL, false, why,
			      rv_failure_later());
}

/* The body; the keys of what is sent go into `keys` as JSON. */
static void
write_job(struct rv__embed *e, const struct rv_sv *texts, size_t n,
	  struct rv_buf *body, struct rv_jw *keys)
{
	const struct rv_embed_ask ask = {
		.target = &e->target, .dimensions = e->call.dimensions,
		.purpose = e->call.purpose};
	struct rv_jw w;

	rv_jw_init(&w, body);
	rv_jw_object(&w, NULL);
	rv_jw_object(&w, "batch");
	rv_jw_str(&w, "displayName", "reverie");
	rv_jw_object(&w, "inputConfig");
	rv_jw_object(&w, "requests");
	rv_jw_array(&w, "requests");
	for (size_t i = 0; i < n; i++) {
		struct rv_sv text = rv__embed_text(e, texts[i]);
		struct rv_embed_key key;

		if (!rv_sv_trim(text).n)
			continue;
		rv__embed_key(e, text, &key);
		put_hex(keys, &key);
		e->out->usage.input += rv_estimate_tokens(text);
		rv_jw_object(&w, NULL);
		rv_jw_object(&w, "request");
		rv__embed_gemini_row(&w, &ask, text);
		rv_jw_end_object(&w);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	for (int i = 0; i < 4; i++)
		rv_jw_end_object(&w);
}

static rv_status
send_job(struct rv__embed *e, int fd, const struct rv_sv *texts, size_t n,
	 struct rv_failure *f)
{
	struct rv_buf body = RV_BUF_INIT, file = RV_BUF_INIT;
	struct rv_http_request req = {0};
	struct rv_json_doc doc = {0};
	struct rv_jw w;
	struct rv_sv name;
	rv_status st;

	e->out->usage.estimated = true;
	rv_jw_init(&w, &file);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "space",
		  rv_embed_space(&e->target, e->call.dimensions, e->arena));
	rv_jw_array(&w, "keys");
	write_job(e, texts, n, &body, &w);
	rv_jw_end_array(&w);
	rv_provider_post(&req,
			 rv__embed_gemini_url(&e->target,
					      "asyncBatchEmbedContent",
					      e->arena),
			 &body, 1, e->arena);
	rv_provider_key(&req, "x-goog-api-key", "", e->target.key, e->arena);
	/* A second try could make a second job. */
	e->call.attempts = 1;
	st = rv__embed_send(e, &req, &doc, f);
	if (st == RV_OK) {
		name = rv_json_get_sv(doc.root, "name");
		if (!good_name(name))
			st = say_bad(e, f, _("it named no batch job"));
		rv_jw_sv(&w, "name", name);
		rv_jw_end_object(&w);
		if (st == RV_OK &&
		    write(fd, file.p, file.n) != (ssize_t)file.n)
			st = say_bad(e, f, _("its job could not be noted"));
		rv_json_release(&doc);
	}
	rv_buf_release(&file);
	return st;
}

static rv_status
begin(struct rv__embed *e, const struct rv_embed_call *call,
      struct rv_embed_out *out, struct rv_arena *arena, struct rv_failure *f)
{
	rv_status st = rv__embed_begin(e, call, out, arena, f);

	if (st == RV_OK && (e->provider != &rv_embed_gemini || !call->cache))
		st = rv_failure_set(f, &e->target, arena, RV_E_CONFIG, false,
				    _("it has no batch jobs"),
				    _("ask for the vectors directly"));
	return st;
}

rv_status
rv_embed_job_submit(const struct rv_embed_call *call, const char *path,
		    const struct rv_sv *texts, size_t n,
		    struct rv_embed_out *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_failure f;
	struct rv__embed e;
	int fd = -1;
	rv_status st;

	*out = (struct rv_embed_out){0};
	st = begin(&e, call, out, &arena, &f);
	if (st != RV_OK) {
		st = rv__embed_say(st, &f, err);
	} else if ((fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			      0600)) < 0) {
		st = errno == EEXIST
			     ? rv_fail_path(err, RV_E_HELD, path,
					    _("%s: a batch job runs already; "
					      "wait for its end"),
					    path)
			     : rv_fail_errno(err, errno, path,
					     _("cannot open"));
	} else {
		st = send_job(&e, fd, texts, n, &f);
		if (st != RV_OK) {
			unlink(path);
			st = rv__embed_say(st, &f, err);
		}
		close(fd);
	}
	rv_arena_release(&arena);
	return st;
}

/* The list of answers, wherever the server puts it; NULL: there is none. */
static const rv_json *
answers(const rv_json *op)
{
	const rv_json *places[] = {
		rv_json_get(op, "response"),
		rv_json_get(rv_json_get(op, "response"), "output"),
		rv_json_get(rv_json_get(op, "metadata"), "output"),
		rv_json_get(op, "output")};

	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		const rv_json *n = rv_json_get(places[i], "inlinedResponses");

		if (rv_json_is_object(n))
			n = rv_json_get(n, "inlinedResponses");
		if (rv_json_is_array(n))
			return n;
	}
	return NULL;
}

/* The job is done: what came goes to the cache; a text that failed is asked
 * for again another day. */
static rv_status
take(struct rv__embed *e, const rv_json *list, const rv_json *job,
     size_t *added, struct rv_failure *f)
{
	const rv_json *keys = rv_json_get(job, "keys");
	size_t n = rv_json_size(keys), at = 0;
	struct rv_embed_rows rows = {
		.arena = e->arena, .n = n,
		.v = rv_arena_array(e->arena, const float *, n + 1)};
	struct rv_embed_record *r =
		rv_arena_array(e->arena, struct rv_embed_record, n + 1);
	/* Another model may be configured by now. */
	const char *space = rv_sv_cstr_in(e->arena,
					  rv_json_get_sv(job, "space"));
	const rv_json *x = rv_json_first(list), *k = rv_json_first(keys);
	struct rv_err why = {0};
	rv_status st = RV_OK;

	rows.dim = rv_embed_cache_dim(e->call.cache, space);
	if (rv_json_size(list) != n)
		return say_bad(e, f, _("its job has not as many answers as "
				       "texts"));
	for (; st == RV_OK && x && k;
	     x = rv_json_next(x), k = rv_json_next(k), at++) {
		const rv_json *v = rv_json_get(
			rv_json_get(rv_json_get(x, "response"), "embedding"),
			"values");

		if (!v || !take_hex(rv_json_sv(k), &r[*added].key))
			continue;
		st = rv_embed_rows_add(&rows, (int64_t)at, v, &why);
		r[(*added)++].v = rows.v[at];
	}
	if (st == RV_OK) {
		rv__embed_normalise(&rows);
		st = rv_embed_cache_add(e->call.cache, space, r, *added,
					rows.dim, &why);
	}
	return st == RV_OK ? st : say_bad(e, f, why.msg);
}

static rv_status
ask_job(struct rv__embed *e, const rv_json *job, size_t *added, bool *over,
	struct rv_failure *f)
{
	struct rv_buf none = RV_BUF_INIT;
	struct rv_http_request req = {0};
	struct rv_json_doc doc = {0};
	struct rv_sv state, name = rv_json_get_sv(job, "name");
	const rv_json *list;
	const char *path = rv_arena_printf(e->arena, "/v1beta/%.*s",
					   RV_SV_ARG(name));
	rv_status st;

	rv_provider_post(&req, rv_provider_url(&e->target, path, e->arena),
			 &none, 1, e->arena);
	req.method = "GET";
	rv_provider_key(&req, "x-goog-api-key", "", e->target.key, e->arena);
	st = rv__embed_send(e, &req, &doc, f);
	if (st != RV_OK)
		return st;
	state = rv_json_get_sv(rv_json_get(doc.root, "metadata"), "state");
	list = answers(doc.root);
	*over = rv_json_bool(rv_json_get(doc.root, "done"), false) ||
		rv_sv_ends(state, RV_SV("_FAILED")) ||
		rv_sv_ends(state, RV_SV("_CANCELLED")) ||
		rv_sv_ends(state, RV_SV("_EXPIRED"));
	if (!*over)
		st = RV_E_NO;
	else if (list)
		st = take(e, list, job, added, f);
	else
		st = say_bad(e, f, _("its batch job ended without vectors"));
	rv_json_release(&doc);
	return st;
}

rv_status
rv_embed_job_poll(const struct rv_embed_call *call, const char *path,
		  size_t *added, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_embed_out out = {0};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_json_doc job = {0};
	struct rv_failure f;
	struct rv__embed e;
	bool over = false;
	rv_status st = rv_path_read(path, FILE_MAX, &text, err);

	*added = 0;
	if (st == RV_OK &&
	    (rv_json_parse(rv_buf_sv(&text), &job, NULL) != RV_OK ||
	     !good_name(rv_json_get_sv(job.root, "name")))) {
		unlink(path); /* killed before the job had a name */
		st = rv_fail_path(err, RV_E_NOTFOUND, path,
				  _("%s: it names no batch job; submit it "
				    "again"),
				  path);
	} else if (st == RV_OK) {
		st = begin(&e, call, &out, &arena, &f);
		if (st == RV_OK)
			st = ask_job(&e, job.root, added, &over, &f);
		if (over)
			unlink(path);
		if (st == RV_E_NO)
			st = rv_fail(err, st, "%s",
				     _("The batch job is not done yet; ask "
				       "again later"));
		else if (st != RV_OK)
			st = rv__embed_say(st, &f, err);
	}
	rv_json_release(&job);
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return st;
}
