/* SPDX-License-Identifier: MIT */
/* Layers: every file of the workspace, by layer and folder. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "ui/find.h"
#include "ui/help.h"
#include "ui/pane.h"

/* With more files than this the folders begin closed. */
#define OPEN_MAX 300
#define DEPTH_MAX 32

struct node {
	struct rv_sv label;
	uint64_t id;
	char letter;
	short depth;
	bool open, branch;
	int64_t count; /* files below a branch */
	int64_t row;   /* of the layers' rows; -1: a branch */
	int64_t live;  /* of the live checks; -1: none */
};

struct state {
	struct ui_list list;
	struct node *nodes;
	size_t n, cap;
	uint64_t *toggled; /* ids whose branch is not as it begins */
	size_t n_toggled, cap_toggled;
	struct rv_buf filter;
	size_t found; /* row of the last match */
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
	{"y", UI_ACT_COPY, NULL, N_("copy the path"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_layers *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LAYERS);

	return s ? &s->u.layers : NULL;
}

static const struct rv_view_lives *
lives(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LIVES);

	return s ? &s->u.lives : NULL;
}

static const struct rv_view_tree_row *
row_of(const struct pane *p, const struct node *n)
{
	const struct rv_view_layers *v = data(p);

	return v && n && n->row >= 0 && (size_t)n->row < v->n
		       ? &v->rows[n->row]
		       : NULL;
}

static const struct node *
current(const struct pane *p)
{
	const struct state *st = p->state;

	return st->list.cursor < st->n ? &st->nodes[st->list.cursor] : NULL;
}

/* --- building --------------------------------------------------------------- */

static uint64_t
id_of(char letter, struct rv_sv path)
{
	return (rv_sv_hash(path) * 31 + (uint64_t)letter) | 1;
}

static bool
is_toggled(const struct state *st, uint64_t id)
{
	for (size_t i = 0; i < st->n_toggled; i++)
		if (st->toggled[i] == id)
			return true;
	return false;
}

static void
toggle(struct state *st, uint64_t id)
{
	for (size_t i = 0; i < st->n_toggled; i++)
		if (st->toggled[i] == id) {
			st->toggled[i] = st->toggled[--st->n_toggled];
			return;
		}
	rv_grow(&st->toggled, &st->cap_toggled, st->n_toggled + 1);
	st->toggled[st->n_toggled++] = id;
}

static struct node *
push(struct state *st, char letter, int depth, struct rv_sv label,
     struct rv_sv key)
{
	struct node *n;

	rv_grow(&st->nodes, &st->cap, st->n + 1);
	n = &st->nodes[st->n++];
	*n = (struct node){.label = label,
			   .id = id_of(letter, key),
			   .letter = letter,
			   .depth = (short)depth,
			   .row = -1,
			   .live = -1};
	return n;
}

struct builder {
	struct state *st;
	const struct rv_view_layers *v;
	size_t stack[DEPTH_MAX]; /* nodes of the open path */
	struct rv_sv dirs[DEPTH_MAX]; /* the folders that they stand for */
	int depth;		 /* of the stack; 1: only the layer */
	int closed;		 /* nothing deeper than this is shown; 0: all */
	bool all_open, begins_open;
	struct rv_sv common;	 /* folder that all of the layer share */
};

