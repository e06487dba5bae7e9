/* SPDX-License-Identifier: MIT */
/* The lines of the tree, against what follows from the rows one by one. */
#include "config.h"

#include "tests/support/cm.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/rng.h"
#include "ui/treenodes.h"

#define ROWS 400

static struct rv_arena arena;
static struct rv_view_layers view;
static const struct rv_view_lives no_lives;

static int
teardown(void **state)
{
	(void)state;
	rv_arena_release(&arena);
	view = (struct rv_view_layers){0};
	return 0;
}

static int
by_layer(const void *a, const void *b)
{
	static const char order[] = "RWDS";
	const struct rv_view_tree_row *const *x = a, *const *y = b;
	ptrdiff_t c = strchr(order, (*x)->letter) - strchr(order, (*y)->letter);

	return c ? (int)c : rv_sv_cmp((*x)->path, (*y)->path);
}

static void
add(char letter, const char *path)
{
	struct rv_view_tree_row *row = rv_arena_new(&arena,
						    struct rv_view_tree_row);

	row->letter = letter;
	row->path = rv_sv(rv_sv_cstr_in(&arena, rv_sv(path)));
	row->updated = RV_UNDATED;
	view.rows[view.n++] = row;
}

static void
begin(void)
{
	view.rows = rv_arena_array(&arena, const struct rv_view_tree_row *,
				   ROWS + 1);
}

static void
sort(void)
{
	qsort(view.rows, view.n, sizeof(*view.rows), by_layer);
}

/* Folders of a few names, so that many files share them. */
static void
random_rows(uint64_t seed)
{
	static const char *const names[] = {"a", "ab", "b", "b-c", "d"};
	struct rv_rng rng;

	rv_rng_seed(&rng, seed);
	begin();
	for (int i = 0; i < ROWS; i++) {
		struct rv_buf b = RV_BUF_INIT;
		char letter = "RWD"[rv_rng_below(&rng, 3)];

		rv_buf_adds(&b, letter == 'R' ? "raw/" : "");
		for (uint64_t d = rv_rng_below(&rng, 6); d > 0; d--)
			rv_buf_addf(&b, "%s/",
				    names[rv_rng_below(&rng,
						       ARRAY_LEN(names))]);
		rv_buf_addf(&b, "%d.md", i);
		add(letter, b.p);
		rv_buf_release(&b);
	}
	sort();
}

/* Walks the lines: each file stands once, below branches that are open, in the
 * order of the rows; a branch counts the rows that stand in it, shown or not. */
static void
check_lines(const struct ui_tree *t)
{
	int64_t next = 0, ends[UI_TREE_DEPTH + 1];

	for (size_t i = 0; i < t->n; i++) {
		const struct ui_node *n = &t->nodes[i];

		/* whatever is deeper is over */
		for (int d = 0; d < n->depth; d++)
			assert_true(next < ends[d]);
		if (!n->branch) {
			assert_int_equal(n->row, next);
			assert_true(rv_sv_ends(view.rows[next]->path,
					       n->label));
			next++;
			continue;
		}
		assert_int_equal(view.rows[next]->letter, n->letter);
		assert_true(n->count > 0);
		ends[n->depth] = next + n->count;
		assert_int_equal(view.rows[ends[n->depth] - 1]->letter,
				 n->letter);
		/* It holds all that has its name, and nothing else. */
		if (n->depth > 0) {
			struct rv_sv path = view.rows[next]->path;
			size_t len = (size_t)(n->label.p + n->label.n - path.p) +
				     1;
			struct rv_sv dir = rv_sv_slice(path, 0, len);

			for (size_t k = 0; k < view.n; k++) {
				bool in = (int64_t)k >= next &&
					  (int64_t)k < ends[n->depth];

				if (view.rows[k]->letter == n->letter)
					assert_int_equal(
						rv_sv_starts(view.rows[k]->path,
							     dir),
						in);
			}
		}
		if (!n->open)
			next = ends[n->depth];
	}
	assert_int_equal(next, view.n);
}

