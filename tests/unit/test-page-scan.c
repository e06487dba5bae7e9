/* SPDX-License-Identifier: MIT */
/* Which pages changed: the same list, whichever thread walks where. */
#include "config.h"

#include <unistd.h>

#include "engine/scan.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/workspace.h"

#define ROUNDS 100

/* "path;" of what is to be read, "-path;" of what is gone. */
static void
expect(struct rv_engine *e, const char *want)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct rv_buf got = RV_BUF_INIT;
		struct rv_scan scan;

		assert_int_equal(rv_scan_run(e, &scan, NULL), RV_OK);
		for (size_t k = 0; k < scan.n; k++)
			rv_buf_addf(&got, "%s %s;", scan.items[k].rel,
				    rv_layer_name(scan.items[k].layer));
		for (size_t k = 0; k < scan.n_gone; k++)
			rv_buf_addf(&got, "-%.*s;", RV_SV_ARG(scan.gone[k]));
		assert_sv(rv_buf_sv(&got), want);
		rv_buf_release(&got);
		rv_scan_release(&scan);
	}
}

static void
test_page_scan__order(void **state)
{
	struct rv_engine *e;

	(void)state;
	workspace_put("w", "wiki/a/x.md", "1");
	workspace_put("w", "raw/2026/z.md", "1");
	workspace_put("w", "memory/2026-01-01.md", "1");
	workspace_put("w", "MEMORY.md", "1");
	workspace_put("w", "other/v.md", "1");
	workspace_put("w", "wiki/a/no.txt", "1");
	workspace_put("w", ".reverie/config.yaml", "paths:\n  vault: [other, wiki/a]\n");
	e = workspace_open("w");
	expect(e, "raw/2026/z.md raw;wiki/a/x.md wiki;"
		  "memory/2026-01-01.md derived;other/v.md wiki;"
		  "wiki/a/x.md wiki;MEMORY.md derived;");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	expect(e, "");
	/* one that is known is met twice, and read once */
	workspace_put("w", "wiki/a/x.md", "12");
	workspace_put("w", "wiki/a/new.md", "1");
	workspace_put("w", "MEMORY.md", "12");
	unlink(scratch_path("w/other/v.md"));
	expect(e, "wiki/a/new.md wiki;wiki/a/x.md wiki;wiki/a/new.md wiki;"
		  "MEMORY.md derived;-other/v.md;");
	rv_engine_free(e);
}

/* A room that cannot be read is an error, whoever met it. */
static void
test_page_scan__no_directory(void **state)
{
	struct rv_engine *e;
	struct rv_err err = {0};
	struct rv_scan scan;

	(void)state;
	workspace_put("w", "raw/z.md", "1");
	e = workspace_open("w");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	workspace_put("w", "plain", "1");
	e->map.wiki = scratch_path("w/plain");
	for (int i = 0; i < ROUNDS; i++) {
		assert_int_equal(rv_scan_run(e, &scan, &err), RV_E_IO);
		assert_non_null(strstr(err.msg, "w/plain"));
	}
	rv_engine_free(e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_page_scan__order),
		cmocka_unit_test(test_page_scan__no_directory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