static const char *
layer_name(char letter)
{
	static const struct {
		char letter;
		const char *name;
	} names[] = {
		{'L', N_("live")},    {'R', N_("raw")},	  {'W', N_("wiki")},
		{'D', N_("derived")}, {'S', N_("story")},
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (names[i].letter == letter)
			return _(names[i].name);
	return "";
}

static void
branch(struct builder *b, char letter, struct rv_sv label, struct rv_sv key,
       bool begins_open)
{
	struct state *st = b->st;
	struct node *n;

	if (b->depth >= DEPTH_MAX)
		return;
	if (b->closed == 0) {
		n = push(st, letter, b->depth, label, key);
		n->branch = true;
		n->open = b->all_open ||
			  begins_open != is_toggled(st, n->id);
		b->stack[b->depth] = st->n - 1;
		if (!n->open)
			b->closed = b->depth + 1;
	} else {
		b->stack[b->depth] = SIZE_MAX;
	}
	b->dirs[b->depth++] = key;
}

static void
pop_to(struct builder *b, int depth)
{
	b->depth = depth;
	if (b->closed > depth)
		b->closed = 0;
}

static struct rv_sv
dir_of(struct rv_sv path)
{
	size_t n = path.n;

	while (n > 0 && path.p[n - 1] != '/')
		n--;
	return rv_sv_slice(path, 0, n);
}

/* The first folder of all rows of a layer, when they share it. */
static struct rv_sv
shared(const struct rv_view_layers *v, size_t from)
{
	struct rv_sv first = v->rows[from].path;
	ptrdiff_t cut = rv_sv_find_char(first, '/');
	struct rv_sv dir;

	if (cut < 0)
		return RV_SV_NONE;
	dir = rv_sv_slice(first, 0, (size_t)cut + 1);
	for (size_t i = from;
	     i < v->n && v->rows[i].letter == v->rows[from].letter; i++)
		if (!rv_sv_starts(v->rows[i].path, dir))
			return RV_SV_NONE;
	return dir;
}

/* Leaves the folders that the row is not in and enters those that it is in. */
static void
enter_folders(struct builder *b, const struct rv_view_tree_row *r)
{
	struct rv_sv dir = dir_of(r->path);
	size_t at;

	while (b->depth > 1 && !rv_sv_starts(dir, b->dirs[b->depth - 1]))
		pop_to(b, b->depth - 1);
	at = b->depth > 1 ? b->dirs[b->depth - 1].n : b->common.n;
	while (at < dir.n && b->depth < DEPTH_MAX) {
		ptrdiff_t cut = rv_sv_find_char(rv_sv_slice(dir, at, dir.n),
						'/');
		size_t end = at + (size_t)cut;

		if (cut < 0)
			break;
		branch(b, r->letter, rv_sv_slice(dir, at, end),
		       rv_sv_slice(dir, 0, end + 1), b->begins_open);
		at = end + 1;
	}
}

static bool
passes(const struct state *st, const struct rv_view_tree_row *r)
{
	struct rv_sv f = rv_buf_sv(&st->filter);

	return f.n == 0 || ui_find_has(r->title, f) ||
	       ui_find_has(r->path, f) || ui_fuzzy(r->path, f) >= 0;
}

static void
add_row(struct builder *b, size_t i)
{
	const struct rv_view_tree_row *r = &b->v->rows[i];
	struct rv_sv dir = dir_of(r->path);
	struct node *n;

	enter_folders(b, r);
	for (int d = 0; d < b->depth; d++)
		if (b->stack[d] != SIZE_MAX)
			b->st->nodes[b->stack[d]].count++;
	if (b->closed > 0)
		return;
	n = push(b->st, r->letter, b->depth,
		 rv_sv_slice(r->path, dir.n, r->path.n), r->path);
	n->row = (int64_t)i;
}

static void
add_lives(struct builder *b, const struct rv_view_lives *l)
{
	if (!l || l->n == 0)
		return;
	b->depth = b->closed = 0;
	branch(b, 'L', rv_sv(layer_name('L')), RV_SV("live:"), true);
	b->st->nodes[b->stack[0]].count = (int64_t)l->n;
	for (size_t i = 0; b->closed == 0 && i < l->n; i++)
		push(b->st, 'L', 1, l->items[i].name, l->items[i].name)->live =
			(int64_t)i;
}

static uint64_t
node_id(const void *ctx, size_t i)
{
	const struct state *st = ctx;

	return st->nodes[i].id;
}

static void
build(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_layers *v = data(p);
	struct builder b = {.st = st, .v = v};
	char letter = 0;

	st->n = 0;
	b.all_open = st->filter.n > 0;
	add_lives(&b, lives(p));
	b.begins_open = v && v->n <= OPEN_MAX;
	for (size_t i = 0; v && i < v->n; i++) {
		const struct rv_view_tree_row *r = &v->rows[i];

		if (!passes(st, r))
			continue;
		if (r->letter != letter) {
			letter = r->letter;
			b.depth = b.closed = 0;
			b.common = shared(v, i);
			branch(&b, letter, rv_sv(layer_name(letter)),
			       RV_SV(""), true);
		}
		add_row(&b, i);
	}
	ui_list_sync(&st->list, st->n, node_id, st, false);
}

/* --- callbacks -------------------------------------------------------------- */

static void
tree_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;
	const struct rv_view_layers *v = data(p);

	if (!v)
		return;
	if (st->filter.n > 0) {
		int64_t n = 0;

		for (size_t i = 0; i < st->n; i++)
			n += st->nodes[i].row >= 0;
		rv_buf_addf(out, _("%s of %s fit \"%s\""), ui_tmp_int(n),
			    ui_tmp_int((int64_t)v->n), st->filter.p);
		return;
	}
	rv_buf_addf(out, P_("%s file", "%s files", v->n),
		    ui_tmp_int((int64_t)v->n));
	if (v->waiting > 0)
		rv_buf_addf(out, _("  reading %s more"),
			    ui_tmp_int(v->waiting));
	if (v->contradictions > 0)
		rv_buf_addf(out, _("  ! %d"), (int)v->contradictions);
	if (v->stale > 0)
		rv_buf_addf(out, _("  stale %d"), (int)v->stale);
}

