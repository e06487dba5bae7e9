/* SPDX-License-Identifier: MIT */
/*
 * Requests against the real small model and real embeddings that ./dev test
 * services starts.  The model is too small to be right: the wire is tested.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/env.h"
#include "base/json.h"
#include "net/http.h"
#include "net/sse.h"
#include "tests/support/cm.h"
#include "tests/support/services.h"

static const char *llm, *embed;

/* What a stream brought. */
struct stream {
	struct rv_frames frames;
	struct rv_buf text;
	int pieces;
	int64_t prompt, answer; /* tokens */
	bool finished, done;
	volatile int cancel;
	int64_t cancelled_at;
};

static struct rv_http_request
request(const char *url, const char *body)
{
	static const struct rv_http_header headers[] = {
		{"Content-Type", "application/json", false},
	};

	/* minutes: the machine may be busy with other things */
	return (struct rv_http_request){
		.method = "POST", .url = url, .headers = headers, .n_headers = 1,
		.body = rv_sv(body), .connect_ms = 5000, .idle_ms = 240000,
		.total_ms = 280000,
	};
}

/* rv_frame_fn: an event of the OpenAI stream */
static rv_status
on_event(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	struct stream *s = arg;
	struct rv_json_doc doc;
	const rv_json *choice, *usage;
	struct rv_sv text;

	(void)event;
	if (rv_sv_is(data, "[DONE]")) {
		s->done = true;
		return RV_OK;
	}
	if (rv_json_parse(data, &doc, err) != RV_OK)
		return RV_E_PARSE;
	choice = rv_json_first(rv_json_get(doc.root, "choices"));
	text = rv_json_get_sv(rv_json_get(choice, "delta"), "content");
	rv_buf_addv(&s->text, text);
	s->pieces += text.n > 0;
	if (rv_json_get_sv(choice, "finish_reason").n > 0)
		s->finished = true;
	usage = rv_json_get(doc.root, "usage");
	if (usage) {
		s->prompt = rv_json_int(rv_json_get(usage, "prompt_tokens"), 0);
		s->answer = rv_json_int(
			rv_json_get(usage, "completion_tokens"), 0);
	}
	rv_json_release(&doc);
	return RV_OK;
}

/* rv_http_sink */
static rv_status
on_chunk(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct stream *s = arg;

	return rv_frames_feed(&s->frames, chunk, err);
}

/* rv_http_sink: cancels after the third piece of text */
static rv_status
cancel_soon(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct stream *s = arg;

	if (s->pieces >= 3 && !s->cancel) {
		s->cancelled_at = rv_monotonic_us() / 1000;
		s->cancel = 1;
	}
	return on_chunk(chunk, arg, err);
}

static void
begin(struct stream *s)
{
	*s = (struct stream){.text = RV_BUF_INIT};
	rv_frames_init(&s->frames, RV_FRAMING_SSE, (size_t)1 << 20, on_event,
		       s);
}

static void
end(struct stream *s)
{
	rv_frames_release(&s->frames);
	rv_buf_release(&s->text);
}

static void
test_real__stream(void **state)
{
	struct rv_http_request req;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};
	struct stream s;
	bool half = true;

	(void)state;
	if (!llm)
		skip();
	req = request(services_url(llm, "/chat/completions"),
		      "{\"model\":\"smollm2\",\"stream\":true,\"max_tokens\":24,"
		      "\"stream_options\":{\"include_usage\":true},\"messages\":"
		      "[{\"role\":\"user\",\"content\":\"Name three rivers.\"}]}");
	begin(&s);
	if (rv_http_perform(&req, on_chunk, &s, &arena, &r, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(r.status, 200);
	assert_int_equal(rv_frames_end(&s.frames, &half, &err), RV_OK);
	assert_false(half);
	assert_true(s.finished && s.done);
	assert_in_range(s.pieces, 2, 24);
	assert_in_range(s.answer, 2, 24);
	assert_in_range(s.prompt, 2, 100);
	printf("%d pieces: %.*s\n", s.pieces, RV_SV_ARG(rv_buf_sv(&s.text)));
	end(&s);
	rv_arena_release(&arena);
}

static void
test_real__cancel(void **state)
{
	struct rv_http_request req;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};
	struct stream s;
	int64_t ms = 100;

	(void)state;
	if (!llm)
		skip();
	req = request(services_url(llm, "/chat/completions"),
		      "{\"model\":\"smollm2\",\"stream\":true,\"max_tokens\":400,"
		      "\"messages\":[{\"role\":\"user\",\"content\":"
		      "\"Count from one to a hundred in words.\"}]}");
	req.cancel = &s.cancel;
	/* A busy machine may hold up one of them, not all three. */
	for (int n = 0; n < 3 && ms >= 100; n++) {
		begin(&s);
		assert_int_equal(rv_http_perform(&req, cancel_soon, &s, &arena,
						 &r, &err), RV_E_CANCELLED);
		ms = rv_monotonic_us() / 1000 - s.cancelled_at;
		assert_true(r.sent);
		end(&s);
	}
	assert_in_range(ms, 0, 99);
	rv_arena_release(&arena);
}

/* rv_http_sink */
static rv_status
gather(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	(void)err;
	rv_buf_addv(arg, chunk);
	return RV_OK;
}

#define DIM 384

static void
read_vector(const rv_json *row, double v[DIM])
{
	const rv_json *x = rv_json_first(rv_json_get(row, "embedding"));
	size_t n = 0;

	for (; x && n < DIM; x = rv_json_next(x))
		v[n++] = rv_json_double(x, NAN);
	assert_null(x);
	assert_int_equal(n, DIM);
}

static double
cosine(const double a[DIM], const double b[DIM])
{
	double sum = 0;

	for (size_t i = 0; i < DIM; i++)
		sum += a[i] * b[i];
	return sum;
}

static void
test_real__embeddings(void **state)
{
	struct rv_http_request req;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};
	struct rv_buf body = RV_BUF_INIT;
	struct rv_json_doc doc;
	const rv_json *row;
	double v[3][DIM];

	(void)state;
	if (!embed)
		skip();
	req = request(services_url(embed, "/embeddings"),
		      "{\"model\":\"minilm\",\"input\":[\"The cat sleeps.\","
		      "\"A kitten takes a nap.\",\"Quarterly tax forms.\"]}");
	if (rv_http_perform(&req, gather, &body, &arena, &r, &err) != RV_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(r.status, 200);
	assert_int_equal(rv_json_parse(rv_buf_sv(&body), &doc, &err), RV_OK);
	row = rv_json_first(rv_json_get(doc.root, "data"));
	for (size_t i = 0; i < 3; i++, row = rv_json_next(row))
		read_vector(row, v[i]);
	assert_null(row);
	for (size_t i = 0; i < 3; i++)
		assert_true(fabs(cosine(v[i], v[i]) - 1) < 1e-3);
	/* weights that were converted wrong know nothing of cats */
	assert_true(cosine(v[0], v[1]) > 0.4);
	assert_true(cosine(v[0], v[2]) < 0.2);
	rv_json_release(&doc);
	rv_buf_release(&body);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_real__stream),
		cmocka_unit_test(test_real__cancel),
		cmocka_unit_test(test_real__embeddings),
	};

	llm = services_real("llm");
	embed = services_real("embed");
	if (!llm && !embed) {
		fprintf(stderr, "skipped: no real model runs; use "
				"./dev test services\n");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
