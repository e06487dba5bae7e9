/* SPDX-License-Identifier: MIT */
/* redact: a text with placeholders, and what they stand for but the value. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/salt.h"

#define TEXT_MAX ((size_t)64 << 20)

static rv_status
read_text(const struct rv_args *args, struct rv_buf *file, struct rv_sv *out,
	  struct rv_err *err)
{
	const char *path = rv_args_operand(args, 0);
	rv_status s;

	if (!path)
		return rv_fail(err, RV_E_USAGE,
			       _("redact: a file is missing; give its path, "
				 "or - for standard input"));
	if (strcmp(path, "-") == 0) {
		*out = args->input;
		return RV_OK;
	}
	s = rv_path_read(path, TEXT_MAX, file, err);
	*out = rv_buf_sv(file);
	return s;
}

static void
write_spans(struct rv_jw *w, const struct rv_redactor *r)
{
	const struct rv_redact_span *s;
	size_t n;

	s = rv_redactor_spans(r, &n);
	rv_jw_array(w, "spans");
	for (size_t i = 0; i < n; i++) {
		rv_jw_object(w, NULL);
		rv_jw_int(w, "line", (int64_t)s[i].line);
		rv_jw_int(w, "start", (int64_t)s[i].start);
		rv_jw_int(w, "end", (int64_t)s[i].end);
		rv_jw_str(w, "rule", s[i].rule);
		rv_jw_str(w, "placeholder", s[i].placeholder);
		rv_jw_str(w, "fingerprint", s[i].fingerprint);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

rv_status
rv_act_redact(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_redact_options opts;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf file = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_redactor *r;
	struct rv_sv text;
	struct rv_jw w;
	rv_status s = read_text(args, &file, &text, err);

	opts = rv_redact_settled(&arena);
	if (!opts.salt.n && rv_args_has(args, "map"))
		opts.salt = rv_salt_by_chance(&arena);
	opts.email |= rv_args_has(args, "email");
	opts.phone |= rv_args_has(args, "phone");
	r = rv_redactor_new(&opts);

	(void)e;
	(void)env;
	(void)door;
	if (s == RV_OK)
		s = rv_redactor_run(r, text, &out, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_sv(&w, "text", rv_buf_sv(&out));
		if (rv_args_has(args, "map"))
			write_spans(&w, r);
		rv_act_end(&w);
	}
	rv_redactor_free(r);
	rv_arena_release(&arena);
	rv_buf_release(&file);
	rv_buf_release(&out);
	return s;
}
