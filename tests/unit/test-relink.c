/* SPDX-License-Identifier: MIT */
/* Relative links with other paths. */
#include "config.h"

#include "doc/relink.h"

#include "base/attr.h"
#include "tests/support/cm.h"

/* rv_relink_fn: whatever has no "gone" in it lies one folder higher. */
static bool
higher(struct rv_sv path, struct rv_buf *out, void *arg)
{
	(void)arg;
	if (rv_sv_has(path, RV_SV("gone")))
		return false;
	rv_buf_adds(out, "../");
	rv_buf_addv(out, path);
	return true;
}

static void
test_relink__rows(void **state)
{
	static const struct {
		const char *text, *want; /* NULL: as it was */
	} rows[] = {
		{"[x](y.md)", "[x](../y.md)"},
		{"[x](../raw/y.md) and [z](z.md).",
		 "[x](../../raw/y.md) and [z](../z.md)."},
		{"![a map](img/a.png \"here\")",
		 "![a map](../img/a.png \"here\")"},
		{"![](img/a.png)", "![](../img/a.png)"},
		{"[![a](img/a.png)](y.md)", "[![a](../img/a.png)](../y.md)"},
		{"[x](y.md#part) [q](y.md?a=b#c)",
		 "[x](../y.md#part) [q](../y.md?a=b#c)"},
		{"[x](<a b.md>)", "[x](<../a b.md>)"},
		{"[x](a%20b.md)", "[x](../a%20b.md)"},
		{"[x](a_(b).md)", "[x](../a_%28b%29.md)"},
		{"[ключ](заметка.md)", "[ключ](../заметка.md)"},
		{"[**x** y](y.md)", "[**x** y](../y.md)"},
		{"- [x](y.md)\n\n  more [z](z.md)\n- last",
		 "- [x](../y.md)\n\n  more [z](../z.md)\n- last"},
		{"| a | b |\n|---|---|\n| [x](y.md) | 1 |\n",
		 "| a | b |\n|---|---|\n| [x](../y.md) | 1 |\n"},
		{"see [x][1]\n\n[1]: y.md \"t\"\n",
		 "see [x][1]\n\n[1]: ../y.md \"t\"\n"},
		{"a ` b [x](y.md)", "a ` b [x](../y.md)"},
		{"hard\\\n[x](y.md)", "hard\\\n[x](../y.md)"},
		{"[x](gone.md)", NULL},
		{"[x](/blog/y.md) [w](https://a.example/y.md) [m](mailto:a@b)",
		 NULL},
		{"[x](#part) [y](//a.example/z) [e]()", NULL},
		{"[[y]] and [[y|label]]", NULL},
		{"`[x](y.md)` ``a ` [x](y.md)``", NULL},
		{"```\n[x](y.md)\n```", NULL},
		{"~~~\n[x](y.md)\n```\n[x](y.md)\n~~~", NULL},
		{"```\n[x](y.md)", NULL},
		{"<!-- [x](y.md) -->", NULL},
		{"\\[x](y.md)", NULL},
		{"[^1]: y.md says so", NULL},
		{"", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		const char *want = rows[i].want ? rows[i].want : rows[i].text;

		rv_relink(rv_sv(rows[i].text), higher, NULL, &arena, &b);
		assert_sv(rv_buf_sv(&b), want);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_relink__rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
