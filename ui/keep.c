/* SPDX-License-Identifier: MIT */
/* What outlives the console: staged decisions, marks, place, lists, look. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/path.h"
#include "ui/console_priv.h"
#include "ui/diffview.h"

#define KEEP_MAX ((size_t)1 << 20)
#define KEEP_VERSION 1
#define KEEP_FILE "console.json"
#define FILTER_MAX 200

char *
ui_keep_dir(const struct ui_console *c)
{
	char sha[RV_SHA256_HEX];

	/* The name is for people, the hash tells two of one name apart. */
	rv_sha256_of(rv_sv(c->opts->workspace), sha);
	return rv_asprintf("%s/%s-%.8s", c->env->state_home,
			   rv_path_base(c->opts->workspace), sha);
}

/* --- writing ---------------------------------------------------------------- */

static void
write_staged(const struct ui_stage *s, struct rv_jw *w)
{
	rv_jw_array(w, "staged");
	for (size_t i = 0; i < s->n; i++) {
		const struct ui_staged *it = &s->items[i];

		if (it->what == UI_UNDECIDED && !it->marked && !it->edited)
			continue;
		rv_jw_object(w, NULL);
		rv_jw_str(w, "id", it->id);
		rv_jw_str(w, "decision", ui_decided_name(it->what));
		rv_jw_str(w, "why", it->why);
		rv_jw_str(w, "sha256", it->sha);
		rv_jw_bool(w, "marked", it->marked);
		rv_jw_bool(w, "edited", it->edited);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

/* What lists were reduced to, and in which order; no word of it is a secret. */
static void
write_lists(const struct ui_console *c, struct rv_jw *w)
{
	struct rv_buf masked = RV_BUF_INIT;

	rv_jw_object(w, "filters");
	for (size_t i = 0; i < c->n_panes; i++) {
		const struct pane *p = &c->panes[i];
		struct rv_sv filter = rv_buf_sv(&p->list.filter);

		/* The rules of what is masked are made when first needed, and
		 * the first frame does not wait for them. */
		if (!filter.n || filter.n > FILTER_MAX)
			continue;
		rv_buf_reset(&masked);
		rv_reason_mask(filter, &masked);
		if (rv_sv_eq(rv_buf_sv(&masked), filter))
			rv_jw_sv(w, p->ops->name, filter);
	}
	rv_jw_end_object(w);
	rv_jw_object(w, "settings");
	for (size_t i = 0; i < c->n_panes; i++) {
		const struct pane *p = &c->panes[i];
		const char *word = p->ops->setting ? p->ops->setting(p) : NULL;

		if (word)
			rv_jw_str(w, p->ops->name, word);
	}
	rv_jw_end_object(w);
	rv_buf_release(&masked);
}

/* Lines between panes by the pane that stands before them. */
static void
write_shift(const struct ui_shift *s, const char *pane, const char *side,
	    struct rv_jw *w)
{
	if (!s->of)
		return;
	rv_jw_array(w, ui_tmp("%s.%s", pane, side));
	rv_jw_int(w, NULL, s->by);
	rv_jw_int(w, NULL, s->of);
	rv_jw_end_array(w);
}

static void
write_sizes(const struct ui_console *c, struct rv_jw *w)
{
	rv_jw_object(w, "sizes");
	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];
		const struct ui_sizes *z = &c->sizes[i];

		if (ui_sizes_none(z))
			continue;
		rv_jw_object(w, s->name);
		for (size_t k = 0; k < ui_screen_places(s); k++) {
			const char *pane = s->places[k].pane;

			write_shift(&z->right[k], pane, "right", w);
			write_shift(&z->below[k], pane, "below", w);
		}
		write_shift(&z->stacked[0], "stacked", "first", w);
		write_shift(&z->stacked[1], "stacked", "second", w);
		rv_jw_end_object(w);
	}
	rv_jw_end_object(w);
}