static void
follow_cursor(struct pane *p)
{
	const struct rv_view_tree_row *r = row_of(p, current(p));

	if (r)
		ui_ctx_select_path(p->ctx, r->path);
}

static ptrdiff_t
find_path(const struct pane *p, struct rv_sv path)
{
	const struct state *st = p->state;

	for (size_t i = 0; i < st->n; i++) {
		const struct rv_view_tree_row *r = row_of(p, &st->nodes[i]);

		if (r && rv_sv_eq(r->path, path))
			return (ptrdiff_t)i;
	}
	return -1;
}

/* Opens the branches above a page that was opened from elsewhere. */
static void
unfold(struct pane *p, struct rv_sv path)
{
	struct state *st = p->state;

	for (int turns = 0; turns < DEPTH_MAX && find_path(p, path) < 0;
	     turns++) {
		bool any = false;

		for (size_t i = 0; i < st->n && !any; i++) {
			const struct node *n = &st->nodes[i];
			struct rv_sv dir = dir_of(path);

			if (!n->branch || n->open || n->letter == 'L')
				continue;
			for (size_t k = 0; k <= dir.n && !any; k++)
				if (n->id == id_of(n->letter,
						   rv_sv_slice(dir, 0, k))) {
					toggle(st, n->id);
					any = true;
				}
		}
		if (!any)
			return;
		build(p);
	}
}

static void
reveal(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_tree_row *r = row_of(p, current(p));
	struct rv_sv path = rv_sv(p->ctx->path);
	ptrdiff_t at;

	if (path.n == 0 || (r && rv_sv_eq(r->path, path)))
		return;
	unfold(p, path);
	at = find_path(p, path);
	if (at >= 0)
		ui_list_go(&st->list, (size_t)at, node_id, st);
}

static void
tree_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	if (view == UI_VIEW_N) {
		reveal(p);
		return;
	}
	if (view != UI_VIEW_LAYERS && view != UI_VIEW_LIVES)
		return;
	build(p);
	if (view != UI_VIEW_LAYERS) {
		/* The live checks came after the files and stand above them. */
		if ((int)st->list.cursor < st->list.rows)
			st->list.top = 0;
		return;
	}
	/* The page may have changed under the same name. */
	if (p->ctx->path) {
		ui_model_want(p->ctx->model, UI_VIEW_ITEM, 0,
			      rv_sv(p->ctx->path));
		reveal(p);
		return;
	}
	/* The first page is read at once, so that the screen shows one. */
	for (size_t i = 0; i < st->n; i++)
		if (st->nodes[i].row >= 0) {
			ui_list_go(&st->list, i, node_id, st);
			break;
		}
	follow_cursor(p);
}

