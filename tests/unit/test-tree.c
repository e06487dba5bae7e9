/* SPDX-License-Identifier: MIT */
/* The layers as rows: trust, age, links, marks. */
#include "config.h"

#include "trust/tree.h"

#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/desk.h"

static const struct rv_tree_row *
row(const struct rv_tree *t, const char *path)
{
	for (size_t i = 0; i < t->n; i++)
		if (rv_sv_is(t->rows[i]->meta->path, path))
			return t->rows[i];
	fail_msg("no row %s", path);
	return NULL;
}

static void
assert_has(struct rv_sv v, const char *word)
{
	if (*word ? !rv_sv_has(v, rv_sv(word)) : v.n != 0)
		fail_msg("\"%.*s\" does not say \"%s\"", RV_SV_ARG(v), word);
}

static void
build(struct desk *d, struct rv_tree *t)
{
	assert_int_equal(rv_tree_build(d->store, DESK_NOW, NULL, &d->arena, t, NULL),
			 RV_OK);
}

static void
test_links__count_pages(void **state)
{
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "links");
	desk_page(&d, "wiki/entities/fennel.md",
		  "---\ntype: entity\nname: Fennel\naliases: [box]\n"
		  "confidence: CONFIRMED\n---\n[[basil]] [[nobody]]\n");
	desk_page(&d, "wiki/entities/basil.md",
		  "---\ntype: entity\nname: Basil\n---\n"
		  "[[Fennel]] [[box]] [x](fennel.md) [[basil]]\n");
	desk_page(&d, "raw/a.md", "[f](../wiki/entities/fennel.md)\n");
	build(&d, &t);
	assert_int_equal(t.n, 3);
	/* three ways to name it in one page are one page */
	assert_int_equal(row(&t, "wiki/entities/fennel.md")->backlinks, 2);
	assert_int_equal(row(&t, "wiki/entities/basil.md")->backlinks, 1);
	assert_int_equal(row(&t, "wiki/entities/basil.md")->links, 4);
	assert_int_equal(row(&t, "wiki/entities/fennel.md")->letter, 'C');
	assert_int_equal(row(&t, "raw/a.md")->letter, ' ');
	desk_close(&d);
}

static void
test_stale__by_rule(void **state)
{
	static const struct {
		const char *path, *text, *why;
	} rows[] = {
		{"wiki/concepts/a.md", "type: concept\nupdated: 2025-10-01",
		 "119 days"},
		{"wiki/concepts/b.md", "type: concept\nupdated: 2025-11-01",
		 ""},
		{"wiki/concepts/c.md", "type: concept", ""},
		{"wiki/concepts/d.md",
		 "type: concept\nupdated: 2025-01-01\nreview_status: "
		 "superseded",
		 ""},
		{"wiki/concepts/e.md",
		 "type: concept\nupdated: 2025-01-01\nlast_reviewed_at: "
		 "2026-01-01",
		 ""},
		{"wiki/decisions/f.md",
		 "type: decision\ndate: 2025-10-01", ""},
		{"wiki/decisions/g.md",
		 "type: decision\nupdated: 2026-01-01\nlast_reviewed_at: "
		 "2025-01-01",
		 "392 days"},
		{"wiki/research/h.md", "date: 2020-01-01", ""},
		{"raw/i.md", "type: concept\nupdated: 2020-01-01", ""},
	};
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "stale");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		desk_page(&d, rows[i].path,
			  rv_arena_printf(&d.arena, "---\n%s\n---\n# %zu\n",
					  rows[i].text, i));
	build(&d, &t);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_has(row(&t, rows[i].path)->stale, rows[i].why);
	desk_close(&d);
}

