/* SPDX-License-Identifier: MIT */
/* Proposals as a file, and back. */
#include "config.h"

#include "ui/batch.h"

#include <string.h>

#include "base/i18n.h"

#define HEAD "=== "
#define SHA_SHOWN 8

bool
ui_needs_reason(const struct rv_view_proposal *p)
{
	return p->worst == RV_LEVEL_WARN &&
	       !rv_sv_is(p->kind, "consolidate");
}

static const char *
word_of(enum ui_decided what)
{
	return what == UI_UNDECIDED ? "keep" : ui_decided_name(what);
}

static void
write_block(const struct rv_view_proposal *p, const struct ui_staged *it,
	    struct rv_buf *out)
{
	enum ui_decided what = it ? it->what : UI_UNDECIDED;

	rv_buf_addf(out, HEAD "%.*s %.*s %s", RV_SV_ARG(p->id),
		    RV_SV_ARG(rv_sv_slice(p->sha, 0, SHA_SHOWN)),
		    word_of(what));
	if (it && it->why[0])
		rv_buf_addf(out, " %s", it->why);
	rv_buf_addc(out, '\n');
	rv_buf_addv(out, p->bytes);
	if (!rv_sv_ends(p->bytes, RV_SV("\n")))
		rv_buf_addc(out, '\n');
}

void
ui_batch_write(const struct rv_view_proposal *const *p, size_t n,
	       const struct ui_stage *staged, struct rv_buf *out)
{
	rv_buf_adds(out,
		    _("# The word at the end of a === line decides:\n"
		      "#   keep            nothing, it stays in the queue\n"
		      "#   approve [WHY]   WHY only where a warning is open\n"
		      "#   reject WHY      wrong, private, junk, duplicate, not "
		      "now, or your words\n"
		      "#   defer SPAN      12h, 1d, 7d, until-event\n"
		      "# A deleted block is rejected; another text is an edit, to which the "
		      "word holds\n# when its new checks are ok.  Nothing is "
		      "written:\n"
		      "# what comes back is staged.  An empty file changes "
		      "nothing.\n#\n"));
	for (size_t i = 0; i < n; i++) {
		rv_buf_addf(out, "# %.*s  %.*s%s\n", RV_SV_ARG(p[i]->id),
			    RV_SV_ARG(p[i]->target),
			    p[i]->is_new ? _("  (new)") : "");
		for (size_t k = 0; k < p[i]->n_checks; k++)
			if (p[i]->checks[k].level >= RV_LEVEL_WARN)
				rv_buf_addf(
					out, "#   %s %.*s\n",
					p[i]->checks[k].level == RV_LEVEL_WARN
						? "!"
						: "x",
					RV_SV_ARG(p[i]->checks[k].message));
	}
	rv_buf_addc(out, '\n');
	for (size_t i = 0; i < n; i++)
		write_block(p[i], ui_stage_get(staged, p[i]->id), out);
}

/* The row of a header, or NULL: it names none of them as it was shown. */
static struct ui_batch_row *
row_of(struct rv_sv id, struct rv_sv sha, struct ui_batch_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (rv_sv_eq(rows[i].p->id, id) && sha.n == SHA_SHOWN &&
		    rv_sv_starts(rows[i].p->sha, sha))
			return &rows[i];
	return NULL;
}

static rv_status
read_word(struct rv_sv rest, struct ui_batch_row *r, int line,
	  struct rv_err *err)
{
	struct rv_sv word = RV_SV_NONE;
	int what = UI_UNDECIDED;

	rest = rv_sv_trim(rest);
	(void)rv_sv_next_part(&rest, ' ', &word);
	r->why = rv_sv_trim(rest);
	while (what <= UI_DEFERRED &&
	       !rv_sv_is(word, word_of((enum ui_decided)what)))
		what++;
	if (what > UI_DEFERRED)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: \"%.*s\" is no decision"),
			       line, (int)RV_MIN(word.n, 20), word.p);
	r->what = (enum ui_decided)what;
	if (what == UI_REJECTED && !r->why.n)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: reject needs a reason behind it"),
			       line);
	return RV_OK;
}

static rv_status
may_defer(const struct ui_batch_row *r, const struct rv_env *env,
	  struct rv_err *err)
{
	struct rv_err why = {0};
	int64_t due;

