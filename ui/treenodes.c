/* SPDX-License-Identifier: MIT */
/* From the rows of the layers to the lines of a tree. */
#include "config.h"

#include "ui/treenodes.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/fuzzy.h"

/* With more files than this the folders begin closed. */
#define OPEN_MAX 300

static uint64_t
id_of(char letter, struct rv_sv path)
{
	return (rv_sv_hash(path) * 31 + (uint64_t)letter) | 1;
}

static bool
is_toggled(const struct ui_tree *t, uint64_t id)
{
	for (size_t i = 0; i < t->n_toggled; i++)
		if (t->toggled[i] == id)
			return true;
	return false;
}

void
ui_tree_toggle(struct ui_tree *t, uint64_t id)
{
	for (size_t i = 0; i < t->n_toggled; i++)
		if (t->toggled[i] == id) {
			t->toggled[i] = t->toggled[--t->n_toggled];
			return;
		}
	rv_grow(&t->toggled, &t->cap_toggled, t->n_toggled + 1);
	t->toggled[t->n_toggled++] = id;
}

static struct ui_node *
push(struct ui_tree *t, char letter, int depth, struct rv_sv label,
     struct rv_sv key)
{
	struct ui_node *n;

	rv_grow(&t->nodes, &t->cap, t->n + 1);
	n = &t->nodes[t->n++];
	*n = (struct ui_node){.label = label,
			   .id = id_of(letter, key),
			   .letter = letter,
			   .depth = (short)depth,
			   .row = -1,
			   .live = -1};
	return n;
}

