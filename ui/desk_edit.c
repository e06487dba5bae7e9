/* SPDX-License-Identifier: MIT */
/* The review desk: another text in the place of one that was proposed. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/path.h"
#include "ui/batch.h"
#include "ui/console_priv.h"

#define TEXT_MAX ((size_t)64 << 20)

/* Runs `review edit ID --HOW VALUE`; edited texts are removed when it is done. */
static void
run_edit(struct ui_ctx *c, struct rv_sv id, const char *how, const char *value)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	rv_args_make("review.edit", &arena, &args, "",
		     rv_sv_cstr_in(&arena, id), how, value, NULL);
	ui_model_run(c->model, &args, UI_TAG_EDIT);
	rv_arena_release(&arena);
}

/* The proposal on show when it may be changed; else says why not. */
static const struct rv_view_proposal *
changeable(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);

	if (!p || p->id.n == 0) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is shown to change: 6 lists what waits"));
		return NULL;
	}
	return ui_desk_readonly(c) || !ui_desk_seen(c, p) ? NULL : p;
}

/* The same, when its text may be another one. */
static const struct rv_view_proposal *
rewritable(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = changeable(c);

	if (!p || !rv_sv_is(p->kind, "attest"))
		return p;
	ui_toast(c, RV_LEVEL_NOTE,
		 _("%.*s leaves the page as it is: x rejects it, and what is "
		   "to be changed is promoted or edited in the file"),
		 RV_SV_ARG(p->id));
	return NULL;
}

void
ui_desk_edit(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = rewritable(c);
	struct rv_buf held = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_err err = {0};
	char *kept = NULL;

	if (!p)
		return;
	/* The proposed text knows nothing of what was written since. */
	if (p->base_moved) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s changed after %.*s was made: editing would "
			   "lose that; r makes it anew on the new text, then e "
			   "edits it"),
			 RV_SV_ARG(p->target), RV_SV_ARG(p->id));
		return;
	}
	(void)ui_editor_held(c, p->id, &held);
	if (ui_editor_run(c, held.n ? rv_buf_sv(&held) : p->bytes, p->bytes,
			  &out, &kept, &err) != RV_OK) {
		ui_toast(c, RV_LEVEL_WARN,
			 kept ? _("e opens your text; %s") : "%s", err.msg);
		if (kept)
			ui_editor_hold(c, p->id, kept);
	} else if (rv_sv_trim(rv_buf_sv(&out)).n == 0) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("the editor left nothing: %.*s is as it was"),
			 RV_SV_ARG(p->id));
	} else if (!kept) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was changed"));
	} else {
		ui_editor_hold(c, RV_SV_NONE, NULL);
		run_edit(c, p->id, "file", kept);
		free(kept);
		ui_toast(c, RV_LEVEL_OK, _("checking the edited text"));
	}
	rv_buf_release(&held);
	rv_buf_release(&out);
}

bool
ui_desk_refused(struct ui_ctx *c, const struct rv_args *args)
{
	const char *file = rv_args_get(args, "file");

	if (file)
		ui_editor_hold(c, rv_sv(rv_args_operand(args, 0)),
			       rv_strdup(file));
	return file != NULL;
}

void
ui_skip_hunk(struct ui_ctx *c, int hunk, int of)
{
	const struct rv_view_proposal *p = rewritable(c);

	if (!p)
		return;
	if (hunk < 1 || of < 2) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("this is all that %.*s changes: x rejects it"),
			 RV_SV_ARG(p->id));
		return;
	}
	run_edit(c, p->id, "skip", ui_tmp("%d", hunk));
	ui_toast(c, RV_LEVEL_OK, _("leaving hunk %d out and checking again"),
		 hunk);
}

