/* SPDX-License-Identifier: MIT */
/* Retries, failover, limits, and what the operator reads. */
#include "config.h"

#include "llm/chat.h"
#include "tests/support/cm.h"
#include "tests/support/fakehttp.h"

#define GOOD "data: {\"choices\":[{\"delta\":{\"content\":\"fine\"}}]}\n\n" \
	"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n" \
	"data: [DONE]\n\n"
#define KEY "sk-test-1234567890abcdef"

static const struct rv_chat_message hello[] = {{"user", {"Hi", 2}}};
static const struct rv_chat_target targets[] = {
	{.provider = "openai", .model = "gpt-x", .key = RV_SV(KEY)},
	{.provider = "copilot", .model = "gpt-4o", .key = RV_SV(KEY)},
};

struct result {
	rv_status st;
	struct rv_chat_out out;
	struct rv_err err;
};

static struct result
ask(const struct fake_reply *replies, size_t n, size_t n_targets)
{
	struct rv_chat_call call = fake_call(targets, n_targets);
	const struct rv_chat_in in = {.messages = hello, .n = 1,
				      .temperature = -1};
	struct result r = {.st = RV_OK};

	fake_http_set(replies, n);
	r.st = rv_chat(&call, &in, &r.out, &r.err);
	return r;
}

/* status, header, does it ask again, and after how long at least */
static const struct {
	int status;
	const char *after, *after_ms, *body;
	bool again;
	int64_t least, most;
} classes[] = {
	{408, NULL, NULL, "{}", true, 0, 5000},
	{409, NULL, NULL, "{}", true, 0, 5000},
	{429, "2", NULL, "{}", true, 2000, 4000},
	{429, "0.5", NULL, "{}", true, 500, 2000},
	{429, NULL, "750", "{}", true, 750, 2000},
	{429, "Wed, 28 Jan 2026 14:00:09 GMT", NULL, "{}", true, 8000, 14000},
	{429, "soon", NULL, "{}", true, 0, 5000},
	{429, "100000", NULL, "{}", false, 0, 0},
	{429, NULL, NULL,
	 "{\"error\":{\"message\":\"q\",\"code\":\"insufficient_quota\"}}",
	 false, 0, 0},
	{429, NULL, NULL,
	 "{\"error\":{\"code\":429,\"message\":\"q\",\"details\":[{\"@type\":"
	 "\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"3s\"}]"
	 "}}",
	 true, 3000, 6000},
	{500, NULL, NULL, "<html>oops</html>", true, 0, 5000},
	{502, NULL, NULL, "", true, 0, 5000},
	{503, NULL, NULL, "", true, 0, 5000},
	{504, NULL, NULL, "", true, 0, 5000},
	{529, NULL, NULL, "{\"type\":\"error\",\"error\":{\"type\":"
			  "\"overloaded_error\",\"message\":\"Overloaded\"}}",
	 true, 0, 5000},
	{400, NULL, NULL, "{}", false, 0, 0},
	{401, NULL, NULL, "{}", false, 0, 0},
	{403, NULL, NULL, "{}", false, 0, 0},
	{404, NULL, NULL, "{\"error\":\"model 'x' not found\"}", false, 0, 0},
	{413, NULL, NULL, "{}", false, 0, 0},
	{422, NULL, NULL, "{\"detail\":[{\"msg\":\"bad\"}]}", false, 0, 0},
	{0, NULL, NULL, "", true, 0, 5000},
};

static void
test_classes__retry_once_then_fine(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		const struct fake_reply replies[] = {
			{.status = classes[i].status, .body = classes[i].body,
			 .retry_after = classes[i].after,
			 .retry_after_ms = classes[i].after_ms},
			{.status = 200, .body = GOOD}};
		struct result r = ask(replies, 2, 1);

		if ((r.st == RV_OK) != classes[i].again)
			fail_msg("row %zu: %s", i, r.err.msg);
		assert_int_equal(r.out.attempts, classes[i].again ? 2 : 1);
		assert_int_equal(fake_http.waits, classes[i].again);
		if (classes[i].again &&
		    (fake_http.waited[0] < classes[i].least ||
		     fake_http.waited[0] > classes[i].most))
			fail_msg("row %zu waited %lld", i,
				 (long long)fake_http.waited[0]);
		if (!classes[i].again)
			assert_non_null(strstr(r.err.msg, "openai/gpt-x: "));
		rv_chat_release(&r.out);
	}
}