struct builder {
	struct ui_tree *t;
	const struct rv_view_layers *v;
	struct rv_sv filter;
	size_t stack[UI_TREE_DEPTH]; /* nodes of the open path */
	struct rv_sv dirs[UI_TREE_DEPTH]; /* the folders that they stand for */
	int depth;		 /* of the stack; 1: only the layer */
	size_t closed;		 /* rows up to this one are in a closed branch */
	bool begins_open;
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

/* Rows from `first` to before `end` are in it; a filter lets some of them
 * through, which are counted one by one. */
static void
branch(struct builder *b, char letter, struct rv_sv label, struct rv_sv key,
       bool begins_open, size_t first, size_t end)
{
	struct ui_tree *t = b->t;
	struct ui_node *n;

	if (b->depth >= UI_TREE_DEPTH)
		return;
	n = push(t, letter, b->depth, label, key);
	n->branch = true;
	n->open = b->filter.n > 0 || begins_open != is_toggled(t, n->id);
	n->count = b->filter.n > 0 ? 0 : (int64_t)(end - first);
	b->stack[b->depth] = t->n - 1;
	b->dirs[b->depth++] = key;
	if (!n->open)
		b->closed = end;
}

static struct rv_sv
dir_of(struct rv_sv path)
{
	size_t n = path.n;

	while (n > 0 && path.p[n - 1] != '/')
		n--;
	return rv_sv_slice(path, 0, n);
}

/* Behind the last row of its layer that begins with the folder; row i does. */
static size_t
end_of(const struct rv_view_layers *v, size_t i, struct rv_sv dir)
{
	char letter = v->rows[i]->letter;
	size_t lo = i + 1, hi = v->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct rv_view_tree_row *r = v->rows[mid];

		if (r->letter == letter && rv_sv_starts(r->path, dir))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The first folder of all rows of a layer, when they share it: rows are sorted
 * by path, so that what the first and the last share all between them do. */
static struct rv_sv
shared(const struct rv_view_layers *v, size_t from, size_t end)
{
	struct rv_sv first = v->rows[from]->path;
	ptrdiff_t cut = rv_sv_find_char(first, '/');
	struct rv_sv dir;

	/* The root is no folder to leave out. */
	if (cut <= 0)
		return RV_SV_NONE;
	dir = rv_sv_slice(first, 0, (size_t)cut + 1);
	return rv_sv_starts(v->rows[end - 1]->path, dir) ? dir : RV_SV_NONE;
}

/* From a folder down through those that hold one folder and nothing else: they
 * are one line, as a deep vault would leave no room for names. */
static struct rv_sv
only_child(const struct rv_view_layers *v, size_t i, size_t end)
{
	struct rv_sv first = v->rows[i]->path, last = v->rows[end - 1]->path;
	size_t n = 0;

	while (n < first.n && n < last.n && first.p[n] == last.p[n])
		n++;
	return dir_of(rv_sv_slice(first, 0, n));
}

/* Leaves the folders that the row is not in and enters those that it is in, up
 * to one that is closed. */
static void
enter_folders(struct builder *b, size_t i)
{
	const struct rv_view_tree_row *r = b->v->rows[i];
	struct rv_sv dir = dir_of(r->path);
	size_t at;

	while (b->depth > 1 && !rv_sv_starts(dir, b->dirs[b->depth - 1]))
		b->depth--;
	at = b->depth > 1 ? b->dirs[b->depth - 1].n : b->common.n;
	while (at < dir.n && b->depth < UI_TREE_DEPTH && i >= b->closed) {
		/* Behind the root's own slash. */
		size_t from = at + (at == 0 && dir.p[0] == '/'), end;
		ptrdiff_t cut = rv_sv_find_char(rv_sv_slice(dir, from, dir.n),
						'/');
		struct rv_sv to;

		if (cut < 0)
			break;
		end = end_of(b->v, i,
			     rv_sv_slice(dir, 0, from + (size_t)cut + 1));
		to = only_child(b->v, i, end);
		branch(b, r->letter, rv_sv_slice(to, at, to.n - 1), to,
		       b->begins_open, i, end);
		at = to.n;
	}
}

/* What the row says of the file, in the words that stand on the screen. */
void
ui_tree_text(const struct rv_view_tree_row *r, struct rv_buf *out)
{
	rv_buf_addf(out, "%.*s %.*s %.*s", RV_SV_ARG(r->path),
		    RV_SV_ARG(r->title), RV_SV_ARG(r->proposal));
	if (r->secret)
		rv_buf_addf(out, " %s", _("HELD"));
	if (r->contradiction.n > 0)
		rv_buf_addf(out, " ! %s", _("contradicted"));
	if (r->same_name.n > 0)
		rv_buf_addf(out, " = %s", _("same name"));
	if (r->twin.n > 0)
		rv_buf_addf(out, " %s", _("twin"));
	if (r->copy.n > 0)
		rv_buf_addf(out, " %s", _("copy"));
	if (r->stale.n > 0)
		rv_buf_addf(out, " %s", _("stale"));
	if (r->broken)
		rv_buf_addf(out, " x %s", _("broken"));
}

bool
ui_tree_fits(const struct rv_view_tree_row *r, struct rv_sv filter)
{
	struct rv_buf text = RV_BUF_INIT;
	bool fits = filter.n == 0 || ui_fits(r->path, filter);

	if (!fits) {
		ui_tree_text(r, &text);
		fits = ui_fits(rv_buf_sv(&text), filter);
		rv_buf_release(&text);
	}
	return fits;
}

static void
add_row(struct builder *b, size_t i)
{
	const struct rv_view_tree_row *r = b->v->rows[i];
	struct rv_sv dir = dir_of(r->path);
	struct ui_node *n;

	enter_folders(b, i);
	for (int d = 0; b->filter.n > 0 && d < b->depth; d++)
		b->t->nodes[b->stack[d]].count++;
	if (i < b->closed)
		return;
	n = push(b->t, r->letter, b->depth,
		 rv_sv_slice(r->path, dir.n, r->path.n), r->path);
	n->row = (int64_t)i;
}

static void
enter_layer(struct builder *b, size_t i)
{
	char letter = b->v->rows[i]->letter;
	size_t end = end_of(b->v, i, RV_SV_NONE);

	b->depth = 0;
	b->common = shared(b->v, i, end);
	branch(b, letter, rv_sv(layer_name(letter)), RV_SV(""), true, i, end);
}

static void
add_lives(struct builder *b, const struct rv_view_lives *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += ui_fits(l->items[i].name, b->filter);
	if (n == 0)
		return;
	b->t->fits += n;
	branch(b, 'L', rv_sv(layer_name('L')), RV_SV("live:"), true, 0, n);
	b->t->nodes[0].count = (int64_t)n;
	for (size_t i = 0; b->t->nodes[0].open && i < l->n; i++) {
		struct rv_sv name = l->items[i].name;

		if (ui_fits(name, b->filter))
			push(b->t, 'L', 1, name, name)->live = (int64_t)i;
	}
	b->closed = 0;
}

void
ui_tree_build(struct ui_tree *t, const struct rv_view_layers *v,
	      const struct rv_view_lives *l, struct rv_sv filter)
{
	struct builder b = {.t = t, .v = v, .filter = filter};
	char letter = 0;

	t->n = t->fits = 0;
	add_lives(&b, l);
	b.begins_open = v->n <= OPEN_MAX;
	if (filter.n == 0)
		t->fits += v->n;
	/* Without a filter the rows of a closed branch are not looked at: a
	 * change of one file costs what is seen, not what is there. */
	for (size_t i = 0; i < v->n; i = RV_MAX(i + 1, b.closed)) {
		const struct rv_view_tree_row *r = v->rows[i];

		if (!ui_tree_fits(r, filter))
			continue;
		if (r->letter != letter) {
			letter = r->letter;
			enter_layer(&b, i);
		}
		if (i >= b.closed)
			add_row(&b, i);
		t->fits += filter.n > 0;
	}
}

void
ui_tree_release(struct ui_tree *t)
{
	free(t->nodes);
	free(t->toggled);
	*t = (struct ui_tree){0};
}

bool
ui_tree_unfold(struct ui_tree *t, struct rv_sv path)
{
	struct rv_sv dir = dir_of(path);

	for (size_t i = 0; i < t->n; i++) {
		const struct ui_node *n = &t->nodes[i];

		if (!n->branch || n->open || n->letter == 'L')
			continue;
		for (size_t k = 0; k <= dir.n; k++)
			if (n->id == id_of(n->letter,
					   rv_sv_slice(dir, 0, k))) {
				ui_tree_toggle(t, n->id);
				return true;
			}
	}
	return false;
}

ptrdiff_t
ui_tree_find(const struct ui_tree *t, const struct rv_view_layers *v,
	     struct rv_sv path)
{
	int64_t row = rv_view_layers_row(v, path);

	for (size_t i = 0; row >= 0 && i < t->n; i++)
		if (t->nodes[i].row == row)
			return (ptrdiff_t)i;
	return -1;
}
