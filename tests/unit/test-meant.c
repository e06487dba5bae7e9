/* SPDX-License-Identifier: MIT */
/* Which page a link means. */
#include "config.h"

#include "trust/meant.h"

#include "doc/slug.h"
#include "tests/support/cm.h"

struct vault {
	struct rv_arena arena;
	struct rv_page_meta *pages;
	size_t n;
	struct rv_root roots[2];
	struct rv_names names;
};

/* Pages "path" or "path=title", of the wiki unless they stand in raw/. */
static void
make(struct vault *v, const char *const *list)
{
	*v = (struct vault){.arena = RV_ARENA_INIT};
	while (list[v->n])
		v->n++;
	v->pages = rv_arena_array(&v->arena, struct rv_page_meta, v->n + 1);
	for (size_t i = 0; i < v->n; i++) {
		struct rv_sv text = rv_sv(list[i]);
		ptrdiff_t cut = rv_sv_find_char(text, '=');

		v->pages[i].path = cut < 0 ? text
					   : rv_sv_slice(text, 0, (size_t)cut);
		if (cut >= 0)
			v->pages[i].title = rv_sv_slice(text, (size_t)cut + 1,
							text.n);
		v->pages[i].layer = rv_sv_starts(text, RV_SV("raw/"))
					    ? RV_LAYER_RAW
					    : RV_LAYER_WIKI;
	}
	rv_names_build(v->pages, v->n, &v->arena, &v->names);
	v->roots[0] = (struct rv_root){
		.path = RV_SV("obsidian/"), .vault = true, .by_name = true};
	v->roots[1] = (struct rv_root){.path = RV_SV("docs/"), .vault = true};
	v->names.roots = (struct rv_roots){v->roots, 2};
}

static const char *const pages[] = {
	"docs/guide/index.md",
	"docs/index.md",
	"obsidian/A/Sub.md",
	"obsidian/A/deep/Note.md",
	"obsidian/B/Sub.md",
	"obsidian/B/deep/A/Sub.md",
	"obsidian/Caf\xc3\xa9/Menu du jour.md",
	"obsidian/Home.md",
	"obsidian/Note.md",
	"obsidian/Old/Home.md",
	"obsidian/Old/Twin.md",
	"obsidian/X/Twin.md",
	"obsidian/pages/Area___Part.md",
	"obsidian/pages/Area%2FOther.md",
	"obsidian/pages/What%3A why.md",
	"raw/home.md",
	"wiki/concepts/boat.md=Note",
	"wiki/concepts/queue.md=CI/CD",
	"wiki/entities/redis.md",
	"wiki/home.md",
	NULL,
};

struct link {
	const char *from, *target, *page; /* NULL: nobody is meant */
};

static void
follow(const struct link *rows, size_t n, bool wiki)
{
	struct vault v;

	make(&v, pages);
	for (size_t i = 0; i < n; i++) {
		const struct link *r = &rows[i];
		const struct rv_page_meta *page = rv_names_follow(
			&v.names, rv_sv(r->from), rv_sv(r->target), wiki);

		if (r->page ? !page || !rv_sv_is(page->path, r->page)
			    : page != NULL)
			fail_msg("%s in %s means %.*s", r->target, r->from,
				 RV_SV_ARG(page ? page->path
						: RV_SV("nobody")));
	}
	rv_arena_release(&v.arena);
}

