/* SPDX-License-Identifier: MIT */
/* Each page of a real vault, promoted to each kind of memory: exactly the
 * warnings that are listed. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/path.h"
#include "tests/support/cm.h"
#include "tests/support/desk.h"
#include "trust/promote.h"

static const enum rv_promote_to kinds[] = {RV_TO_CONCEPT, RV_TO_ENTITY,
					   RV_TO_DECISION, RV_TO_MEMORY,
					   RV_TO_RAW};

static void
add_warnings(struct desk *d, const char *path, struct rv_buf *out)
{
	for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
		struct rv_promote_in in = {
			.store = d->store, .workspace = d->workspace,
			.wiki = "wiki", .raw = "raw", .memory = "MEMORY.md",
			.now = DESK_NOW, .source = rv_sv(path),
			.text = desk_read(d, path), .to = kinds[k],
		};
		struct rv_promotion p;

		assert_int_equal(rv_promote(&in, &d->arena, &p, NULL), RV_OK);
		for (size_t i = 0; i < p.n_checks; i++)
			if (p.checks[i].level != RV_TRUST_OK)
				rv_buf_addf(out, "%s %s %s %s\n",
					    rv_promote_to_name(kinds[k]),
					    p.checks[i].code,
					    p.checks[i].level == RV_TRUST_FAIL
						    ? "fail"
						    : "warn",
					    path);
	}
}

static void
test_vault__promotions(void **state)
{
	const char *src = getenv("SRCDIR") ? getenv("SRCDIR") : ".";
	struct rv_buf got = RV_BUF_INIT, want = RV_BUF_INIT;
	struct dirent **names;
	char path[4096];
	struct desk d;
	int n;

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/../shared/data/wiki/openseed",
		       src);
	n = scandir(path, &names, NULL, alphasort);
	if (n < 0)
		skip();
	desk_open(&d, "vault");
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < n; i++) {
			struct rv_buf b = RV_BUF_INIT;
			const char *rel = rv_arena_printf(&d.arena, "wiki/%s",
							  names[i]->d_name);

			if (!rv_sv_ends(rv_sv(rel), RV_SV(".md")))
				continue;
			assert_int_equal(
				rv_path_read(rv_path_join_in(&d.arena, path,
							     names[i]->d_name),
					     1 << 24, &b, NULL),
				RV_OK);
			if (!round)
				desk_bytes(&d, rel, b.p, b.n);
			else
				add_warnings(&d, rel, &got);
			rv_buf_release(&b);
		}
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	(void)snprintf(path, sizeof(path),
		       "%s/tests/data/vault-promotions.txt", src);
	assert_int_equal(rv_path_read(path, 1 << 20, &want, NULL), RV_OK);
	if (!rv_sv_eq(rv_buf_sv(&got), rv_buf_sv(&want))) {
		struct rv_sv rest = rv_buf_sv(&got), line;

		while (rv_sv_next_line(&rest, &line))
			print_message("%.*s\n", RV_SV_ARG(line));
		fail_msg("other warnings than tests/data/"
			 "vault-promotions.txt lists");
	}
	rv_buf_release(&got);
	rv_buf_release(&want);
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vault__promotions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
