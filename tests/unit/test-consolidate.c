/* SPDX-License-Identifier: MIT */
/* Consolidation: what is taken, told, checked and cut, on a real store. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/env.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "doc/tokens.h"
#include "story/check.h"
#include "story/consolidate.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define DAY1 INT64_C(1769607900000) /* 2026-01-28T13:45:00Z */
#define A1 "<!-- LAST_PROCESSED: 2026-01-28T13:45:00.000Z -->\n\n"

static const struct rv_env env = {
	.now = INT64_C(1772000000000), .home = "", .tz = "", .user = "op"};
static int stores;

static struct rv_store *
open_store(void)
{
	char name[32];
	struct rv_store_opts opts = {.env = &env};
	struct rv_store *s = NULL;
	struct rv_err err = {0};

	snprintf(name, sizeof(name), "store%d", stores++);
	opts.dir = scratch_path(name);
	if (rv_store_open(&opts, &s, &err) != RV_OK)
		fail_msg("%s", err.msg);
	return s;
}

/* Records one message; `minutes` behind DAY1, or -1 for undated. */
static void
say(struct rv_store *s, const char *entry, int minutes, const char *role,
    const char *text)
{
	struct rv_episode e = {
		.session = RV_SV("s1"),
		.entry = rv_sv(entry),
		.ref = rv_sv(entry),
		.role = rv_sv(role),
		.text = rv_sv(text),
		.time = minutes < 0 ? RV_UNDATED
				    : DAY1 + minutes * RV_MINUTE,
		.class = RV_SOURCE_RECORD,
		.source = RV_SV("record"),
	};
	struct rv_err err = {0};

	rv_episode_identify(&e);
	if (rv_record_append(s, &e, 1, NULL, &err) != RV_OK)
		fail_msg("%s", err.msg);
}

/* A model for each way to go wrong. */
static int calls;
static const char *answers[4];

static rv_status
scripted(const struct rv_model *self, const struct rv_narrate_in *in,
	 struct rv_buf *out, struct rv_err *err)
{
	const char *a = answers[calls++];

	assert_string_equal(self->name, "script");
	if (!a) {
		rv_buf_adds(out, "half a");
		return rv_fail(err, RV_E_MODEL, "It is down: no; wait.");
	}
	if (a[0] == '+') {
		rv_buf_addv(out, in->story);
		a++;
	}
	rv_buf_adds(out, a);
	return RV_OK;
}

static const struct rv_model script = {.name = "script", .narrate = scripted};

static struct rv_consolidate_in
input(const char *story, const struct rv_model *model)
{
	return (struct rv_consolidate_in){
		.story = rv_sv(story),
		.model = model ? model : rv_model_find("extractive"),
	};
}

static const struct rv_check *
check_of(const struct rv_draft *d, const char *code)
{
	for (size_t i = 0; i < d->n_checks; i++)
		if (strcmp(d->checks[i].code, code) == 0)
			return &d->checks[i];
	fail_msg("no check %s", code);
	return NULL;
}

