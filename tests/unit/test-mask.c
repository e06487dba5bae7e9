/* SPDX-License-Identifier: MIT */
/* Names: masked once and for all, still told apart, and found again. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

/* Literals are in pieces, so that no scanner takes this file for a leak. */
#define GH "ghp" "_16C7e42F292c6912E7710c838347Ae178B4a"
#define GH2 "ghp" "_26C7e42F292c6912E7710c838347Ae178B4b"

static const char *const names[] = {
	GH,
	"m-" GH,
	GH ".md",
	"of " GH " and " GH2,
	"password=hunter" "2Secret",
	"api_key=q7ZrT2mXw9Lk4Vb8" "Np3Hs6Yd",
	"https://user:hunter" "2Secret@example.org/v1?key=" GH,
	"-----BEGIN RSA PRIVATE" " KEY-----",
	"server 91.20.30.40",
	"AKIA" "IOSFODNN7XB3MPLQ",
};

static void
test_mask__once(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct rv_sv name = rv_sv(names[i]), once, twice;
		size_t hits = 0;

		once = rv_mask_name(&arena, name, &hits);
		assert_int_equal(hits, 1);
		assert_false(rv_sv_eq(once, name));
		assert_int_equal(rv_redact_count(once), 0);
		twice = rv_mask_name(&arena, once, &hits);
		assert_true(rv_sv_eq(once, twice));
		assert_int_equal(hits, 1);
		once = rv_mask_path(&arena, name, NULL);
		assert_int_equal(rv_redact_count(once), 0);
		assert_true(rv_sv_eq(once, rv_mask_path(&arena, once, NULL)));
	}
	rv_arena_release(&arena);
}

static void
test_mask__form(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv a, b;

	(void)state;
	a = rv_mask_name(&arena, RV_SV("m-" GH), NULL);
	assert_true(rv_sv_starts(a, RV_SV("m-<GITHUB_TOKEN>~")));
	assert_int_equal(a.n, strlen("m-<GITHUB_TOKEN>~") + 12);
	/* The same wherever it stands, another one for another secret. */
	b = rv_mask_name(&arena, RV_SV(GH2 " " GH), NULL);
	assert_true(rv_sv_ends(b, rv_sv_slice(a, 2, a.n)));
	b = rv_mask_name(&arena, RV_SV("m-" GH2), NULL);
	assert_false(rv_sv_eq(a, b));
	/* Ordinary names are left alone, and not even copied. */
	a = RV_SV("wiki/entities/falkordb-backup-2026-01-30.md");
	b = rv_mask_path(&arena, a, NULL);
	assert_ptr_equal(a.p, b.p);
	a = RV_SV("one\ntwo");
	b = rv_mask_names(&arena, a, NULL);
	assert_ptr_equal(a.p, b.p);
	b = rv_mask_names(&arena, RV_SV("one\n" GH "\n" GH2), NULL);
	assert_true(rv_sv_starts(b, RV_SV("one\n<GITHUB_TOKEN>~")));
	assert_int_equal(rv_redact_count(b), 0);
	rv_arena_release(&arena);
}

static void
test_mask__real(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	static const char *const files[] = {
		"dir-" GH "/" GH2 ".md", "dir-" GH "/plain.md",
		"password=/hunter" "2Secret.md", "plain.md"};
	char root[512];

	(void)state;
	snprintf(root, sizeof(root), "%s", scratch_path("."));
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		char dir[256];
		struct rv_sv masked;

		snprintf(dir, sizeof(dir), "%s", files[i]);
		*(strrchr(dir, '/') ? strrchr(dir, '/') : dir) = '\0';
		assert_int_equal(rv_path_mkdirs(scratch_path(dir), 0700, NULL),
				 RV_OK);
		scratch_write(files[i], RV_SV("x"));
		masked = rv_mask_path(&arena, rv_sv(files[i]), NULL);
		assert_int_equal(rv_redact_count(masked), 0);
		assert_string_equal(
			rv_mask_real(&arena, root,
				     rv_sv_cstr_in(&arena, masked)),
			files[i]);
	}
	/* What nobody has stays as it was given. */
	assert_string_equal(rv_mask_real(&arena, root, "<NAME>~0123/x.md"),
			    "<NAME>~0123/x.md");
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mask__once),
		cmocka_unit_test(test_mask__form),
		cmocka_unit_test(test_mask__real),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
