/* SPDX-License-Identifier: MIT */
/* A tree that follows the index is the tree that is made from nothing: after any
 * page comes, goes, moves, is called otherwise or says something else. */
#include "config.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/time.h"
#include "store/page.h"
#include "tests/support/cm.h"
#include "tests/support/desk.h"
#include "trust/tree.h"

#define STEPS 250

/* The research is a vault: its links mean its own pages first. */
static struct rv_roots
roots(void)
{
	static struct rv_root list[1];

	list[0] = (struct rv_root){
		.path = RV_SV("wiki/research/"), .vault = true, .by_name = true};
	return (struct rv_roots){list, 1};
}

/* Few names for many pages: they collide, by case and by form, too. */
static const char *const paths[] = {
	"wiki/entities/owl.md",	   "wiki/concepts/owl.md",
	"wiki/concepts/Owl.md",	   "wiki/research/fern.md",
	"wiki/research/moss.md",   "wiki/decisions/fern.md",
	"wiki/caf\xc3\xa9.md",	   "wiki/cafe\xcc\x81.md",
	"wiki/-.md",		   "raw/owl.md",
	"raw/2026-01-02-moss.md",  "memory/moss.md",
	"wiki/research/a/owl.md",  "wiki/research/b/reed.md",
	"wiki/research/a/b/reed.md", "wiki/owl___fern.md",
	"wiki/research/fern 2.md", "wiki/moss.sync-conflict-1.md",
};
static const char *const names[] = {
	"Owl", "Fern", "moss", "Caf\xc3\xa9", "Cafe\xcc\x81", "Reed", "-",
	"nobody", "concepts/Owl", "A/owl", "/b/reed", "wiki/research/moss",
	"../concepts/owl", "Owl/Fern",
};
static const char *const types[] = {"entity", "concept", "research",
				    "decision", ""};
static const char *const days[] = {"2024-03-01", "2025-10-02", "2026-01-20",
				   "no day"};

static const char *
pick(struct rv_rng *r, const char *const *list, size_t n)
{
	return list[rv_rng_below(r, n)];
}
#define PICK(r, list) pick((r), (list), sizeof(list) / sizeof((list)[0]))

static bool
often(struct rv_rng *r, unsigned percent)
{
	return rv_rng_below(r, 100) < percent;
}

static void
add_list(struct rv_rng *r, struct rv_buf *b, const char *key)
{
	size_t n = rv_rng_below(r, 3);

	if (!n || often(r, 50))
		return;
	rv_buf_addf(b, "%s: [", key);
	for (size_t i = 0; i < n; i++)
		rv_buf_addf(b, "%s\"%s\"", i ? ", " : "", PICK(r, names));
	rv_buf_adds(b, "]\n");
}

static void
add_links(struct rv_rng *r, struct rv_buf *b, const char *from)
{
	size_t up = rv_sv_count(rv_sv(from), '/');

	for (size_t n = rv_rng_below(r, 5); n > 0; n--)
		if (often(r, 60))
			rv_buf_addf(b, "To [[%s]].\n", PICK(r, names));
		else if (often(r, 80))
			rv_buf_addf(b, "To [it](<%.*s%s>).\n", (int)(3 * up),
				    "../../../../", PICK(r, paths));
		else
			rv_buf_adds(b, "Out [there](../../../x.md).\n");
}

static void
write_page(struct desk *d, struct rv_rng *r, const char *path)
{
	struct rv_buf b = RV_BUF_INIT;

	if (often(r, 85)) {
		rv_buf_addf(&b, "---\ntype: %s\n", PICK(r, types));
		if (often(r, 70))
			rv_buf_addf(&b, "title: \"%s\"\n", PICK(r, names));
		if (often(r, 80))
			rv_buf_addf(&b, "updated: %s\n", PICK(r, days));
		if (often(r, 30))
			rv_buf_addf(&b, "last_reviewed_at: %s\n",
				    PICK(r, days));
		if (often(r, 60))
			rv_buf_adds(&b, "themes: [work]\n");
		if (often(r, 15))
			rv_buf_adds(&b, "status: archived\n");
		if (often(r, 50))
			rv_buf_adds(&b, "confidence: INFERRED\n");
		add_list(r, &b, "aliases");
		add_list(r, &b, "related");
		add_list(r, &b, "contradicts");
		add_list(r, &b, "settled");
		rv_buf_adds(&b, "---\n");
	}
	rv_buf_adds(&b, "# Text\n\n");
	add_links(r, &b, path);
	desk_page(d, path, b.p);
	rv_buf_release(&b);
}

