/* SPDX-License-Identifier: MIT */
/* What is wrong with the pages. */
#include "config.h"

#include "trust/lint.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/path.h"
#include "tests/support/cm.h"
#include "tests/support/desk.h"

static void
lint(struct desk *d, struct rv_findings *out)
{
	static const char *const dirs[] = {"raw", "wiki", "memory"};
	struct rv_roots roots;

	rv_roots_of(d->workspace, dirs, ARRAY_LEN(dirs), ARRAY_LEN(dirs),
		    &d->arena, &roots);
	assert_int_equal(rv_lint(d->store, d->workspace, &roots, &d->arena,
				 out, NULL),
			 RV_OK);
}

static void
assert_found(const struct rv_findings *f, const char *code, const char *path,
	     int64_t line, const char *word)
{
	for (size_t i = 0; i < f->n; i++)
		if (!strcmp(f->items[i].code, code) &&
		    rv_sv_is(f->items[i].path, path) &&
		    f->items[i].line == line &&
		    rv_sv_has(f->items[i].message, rv_sv(word)))
			return;
	for (size_t i = 0; i < f->n; i++)
		print_message("%s %.*s:%d %.*s\n", f->items[i].code,
			      RV_SV_ARG(f->items[i].path),
			      (int)f->items[i].line,
			      RV_SV_ARG(f->items[i].message));
	fail_msg("no %s %s:%d %s", code, path, (int)line, word);
}

static void
test_frontmatter__refused(void **state)
{
	struct rv_findings f;
	struct desk d;

	(void)state;
	desk_open(&d, "front");
	desk_page(&d, "wiki/a.md", "---\ntype: concept\n\n# T\n");
	desk_page(&d, "wiki/b.md", "---\nx:\n\t- 1\n---\n");
	desk_page(&d, "wiki/c.md", "---\nx: &a [1]\ny: *a\n---\n");
	desk_page(&d, "wiki/d.md", "---\nupdated: soon\ndate: 2026-02-30\n---\n");
	desk_page(&d, "wiki/concepts/e.md", "# no type\n");
	desk_page(&d, "wiki/concepts/f.md",
		  "---\ntype: concept\nthemes: [cooking]\n---\n# F\n\n"
		  "## Definition\n\n_pending_\n");
	lint(&d, &f);
	assert_found(&f, "front.unclosed", "wiki/a.md", 1, "never ends");
	assert_found(&f, "front.yaml", "wiki/b.md", 3, "tab");
	assert_found(&f, "front.yaml", "wiki/c.md", 2, "");
	assert_found(&f, "front.date", "wiki/d.md", 2, "soon");
	assert_found(&f, "front.date", "wiki/d.md", 3, "2026-02-30");
	assert_found(&f, "page.type", "wiki/concepts/e.md", 1, "no type");
	assert_found(&f, "page.name", "wiki/concepts/f.md", 1, "");
	assert_found(&f, "page.theme", "wiki/concepts/f.md", 1, "cooking");
	assert_found(&f, "section.empty", "wiki/concepts/f.md", 7,
		     "Definition");
	desk_close(&d);
}

#define ENTITY(name) \
	"---\ntype: entity\nname: " name "\nthemes: [sync]\n---\n\nx\n"

