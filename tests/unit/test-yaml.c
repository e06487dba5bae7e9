/* SPDX-License-Identifier: MIT */
/* YAML: the tree, and what is refused. */
#include "config.h"

#include "base/buf.h"
#include "base/yaml.h"
#include "tests/support/cm.h"

#define B(s) s, sizeof(s) - 1

static void
dump(const struct rv_yaml *n, struct rv_buf *out)
{
	if (n->kind == RV_YAML_SCALAR) {
		rv_buf_addf(out, n->quoted ? "'%.*s'" : "%.*s",
			    RV_SV_ARG(n->scalar));
		return;
	}
	rv_buf_addc(out, n->kind == RV_YAML_MAP ? '{' : '[');
	for (const struct rv_yaml *c = n->child; c; c = c->next) {
		if (n->kind == RV_YAML_MAP)
			rv_buf_addf(out, "%.*s:", RV_SV_ARG(c->key));
		dump(c, out);
		if (c->next)
			rv_buf_addc(out, ',');
	}
	rv_buf_addc(out, n->kind == RV_YAML_MAP ? '}' : ']');
}

static void
test_yaml__tree(void **state)
{
	static const struct {
		const char *text, *tree;
	} rows[] = {
		{"", "{}"},
		{"# nothing\n", "{}"},
		{"---\n...\n", "{}"},
		{"\xEF\xBB\xBF" "a: 1\n", "{a:1}"},
		{"a: 1\nb: 'x'\nc: \"y\\n\"\n", "{a:1,b:'x',c:'y\n'}"},
		{"a: [1, two, {k: v}]\n", "{a:[1,two,{k:v}]}"},
		{"- 1\n- - 2\n", "[1,[2]]"},
		{"a:\nb: ~\n", "{a:,b:~}"},
		{"a: |\n  one\n  two\n", "{a:'one\ntwo\n'}"},
		{"a: {}\nb: []\n", "{a:{},b:[]}"},
		{"a: !!str 5\n", "{a:5}"},
		{"just text", "just text"},
		{"\xC3\xA9: \xE6\x97\xA5\n", "{\xC3\xA9:\xE6\x97\xA5}"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf got = RV_BUF_INIT;
		struct rv_yaml *root;
		struct rv_err err;

		if (rv_yaml_parse(rv_sv(rows[i].text), "t", &arena, &root,
				  &err) != RV_OK)
			fail_msg("\"%s\": %s", rows[i].text, err.msg);
		dump(root, &got);
		assert_sv(rv_buf_sv(&got), rows[i].tree);
		rv_buf_release(&got);
		rv_arena_release(&arena);
	}
}

static void
test_yaml__refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *part; /* of the message */
	} rows[] = {
		{B("a: &x 1\n"), "t: line 1, column 4: anchors"},
		{B("a: 1\nb: *a\n"), "line 2"},
		{B("a: &x [1]\n"), "anchors"},
		{B("a: &x {b: 1}\n"), "anchors"},
		{B("a: !!python/object:os.system x\n"), "tag"},
		{B("a: !local x\n"), "tag"},
		{B("a: ! x\n"), "tag"},
		{B("a: 1\nb: 2\na: 3\n"), "line 3: the key \"a\""},
		{B("x:\n  y: {k: 1, k: 2}\n"), "line 2: the key \"k\""},
		{B("a: 1\n---\nb: 2\n"), "second document"},
		{B("? [1, 2]\n: x\n"), "key"},
		{B("a: [1\n"), "line 2"},
		{B("a: 'open\n"), "line"},
		{B("a: \xFF\n"), "t: line 1"},
		{B("a: \0\n"), "line 1"},
		{B("\xFE\xFF\0a"), "line 1"},
		{B("a: b: c\n"), "line 1"},
		{B("\ta: 1\n"), "line 1"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_yaml *root = NULL;
		struct rv_err err = {0};

		if (rv_yaml_parse(rv_sv_of(rows[i].text, rows[i].n), "t", &arena,
				  &root, &err) != RV_E_PARSE)
			fail_msg("row %zu is taken", i);
		assert_null(root);
		if (!strstr(err.msg, rows[i].part))
			fail_msg("row %zu: %s", i, err.msg);
		rv_arena_release(&arena);
	}
}

static void
test_yaml__limits(void **state)
{
	(void)state;
	for (size_t depth = 30; depth < 36; depth++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		struct rv_yaml *root;

		for (size_t i = 0; i < depth; i++)
			rv_buf_addc(&b, '[');
		for (size_t i = 0; i < depth; i++)
			rv_buf_addc(&b, ']');
		assert_int_equal(rv_yaml_parse(rv_buf_sv(&b), "t", &arena, &root,
					       NULL),
				 depth <= 32 ? RV_OK : RV_E_PARSE);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf b = RV_BUF_INIT;
	struct rv_yaml *root;

	while (b.n <= (size_t)1 << 20)
		rv_buf_adds(&b, "# nothing\n");
	assert_int_equal(rv_yaml_parse(rv_buf_sv(&b), "t", &arena, &root, NULL),
			 RV_E_TOOBIG);
	rv_buf_release(&b);
	rv_arena_release(&arena);
}

static void
test_yaml__get(void **state)
{
	static const char text[] = "a:\n  b.c:\n    d: 1\n  e: {f: yes}\n"
				   "n: -5\nq: \"5\"\nl: [1]\nz: null\ns: off\n";
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_yaml *root;
	int64_t i = 0;
	bool b = false;

	(void)state;
	assert_int_equal(rv_yaml_parse(rv_sv(text), "t", &arena, &root, NULL),
			 RV_OK);
	assert_sv(rv_yaml_sv(rv_yaml_get(root, "a.b.c.d")), "1");
	assert_int_equal(rv_yaml_get(root, "a.b.c.d")->line, 3);
	assert_true(rv_yaml_to_bool(rv_yaml_get(root, "a.e.f"), &b) && b);
	assert_true(rv_yaml_to_bool(rv_yaml_get(root, "s"), &b) && !b);
	assert_true(rv_yaml_to_int(rv_yaml_get(root, "n"), &i));
	assert_int_equal(i, -5);
	assert_false(rv_yaml_to_int(rv_yaml_get(root, "q"), &i));
	assert_false(rv_yaml_to_bool(rv_yaml_get(root, "n"), &b));
	assert_sv(rv_yaml_sv(rv_yaml_get(root, "l")), "");
	assert_null(rv_yaml_get(root, "a.x"));
	assert_null(rv_yaml_get(root, "a.e.f.g"));
	assert_null(rv_yaml_get(root, ""));
	assert_null(rv_yaml_get(NULL, "a"));
	assert_true(rv_yaml_is_null(rv_yaml_get(root, "z")));
	assert_true(rv_yaml_is_null(NULL));
	assert_false(rv_yaml_is_null(root));
	assert_false(rv_yaml_to_int(NULL, &i));
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yaml__tree),
		cmocka_unit_test(test_yaml__refused),
		cmocka_unit_test(test_yaml__limits),
		cmocka_unit_test(test_yaml__get),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