static void
test_build__random_folds(void **state)
{
	struct rv_rng rng;

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct ui_tree t = {0};

		random_rows(seed);
		rv_rng_seed(&rng, seed);
		for (int i = 0; i < 60; i++) {
			const struct ui_node *n;

			ui_tree_build(&t, &view, &no_lives, RV_SV_NONE);
			assert_int_equal(t.fits, view.n);
			check_lines(&t);
			n = &t.nodes[rv_rng_below(&rng, t.n)];
			if (n->branch)
				ui_tree_toggle(&t, n->id);
		}
		ui_tree_release(&t);
		teardown(NULL);
	}
}

static void
test_build__filter_opens_and_counts(void **state)
{
	struct ui_tree t = {0};

	(void)state;
	begin();
	add('W', "wiki/a/one.md");
	add('W', "wiki/a/two.md");
	add('W', "wiki/b/one.md");
	add('R', "raw/x/three.md");
	sort();
	ui_tree_build(&t, &view, &no_lives, RV_SV("one"));
	assert_int_equal(t.fits, 2);
	assert_int_equal(t.n, 5); /* the layer, a, one, b, one */
	assert_int_equal(t.nodes[0].count, 2);
	assert_int_equal(t.nodes[1].count, 1);
	assert_true(rv_sv_is(t.nodes[1].label, "a"));
	assert_int_equal(t.nodes[2].row, 1);
	assert_int_equal(ui_tree_find(&t, &view, RV_SV("wiki/b/one.md")), 4);
	assert_int_equal(ui_tree_find(&t, &view, RV_SV("wiki/a/two.md")), -1);
	ui_tree_release(&t);
}

/* Rows in closed branches are not looked at: their number is no cost. */
static void
test_build__closed_rows_are_left_alone(void **state)
{
	static const struct rv_view_tree_row *kept[ROWS];
	struct ui_tree t = {0};
	size_t looked = 0;

	(void)state;
	random_rows(7);
	ui_tree_build(&t, &view, &no_lives, RV_SV_NONE);
	for (size_t i = 0; i < t.n; i++)
		if (t.nodes[i].branch && t.nodes[i].depth == 0 &&
		    t.nodes[i].open)
			ui_tree_toggle(&t, t.nodes[i].id);
	ui_tree_build(&t, &view, &no_lives, RV_SV_NONE);
	assert_int_equal(t.n, 3);
	/* Of another layer, one at a time: who looks at it, shows that. */
	memcpy(kept, view.rows, view.n * sizeof(*kept));
	for (size_t i = 0; i < view.n; i++) {
		struct rv_view_tree_row other = *kept[i];

		other.letter = 'S';
		view.rows[i] = &other;
		ui_tree_build(&t, &view, &no_lives, RV_SV_NONE);
		looked += t.n != 3;
		view.rows[i] = kept[i];
	}
	assert_true(looked < 64);
	ui_tree_release(&t);
}

static void
test_row__of_a_path(void **state)
{
	(void)state;
	random_rows(3);
	for (size_t i = 0; i < view.n; i++)
		assert_int_equal(rv_view_layers_row(&view, view.rows[i]->path),
				 i);
	assert_int_equal(rv_view_layers_row(&view, RV_SV("a/none.md")), -1);
	assert_int_equal(rv_view_layers_row(&view, RV_SV_NONE), -1);
	for (const char *l = "LRWDS"; *l; l++) {
		size_t n = 0;

		for (size_t i = 0; i < view.n; i++)
			n += view.rows[i]->letter == *l;
		assert_int_equal(rv_view_layers_count(&view, *l), n);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_build__random_folds, teardown),
		cmocka_unit_test_teardown(test_build__filter_opens_and_counts,
					  teardown),
		cmocka_unit_test_teardown(
			test_build__closed_rows_are_left_alone, teardown),
		cmocka_unit_test_teardown(test_row__of_a_path, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