static void
test_names_and_links(void **state)
{
	struct rv_findings f;
	struct desk d;

	(void)state;
	desk_open(&d, "names");
	desk_page(&d, "wiki/entities/queue.md", ENTITY("One"));
	desk_page(&d, "wiki/concepts/queue.md",
		  "---\ntype: concept\nname: Two\naliases: [one]\n"
		  "themes: [sync]\n---\n\n[[three]] [x](../../../etc/passwd)\n"
		  "[y](gone.md) [z](../entities/queue.md) [[One]]\n");
	desk_page(&d, "wiki/A.md", "x\n");
	desk_page(&d, "wiki/a.md", "x\n");
	desk_page(&d, "wiki/e\xCC\x81.md", "x\n");
	desk_page(&d, "wiki/n.sync-conflict-20260101-120000-ABC.md", "x\n");
	desk_bytes(&d, "wiki/bin.md", "a\0b", 3);
	assert_int_equal(symlink("/etc/passwd",
				 rv_path_join_in(&d.arena, d.workspace,
						 "wiki/link.md")),
			 0);
	lint(&d, &f);
	assert_found(&f, "name.duplicate", "wiki/entities/queue.md", 0,
		     "wiki/concepts/queue.md");
	assert_found(&f, "name.alias", "wiki/concepts/queue.md", 0, "one");
	assert_found(&f, "link.broken", "wiki/concepts/queue.md", 8, "three");
	assert_found(&f, "link.outside", "wiki/concepts/queue.md", 8,
		     "passwd");
	assert_found(&f, "link.broken", "wiki/concepts/queue.md", 9,
		     "gone.md");
	assert_found(&f, "name.collision", "wiki/a.md", 0, "wiki/A.md");
	assert_found(&f, "name.nfd", "wiki/e\xCC\x81.md", 0, "NFC");
	assert_found(&f, "file.conflict",
		     "wiki/n.sync-conflict-20260101-120000-ABC.md", 0, "two");
	assert_found(&f, "file.unread", "wiki/bin.md", 0, "binary");
	assert_found(&f, "file.link", "wiki/link.md", 0, "symbolic");
	assert_int_equal(f.n, 10);
	desk_close(&d);
}

/* What decides is the length of a path: a person is told between which. */
static void
test_links__ambiguous(void **state)
{
	struct rv_findings f;
	struct desk d;

	(void)state;
	desk_open(&d, "ambiguous");
	desk_page(&d, "wiki/old/plan.md", "x\n");
	desk_page(&d, "wiki/new/plan.md", "[[plan]]\n");
	desk_page(&d, "wiki/a.md", "[[old/plan]] [[plan]] [[newer/plan]]\n");
	lint(&d, &f);
	assert_found(&f, "link.ambiguous", "wiki/a.md", 1,
		     "[[plan]] could mean wiki/new/plan.md as well as "
		     "wiki/old/plan.md");
	assert_found(&f, "link.broken", "wiki/a.md", 1, "newer/plan");
	assert_int_equal(f.n, 2);
	desk_close(&d);
}

/* A real vault of plain pages: exactly the warnings that are listed. */
static void
test_vault__expected(void **state)
{
	struct rv_buf got = RV_BUF_INIT, want = RV_BUF_INIT;
	const char *src = getenv("SRCDIR") ? getenv("SRCDIR") : ".";
	struct rv_findings f;
	struct dirent *entry;
	struct desk d;
	char path[4096];
	DIR *dir;

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/../shared/data/wiki/openseed",
		       src);
	dir = opendir(path);
	if (!dir)
		skip();
	desk_open(&d, "vault");
	while ((entry = readdir(dir))) {
		struct rv_buf b = RV_BUF_INIT;
		const char *name = entry->d_name;

		if (rv_sv_ends(rv_sv(name), RV_SV(".md")) &&
		    rv_path_read(rv_path_join_in(&d.arena, path, name),
				 1 << 24, &b, NULL) == RV_OK)
			desk_bytes(&d,
				   rv_arena_printf(&d.arena, "wiki/%s", name),
				   b.p, b.n);
		rv_buf_release(&b);
	}
	closedir(dir);
	lint(&d, &f);
	for (size_t i = 0; i < f.n; i++)
		rv_buf_addf(&got, "%s %.*s\n", f.items[i].code,
			    RV_SV_ARG(f.items[i].path));
	(void)snprintf(path, sizeof(path),
		       "%s/tests/data/vault-warnings.txt", src);
	assert_int_equal(rv_path_read(path, 1 << 20, &want, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), want.p);
	rv_buf_release(&got);
	rv_buf_release(&want);
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_frontmatter__refused),
		cmocka_unit_test(test_names_and_links),
		cmocka_unit_test(test_links__ambiguous),
		cmocka_unit_test(test_vault__expected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