static void
drop_page(struct desk *d, const char *path)
{
	assert_int_equal(rv_page_meta_drop(d->store, rv_sv(path), NULL), RV_OK);
}

/* One change; a move is two at once, as the index sees it. */
static void
change(struct desk *d, struct rv_rng *r)
{
	const char *path = PICK(r, paths);

	if (often(r, 65)) {
		write_page(d, r, path);
	} else if (often(r, 60)) {
		drop_page(d, path);
	} else {
		drop_page(d, path);
		write_page(d, r, PICK(r, paths));
	}
}

static void
tell(struct rv_tree *t, struct rv_buf *out)
{
	struct rv_arena arena = RV_ARENA_INIT;

	for (size_t i = 0; i < t->n; i++) {
		const struct rv_tree_row *row = t->rows[i];
		struct rv_tree_back *back;
		size_t n;

		assert_ptr_equal(t->names.pages[i], row->meta);
		rv_buf_addf(out, "%.*s \"%.*s\" %lld %c %lld/%lld s<%.*s> "
				 "t<%.*s> k<%.*s> c<%.*s> n<%.*s>:",
			    RV_SV_ARG(row->meta->path),
			    RV_SV_ARG(row->meta->title),
			    (long long)row->meta->bytes, row->letter,
			    (long long)row->links, (long long)row->backlinks,
			    RV_SV_ARG(row->stale), RV_SV_ARG(row->twin),
			    RV_SV_ARG(row->copy),
			    RV_SV_ARG(row->contradiction),
			    RV_SV_ARG(row->same_name));
		rv_tree_backlinks(t, row->meta, &arena, &back, &n);
		for (size_t k = 0; k < n; k++)
			rv_buf_addf(out, " %.*s:%lld", RV_SV_ARG(
					    back[k].from->path),
				    (long long)back[k].line);
		rv_buf_adds(out, "\n");
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct rv_page_meta *page = rv_names_find(
			&t->names, rv_sv(names[i]), RV_NAME_ANY);

		rv_buf_addf(out, "%s=%.*s\n", names[i],
			    RV_SV_ARG(page ? page->path : RV_SV("?")));
	}
	rv_arena_release(&arena);
}

/* Rows that changed are news, others are not. */
static void
check_news(const struct rv_tree *t, const struct rv_buf *before,
	   const struct rv_buf *after)
{
	struct rv_sv rest = rv_buf_sv(after), line;

	for (size_t i = 0; i < t->n; i++) {
		bool known, news = false;

		assert_true(rv_sv_next_line(&rest, &line));
		line.n = (size_t)rv_sv_find(line, RV_SV(">:")) + 2;
		known = rv_sv_has(rv_buf_sv(before), line);
		for (size_t k = 0; k < t->n_news; k++)
			news |= t->news[k] == t->rows[i];
		if (!known && !news)
			fail_msg("no news: %.*s", RV_SV_ARG(line));
	}
}

static void
follow(struct rv_tree *t, struct desk *d, int64_t now)
{
	bool again;

	assert_int_equal(rv_tree_follow(t, d->store, now, &again, NULL), RV_OK);
	assert_false(again);
}

