/* SPDX-License-Identifier: MIT */
/* Layers: every file of the workspace, by layer and folder. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "ui/fuzzy.h"
#include "ui/pane.h"
#include "ui/treenodes.h"

struct state {
	struct ui_tree tree;
	size_t found; /* row of the last match */
	bool seen;    /* the files were there once */
	bool awaited; /* the page that was opened is in no list yet */
	uint64_t row; /* hash of the path under the cursor */
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("read the page, or fold"), 0},
	{"space", UI_ACT_FOLD, N_("fold"), NULL, 0},
	{"left", UI_ACT_LEFT, NULL, N_("close the branch"), 0},
	{"right", UI_ACT_RIGHT, NULL, N_("open the branch"), 0},
	{"f", UI_ACT_FILTER, N_("filter"), N_("show only what fits"), 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{"L", UI_ACT_LIVE, NULL, N_("run the live check of this row"), 0},
	{"o", UI_ACT_SOURCE, NULL, N_("go to its open proposal"), 0},
	{"t", UI_ACT_ATTEST, NULL, NULL, 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the path"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_layers *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_LAYERS)->u.layers;
}

static const struct rv_view_lives *
lives(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_LIVES)->u.lives;
}

static const struct ui_node *
node(const struct pane *p, size_t i)
{
	return &((const struct state *)p->state)->tree.nodes[i];
}

static const struct ui_node *
current(const struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	return i >= 0 ? node(p, (size_t)i) : NULL;
}

static const struct rv_view_tree_row *
row_of(const struct pane *p, const struct ui_node *n)
{
	const struct rv_view_layers *v = data(p);

	return n && n->row >= 0 && (size_t)n->row < v->n
		       ? v->rows[n->row]
		       : NULL;
}

/* --- the list --------------------------------------------------------------- */

static void
build(struct pane *p)
{
	ui_tree_build(&((struct state *)p->state)->tree, data(p), lives(p),
		      rv_buf_sv(&p->list.filter));
}

static size_t
count(const struct pane *p)
{
	return ((const struct state *)p->state)->tree.n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return node(p, i)->id;
}

static void
fits(const struct pane *p, size_t *k, size_t *n)
{
	*k = ((const struct state *)p->state)->tree.fits;
	*n = data(p)->n + lives(p)->n;
}

static ptrdiff_t
first_file(const struct pane *p)
{
	for (size_t i = 0; i < count(p); i++)
		if (node(p, i)->row >= 0)
			return (ptrdiff_t)i;
	return UI_ROWS_NONE;
}

static ptrdiff_t
wanted(const struct pane *p)
{
	const struct ui_tree *t = &((const struct state *)p->state)->tree;
	ptrdiff_t at;

	/* The first page is read at once, so that the screen shows one. */
	if (!p->ctx->path)
		return first_file(p);
	at = ui_tree_find(t, data(p), rv_sv(p->ctx->path));
	return at >= 0 ? at : UI_ROWS_ELSEWHERE;
}

static void
chosen(struct pane *p)
{
	const struct rv_view_tree_row *r = row_of(p, current(p));
	struct state *st = p->state;
	uint64_t id = r ? rv_sv_hash(r->path) : 0;

	/* The reader did not move: what was opened elsewhere stays. */
	if (r && !(st->awaited && id == st->row))
		ui_ctx_select_path(p->ctx, r->path);
	st->row = id;
}

/* Opens the branches above a page that was opened from elsewhere. */
static void
reveal(struct pane *p)
{
	struct state *st = p->state;
	struct ui_tree *t = &st->tree;
	struct rv_sv path = rv_sv(p->ctx->path);

	if (path.n == 0)
		return;
	/* One that was just written comes with a later list. */
	st->awaited = rv_view_layers_row(data(p), path) < 0;
	if (st->awaited || ui_tree_find(t, data(p), path) >= 0)
		return;
	/* A filter that hides it gives way. */
	rv_buf_reset(&p->list.filter);
	build(p);
	for (int i = 0; i < UI_TREE_DEPTH && ui_tree_unfold(t, path); i++)
		build(p);
	if (wanted(p) >= 0)
		ui_rows_show(p, (size_t)wanted(p));
}

static void
tree_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	/* The live checks came after the files and stand above them. */
	if (view == UI_VIEW_LIVES &&
	    (int)p->list.list.cursor < p->list.list.rows)
		p->list.list.top = 0;
	if (view == UI_VIEW_N ||
	    (view == UI_VIEW_LAYERS && (!st->seen || st->awaited)))
		reveal(p);
	if (view != UI_VIEW_LAYERS)
		return;
	st->seen = true;
	/* The page may have changed under the same name. */
	if (p->ctx->path)
		ui_model_want(p->ctx->model, UI_VIEW_ITEM, 0,
			      rv_sv(p->ctx->path));
}