static void
write_place(const struct ui_console *c, struct rv_jw *w)
{
	rv_jw_str(w, "screen", ui_screens[c->screen].name);
	rv_jw_bool(w, "zoom", c->zoom);
	rv_jw_int(w, "diff", c->ctx.diff_mode);
	rv_jw_int(w, "seen_run", c->seen_run);
	rv_jw_object(w, "focus");
	for (int i = 0; i < UI_SCREENS; i++)
		rv_jw_str(w, ui_screens[i].name,
			  ui_screens[i].places[c->focus[i]].pane);
	rv_jw_end_object(w);
	write_sizes(c, w);
	write_lists(c, w);
}

/* The place comes last: returns where it begins. */
static size_t
write_all(const struct ui_console *c, struct rv_buf *out)
{
	struct rv_jw w;
	size_t place;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "v", KEEP_VERSION);
	rv_jw_str(&w, "workspace", c->opts->workspace);
	if (c->ctx.edited && c->ctx.show == UI_SHOW_DRAFT) {
		rv_jw_str(&w, "draft", rv_path_base(c->ctx.edited));
		rv_jw_bool(&w, "late", c->ctx.late);
	}
	if (c->ctx.list)
		rv_jw_str(&w, "list", rv_path_base(c->ctx.list));
	write_staged(&c->ctx.stage, &w);
	place = out->n;
	write_place(c, &w);
	rv_jw_end_object(&w);
	rv_buf_addc(out, '\n');
	return place;
}

/* Is it on the disk already, up to where it counts? */
static bool
is_kept(const struct ui_console *c, struct rv_sv now, size_t counts)
{
	return rv_sv_eq(rv_sv_slice(now, 0, counts),
			rv_sv_slice(rv_buf_sv(&c->kept), 0,
				    counts < now.n ? c->kept_place
						   : c->kept.n));
}

/* Once. */
static void
say_failure(struct ui_console *c, bool failed)
{
	char *dir;

	if (!failed || c->keep_failed)
		return;
	c->keep_failed = true;
	dir = ui_keep_dir(c);
	ui_toast(&c->ctx, RV_LEVEL_WARN,
		 _("%s cannot be written: what you stage is lost when the "
		   "console ends"),
		 dir);
	free(dir);
}

void
ui_keep_save(struct ui_console *c, bool place)
{
	struct rv_buf now = RV_BUF_INIT;
	size_t at;

	if (c->opts->readonly)
		return; /* --readonly: nothing is written anywhere */
	at = write_all(c, &now);
	if (is_kept(c, rv_buf_sv(&now), place ? now.n : at)) {
		rv_buf_release(&now);
		return;
	}
	c->kept_place = at;
	ui_keeper_put(c->keeper, rv_buf_sv(&now));
	say_failure(c, place ? ui_keeper_failed(c->keeper)
			     : !ui_keeper_flush(c->keeper));
	rv_buf_reset(&c->kept);
	rv_buf_addv(&c->kept, rv_buf_sv(&now));
	rv_buf_release(&now);
}

/* --- reading ---------------------------------------------------------------- */

static void
read_staged(struct ui_stage *s, const rv_json *list)
{
	for (const rv_json *i = rv_json_first(list); i; i = rv_json_next(i)) {
		struct rv_sv id = rv_json_get_sv(i, "id");
		struct rv_sv what = rv_json_get_sv(i, "decision");
		char *why = rv_sv_dup(rv_json_get_sv(i, "why"));
		struct ui_staged *it;

		for (int d = UI_UNDECIDED; id.n > 0 && d <= UI_DEFERRED; d++)
			if (rv_sv_is(what, ui_decided_name((enum ui_decided)d)))
				ui_stage_set(s, id,
					     rv_json_get_sv(i, "sha256"),
					     (enum ui_decided)d, why);
		free(why);
		it = ui_stage_get(s, id);
		if (!it)
			continue;
		it->marked = rv_json_bool(rv_json_get(i, "marked"), false);
		it->edited = rv_json_bool(rv_json_get(i, "edited"), false);
		it->kept = true;
	}
}

