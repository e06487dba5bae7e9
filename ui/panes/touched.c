/* SPDX-License-Identifier: MIT */
/* Review: the layers, and in each the pages that the queue comes from or would
 * change. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "ui/pane.h"

#define STALE 's' /* a mark that is shown as a word */

struct line {
	char letter;
	int64_t count;	   /* of a layer; -1: a page */
	struct rv_sv path; /* of a page */
	struct rv_sv id;   /* proposal */
	char trust, mark;  /* mark: ! = STALE or 0 */
	int64_t updated;
	bool is_new, source;
};

struct state {
	struct line *lines;
	size_t n, cap;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("page"), N_("open the page on Layers"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const char letters[] = {'R', 'W', 'D', 'S'};

static const struct rv_view_review *
queue(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_REVIEW);

	return s ? &s->u.review : NULL;
}

static const struct rv_view_layers *
layers(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LAYERS);

	return s ? &s->u.layers : NULL;
}

static struct line *
push(struct state *st, char letter)
{
	rv_grow(&st->lines, &st->cap, st->n + 1);
	st->lines[st->n] = (struct line){
		.letter = letter, .count = -1, .updated = RV_UNDATED};
	return &st->lines[st->n++];
}

static const struct rv_view_tree_row *
find_page(const struct rv_view_layers *v, struct rv_sv path)
{
	ptrdiff_t at = v ? rv_view_layers_row(v, path) : -1;

	return at < 0 ? NULL : v->rows[at];
}

/* Where a page that does not exist yet will stand. */
static char
letter_of(const struct rv_view_tree_row *r, struct rv_sv path)
{
	if (r)
		return r->letter;
	return rv_sv_starts(path, RV_SV("wiki/"))  ? 'W'
	       : rv_sv_starts(path, RV_SV("raw/")) ? 'R'
	       : rv_sv_is(path, "STORY.md")	   ? 'S'
						   : 'D';
}

struct pair {
	const struct rv_view_proposal *p;
	const struct rv_view_tree_row *target, *source;
};

static void
add_page(struct state *st, char letter, struct rv_sv path,
	 const struct rv_view_tree_row *r, const struct rv_view_proposal *p,
	 bool source)
{
	struct line *l;

	if (path.n == 0 || letter_of(r, path) != letter)
		return;
	l = push(st, letter);
	l->path = path;
	l->id = p->id;
	l->source = source;
	l->is_new = !r;
	if (!r)
		return;
	l->trust = r->trust;
	l->updated = r->updated;
	l->mark = r->contradiction.n > 0 ? '!'
		  : r->same_name.n > 0	 ? '='
		  : r->stale.n > 0	 ? STALE
					 : 0;
}

static void
build(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_review *q = queue(p);
	const struct rv_view_layers *v = layers(p);
	struct pair *pairs = rv_calloc(q ? q->n + 1 : 1, sizeof(*pairs));

	st->n = 0;
	for (size_t i = 0; q && i < q->n; i++)
		pairs[i] = (struct pair){&q->rows[i],
					 find_page(v, q->rows[i].target),
					 find_page(v, q->rows[i].source)};
	for (size_t k = 0; k < ARRAY_LEN(letters); k++) {
		struct line *head = push(st, letters[k]);

		head->count = v ? (int64_t)rv_view_layers_count(v, letters[k])
				: 0;
		for (size_t i = 0; q && i < q->n; i++) {
			add_page(st, letters[k], q->rows[i].source,
				 pairs[i].source, &q->rows[i], true);
			add_page(st, letters[k], q->rows[i].target,
				 pairs[i].target, &q->rows[i], false);
		}
	}
	free(pairs);
}

static const struct line *
line(const struct pane *p, size_t i)
{
	return &((const struct state *)p->state)->lines[i];
}