static void
test_draft__extractive(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input("", NULL);
	struct rv_tokens *tokens;
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_draft d;
	char sha[RV_SHA256_HEX];
	size_t all, good;

	(void)state;
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err),
			 RV_E_NO);
	say(s, "1", 1, "user", "We decided to move to Fennel on Friday.");
	say(s, "2", 2, "assistant", "Hello.");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_sv(d.bytes,
		  "<!-- LAST_PROCESSED: 2026-01-28T13:47:00.000Z -->\n\n"
		  "### [2026-01-28 13:46] Fennel\n\n"
		  "User, 13:46: \"We decided to move to Fennel on Friday.\"");
	assert_true(rv_draft_approvable(&d));
	assert_int_equal(d.episodes.n, 2);
	assert_int_equal(d.n_batches, 1);
	assert_int_equal(d.batches[0].n, 2);
	assert_true(d.tokens > 0 && d.tokens == d.batches[0].tokens);
	assert_true(d.anchor_before == RV_UNDATED);
	assert_true(d.anchor_after == DAY1 + 2 * RV_MINUTE);
	assert_string_equal(d.base, "");
	rv_sha256_of(d.bytes, sha);
	assert_string_equal(d.result, sha);
	assert_int_equal(d.stopped.n, 0);
	for (size_t i = 0; i < d.n_checks; i++)
		assert_int_equal(d.checks[i].level, RV_CHECK_OK);

	tokens = rv_tokens_new();
	assert_int_equal(rv_story_support(s, tokens, d.bytes, DAY1,
					  DAY1 + RV_HOUR, &all, &good, &err),
			 RV_OK);
	rv_tokens_free(tokens);
	assert_int_equal(all, 1);
	assert_int_equal(good, 1);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_draft__late_and_anchor(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input(A1 "### [2026-01-01] Old\n\nx",
					    NULL);
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_draft d;

	(void)state;
	say(s, "1", 1, "user", "We decided to move to Fennel.");
	say(s, "2", -1, "user", "We decided to keep Basil.");
	assert_int_equal(rv_store_set_anchor(s, DAY1 + RV_HOUR, &err), RV_OK);
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err),
			 RV_E_NO);
	in.late = true;
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_int_equal(d.episodes.n, 2);
	assert_true(rv_sv_has(d.bytes, RV_SV("Fennel")));
	/* Of the session, but without a file to tell where. */
	assert_true(rv_sv_has(d.bytes, RV_SV("User: \"We decided to keep")));
	rv_arena_release(&arena);

	/* The anchor never goes back. */
	in.story = RV_SV("<!-- LAST_PROCESSED: 2026-03-01T00:00:00.000Z -->"
			 "\n\n### [2026-01-01] Old\n\nx");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_true(d.anchor_after == d.anchor_before);
	assert_true(rv_sv_starts(
		d.bytes,
		RV_SV("<!-- LAST_PROCESSED: 2026-03-01T00:00:00.000Z -->")));
	assert_int_equal(strlen(d.base), 64);
	rv_arena_release(&arena);
	rv_store_free(s);
}