static void
test_meant(void **state)
{
	static const struct link rows[] = {
		/* all of the path counts, from its end */
		{"obsidian/Home.md", "A/Sub", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "B/Sub", "obsidian/B/Sub.md"},
		{"obsidian/Home.md", "deep/A/Sub", "obsidian/B/deep/A/Sub.md"},
		{"obsidian/Home.md", "C/Sub", NULL},
		{"wiki/home.md", "X/redis", NULL},
		{"wiki/home.md", "entities/redis", "wiki/entities/redis.md"},
		{"wiki/home.md", "wiki/entities/redis.md",
		 "wiki/entities/redis.md"},
		/* the path from the root before one that is nearer */
		{"obsidian/B/deep/x.md", "A/Sub", "obsidian/A/Sub.md"},
		{"obsidian/A/deep/x.md", "Note", "obsidian/Note.md"},
		{"obsidian/Old/x.md", "Home", "obsidian/Home.md"},
		{"obsidian/Home.md", "/A/Sub", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "/deep/A/Sub", NULL},
		{"obsidian/Home.md", "/Sub", NULL},
		/* the same folder, then the shortest path */
		{"obsidian/B/x.md", "Sub", "obsidian/B/Sub.md"},
		{"obsidian/Home.md", "Sub", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "Twin", "obsidian/X/Twin.md"},
		{"docs/guide/x.md", "index", "docs/index.md"},
		/* case, form, ending */
		{"obsidian/Home.md", "a/SUB", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "A/Sub.md", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "A/Sub.MD", "obsidian/A/Sub.md"},
		{"obsidian/Home.md", "cafe\xcc\x81/menu du Jour",
		 "obsidian/Caf\xc3\xa9/Menu du jour.md"},
		/* relative */
		{"obsidian/A/deep/Note.md", "../Sub", "obsidian/A/Sub.md"},
		{"obsidian/A/Sub.md", "./deep/Note", "obsidian/A/deep/Note.md"},
		{"obsidian/A/Sub.md", "../Nope", NULL},
		/* namespaces of Logseq, and what it cannot write */
		{"obsidian/Home.md", "Area/Part",
		 "obsidian/pages/Area___Part.md"},
		{"obsidian/Home.md", "Area/Other",
		 "obsidian/pages/Area%2FOther.md"},
		{"obsidian/Home.md", "What: why",
		 "obsidian/pages/What%3A why.md"},
		/* a title with a slash */
		{"wiki/home.md", "CI/CD", "wiki/concepts/queue.md"},
		/* one's own vault, then the wiki, then the rest */
		{"obsidian/A/Sub.md", "redis", NULL},
		{"docs/index.md", "redis", "wiki/entities/redis.md"},
		{"wiki/concepts/queue.md", "home", "wiki/home.md"},
		{"wiki/concepts/boat.md", "Note", "obsidian/Note.md"},
		{"raw/home.md", "home", "wiki/home.md"},
		{"docs/index.md", "home", "wiki/home.md"},
	};
	(void)state;
	follow(rows, ARRAY_LEN(rows), true);
}

static void
test_markdown_links(void **state)
{
	static const struct link rows[] = {
		{"docs/guide/index.md", "../index.md", "docs/index.md"},
		{"docs/guide/index.md", "../index", "docs/index.md"},
		{"docs/index.md", "guide/", "docs/guide/index.md"},
		{"docs/index.md", "guide/index.html", "docs/guide/index.md"},
		{"docs/index.md", "[[redis|label]]", "wiki/entities/redis.md"},
		{"docs/guide/index.md", "../index.md?x=1#top", "docs/index.md"},
		{"obsidian/Home.md", "Caf%C3%A9/Menu%20du%20jour.md#x",
		 "obsidian/Caf\xc3\xa9/Menu du jour.md"},
		/* Obsidian finds a path that is not of the folder, others no */
		{"obsidian/A/Sub.md", "B/Sub.md", "obsidian/B/Sub.md"},
		{"obsidian/B/Sub.md", "Menu%20du%20jour.md",
		 "obsidian/Caf\xc3\xa9/Menu du jour.md"},
		{"obsidian/B/Sub.md", "C/Sub.md", NULL},
		{"docs/index.md", "redis.md", NULL},
		{"docs/guide/index.md", "guide/index.md", NULL},
		{"docs/index.md", "https://example.org/index.md", NULL},
		{"docs/index.md", "#index", NULL},
	};
	(void)state;
	follow(rows, ARRAY_LEN(rows), false);
}

/* Where the length of the path alone decides, a person is told. */
static void
test_rivals(void **state)
{
	static const struct {
		const char *from, *key;
		size_t n;
	} rows[] = {
		{"obsidian/Home.md", "twin", 2},
		{"obsidian/Home.md", "sub", 3},
		{"obsidian/X/x.md", "twin", 0}, /* beside it */
		{"obsidian/B/x.md", "sub", 2},
		{"obsidian/Home.md", "home", 0}, /* at the root */
		{"obsidian/Home.md", "a/sub", 0},
		{"obsidian/Home.md", "x/twin", 0},
		{"wiki/home.md", "redis", 0},
		{"wiki/home.md", "nobody", 0},
		{"wiki/home.md", "twin", 2},
	};
	struct vault v;

	(void)state;
	make(&v, pages);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct rv_page_meta **list, *only;
		size_t n;

		rv_names_rivals(&v.names, rv_sv(rows[i].from),
				rv_sv(rows[i].key), &v.arena, &list, &n);
		if (n != rows[i].n)
			fail_msg("%s in %s: %zu", rows[i].key, rows[i].from, n);
		if (n) {
			assert_ptr_equal(list[0],
					 rv_names_meant(&v.names,
							rv_sv(rows[i].from),
							rv_sv(rows[i].key)));
			assert_false(rv_names_only(
				&v.names, rv_sv(rows[i].from),
				rv_sv(rows[i].key), &only));
		}
	}
	rv_arena_release(&v.arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_meant),
		cmocka_unit_test(test_markdown_links),
		cmocka_unit_test(test_rivals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