static void
test_failover__only_when_nothing_came(void **state)
{
	static const struct fake_reply down[] = {
		{.status = 401,
		 .body = "{\"error\":{\"message\":\"bad key\"}}"},
		{.status = 200, .body = GOOD}};
	static const struct fake_reply half[] = {
		{.status = 200, .body = "data: {\"choices\":[{\"delta\":{\"content\":\"ha\"}}]}"
		      "\n\n",
		 .fails = RV_E_MODEL}};
	static const struct fake_reply both[] = {
		{.status = 404, .body = "{}"},
		{.status = 403, .body = "{}"}};
	struct result r = ask(down, 2, 2);

	(void)state;
	assert_int_equal(r.st, RV_OK);
	assert_int_equal(r.out.target, 1);
	assert_string_equal(r.out.model, "gpt-4o");
	rv_chat_release(&r.out);
	/* text was delivered: neither again nor elsewhere */
	r = ask(half, 1, 2);
	assert_int_equal(r.st, RV_E_MODEL);
	assert_int_equal(r.out.attempts, 1);
	assert_sv(rv_buf_sv(&r.out.text), "ha");
	rv_chat_release(&r.out);
	r = ask(both, 2, 2);
	assert_int_equal(r.st, RV_E_MODEL);
	assert_non_null(strstr(r.err.msg, "openai/gpt-x: it answered 404"));
	assert_non_null(strstr(r.err.msg,
			       ", then copilot/gpt-4o: it answered 403"));
	rv_chat_release(&r.out);
}

static void
test_failover__empty_answer(void **state)
{
	static const struct fake_reply empty[] = {
		{.status = 200, .body = "data: {\"choices\":[{\"delta\":{\"content\":\"  \"},"
		      "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"},
		{.status = 200, .body = GOOD}};
	struct result r = ask(empty, 2, 2);

	(void)state;
	assert_int_equal(r.st, RV_OK);
	assert_sv(rv_buf_sv(&r.out.text), "fine");
	rv_chat_release(&r.out);
}

static void
test_limits__never_ending(void **state)
{
	static const struct fake_reply stream[] = {
		{.status = 200, .body = "data: {\"choices\":[{\"delta\":{\"content\":"
		      "\"0123456789012345678901234567890123456789\"}}]}\n\n",
		 .for_ever = true}};
	static const struct fake_reply line[] = {
		{.status = 200, .body = "data: 00000000000000000000000000000000000000000000",
		 .for_ever = true}};
	static const struct fake_reply whole[] = {
		{.status = 200, .body = "{          ", .for_ever = true}};
	static const struct fake_reply idle[] = {
		{.status = 200, .body = ": nothing\n\n", .for_ever = true}};
	static const struct fake_reply *const rows[] = {stream, line, whole,
							idle};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct result r = ask(rows[i], 1, 1);

		assert_int_equal(r.st, RV_E_MODEL);
		assert_true(r.out.text.n <= RV_CHAT_REPLY_MAX);
		rv_chat_release(&r.out);
	}
}

static void
test_messages__hold_no_key(void **state)
{
	static const struct fake_reply echo[] = {
		{.status = 401, .body = "{\"error\":{\"message\":\"Incorrect API key: " KEY
		      " and Bearer " KEY "\"}}"}};
	struct result r = ask(echo, 1, 1);

	(void)state;
	assert_int_equal(r.st, RV_E_MODEL);
	assert_null(strstr(r.err.msg, KEY));
	assert_non_null(strstr(r.err.msg, "<KEY>"));
	assert_non_null(strstr(r.err.msg, "keyEnv"));
	rv_chat_release(&r.out);
}

static void
test_prompt__leaves_redacted(void **state)
{
	static const struct fake_reply good[] = {{.status = 200, .body = GOOD}};
	static const char text[] =
		"my key is AKIA5XQ7RZ3LMN2PV6TD, keep it";
	const struct rv_chat_message m[] = {{"user", RV_SV(text)}};
	struct rv_chat_call call = fake_call(targets, 1);
	const struct rv_chat_in in = {.messages = m, .n = 1,
				      .temperature = -1};
	struct rv_chat_out out;

	(void)state;
	fake_http_set(good, 1);
	assert_int_equal(rv_chat(&call, &in, &out, NULL), RV_OK);
	assert_null(strstr(fake_http.body.p, "AKIA5XQ7RZ3LMN2PV6TD"));
	rv_chat_release(&out);
}

static volatile int cancelled;

static void
cancel_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)ms;
	(void)cancel;
	(void)arg;
	cancelled = 1;
}

static void
test_cancel__while_waiting(void **state)
{
	static const struct fake_reply busy[] = {{.status = 503, .body = ""}};
	struct rv_chat_call call = fake_call(targets, 2);
	const struct rv_chat_in in = {.messages = hello, .n = 1,
				      .temperature = -1, .cancel = &cancelled};
	struct rv_chat_out out;

	(void)state;
	call.wait = cancel_wait;
	fake_http_set(busy, 1);
	assert_int_equal(rv_chat(&call, &in, &out, NULL), RV_E_CANCELLED);
	assert_int_equal(out.attempts, 1);
	rv_chat_release(&out);
}

static int
done(void **state)
{
	(void)state;
	fake_http_release();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classes__retry_once_then_fine),
		cmocka_unit_test(test_failover__only_when_nothing_came),
		cmocka_unit_test(test_failover__empty_answer),
		cmocka_unit_test(test_limits__never_ending),
		cmocka_unit_test(test_messages__hold_no_key),
		cmocka_unit_test(test_prompt__leaves_redacted),
		cmocka_unit_test(test_cancel__while_waiting),
	};

	return cmocka_run_group_tests(tests, NULL, done);
}