/* One message as the pending log holds it. */
static void
log_message(struct rv_store *s, const char *entry, int minutes,
	    const char *text)
{
	struct rv_episode e = {
		.session = RV_SV("pending-log"),
		.entry = rv_sv(entry),
		.ref = rv_sv(entry),
		.role = RV_SV("user"),
		.text = rv_sv(text),
		.time = DAY1 + minutes * RV_MINUTE,
		.class = RV_SOURCE_PENDING,
		.source = RV_SV("pending-episodes.log"),
		.line = minutes,
	};
	struct rv_err err = {0};
	enum rv_put put;

	rv_episode_identify(&e);
	if (rv_store_begin(s, &err) != RV_OK ||
	    rv_episode_put(s, &e, &put, NULL, &err) != RV_OK ||
	    rv_store_commit(s, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(put, RV_PUT_ADDED);
}

static void
test_draft__pending_log_only(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input("", NULL);
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_draft d;

	(void)state;
	say(s, "1", 1, "user", "We decided to move to Fennel.");
	log_message(s, "2", 2, "We decided to keep Basil.");
	log_message(s, "3", 90, "We decided to call Kenji.");
	assert_int_equal(rv_store_set_anchor(s, DAY1 + RV_HOUR, &err), RV_OK);
	in.trigger = RV_TRIGGER_PENDING;
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_int_equal(d.episodes.n, 2);
	assert_sv(d.episodes.items[0].entry, "2");
	assert_true(d.episodes.items[0].late);
	assert_false(rv_sv_has(d.bytes, RV_SV("Fennel")));
	/* All: the late ones of the log wait like any other. */
	in.trigger = RV_TRIGGER_ALL;
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_int_equal(d.episodes.n, 1);
	assert_sv(d.episodes.items[0].entry, "3");
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_draft__stops_at_failed_batch(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input("", &script);
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_draft d;

	(void)state;
	in.token_limit = 5;
	say(s, "1", 1, "user", "seventeen letters");
	say(s, "2", 2, "user", "two");
	say(s, "3", 3, "user", "three");
	say(s, "4", 4, "user", "seventeen letters more than five tokens");
	calls = 0;
	answers[0] = "### [2026-01-28 13:46] A\n\nfirst";
	answers[1] = "+\n\nsecond";
	answers[2] = NULL;
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_int_equal(calls, 3);
	assert_int_equal(d.n_batches, 2);
	assert_int_equal(d.episodes.n, 3);
	assert_sv(d.stopped, "It is down: no; wait.");
	assert_true(d.anchor_after == DAY1 + 3 * RV_MINUTE);
	assert_true(rv_sv_ends(d.bytes, RV_SV("A\n\nfirst\n\nsecond")));
	rv_arena_release(&arena);

	/* The first one: the run fails. */
	calls = 0;
	answers[0] = NULL;
	memset(&err, 0, sizeof(err));
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err),
			 RV_E_MODEL);
	assert_string_equal(err.msg, "It is down: no; wait.");
	rv_arena_release(&arena);

	/* A model that gives back nothing takes nothing away. */
	calls = 0;
	answers[0] = " \n";
	in.story = RV_SV("old");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err),
			 RV_E_MODEL);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_draft__model_text_is_checked(void **state)
{
	static const struct {
		const char *answer, *code;
		enum rv_check_level level;
	} rows[] = {
		{"+\n\n### [2026-01-28 13:46] B\n\nb", "story.anchor",
		 RV_CHECK_OK},
		{"+\n\n<!-- LAST_PROCESSED: 2030-01-01T00:00:00Z -->",
		 "story.anchor", RV_CHECK_WARN},
		{"+\n\n[object Object]", "story.metadata", RV_CHECK_FAIL},
		{"```markdown\n### [2026-01-01 10:00] Old\n\na b c d e f g h i "
		 "j\n```",
		 "story.metadata", RV_CHECK_FAIL},
		{"{\"story\":\"a b c d e f g h i j k\"}", "story.metadata",
		 RV_CHECK_FAIL},
		{"+\n\n# IDENTITY.md\nI am Ada.", "story.metadata",
		 RV_CHECK_WARN},
		{"+\n\nassistant: done", "story.metadata", RV_CHECK_WARN},
		{"+\n\nMara, 13:46: \"[object Object]\"", "story.metadata",
		 RV_CHECK_OK},
		{"+\n\n### 2026-01-28 Bad heading", "story.chapters",
		 RV_CHECK_WARN},
		{"+\n\n### [2026-02-30 10:00] No such day", "story.chapters",
		 RV_CHECK_WARN},
		{"### [2026-01-01 10:00] Old\n\na b", "story.shrink",
		 RV_CHECK_FAIL},
		{"### [2026-01-01 10:00] Old\n\na b c d e f g h",
		 "story.shrink", RV_CHECK_OK},
		{"### [2026-01-01 10:00] New\n\na b c d e f g h i j",
		 "story.lost", RV_CHECK_WARN},
		{"+\n\nkey AKIA" "IOSFODNN7XB3MPLQ ok", "story.secret",
		 RV_CHECK_FAIL},
		{"+\n\na b c d e f g h i j k l m n o p q r s t u v w x y z",
		 "story.length", RV_CHECK_WARN},
		{"+\n\n\xFF\xFE", "story.empty", RV_CHECK_FAIL},
	};
	struct rv_consolidate_in in =
		input(A1 "### [2026-01-01 10:00] Old\n\na b c d e f g h i j",
		      &script);
	struct rv_store *s = open_store();

	(void)state;
	in.max_words = 30;
	say(s, "1", 1, "user", "something");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_err err = {0};
		struct rv_story_doc doc;
		struct rv_draft d;
		const struct rv_check *c;

		calls = 0;
		answers[0] = rows[i].answer;
		if (rv_consolidate_draft(s, &in, &arena, &d, &err) != RV_OK)
			fail_msg("%s: %s", rows[i].answer, err.msg);
		c = check_of(&d, rows[i].code);
		if (c->level != rows[i].level)
			fail_msg("%s: %s %s: %.*s", rows[i].answer, c->code,
				 rv_check_level_name(c->level),
				 RV_SV_ARG(c->message));
		assert_true(rv_sv_ends(c->message, RV_SV(".")));
		assert_int_equal(rv_draft_approvable(&d),
				 rows[i].level != RV_CHECK_FAIL);
		/* Whatever the model says: one anchor, ours, on line 1. */
		rv_story_parse(d.bytes, &arena, &doc);
		assert_int_equal(doc.anchors, 1);
		assert_true(doc.anchor == DAY1 + RV_MINUTE);
		assert_true(rv_sv_starts(d.bytes, RV_SV("<!-- LAST")));
		rv_arena_release(&arena);
	}
	rv_store_free(s);
}

