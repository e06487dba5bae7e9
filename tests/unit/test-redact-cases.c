/* SPDX-License-Identifier: MIT */
/* Masking on public test strings, where they are there: what it comes to. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "doc/redact.h"
#include "tests/support/cm.h"

/*
 * By form alone, and with the list of keys that their owners print: nothing in
 * the text of a published key tells it from one that was kept.
 */
struct score {
	size_t caught, secrets;
	size_t form, taken; /* of the others: by form, and with the list */
	size_t others;
};

static bool
hit(struct rv_sv text, bool published)
{
	const struct rv_redact_options opts = {.published = published};
	struct rv_redactor *r = rv_redactor_new(&opts);
	struct rv_buf out = RV_BUF_INIT;
	size_t n;

	assert_int_equal(rv_redactor_run(r, text, &out, NULL), RV_OK);
	(void)rv_redactor_spans(r, &n);
	rv_redactor_free(r);
	rv_buf_release(&out);
	return n > 0;
}

/* The strings are chopped, so that no scanner takes the file for a leak. */
static void
count(const rv_json *list, bool secret, struct score *s)
{
	for (const rv_json *c = rv_json_first(list); c; c = rv_json_next(c)) {
		struct rv_buf text = RV_BUF_INIT;
		bool kept;

		for (const rv_json *p = rv_json_first(c); p;
		     p = rv_json_next(p))
			rv_buf_addv(&text, rv_json_sv(p));
		kept = !hit(rv_buf_sv(&text), false);
		s->secrets += secret;
		s->caught += secret && !kept;
		s->others += !secret;
		s->taken += !secret && !kept;
		s->form += !secret && hit(rv_buf_sv(&text), true);
		rv_buf_release(&text);
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

static double
percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
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
		count(rv_json_get(r, "secret"), true, &s);
		count(rv_json_get(r, "not_secret"), false, &s);
	}
	print_message("secrets caught: %zu of %zu (%.1f %%, bar 95)\n",
		      s.caught, s.secrets, percent(s.caught, s.secrets));
	print_message("others taken for one: %zu of %zu (%.1f %%, bar 2); by "
		      "form alone, without the list of published keys: %zu\n",
		      s.taken, s.others, percent(s.taken, s.others), s.form);
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