static size_t
count(const struct pane *p)
{
	return ((const struct state *)p->state)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct line *l = line(p, i);

	return (rv_sv_hash(l->path) + rv_sv_hash(l->id) * 3 +
		(uint64_t)l->letter) * 2 + l->source * 6;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct line *l = line(p, i);

	rv_buf_addf(out, "%.*s %.*s", RV_SV_ARG(l->path), RV_SV_ARG(l->id));
}

static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i >= 0 && p->focused && line(p, (size_t)i)->id.n > 0)
		ui_ctx_select_review(p->ctx, line(p, (size_t)i)->id);
}

static unsigned
touched_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct line *l = i >= 0 ? line(p, (size_t)i) : NULL;

	if (!l || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	if (l->count >= 0)
		ui_goto(p->ctx, "layers", "tree");
	else if (l->is_new)
		ui_toast(p->ctx, RV_LEVEL_NOTE,
			 _("%.*s does not exist yet: approving makes it"),
			 RV_SV_ARG(l->path));
	else
		ui_ctx_open(p->ctx, l->path);
	return PANE_HANDLED;
}

static int
below(const struct pane *p)
{
	return p->h > 16 ? 4 : 0;
}

static const char *
layer_word(char letter)
{
	return letter == 'R'   ? _("raw")
	       : letter == 'W' ? _("wiki")
	       : letter == 'D' ? _("derived")
			       : _("story");
}

static void
draw_page(const struct pane *p, struct ui_surface *s, int y,
	  const struct line *l)
{
	bool now = p->ctx->review && rv_sv_is(l->id, p->ctx->review);
	const char *path = ui_tmp("%.*s", RV_SV_ARG(l->path));
	int end = s->r.w - 6;

	ui_putw(s, end, y, 6, now ? UI_ROLE_KEY : UI_ROLE_DIM, l->id);
	end -= 2;
	if (l->is_new)
		end = ui_put_right(s, end + 1, y, 6, UI_ROLE_ADD,
				   rv_sv(_("new")));
	else if (l->trust && l->trust != ' ')
		ui_putf(s, end, y, UI_ROLE_LABEL, "%c", l->trust);
	if (l->mark == STALE)
		end = ui_put_right(s, end - 1, y, 8, UI_ROLE_WARN,
				   rv_sv(_("stale")));
	else if (l->mark)
		ui_putf(s, --end - 1, y, UI_ROLE_WARN, "%c", l->mark);
	ui_puts(s, 2, y, UI_ROLE_DIM, l->source ? "<" : ">");
	ui_putw(s, 4, y, end - 6, now ? UI_ROLE_STRONG : UI_ROLE_TEXT,
		rv_sv(rv_path_base(path)));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct line *l = line(p, i);
	int x;

	if (l->count < 0) {
		draw_page(p, s, 0, l);
		return;
	}
	x = ui_putf(s, 0, 0, ui_layer_role(l->letter), "[%c] %s", l->letter,
		    layer_word(l->letter));
	ui_puts(s, x + 1, 0, UI_ROLE_LABEL, ui_tmp_int(l->count));
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	if (below(p) == 0)
		return;
	ui_puts(s, 0, s->r.h - 3, UI_ROLE_DIM, _("< source   > would change"));
	ui_puts(s, 0, s->r.h - 2, UI_ROLE_DIM, _("C confirmed   I inferred"));
	ui_puts(s, 0, s->r.h - 1, UI_ROLE_DIM, _("A ambiguous"));
}

static void
touched_close(struct pane *p)
{
	free(((struct state *)p->state)->lines);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LAYERS,
	.also = 1u << UI_VIEW_REVIEW,
	.below = below,
	.build = build,
	.count = count,
	.id = id,
	.text = text,
	.chosen = chosen,
	.draw = draw,
	.around = around,
};

const struct pane_ops touched_pane = {
	.name = "touched",
	.title = N_("Trust layers touched"),
	.views = 1u << UI_VIEW_LAYERS | 1u << UI_VIEW_REVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.legend = ui_legend_tree,
	.rows = &rows,
	.action = touched_action,
	.close = touched_close,
};