static void
fold(struct pane *p, int want)
{
	struct state *st = p->state;
	const struct node *n = current(p);
	size_t i = st->list.cursor;

	if (!n)
		return;
	/* On a file the branch above it is meant. */
	if (!n->branch && want <= 0) {
		while (i > 0 && (!st->nodes[i].branch ||
				 st->nodes[i].depth >= n->depth))
			i--;
		ui_list_go(&st->list, i, node_id, st);
		n = current(p);
		if (want < 0)
			return;
	}
	if (n->branch && (want == 0 || (want > 0) != n->open)) {
		toggle(st, n->id);
		build(p);
	}
}

static unsigned
tree_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct node *n = current(p);
	const struct rv_view_tree_row *r = row_of(p, n);

	if (!n)
		return PANE_IGNORED;
	switch ((int)act) {
	case UI_ACT_OPEN:
		if (r)
			ui_goto(p->ctx, "layers", "item");
		else if (n->live >= 0)
			ui_goto(p->ctx, "layers", "livecheck");
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
		if (!r || r->proposal.n == 0)
			return PANE_IGNORED;
		ui_ctx_open(p->ctx, r->proposal);
		return PANE_HANDLED;
	case UI_ACT_COPY:
		if (!r)
			return PANE_IGNORED;
		ui_copy(p->ctx, r->path, _("path"));
		return PANE_HANDLED;
	default:
		break;
	}
	if (!ui_list_act(&st->list, act, node_id, st))
		return PANE_IGNORED;
	follow_cursor(p);
	return PANE_REDRAW;
}

/* Also in branches that are closed: what is found opens them. */
static bool
tree_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	const struct rv_view_layers *v = data(p);
	const struct node *n = current(p);
	size_t at = n && n->row >= 0 ? (size_t)n->row : st->found;

	for (size_t i = dir == 0 ? 0 : 1; v && v->n > 0 && i <= v->n; i++) {
		size_t k = dir < 0 ? (at + 2 * v->n - i) % v->n
				   : (at + i) % v->n;
		const struct rv_view_tree_row *r = &v->rows[k];

		if (!passes(st, r) || (!ui_find_has(r->path, pattern) &&
				       !ui_find_has(r->title, pattern)))
			continue;
		st->found = k;
		ui_ctx_select_path(p->ctx, r->path);
		reveal(p);
		return true;
	}
	return false;
}

static void
tree_filter(struct pane *p, struct rv_sv pattern)
{
	struct state *st = p->state;

	rv_buf_reset(&st->filter);
	rv_buf_addv(&st->filter, pattern);
	build(p);
	for (size_t i = 0; pattern.n > 0 && i < st->n; i++)
		if (st->nodes[i].row >= 0) {
			ui_list_go(&st->list, i, node_id, st);
			break;
		}
	follow_cursor(p);
}

static void
tree_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

/* --- drawing ---------------------------------------------------------------- */

static enum ui_role
trust_role(char trust)
{
	return trust == 'C' ? UI_ROLE_CONFIRMED
	       : trust == 'I' ? UI_ROLE_INFERRED
			      : UI_ROLE_AMBIGUOUS;
}

/* From the right: warning and proposal, trust, age, size.  Returns where it
 * begins. */