static void
test_contradiction__names_both(void **state)
{
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "contra");
	desk_page(&d, "wiki/decisions/db.md",
		  "---\ntype: decision\nname: DB\nthemes: [runtime]\n"
		  "updated: 2025-11-27\n---\n");
	desk_page(&d, "wiki/research/drill.md",
		  "---\ntype: research\nthemes: [runtime, sync]\n"
		  "related: [decisions/db.md]\nupdated: 2026-01-20\n---\n");
	desk_page(&d, "wiki/research/old.md",
		  "---\ntype: research\nthemes: [runtime]\n"
		  "updated: 2025-01-20\n---\n[[x]]\n");
	desk_page(&d, "wiki/concepts/x.md",
		  "---\ntype: concept\nname: X\nthemes: [runtime]\n"
		  "updated: 2025-11-27\n---\n");
	desk_page(&d, "wiki/concepts/y.md",
		  "---\ntype: concept\nname: Y\ncontradicts: [z]\n---\n");
	desk_page(&d, "wiki/concepts/z.md",
		  "---\ntype: concept\nname: Z\n---\n");
	desk_page(&d, "wiki/entities/p.md",
		  "---\ntype: entity\nname: Same name\n---\n");
	desk_page(&d, "wiki/entities/q.md",
		  "---\ntype: entity\nname: same NAME\n---\n");
	build(&d, &t);
	/* newer research asks for a look, it says nothing against the page */
	assert_has(row(&t, "wiki/decisions/db.md")->stale,
		   "wiki/research/drill.md of 2026-01-20 shares the theme "
		   "runtime");
	assert_has(row(&t, "wiki/decisions/db.md")->contradiction, "");
	assert_has(row(&t, "wiki/concepts/x.md")->stale, "");
	assert_has(row(&t, "wiki/concepts/x.md")->contradiction, "");
	assert_has(row(&t, "wiki/concepts/y.md")->contradiction,
		   "wiki/concepts/z.md");
	assert_has(row(&t, "wiki/concepts/z.md")->contradiction,
		   "wiki/concepts/y.md");
	assert_has(row(&t, "wiki/entities/p.md")->same_name,
		   "wiki/entities/q.md");
	assert_has(row(&t, "wiki/entities/q.md")->same_name,
		   "wiki/entities/p.md");
	assert_has(row(&t, "wiki/entities/p.md")->contradiction, "");
	assert_has(row(&t, "wiki/research/drill.md")->contradiction, "");
	desk_close(&d);
}

/* A person decided: neither side is marked any more, others still are. */
static void
test_contradiction__settled(void **state)
{
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "settled");
	desk_page(&d, "wiki/decisions/db.md",
		  "---\ntype: decision\nname: DB\nthemes: [runtime]\n"
		  "settled: [raw/x.md, drill]\nupdated: 2025-11-27\n---\n");
	desk_page(&d, "wiki/research/drill.md",
		  "---\ntype: research\nthemes: [runtime, sync]\n"
		  "related: [decisions/db.md]\nupdated: 2026-01-20\n---\n");
	desk_page(&d, "wiki/concepts/y.md",
		  "---\ntype: concept\nname: Y\ncontradicts: [z, w]\n"
		  "settled: [z]\n---\n");
	desk_page(&d, "wiki/concepts/z.md",
		  "---\ntype: concept\nname: Z\n---\n");
	desk_page(&d, "wiki/concepts/w.md",
		  "---\ntype: concept\nname: W\n---\n");
	desk_page(&d, "wiki/entities/p.md",
		  "---\ntype: entity\nname: Same name\nsettled: [q]\n---\n");
	desk_page(&d, "wiki/entities/q.md",
		  "---\ntype: entity\nname: same NAME\n---\n");
	build(&d, &t);
	assert_has(row(&t, "wiki/decisions/db.md")->stale, "");
	assert_has(row(&t, "wiki/concepts/z.md")->contradiction, "");
	assert_has(row(&t, "wiki/concepts/y.md")->contradiction,
		   "wiki/concepts/w.md");
	assert_has(row(&t, "wiki/concepts/w.md")->contradiction,
		   "wiki/concepts/y.md");
	assert_has(row(&t, "wiki/entities/p.md")->same_name, "");
	assert_has(row(&t, "wiki/entities/q.md")->same_name, "");
	/* the other one of the two was not decided on */
	desk_page(&d, "wiki/research/later.md",
		  "---\ntype: research\nthemes: [runtime]\n"
		  "related: [decisions/db.md]\nupdated: 2026-01-21\n---\n");
	build(&d, &t);
	assert_has(row(&t, "wiki/decisions/db.md")->stale,
		   "wiki/research/later.md");
	desk_close(&d);
}

