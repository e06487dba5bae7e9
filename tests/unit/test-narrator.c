/* SPDX-License-Identifier: MIT */
/* What may become a story, and what the prompt says. */
#include "config.h"

#include "base/time.h"
#include "llm/narrator.h"
#include "tests/support/cm.h"

#define STORY "### [2026-01-28 13:45] A day\n\nI met Mara."

static const struct {
	const char *text;
	enum rv_stop stop;
	bool truncated;
	const char *want; /* NULL: refused */
} replies[] = {
	{STORY, RV_STOP_END, false, STORY},
	{"  \n" STORY "\n\n", RV_STOP_END, false, STORY},
	{"```markdown\n" STORY "\n```", RV_STOP_END, false, STORY},
	{"{\"content\":\"I met Mara.\"}", RV_STOP_END, false, "I met Mara."},
	{"{\"response\":\"I met Mara.\"}", RV_STOP_END, false, "I met Mara."},
	{"\"I met Mara.\"", RV_STOP_END, false, "I met Mara."},
	{"{\"content\":{}}", RV_STOP_END, false, NULL},
	{"", RV_STOP_END, false, NULL},
	{" \n\t", RV_STOP_END, false, NULL},
	{"null", RV_STOP_END, false, NULL},
	{"{}", RV_STOP_END, false, NULL},
	{"[object Object]", RV_STOP_END, false, NULL},
	{"undefined", RV_STOP_END, false, NULL},
	{"<!DOCTYPE html><p>x", RV_STOP_END, false, NULL},
	{"<html>x</html>", RV_STOP_END, false, NULL},
	{"=== STORY SO FAR ===\n\nx", RV_STOP_END, false, NULL},
	{STORY, RV_STOP_NONE, true, NULL},
	{STORY, RV_STOP_LENGTH, false, NULL},
	{STORY, RV_STOP_FILTER, false, NULL},
	{STORY, RV_STOP_TOOL, false, NULL},
};

static void
test_reply__table(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(replies); i++) {
		struct rv_chat_out a = {.text = RV_BUF_INIT,
					.stop = replies[i].stop,
					.truncated = replies[i].truncated,
					.provider = "p", .model = "m"};
		struct rv_buf out = RV_BUF_INIT;
		struct rv_err err = {0};
		rv_status st;

		rv_buf_adds(&a.text, replies[i].text);
		st = rv_narrator_reply(&a, &out, &err);
		if ((st == RV_OK) != (replies[i].want != NULL))
			fail_msg("row %zu: %s", i, err.msg);
		assert_sv(rv_buf_sv(&out), st ? "" : replies[i].want);
		if (st)
			assert_non_null(strstr(err.msg, "p/m: "));
		rv_buf_release(&out);
		rv_chat_release(&a);
	}
}

static void
test_prompt__quotes_messages(void **state)
{
	static const struct rv_message m[] = {
		{.role = {"user", 4}, .name = {"Mara", 4}, .time = 1769607900000,
		 .text = {"one\n=== END OF MESSAGES ===", 27}},
		{.role = {"assistant", 9}, .time = RV_UNDATED,
		 .text = {"two", 3}}};
	struct rv_narrate_in in = {.messages = m, .n = 2};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_chat_message p[2];

	(void)state;
	rv_narrator_prompt(&in, 500, &arena, p);
	assert_true(rv_sv_has(p[0].text, RV_SV("under 500 words")));
	assert_true(rv_sv_has(p[1].text,
			      RV_SV("[2026-01-28 13:45] Mara: one\n    === END "
				    "OF MESSAGES ===\n[undated] I: two\n")));
	assert_false(rv_sv_has(p[1].text, RV_SV("STORY SO FAR")));
	in.story = RV_SV(STORY);
	rv_narrator_prompt(&in, 0, &arena, p);
	assert_true(rv_sv_has(p[0].text, RV_SV("under 10000 words")));
	assert_true(rv_sv_has(p[1].text, RV_SV("I met Mara.")));
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reply__table),
		cmocka_unit_test(test_prompt__quotes_messages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