static void
run(uint64_t seed)
{
	struct rv_arena kept = RV_ARENA_INIT;
	struct rv_buf got = RV_BUF_INIT, before = RV_BUF_INIT;
	struct rv_roots vault = roots();
	int64_t now = DESK_NOW;
	struct rv_tree tree;
	struct rv_rng r;
	struct desk d;
	char name[32];

	snprintf(name, sizeof(name), "follow-%d", (int)seed);
	desk_open(&d, name);
	rv_rng_seed(&r, seed);
	for (int i = 0; i < 10; i++)
		write_page(&d, &r, PICK(&r, paths));
	assert_int_equal(rv_tree_build(d.store, now, &vault, &kept, &tree, NULL),
			 RV_OK);
	tell(&tree, &before);
	for (int step = 0; step < STEPS; step++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf want = RV_BUF_INIT;
		struct rv_tree fresh;

		for (size_t n = rv_rng_below(&r, 4) + 1; n > 0; n--)
			change(&d, &r);
		if (often(&r, 5))
			now += 40 * RV_DAY;
		follow(&tree, &d, now);
		rv_buf_reset(&got);
		tell(&tree, &got);
		assert_int_equal(rv_tree_build(d.store, now, &vault, &arena,
					       &fresh, NULL),
				 RV_OK);
		tell(&fresh, &want);
		if (!rv_sv_eq(rv_buf_sv(&got), rv_buf_sv(&want)))
			fail_msg("seed %d, step %d:\n%s---\n%s", (int)seed,
				 step, got.p, want.p);
		check_news(&tree, &before, &got);
		rv_buf_reset(&before);
		rv_buf_addv(&before, rv_buf_sv(&got));
		rv_buf_release(&want);
		if (step % 20 == 19) { /* goes on from one made anew */
			rv_arena_release(&kept);
			kept = arena;
			tree = fresh;
			tree.arena = tree.names.arena = &kept;
			continue;
		}
		rv_arena_release(&arena);
	}
	/* nothing changed: nothing is looked at */
	follow(&tree, &d, now);
	assert_int_equal(tree.n_news, 0);
	rv_buf_release(&got);
	rv_buf_release(&before);
	rv_arena_release(&kept);
	desk_close(&d);
}

static void
test_follow__is_the_tree_made_anew(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 4; seed++)
		run(seed);
}

/* Too much to follow: whoever was away for long looks at all. */
static void
test_follow__says_when_it_cannot(void **state)
{
	struct rv_page_meta page = {.layer = RV_LAYER_WIKI,
				    .updated = RV_UNDATED,
				    .reviewed = RV_UNDATED};
	struct rv_arena kept = RV_ARENA_INIT;
	struct rv_tree tree;
	struct desk d;
	bool again;
	char path[32];

	(void)state;
	desk_open(&d, "much");
	assert_int_equal(rv_tree_build(d.store, DESK_NOW, NULL, &kept, &tree, NULL),
			 RV_OK);
	assert_int_equal(rv_store_begin(d.store, NULL), RV_OK);
	for (int i = 0; i < 3000; i++) {
		snprintf(path, sizeof(path), "wiki/p%d.md", i);
		page.path = rv_sv(path);
		assert_int_equal(rv_page_meta_set(d.store, &page, NULL, 0,
						  NULL),
				 RV_OK);
	}
	assert_int_equal(rv_store_commit(d.store, NULL), RV_OK);
	assert_int_equal(rv_tree_follow(&tree, d.store, DESK_NOW, &again, NULL),
			 RV_OK);
	assert_true(again);
	/* the same page again and again: the log is cut, that is told, too */
	page.path = RV_SV("wiki/p1.md");
	assert_int_equal(rv_tree_build(d.store, DESK_NOW, NULL, &kept, &tree, NULL),
			 RV_OK);
	assert_int_equal(rv_store_begin(d.store, NULL), RV_OK);
	for (int i = 0; i < 20000; i++)
		assert_int_equal(rv_page_meta_set(d.store, &page, NULL, 0,
						  NULL),
				 RV_OK);
	assert_int_equal(rv_store_commit(d.store, NULL), RV_OK);
	assert_int_equal(rv_tree_follow(&tree, d.store, DESK_NOW, &again, NULL),
			 RV_OK);
	assert_true(again);
	rv_arena_release(&kept);
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_follow__is_the_tree_made_anew),
		cmocka_unit_test(test_follow__says_when_it_cannot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