bool
ui_desk_again(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (!p || p->id.n == 0 || rv_sv_is(p->kind, "consolidate"))
		return false;
	p = changeable(c);
	if (!p)
		return true;
	rv_args_make("review.edit", &arena, &args, "",
		     rv_sv_cstr_in(&arena, p->id), NULL);
	args.items = rv_arena_array(&arena, struct rv_arg, 2);
	args.items[0] = (struct rv_arg){"", rv_sv_cstr_in(&arena, p->id)};
	args.items[1] = (struct rv_arg){"again", NULL};
	args.n = 2;
	ui_model_run(c->model, &args, UI_TAG_EDIT);
	ui_toast(c, RV_LEVEL_OK, _("making it anew from %.*s"),
		 RV_SV_ARG(p->source.n > 0 ? p->source : p->target));
	rv_arena_release(&arena);
	return true;
}

bool
ui_desk_contradicts(const struct rv_view_proposal *p)
{
	if (rv_sv_is(p->kind, "attest"))
		return false; /* its text stays */
	for (size_t i = 0; i < p->n_checks; i++)
		if (rv_sv_is(p->checks[i].code, "contradiction") &&
		    p->checks[i].level == RV_LEVEL_WARN)
			return true;
	return false;
}

void
ui_desk_settle(struct ui_ctx *c, const char *side)
{
	const struct rv_view_proposal *p = rewritable(c);

	if (!p)
		return;
	if (!ui_desk_contradicts(p)) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("%.*s contradicts nothing: there is nothing to "
			   "settle"),
			 RV_SV_ARG(p->id));
		return;
	}
	run_edit(c, p->id, "settle", side);
	ui_toast(c, RV_LEVEL_OK,
		 _("settling the contradiction and checking again"));
}

/* --- all of them in the editor ----------------------------------------------- */

/* A new file of the console's own with this text; NULL: there is no place. */
static char *
put_text(struct ui_ctx *c, struct rv_sv text)
{
	char *dir = ui_keep_dir(c->console);
	char *path = rv_asprintf("%s/edit-XXXXXX.md", dir);
	int fd = mkstemps(path, 3);
	bool ok = fd >= 0 && write(fd, text.p, text.n) == (ssize_t)text.n;

	if (fd >= 0)
		close(fd);
	if (!ok) {
		if (fd >= 0)
			unlink(path);
		free(path);
		path = NULL;
	}
	free(dir);
	return path;
}

static void
forget_list(struct ui_ctx *c)
{
	if (c->list)
		unlink(c->list);
	free(c->list);
	c->list = NULL;
}

/* The word beside an edited text is for what comes of it. */
static void
wish(struct ui_ctx *c, const struct ui_batch_row *r)
{
	char *why = rv_sv_dup(r->why);

	ui_stage_set(&c->stage, r->p->id, RV_SV_NONE, UI_UNDECIDED, why);
	ui_stage_get(&c->stage, r->p->id)->wish = r->what;
	free(why);
}

/* Nothing here writes: decisions are staged, edits are proposed and checked. */
static void
take_rows(struct ui_ctx *c, const struct ui_batch_row *rows, size_t n)
{
	size_t staged = 0, edits = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ui_batch_row *r = &rows[i];
		char *path, *why;

		if (r->text.n > 0 && r->what != UI_REJECTED) {
			path = put_text(c, r->text);
			if (path) {
				wish(c, r);
				run_edit(c, r->p->id, "file", path);
			}
			edits += path != NULL;
			free(path);
			continue;
		}
		if (r->what == UI_UNDECIDED) {
			ui_stage_drop(&c->stage, r->p->id);
			continue;
		}
		why = rv_sv_dup(r->why);
		ui_stage_set(&c->stage, r->p->id, r->p->sha, r->what, why);
		free(why);
		staged++;
	}
	ui_toast(c, RV_LEVEL_OK,
		 edits > 0 ? _("%d staged, %d edited and being checked "
			       "again: W writes")
			   : _("%d staged, nothing is written yet: W writes, u "
			       "unstages"),
		 (int)staged, (int)edits);
}