	if (r->what != UI_DEFERRED ||
	    rv_defer_when(r->why, env, &due, &why) == RV_OK)
		return RV_OK;
	return rv_fail(err, RV_E_PARSE, _("line %d: %s"), r->line, why.msg);
}

/* An edited text is judged by its own checks, see desk_edit.c. */
static rv_status
may_approve(const struct ui_batch_row *r, struct rv_err *err)
{
	if (r->what != UI_APPROVED || r->text.n > 0)
		return RV_OK;
	if (!r->p->approvable || r->p->base_moved)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: %.*s cannot be approved as it is"),
			       r->line, RV_SV_ARG(r->p->id));
	if (ui_needs_reason(r->p) && !r->why.n)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: %.*s has a warning: write why behind "
				 "approve"),
			       r->line, RV_SV_ARG(r->p->id));
	return RV_OK;
}

/* A header as we write them: nobody's page holds another's hash by chance. */
static bool
is_head(struct rv_sv line)
{
	return rv_sv_starts(line, RV_SV(HEAD)) && line.n > 6 &&
	       (line.p[4] == 'P' || line.p[4] == 'C') && line.p[5] == '-';
}

static rv_status
read_head(struct rv_sv line, int number, struct ui_batch_row *rows, size_t n,
	  struct ui_batch_row **out, struct rv_err *err)
{
	struct rv_sv rest = rv_sv_slice(line, strlen(HEAD), line.n);
	struct rv_sv id = RV_SV_NONE, sha = RV_SV_NONE;

	(void)rv_sv_next_part(&rest, ' ', &id);
	(void)rv_sv_next_part(&rest, ' ', &sha);
	*out = row_of(id, sha, rows, n);
	if (!*out)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: %.*s with this hash was not in the "
				 "file"),
			       number, (int)RV_MIN(id.n, 20), id.p);
	if ((*out)->line)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: %.*s stands in line %d already"),
			       number, RV_SV_ARG(id), (*out)->line);
	(*out)->line = number;
	return read_word(rest, *out, number, err);
}

/* The text between two headers; empty when it is what was shown. */
static rv_status
end_block(struct ui_batch_row *r, const char *from, const char *to,
	  struct rv_err *err)
{
	struct rv_sv text = rv_sv_of(from, (size_t)(to - from));

	if (!r || rv_sv_eq(rv_sv_trim_end(text), rv_sv_trim_end(r->p->bytes)))
		return RV_OK;
	if (!rv_sv_trim(text).n)
		return rv_fail(err, RV_E_PARSE,
			       _("line %d: %.*s has no text left"),
			       r->line, RV_SV_ARG(r->p->id));
	r->text = text;
	return RV_OK;
}

rv_status
ui_batch_read(struct rv_sv text, const struct rv_view_proposal *const *p,
	      size_t n, const struct rv_env *env, struct ui_batch_row *rows,
	      struct rv_err *err)
{
	struct rv_sv rest = text, line;
	struct ui_batch_row *r = NULL;
	const char *from = text.p;
	rv_status st = RV_OK;
	int number = 0;

	for (size_t i = 0; i < n; i++)
		rows[i] = (struct ui_batch_row){.p = p[i]};
	while (st == RV_OK && rv_sv_next_line(&rest, &line)) {
		number++;
		if (is_head(line)) {
			st = end_block(r, from, line.p, err);
			if (st == RV_OK)
				st = read_head(line, number, rows, n, &r, err);
			from = rest.n ? rest.p : text.p + text.n;
		} else if (!r && rv_sv_trim(line).n && line.p[0] != '#') {
			st = rv_fail(err, RV_E_PARSE,
				     _("line %d: text before the first === "
				       "line"),
				     number);
		}
	}
	if (st == RV_OK)
		st = end_block(r, from, text.p + text.n, err);
	if (st == RV_OK && !r)
		st = rv_fail(err, RV_E_PARSE,
			     _("line %d: no === line is left"),
			     number);
	for (size_t i = 0; st == RV_OK && i < n; i++) {
		st = may_defer(&rows[i], env, err);
		if (st == RV_OK)
			st = may_approve(&rows[i], err);
	}
	for (size_t i = 0; st == RV_OK && i < n; i++)
		if (!rows[i].line) {
			rows[i].what = UI_REJECTED;
			rows[i].why = RV_SV("left out in the editor");
		}
	return st;
}