static void
tree_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_layers *v = data(p);

	rv_buf_addf(out, P_("%s file", "%s files", v->n),
		    ui_tmp_int((int64_t)v->n));
	/* they are rows too, and a filter counts them */
	if (lives(p)->n > 0)
		rv_buf_addf(out, _("  %d live"), (int)lives(p)->n);
	if (v->waiting > 0)
		rv_buf_addf(out, _("  reading %s more"),
			    ui_tmp_int(v->waiting));
	if (v->contradictions > 0)
		rv_buf_addf(out, _("  ! %d"), (int)v->contradictions);
	if (v->stale > 0)
		rv_buf_addf(out, _("  stale %d"), (int)v->stale);
}

/* --- keys ------------------------------------------------------------------- */

/* want < 0: close, > 0: open, 0: the other way. */
static void
fold(struct pane *p, int want)
{
	const struct ui_node *n = current(p);
	ptrdiff_t i = ui_rows_at(p);

	if (!n)
		return;
	/* On a file the branch above it is meant. */
	if (!n->branch && want <= 0) {
		while (i > 0 && (!node(p, (size_t)i)->branch ||
				 node(p, (size_t)i)->depth >= n->depth))
			i--;
		ui_rows_go(p, (size_t)i);
		n = current(p);
		if (want < 0)
			return;
	}
	if (n->branch && (want == 0 || (want > 0) != n->open)) {
		ui_tree_toggle(&((struct state *)p->state)->tree, n->id);
		ui_rows_sync(p);
	}
}

static unsigned
tree_action(struct pane *p, enum ui_act act)
{
	const struct ui_node *n = current(p);
	const struct rv_view_tree_row *r = row_of(p, n);

	if (!n)
		return PANE_IGNORED;
	switch ((int)act) {
	case UI_ACT_OPEN:
		if (r)
			ui_step_into(p->ctx, "layers", "item");
		else if (n->live >= 0)
			ui_step_into(p->ctx, "layers", "livecheck");
		else
			fold(p, 0);
		return PANE_REDRAW;
	case UI_ACT_FOLD:
		fold(p, 0);
		return PANE_REDRAW;
	case UI_ACT_LEFT:
	case UI_ACT_RIGHT:
		fold(p, act == UI_ACT_LEFT ? -1 : 1);
		return PANE_REDRAW;
	case UI_ACT_SOURCE:
		if (!r || (r->proposal.n == 0 && r->feeds.n == 0))
			return PANE_IGNORED;
		ui_ctx_open(p->ctx, r->proposal.n > 0 ? r->proposal : r->feeds);
		return PANE_HANDLED;
	case UI_ACT_ATTEST:
		if (!r)
			return PANE_IGNORED;
		ui_attest(p->ctx, r->path);
		return PANE_HANDLED;
	case UI_ACT_COPY:
		if (!r)
			return PANE_IGNORED;
		ui_copy(p->ctx, r->path, _("path"));
		return PANE_HANDLED;
	default:
		return PANE_IGNORED;
	}
}

static bool
has(const struct rv_view_tree_row *r, struct rv_sv pattern)
{
	struct rv_buf text = RV_BUF_INIT;
	bool found;

	ui_tree_text(r, &text);
	found = ui_find_has(rv_buf_sv(&text), pattern);
	rv_buf_release(&text);
	return found;
}

/* Also in branches that are closed: what is found opens them. */
static enum ui_found
tree_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	const struct rv_view_layers *v = data(p);
	const struct ui_node *n = current(p);
	size_t at = n && n->row >= 0 ? (size_t)n->row : st->found;

	for (size_t i = dir == 0 ? 0 : 1; v->n > 0 && i <= v->n; i++) {
		size_t k = dir < 0 ? (at + 2 * v->n - i) % v->n
				   : (at + i) % v->n;
		const struct rv_view_tree_row *r = v->rows[k];

		if (!ui_tree_fits(r, rv_buf_sv(&p->list.filter)) ||
		    !has(r, pattern))
			continue;
		st->found = k;
		ui_ctx_select_path(p->ctx, r->path);
		reveal(p);
		return ui_found_from(at, k, dir);
	}
	return UI_FOUND_NONE;
}

/* --- drawing ---------------------------------------------------------------- */

static enum ui_role
trust_role(char trust)
{
	return trust == 'C' ? UI_ROLE_CONFIRMED
	       : trust == 'I' ? UI_ROLE_INFERRED
			      : UI_ROLE_AMBIGUOUS;
}

/* "4d", of a page without a date "~4d": so old is its file. */
static void
put_age(const struct pane *p, const struct rv_view_tree_row *r,
	struct ui_surface *s, int x)
{
	struct rv_buf b = RV_BUF_INIT;
	bool by_file = r->aged == RV_UNDATED && r->written != RV_UNDATED &&
		       r->written <= ui_ctx_now(p->ctx);

	rv_buf_addf(&b, "%s%s", by_file ? "~" : "",
		    ui_tmp_age(p->ctx, by_file ? r->written : r->aged));
	ui_put_right(s, x, 0, 5, UI_ROLE_DIM, rv_buf_sv(&b));
	rv_buf_release(&b);
}