/* Marked ones, else all that are open. */
static size_t
listed(struct ui_ctx *c, const struct rv_view_proposal **out, size_t max)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_REVIEW);
	bool marked = ui_stage_marked(&c->stage) > 0;
	size_t n = 0;

	for (size_t i = 0; s && i < s->u.review.n && n < max; i++) {
		const struct rv_view_proposal *p = &s->u.review.rows[i];
		const struct ui_staged *it = ui_stage_get(&c->stage, p->id);

		if (marked ? it && it->marked
			   : rv_sv_is(p->state, "open") ||
				     p->due <= ui_ctx_now(c))
			out[n++] = p;
	}
	return n;
}

void
ui_desk_edit_list(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[UI_CHOSEN_MAX];
	struct ui_batch_row *rows;
	struct rv_buf text = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_err err = {0};
	char *kept = NULL;
	size_t n;

	if (ui_desk_readonly(c))
		return;
	n = listed(c, p, UI_CHOSEN_MAX);
	if (n == 0) {
		ui_toast(c, RV_LEVEL_NOTE, _("the queue is empty"));
		return;
	}
	/* A text that was refused is gone on with. */
	if (!c->list ||
	    rv_path_read(c->list, TEXT_MAX, &text, NULL) != RV_OK)
		ui_batch_write(p, n, &c->stage, &text);
	rows = rv_calloc(n, sizeof(*rows));
	if (ui_editor_run(c, rv_buf_sv(&text), rv_buf_sv(&text), &out, &kept,
			  &err) != RV_OK) {
		ui_toast(c, RV_LEVEL_WARN,
			 kept ? _("%s; nothing staged, E opens your text")
			      : "%s",
			 err.msg);
		if (kept) {
			forget_list(c);
			c->list = kept;
			kept = NULL;
		}
	} else if (rv_sv_trim(rv_buf_sv(&out)).n == 0) {
		forget_list(c);
		ui_toast(c, RV_LEVEL_WARN,
			 _("the editor left nothing: nothing is staged"));
	} else if (!kept && !c->list) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was changed"));
	} else if (ui_batch_read(rv_buf_sv(&out), p, n, c->env, rows,
				 &err) == RV_OK) {
		forget_list(c);
		take_rows(c, rows, n);
	} else {
		if (kept) {
			forget_list(c);
			c->list = kept;
			kept = NULL;
		}
		ui_toast(c, RV_LEVEL_WARN,
			 _("%s; nothing staged, E opens your text"),
			 err.msg);
	}
	if (kept)
		unlink(kept);
	free(kept);
	free(rows);
	rv_buf_release(&text);
	rv_buf_release(&out);
}

/* --- the answer -------------------------------------------------------------- */

/* The first check of what is worst; NULL: all of them are ok. */
static const rv_json *
worst_of(const rv_json *checks)
{
	const rv_json *worst = NULL;

	for (const rv_json *k = rv_json_first(checks); k; k = rv_json_next(k)) {
		if (rv_sv_is(rv_json_get_sv(k, "level"), "fail"))
			return k;
		if (!worst && rv_sv_is(rv_json_get_sv(k, "level"), "warn"))
			worst = k;
	}
	return worst;
}

/* What became of it by which way: "P-6 (was P-5) takes the new". */
static const char *
made_by(const struct rv_args *args)
{
	static const struct {
		const char *way, *value, *text; /* N_() */
	} ways[] = {
		{"settle", "old", N_("keeps the old")},
		{"settle", "new", N_("takes the new")},
		{"settle", "both", N_("keeps both, dated")},
		{"skip", NULL, N_("leaves the hunk out")},
		{"as", NULL, N_("has the earlier text again")},
		{"again", NULL, N_("is made anew from its source")},
		{"file", NULL, N_("holds the edited text")},
	};

	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		if (rv_args_has(args, ways[i].way) &&
		    (!ways[i].value || !strcmp(rv_args_get(args, ways[i].way),
					       ways[i].value)))
			return _(ways[i].text);
	return "";
}

