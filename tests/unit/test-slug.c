/* SPDX-License-Identifier: MIT */
/* Slugs and keys of names. */
#include "config.h"

#include "doc/slug.h"

#include "base/attr.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "tests/support/cm.h"

static struct rv_sv
make(const char *title, struct rv_buf *b)
{
	rv_buf_reset(b);
	rv_slug_make(rv_sv(title), b);
	return rv_buf_sv(b);
}

static void
test_make__forms(void **state)
{
	static const struct {
		const char *title, *slug;
	} rows[] = {
		{"Queue engine", "queue-engine"},
		{"  Echo   Filter!! ", "echo-filter"},
		{"Заметка о памяти", "заметка-о-памяти"},
		{"Почему выбрали LightRAG", "почему-выбрали-lightrag"},
		{"日本語のメモ", "日本語のメモ"},
		{"STRASSE Straße", "strasse"},
		{"Redis vs Redis", "redis-vs"},
		{"../../etc/passwd", "etc-passwd"},
		{".hidden", "hidden"},
		{"a\\b%2e\x01" "c", "a-b-2e-c"},
		{"Con", "con-page"},
		{"INDEX", "index-page"},
		{"Caf\x65\xCC\x81", "caf\xC3\xA9"},
		{"\xFF\xFEx", "x"},
	};
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_sv(make(rows[i].title, &b), rows[i].slug);
		assert_true(rv_slug_valid(rv_buf_sv(&b)));
	}
	rv_buf_release(&b);
}

static void
test_make__never_empty(void **state)
{
	static const char *const titles[] = {"", "...", "!?", "\xCC\x81", "🙂",
					     "\xFF"};
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
		assert_true(rv_sv_starts(make(titles[i], &a), RV_SV("page-")));
		assert_int_equal(a.n, 13);
		assert_true(rv_slug_valid(rv_buf_sv(&a)));
	}
	/* two empty titles are two pages */
	make("...", &a);
	make("!?", &b);
	assert_false(rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&b)));
	rv_buf_release(&a);
	rv_buf_release(&b);
}

static void
test_make__length(void **state)
{
	struct rv_buf title = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	for (int i = 0; i < 200; i++)
		rv_buf_adds(&title, "я");
	make(title.p, &b);
	assert_int_equal(rv_utf8_count(rv_buf_sv(&b)), RV_SLUG_CHARS);
	assert_true(rv_slug_valid(rv_buf_sv(&b)));
	rv_buf_reset(&title);
	for (int i = 0; i < 200; i++)
		rv_buf_adds(&title, "\xF0\xA0\x80\x80"); /* four bytes each */
	make(title.p, &b);
	assert_true(b.n <= RV_SLUG_BYTES);
	assert_true(rv_slug_valid(rv_buf_sv(&b)));
	rv_buf_reset(&title);
	for (int i = 0; i < 40; i++)
		rv_buf_addf(&title, "word%d ", i);
	make(title.p, &b);
	/* whole words, and no '-' at the end */
	assert_true(b.p[b.n - 1] != '-');
	assert_true(rv_slug_valid(rv_buf_sv(&b)));
	rv_buf_release(&title);
	rv_buf_release(&b);
}

static void
test_valid__refuses(void **state)
{
	static const char *const bad[] = {
		"",    ".a",  "-a",	 "a-",	 "A",	"a b",	     "a/b",
		"con", "NUL", "log", "a.md", "e\xCC\x81", "\xFF", "a\\b"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(rv_slug_valid(rv_sv(bad[i])));
	assert_true(rv_slug_repeats(RV_SV("redis-vs-redis")));
	assert_false(rv_slug_repeats(RV_SV("redis-vs-rediss")));
}

static void
test_key__same_name(void **state)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	rv_name_key(rv_sv("Restore-Drill, Café"), &a);
	rv_name_key(rv_sv("restore  drill cafe\xCC\x81"), &b);
	assert_sv(rv_buf_sv(&a), b.p);
	rv_buf_reset(&a);
	rv_name_key(rv_sv("…"), &a);
	assert_int_equal(a.n, 0);
	assert_sv(rv_slug_of_path(RV_SV("wiki/a/b.md")), "b");
	assert_sv(rv_slug_of_path(RV_SV("b.txt")), "b.txt");
	rv_buf_release(&a);
	rv_buf_release(&b);
}

static void
test_slug_of_path__namespaces(void **state)
{
	static const struct {
		const char *path, *slug;
	} cases[] = {
		{"pages/A___Sub.md", "Sub"},	{"A%2FSub.md", "Sub"},
		{"A___B___C.md", "C"},		{"A%2fB.md", "B"},
		{"docs__future__site.md", "docs__future__site"},
		{"___init.md", "___init"},	{"a____b.md", "a____b"},
		{"a___.md", "a___"},		{"wiki/___a.md", "___a"},
		{"100%25.md", "100%25"},	{"", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_sv(rv_slug_of_path(rv_sv(cases[i].path)), cases[i].slug);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_make__forms),
		cmocka_unit_test(test_make__never_empty),
		cmocka_unit_test(test_make__length),
		cmocka_unit_test(test_valid__refuses),
		cmocka_unit_test(test_key__same_name),
		cmocka_unit_test(test_slug_of_path__namespaces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
