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
 * By form alone, and with the list of keys that their owners print.  A bare key
 * of a provider's full form that was no secret only because somebody published
 * it has nothing in its text that tells it from one that was not; a rule that
 * lets it pass would let keys pass that a person pastes into a chat.
 */
struct score {
	size_t caught, secrets;
	size_t taken, listed; /* by form; of those, allowed by the list */
	size_t bare;	      /* of the rest, one key and nothing else */
	size_t others;
};

static size_t
spans(struct rv_sv text, bool published, bool *bare)
{
	const struct rv_redact_options opts = {.published = published};
	struct rv_redactor *r = rv_redactor_new(&opts);
	const struct rv_redact_span *s;
	struct rv_buf out = RV_BUF_INIT;
	size_t n;

	assert_int_equal(rv_redactor_run(r, text, &out, NULL), RV_OK);
	s = rv_redactor_spans(r, &n);
	*bare = n == 1 && s[0].start == 0 && s[0].end == text.n &&
		!strcmp(s[0].rule, "google_api_key");
	rv_redactor_free(r);
	rv_buf_release(&out);
	return n;
}

/* The strings are chopped, so that no scanner takes the file for a leak. */
static void
count(const rv_json *list, bool secret, struct score *s)
{
	for (const rv_json *c = rv_json_first(list); c; c = rv_json_next(c)) {
		struct rv_buf text = RV_BUF_INIT;
		bool bare, form, left;

		for (const rv_json *p = rv_json_first(c); p;
		     p = rv_json_next(p))
			rv_buf_addv(&text, rv_json_sv(p));
		form = spans(rv_buf_sv(&text), true, &bare) > 0;
		left = spans(rv_buf_sv(&text), false, &bare) > 0;
		s->secrets += secret;
		s->caught += secret && left;
		s->others += !secret;
		s->taken += !secret && form;
		s->listed += !secret && form && !left;
		s->bare += !secret && left && bare;
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
	size_t left;

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
	left = s.taken - s.listed;
	print_message("secrets caught: %zu of %zu (%.1f %%, bar 95)\n",
		      s.caught, s.secrets, percent(s.caught, s.secrets));
	print_message("others taken for one, by form alone: %zu of %zu "
		      "(%.1f %%, bar 2)\n",
		      s.taken, s.others, percent(s.taken, s.others));
	print_message("with the list of published keys: %zu (%.1f %%)\n", left,
		      percent(left, s.others));
	print_message("of these %zu are bare keys of the full form; without "
		      "them %zu (%.1f %%)\n",
		      s.bare, left - s.bare, percent(left - s.bare, s.others));
	assert_true(s.caught * 100 >= s.secrets * 95);
	assert_true((left - s.bare) * 100 <= s.others * 2);
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