/* Cyclic links, a page that links to itself, a page without anything. */
static void
test_bad_input__goes_on(void **state)
{
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "bad");
	desk_page(&d, "wiki/a.md", "[[b]] [[a]]");
	desk_page(&d, "wiki/b.md", "[[a]] [[b]]");
	desk_page(&d, "wiki/empty.md", "");
	desk_page(&d, "wiki/open.md", "---\ntype: concept\n# T\n");
	desk_bytes(&d, "wiki/bin.md", "\x7f" "ELF\0\0\0", 7);
	build(&d, &t);
	assert_int_equal(row(&t, "wiki/a.md")->backlinks, 1);
	assert_true(row(&t, "wiki/open.md")->meta->flags & RV_META_BROKEN);
	assert_true(row(&t, "wiki/bin.md")->meta->flags & RV_META_UNREAD);
	assert_sv(row(&t, "wiki/empty.md")->meta->title, "empty");
	desk_close(&d);
}

static void
test_twins_and_copies(void **state)
{
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "twins");
	desk_page(&d, "wiki/Note.md", "# One\n");
	desk_page(&d, "wiki/note.md", "# Other\n");
	desk_page(&d, "wiki/caf\xc3\xa9.md", "# A\n");
	desk_page(&d, "wiki/cafe\xcc\x81.md", "# B\n");
	desk_page(&d, "wiki/sub/note.md", "# Third\n");
	desk_page(&d, "wiki/Plan.sync-conflict-20260101-101010-ABCDEFG.md",
		  "# Plan\n");
	desk_page(&d, "wiki/Plan (Mara's conflicted copy 2026-01-01).md",
		  "# Plan\n");
	desk_page(&d, "wiki/Week.md", "# The week\n");
	desk_page(&d, "wiki/Week 2.md", "# The week\n");
	desk_page(&d, "wiki/Week (1).md", "# The week\n");
	desk_page(&d, "wiki/Week 3.md", "# The third week\n");
	desk_page(&d, "wiki/Year 2.md", "# Year\n");
	build(&d, &t);
	assert_has(row(&t, "wiki/Note.md")->twin, "wiki/note.md");
	assert_has(row(&t, "wiki/note.md")->twin, "wiki/Note.md");
	assert_has(row(&t, "wiki/caf\xc3\xa9.md")->twin, "cafe\xcc\x81");
	assert_has(row(&t, "wiki/sub/note.md")->twin, "");
	assert_has(row(&t, "wiki/Plan.sync-conflict-20260101-101010-ABCDEFG.md")
			   ->copy,
		   "beside Plan.md");
	assert_has(row(&t, "wiki/Plan (Mara's conflicted copy 2026-01-01).md")
			   ->copy,
		   "beside Plan.md");
	assert_has(row(&t, "wiki/Week 2.md")->copy, "wiki/Week.md");
	assert_has(row(&t, "wiki/Week (1).md")->copy, "wiki/Week.md");
	assert_has(row(&t, "wiki/Week.md")->copy, "");
	assert_has(row(&t, "wiki/Week 3.md")->copy, "");
	assert_has(row(&t, "wiki/Year 2.md")->copy, "");
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_links__count_pages),
		cmocka_unit_test(test_twins_and_copies),
		cmocka_unit_test(test_stale__by_rule),
		cmocka_unit_test(test_contradiction__names_both),
		cmocka_unit_test(test_contradiction__settled),
		cmocka_unit_test(test_bad_input__goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