static void
read_lists(struct ui_console *c, const rv_json *root)
{
	const rv_json *filters = rv_json_get(root, "filters");
	const rv_json *settings = rv_json_get(root, "settings");

	for (size_t i = 0; i < c->n_panes; i++) {
		struct pane *p = &c->panes[i];
		struct rv_sv filter = rv_json_get_sv(filters, p->ops->name);
		struct rv_sv word = rv_json_get_sv(settings, p->ops->name);

		if (p->ops->rows && filter.n <= FILTER_MAX)
			rv_buf_addv(&p->list.filter, rv_sv_trim(filter));
		if (p->ops->set && word.n)
			p->ops->set(p, word);
	}
}

/* A place that no line can have is as good as none: the layout sees to it. */
static void
read_shift(const rv_json *screen, const char *pane, const char *side,
	   struct ui_shift *out)
{
	const rv_json *by = rv_json_first(
		rv_json_get(screen, ui_tmp("%s.%s", pane, side)));
	const rv_json *of = by ? rv_json_next(by) : NULL;
	int64_t b = rv_json_int(by, 0), o = of ? rv_json_int(of, 0) : 0;

	if (o > 0 && o <= SHRT_MAX && b >= -o && b <= o)
		*out = (struct ui_shift){(short)b, (short)o};
}

static void
read_sizes(struct ui_console *c, const rv_json *sizes)
{
	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];
		const rv_json *screen = rv_json_get(sizes, s->name);
		struct ui_sizes *z = &c->sizes[i];

		for (size_t k = 0; k < ui_screen_places(s); k++) {
			const char *pane = s->places[k].pane;

			read_shift(screen, pane, "right", &z->right[k]);
			read_shift(screen, pane, "below", &z->below[k]);
		}
		read_shift(screen, "stacked", "first", &z->stacked[0]);
		read_shift(screen, "stacked", "second", &z->stacked[1]);
	}
}

static void
read_place(struct ui_console *c, const rv_json *root)
{
	struct rv_sv name = rv_json_get_sv(root, "screen");
	const rv_json *focus = rv_json_get(root, "focus");
	int64_t diff = rv_json_int(rv_json_get(root, "diff"), 0);

	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];
		struct rv_sv pane = rv_json_get_sv(focus, s->name);

		for (size_t k = 0; k < ui_screen_places(s); k++)
			if (rv_sv_is(pane, s->places[k].pane)) {
				c->focus[i] = k;
				c->shown[i][s->places[k].group] = k;
			}
		if (rv_sv_is(name, s->name))
			c->screen = i;
	}
	c->zoom = rv_json_bool(rv_json_get(root, "zoom"), false);
	if (diff >= 0 && diff < UI_DIFF_N)
		c->ctx.diff_mode = (int)diff;
	c->seen_run = rv_json_int(rv_json_get(root, "seen_run"), 0);
	c->left_run = c->seen_run;
	read_sizes(c, rv_json_get(root, "sizes"));
	read_lists(c, root);
}

/* A file with an edited text; only ever one of this directory. */
static char *
read_file_name(const char *dir, struct rv_sv name)
{
	char *path;

	if (!rv_sv_starts(name, RV_SV("edit-")) ||
	    rv_sv_find_char(name, '/') >= 0)
		return NULL;
	path = rv_asprintf("%s/%.*s", dir, RV_SV_ARG(name));
	if (rv_path_exists(path))
		return path;
	free(path);
	return NULL;
}