static int
draw_columns(const struct pane *p, struct ui_surface *s, int y,
	     const struct rv_view_tree_row *r)
{
	struct rv_buf b = RV_BUF_INIT;
	int x = s->r.w - 9, at = x;

	if (r->secret)
		at += ui_puts(s, x, y, UI_ROLE_HELD, _("HELD")) + 1;
	else if (r->contradiction.n > 0)
		at += ui_puts(s, x, y, UI_ROLE_WARN, "!") + 1;
	else if (r->broken)
		at += ui_puts(s, x, y, UI_ROLE_ERROR, "x") + 1;
	else if (r->stale.n > 0)
		at += ui_puts(s, x, y, UI_ROLE_WARN, _("stale")) + 1;
	else if (r->waiting)
		at += ui_puts(s, x, y, UI_ROLE_DIM, "..") + 1;
	if (r->proposal.n > 0)
		ui_putw(s, at, y, s->r.w - at, UI_ROLE_NOTE, r->proposal);
	x -= 2;
	if (r->trust != ' ' && r->trust)
		ui_putf(s, x, y, trust_role(r->trust), "%c", r->trust);
	x -= 1;
	ui_put_right(s, x, y, 5, UI_ROLE_DIM,
		     r->updated == RV_UNDATED
			     ? RV_SV("-")
			     : rv_sv(ui_tmp_age(p->ctx, r->updated)));
	x -= 5;
	if (s->r.w >= 60) {
		rv_fmt_bytes(&b, r->bytes);
		x = ui_put_right(s, x, y, 8, UI_ROLE_DIM, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	return x - 1;
}

static void
draw_branch(struct ui_surface *s, int y, const struct node *n)
{
	enum ui_role role = n->depth == 0 ? ui_layer_role(n->letter)
					  : UI_ROLE_STRONG;
	int x = 2 * n->depth;

	ui_glyph(s, x, y, UI_ROLE_LABEL, n->open ? "▾" : "▸",
		 n->open ? 'v' : '>');
	x += 2;
	if (n->depth == 0)
		x += ui_putf(s, x, y, role, "[%c] ", n->letter);
	x += ui_put(s, x, y, role, n->label) + 1;
	ui_puts(s, x, y, UI_ROLE_LABEL, ui_tmp_int(n->count));
}

static enum ui_role
live_role(const struct rv_view_live *l)
{
	if (l->time == RV_UNDATED)
		return UI_ROLE_DIM;
	return rv_sv_is(l->state, "ok") && !l->late ? UI_ROLE_OK : UI_ROLE_WARN;
}

static void
draw_live(const struct pane *p, struct ui_surface *s, int y,
	  const struct node *n)
{
	const struct rv_view_lives *l = lives(p);
	const struct rv_view_live *it;

	if (!l || (size_t)n->live >= l->n)
		return;
	it = &l->items[n->live];
	ui_put(s, 4, y, UI_ROLE_TEXT, n->label);
	ui_put_right(s, s->r.w - 1, y, 16, live_role(it),
		     rv_sv(ui_tmp("%.*s %s", RV_SV_ARG(it->state),
				  it->time == RV_UNDATED
					  ? ""
					  : ui_tmp_age(p->ctx, it->time))));
}

static void
tree_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (ui_pane_blank(p, s, UI_VIEW_LAYERS))
		return;
	if (st->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     st->filter.n > 0
				     ? _("No file fits this filter. f changes "
					 "it, esc there shows all.")
				     : _("No files yet: neither raw threads "
					 "nor wiki pages nor notes. "
					 ":import PATH brings some in."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct node *n = &st->nodes[i];
		const struct rv_view_tree_row *r;

		if (i >= st->n)
			break;
		r = row_of(p, n);
		if (n->branch) {
			draw_branch(s, y, n);
		} else if (n->live >= 0) {
			draw_live(p, s, y, n);
		} else if (r) {
			int end = draw_columns(p, s, y, r), x = 2 * n->depth;

			ui_putw(s, x + 2, y, end - x - 2,
				r->unread ? UI_ROLE_DIM : UI_ROLE_TEXT,
				n->label);
		}
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

static void
tree_close(struct pane *p)
{
	struct state *st = p->state;

	free(st->nodes);
	free(st->toggled);
	if (st->filter.p)
		rv_buf_release(&st->filter);
}

const struct pane_ops tree_pane = {
	.name = "tree",
	.title = N_("Files by trust"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_LAYERS | 1u << UI_VIEW_LIVES,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = tree_heading,
	.update = tree_update,
	.action = tree_action,
	.find = tree_find,
	.filter = tree_filter,
	.recalc = tree_recalc,
	.draw = tree_draw,
	.close = tree_close,
};
