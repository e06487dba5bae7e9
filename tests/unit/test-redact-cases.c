/* SPDX-License-Identifier: MIT */
/* Masking on public test strings, where they are there: two percentages. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "doc/redact.h"
#include "tests/support/cm.h"

struct score {
	size_t caught, secrets, taken, others;
};

/* The strings are chopped, so that no scanner takes the file for a leak. */
static bool
masked(const rv_json *pieces)
{
	struct rv_buf text = RV_BUF_INIT;
	bool hit;

	for (const rv_json *p = rv_json_first(pieces); p; p = rv_json_next(p))
		rv_buf_addv(&text, rv_json_sv(p));
	hit = rv_redact_count(rv_buf_sv(&text)) > 0;
	rv_buf_release(&text);
	return hit;
}

static void
count(const rv_json *list, size_t *hits, size_t *all)
{
	for (const rv_json *c = rv_json_first(list); c; c = rv_json_next(c)) {
		*hits += masked(c);
		*all += 1;
	}
}

static const char *
data_path(char *out, size_t n)
{
	const char *top = getenv("SRCDIR");

	(void)snprintf(out, n, "%s/../shared/data/redaction/cases.json",
		       top ? top : ".");
	return out;
}

static void
test_redact__public_cases(void **state)
{
	struct rv_buf text = RV_BUF_INIT;
	struct score s = {0};
	struct rv_json_doc doc;
	char path[4096];

	(void)state;
	if (rv_path_read(data_path(path, sizeof(path)), (size_t)1 << 26, &text,
			 NULL) != RV_OK) {
		print_message("skipped: no %s\n", path);
		rv_buf_release(&text);
		skip();
	}
	assert_int_equal(rv_json_parse(rv_buf_sv(&text), &doc, NULL), RV_OK);
	for (const rv_json *r = rv_json_first(rv_json_get(doc.root, "rules"));
	     r; r = rv_json_next(r)) {
		count(rv_json_get(r, "secret"), &s.caught, &s.secrets);
		count(rv_json_get(r, "not_secret"), &s.taken, &s.others);
	}
	print_message("caught %zu of %zu (%.1f %%), taken for one %zu of %zu "
		      "(%.1f %%)\n",
		      s.caught, s.secrets,
		      100.0 * (double)s.caught / (double)s.secrets, s.taken,
		      s.others, 100.0 * (double)s.taken / (double)s.others);
	assert_true(s.caught * 100 >= s.secrets * 95);
	assert_true(s.taken * 100 <= s.others * 2);
	rv_json_release(&doc);
	rv_buf_release(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redact__public_cases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