/* From the right: warning and proposal, trust, age, size.  Returns where it
 * begins. */
static int
draw_columns(const struct pane *p, struct ui_surface *s,
	     const struct rv_view_tree_row *r)
{
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 9, at = x;

	if (r->secret)
		at += ui_puts(s, x, 0, UI_ROLE_HELD, _("HELD")) + 1;
	else if (r->contradiction.n > 0)
		at += ui_puts(s, x, 0, UI_ROLE_WARN, "!") + 1;
	else if (r->same_name.n > 0)
		at += ui_puts(s, x, 0, UI_ROLE_WARN, "=") + 1;
	else if (r->twin.n > 0)
		at += ui_puts(s, x, 0, UI_ROLE_WARN, _("twin")) + 1;
	else if (r->copy.n > 0)
		at += ui_puts(s, x, 0, UI_ROLE_WARN, _("copy")) + 1;
	else if (r->broken)
		at += ui_puts(s, x, 0, UI_ROLE_ERROR, "x") + 1;
	else if (r->stale.n > 0)
		at += ui_puts(s, x, 0, UI_ROLE_WARN, _("stale")) + 1;
	else if (r->waiting)
		at += ui_puts(s, x, 0, UI_ROLE_DIM, "..") + 1;
	if (r->proposal.n > 0)
		ui_putw(s, at, 0, s->r.w - at, UI_ROLE_NOTE, r->proposal);
	x -= 2;
	if (r->trust != ' ' && r->trust)
		ui_putf(s, x, 0, trust_role(r->trust), "%c", r->trust);
	x -= 1;
	put_age(p, r, s, x);
	x -= 5;
	if (s->r.w >= 60) {
		rv_fmt_bytes(&b, r->bytes);
		x = ui_put_right(s, x, 0, 8, UI_ROLE_DIM, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	return x - 1;
}

static void
draw_branch(struct ui_surface *s, const struct ui_node *n)
{
	enum ui_role role = n->depth == 0 ? ui_layer_role(n->letter)
					  : UI_ROLE_STRONG;
	int x = 2 * n->depth;

	ui_glyph(s, x, 0, UI_ROLE_LABEL, n->open ? "▾" : "▸",
		 n->open ? 'v' : '>');
	x += 2;
	if (n->depth == 0)
		x += ui_putf(s, x, 0, role, "[%c] ", n->letter);
	x += ui_put(s, x, 0, role, n->label) + 1;
	ui_puts(s, x, 0, UI_ROLE_LABEL, ui_tmp_int(n->count));
}

static enum ui_role
live_role(const struct rv_view_live *l)
{
	if (l->time == RV_UNDATED)
		return UI_ROLE_DIM;
	return rv_sv_is(l->state, "ok") && !l->late ? UI_ROLE_OK : UI_ROLE_WARN;
}

static void
draw_live(const struct pane *p, struct ui_surface *s,
	  const struct ui_node *n)
{
	const struct rv_view_lives *l = lives(p);
	const struct rv_view_live *it;

	if ((size_t)n->live >= l->n)
		return;
	it = &l->items[n->live];
	ui_put(s, 4, 0, UI_ROLE_TEXT, n->label);
	ui_put_right(s, s->r.w - 1, 0, 16, live_role(it),
		     rv_sv(ui_tmp("%.*s %s", RV_SV_ARG(ui_word(it->state)),
				  it->time == RV_UNDATED
					  ? ""
					  : ui_tmp_age(p->ctx, it->time))));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct ui_node *n = node(p, i);
	const struct rv_view_tree_row *r = row_of(p, n);
	int end, x = 2 * n->depth + 2;

	if (n->branch) {
		draw_branch(s, n);
	} else if (n->live >= 0) {
		draw_live(p, s, n);
	} else if (r) {
		end = draw_columns(p, s, r);
		ui_putw(s, x, 0, end - x,
			r->unread ? UI_ROLE_DIM : UI_ROLE_TEXT, n->label);
	}
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("No files yet: neither raw threads nor wiki pages nor notes. "
		 ":import PATH brings some in.");
}

static void
tree_close(struct pane *p)
{
	ui_tree_release(&((struct state *)p->state)->tree);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LAYERS,
	.also = 1u << UI_VIEW_LIVES,
	.build = build,
	.count = count,
	.id = id,
	.fits = fits,
	.wanted = wanted,
	.first = first_file,
	.anchored = true,
	.chosen = chosen,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops tree_pane = {
	.name = "tree",
	.title = N_("By trust"),
	.views = 1u << UI_VIEW_LAYERS | 1u << UI_VIEW_LIVES,
	.state_size = sizeof(struct state),
	.keys = keys,
	.legend = ui_legend_tree,
	.rows = &rows,
	.heading = tree_heading,
	.update = tree_update,
	.action = tree_action,
	.find = tree_find,
	.close = tree_close,
};