/* What was meant for the edited text holds for exactly those bytes; a warning
 * that nobody has read yet is not approved. */
static void
grant(struct ui_ctx *c, struct rv_sv id, const rv_json *answer,
      const struct rv_args *args, enum ui_decided meant, const char *why)
{
	const rv_json *bad = worst_of(rv_json_get(answer, "checks"));
	struct rv_sv what = bad ? rv_json_get_sv(bad, "message") : RV_SV_NONE;
	const char *was = ui_stage_entry(&c->stage, id)->was;
	bool deferred = rv_json_bool(rv_json_get(answer, "was_deferred"), false);
	const char *head = ui_tmp(deferred ? _("%.*s (was %s, is not deferred "
					       "any more) %s")
					   : _("%.*s (was %s) %s"),
				  RV_SV_ARG(id), rv_args_operand(args, 0),
				  made_by(args));
	const char *back = was[0] ? ui_tmp(_(", u brings back %s"), was) : "";
	bool again = rv_args_has(args, "again");

	if (meant == UI_UNDECIDED && bad && !again) {
		ui_toast(c, RV_LEVEL_WARN, "%s%s; %.*s", head, back,
			 RV_SV_ARG(what));
		return;
	}
	if (meant == UI_UNDECIDED) {
		ui_toast(c, RV_LEVEL_OK,
			 _("%s and was checked: a stages it%s"), head, back);
		return;
	}
	if (meant == UI_APPROVED && bad) {
		ui_toast(c, RV_LEVEL_WARN, _("%s and is not staged: %.*s"),
			 head, RV_SV_ARG(what));
		return;
	}
	ui_stage_set(&c->stage, id, rv_json_get_sv(answer, "sha256"), meant,
		     meant == UI_APPROVED ? "" : why);
	ui_toast(c, RV_LEVEL_OK, _("%s and is staged: W writes, u unstages"),
		 head);
}

bool
ui_desk_bring_back(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	const struct ui_staged *it =
		p && p->id.n > 0 ? ui_stage_get(&c->stage, p->id) : NULL;

	if (!it || !it->was[0] || it->what != UI_UNDECIDED || p->base_moved)
		return false;
	if (!ui_desk_seen(c, p))
		return true;
	ui_toast(c, RV_LEVEL_OK, _("bringing back %s"), it->was);
	run_edit(c, p->id, "as", ui_tmp("%s", it->was));
	return true;
}

void
ui_desk_edited(struct ui_ctx *c, const struct rv_args *args, struct rv_sv json)
{
	const char *file = rv_args_get(args, "file");
	const char *old = rv_args_operand(args, 0);
	bool again = rv_args_has(args, "again");
	const struct rv_view_proposal *before;
	struct rv_json_doc doc;
	struct ui_staged *it;
	struct rv_sv id;

	if (file)
		unlink(file);
	if (json.n == 0 || rv_json_parse(json, &doc, NULL) != RV_OK)
		return;
	id = rv_json_get_sv(doc.root, "proposal");
	if (id.n > 0) {
		const struct ui_staged *was = ui_stage_get(&c->stage, rv_sv(old));
		enum ui_decided meant = was ? was->wish : UI_UNDECIDED;
		char *why = rv_strdup(was ? was->why : "");

		/* The edited one takes the place of the first. */
		ui_stage_drop(&c->stage, rv_sv(old));
		if (!c->review || !strcmp(c->review, old))
			ui_ctx_select_review(c, id);
		if (c->show == UI_SHOW_PROPOSAL)
			ui_ctx_show_proposal(c, id);
		before = ui_ctx_queued(c, rv_sv(old));
		it = ui_stage_entry(&c->stage, id);
		it->edited = !again;
		/* over a page that moved it would undo what came to it */
		if (before && !before->base_moved)
			(void)snprintf(it->was, sizeof(it->was), "%s", old);
		grant(c, id, doc.root, args, meant, why);
		free(why);
	}
	rv_json_release(&doc);
}