static void
test_draft__nothing_told(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input("", NULL);
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_draft d;

	(void)state;
	say(s, "1", 1, "user", "Hi!");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_int_equal(check_of(&d, "story.empty")->level, RV_CHECK_FAIL);
	assert_false(rv_draft_approvable(&d));
	/* With a story the anchor moves and the text stays. */
	in.story = RV_SV(A1 "old\n\ntext");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	assert_sv(d.bytes, "<!-- LAST_PROCESSED: 2026-01-28T13:46:00.000Z -->"
			   "\n\nold\n\ntext");
	assert_true(rv_draft_approvable(&d));
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_edit__anchor_is_ours(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_consolidate_in in = input("", NULL);
	struct rv_store *s = open_store();
	struct rv_err err = {0};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_draft d;
	char sha[RV_SHA256_HEX];

	(void)state;
	say(s, "1", 1, "user", "We decided to move to Fennel.");
	assert_int_equal(rv_consolidate_draft(s, &in, &arena, &d, &err), RV_OK);
	rv_buf_addv(&text, d.bytes);
	rv_buf_adds(&text, "\n\nI was glad.\n");
	assert_int_equal(rv_consolidate_edit(&in, rv_buf_sv(&text), &arena, &d,
					     &err),
			 RV_OK);
	assert_true(rv_sv_ends(d.bytes, RV_SV("\n\nI was glad.")));
	assert_int_equal(check_of(&d, "story.anchor")->level, RV_CHECK_OK);
	rv_sha256_of(d.bytes, sha);
	assert_string_equal(d.result, sha);

	assert_int_equal(
		rv_consolidate_edit(
			&in,
			RV_SV("<!-- LAST_PROCESSED: 2031-01-01T00:00:00Z -->\n"
			      "I was glad."),
			&arena, &d, &err),
		RV_OK);
	assert_sv(d.bytes, "<!-- LAST_PROCESSED: 2026-01-28T13:46:00.000Z -->"
			   "\n\nI was glad.");
	assert_int_equal(check_of(&d, "story.anchor")->level, RV_CHECK_WARN);
	assert_int_equal(rv_consolidate_edit(&in, RV_SV(" "), &arena, &d, &err),
			 RV_OK);
	assert_false(rv_draft_approvable(&d));
	rv_buf_release(&text);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_support__table(void **state)
{
	static const struct {
		const char *body;
		size_t all, good;
	} rows[] = {
		{"", 0, 0},
		{"Mara, 13:46: \"We agreed to buy Fennel.\"", 1, 1},
		{"Mara, 13:46: \"We agreed to sell Fennel.\"", 1, 0},
		{"I was told. Mara decided: \"We agreed to buy Fennel.\" Good.",
		 3, 1},
		{"We agreed\nto   buy Fennel.\n\n---\n\nBasil stays off!", 2,
		 2},
		{"Mara, 13:46: \"Basil [\xE2\x80\xA6]\"", 1, 1},
		{"It was \xC2\xAB" "Basil stays off\xC2\xBB, she said.", 1, 1},
		/* Said later that day, and on another one. */
		{"Mara, 20:45: \"The evening was long.\"", 1, 1},
		{"Mara, 13:45: \"Another day.\"", 1, 0},
		/* In other words. */
		{"Fennel was bought, we agreed.", 1, 1},
		{"The sun was setting over Fennel.", 1, 0},
	};
	struct rv_tokens *tokens = rv_tokens_new();
	struct rv_store *s = open_store();
	struct rv_err err = {0};

	(void)state;
	say(s, "1", 1, "user", "Well: We agreed  to buy\nFennel. And more.");
	say(s, "2", 2, "assistant", "Basil stays off! I looked.");
	say(s, "3", 420, "user", "The evening was long.");
	say(s, "4", 1440, "user", "Another day.");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t all = 99, good = 99;

		assert_int_equal(rv_story_support(s, tokens,
						  rv_sv(rows[i].body), DAY1,
						  DAY1 + RV_HOUR, &all, &good,
						  &err),
				 RV_OK);
		if (all != rows[i].all || good != rows[i].good)
			fail_msg("%s: %zu of %zu", rows[i].body, good, all);
	}
	rv_tokens_free(tokens);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_draft__extractive),
		cmocka_unit_test(test_draft__late_and_anchor),
		cmocka_unit_test(test_draft__pending_log_only),
		cmocka_unit_test(test_draft__stops_at_failed_batch),
		cmocka_unit_test(test_draft__model_text_is_checked),
		cmocka_unit_test(test_draft__nothing_told),
		cmocka_unit_test(test_edit__anchor_is_ours),
		cmocka_unit_test(test_support__table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