static void
read_drafts(struct ui_console *c, const char *dir, const rv_json *root)
{
	c->ctx.list = read_file_name(dir, rv_json_get_sv(root, "list"));
	c->ctx.edited = read_file_name(dir, rv_json_get_sv(root, "draft"));
	if (!c->ctx.edited)
		return;
	c->ctx.late = rv_json_bool(rv_json_get(root, "late"), false);
	c->ctx.show = UI_SHOW_DRAFT;
}

static bool
take(struct ui_console *c, const char *dir, struct rv_sv text)
{
	struct rv_json_doc doc;
	bool ok;

	if (rv_json_parse(text, &doc, NULL) != RV_OK)
		return false;
	ok = rv_json_int(rv_json_get(doc.root, "v"), 0) == KEEP_VERSION &&
	     rv_sv_is(rv_json_get_sv(doc.root, "workspace"),
		      c->opts->workspace);
	if (ok) {
		read_place(c, doc.root);
		if (!c->opts->readonly)
			read_drafts(c, dir, doc.root);
		read_staged(&c->ctx.stage, rv_json_get(doc.root, "staged"));
	}
	rv_json_release(&doc);
	return ok;
}

void
ui_keep_forget(struct ui_console *c)
{
	char *dir, *path;

	if (c->opts->readonly)
		return;
	dir = ui_keep_dir(c);
	path = rv_asprintf("%s/" KEEP_FILE, dir);
	if (c->keeper)
		(void)ui_keeper_flush(c->keeper);
	if (unlink(path) == 0)
		(void)rmdir(dir);
	free(path);
	free(dir);
}

void
ui_keep_load(struct ui_console *c)
{
	char *dir = ui_keep_dir(c);
	char *path = rv_asprintf("%s/" KEEP_FILE, dir);
	struct rv_buf text = RV_BUF_INIT;
	rv_status st;

	/* It was made just now: what is kept is of another that stood there. */
	if (c->opts->demo)
		ui_keep_forget(c);
	st = rv_path_read(path, KEEP_MAX, &text, NULL);
	if (st != RV_E_NOTFOUND &&
	    (st != RV_OK || !take(c, dir, rv_buf_sv(&text))))
		ui_toast(&c->ctx, RV_LEVEL_WARN,
			 _("%s is not of this console: nothing was taken from "
			   "it"),
			 path);
	c->kept_place = write_all(c, &c->kept);
	c->keeper = ui_keeper_new(dir, KEEP_FILE);
	rv_buf_release(&text);
	free(path);
	free(dir);
}

void
ui_keep_seen(struct ui_console *c)
{
	const struct rv_view_status *s = ui_ctx_status(&c->ctx);
	int64_t n = s && c->left_run > 0 ? s->runs - c->left_run : 0;

	if (!s)
		return;
	c->left_run = 0;
	c->seen_run = s->runs;
	if (n > 0 && c->toast.n == 0)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 P_("%d turn came since you were here last: 3 shows it",
			    "%d turns came since you were here last: 3 shows "
			    "them",
			    n),
			 (int)n);
}

/* The workspace is open: what was kept is shown, and compared with the queue. */
void
ui_keep_resume(struct ui_console *c)
{
	size_t n = ui_stage_total(&c->ctx.stage);
	struct rv_buf text = RV_BUF_INIT;

	if (c->ctx.stage.n > 0)
		ui_model_want(c->ctx.model, UI_VIEW_REVIEW, 0, RV_SV_NONE);
	if (n > 0)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 P_("%d decision of last time is staged again: nothing "
			    "of it is written, W shows and writes",
			    "%d decisions of last time are staged again: "
			    "nothing of it is written, W shows and writes",
			    n),
			 (int)n);
	if (!c->ctx.edited)
		return;
	if (rv_path_read(c->ctx.edited, KEEP_MAX * 64, &text, NULL) == RV_OK)
		ui_model_want(c->ctx.model, UI_VIEW_DRAFT, c->ctx.late,
			      rv_buf_sv(&text));
	else
		c->ctx.show = UI_SHOW_NONE;
	rv_buf_release(&text);
}
