/* SPDX-License-Identifier: MIT */
/* Framings of streams: the same events however the bytes are cut. */
#include "config.h"

#include <stdio.h>

#include "base/rng.h"
#include "net/sse.h"
#include "tests/support/cm.h"

/* rv_frame_fn: "event=data|" for each */
static rv_status
collect(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	(void)err;
	rv_buf_addv(arg, event);
	rv_buf_addc(arg, '=');
	rv_buf_addv(arg, data);
	rv_buf_addc(arg, '|');
	return RV_OK;
}

/* Feeds in pieces of up to `most` bytes (0: all at once). */
static bool
feed(enum rv_framing framing, struct rv_sv text, size_t most,
     struct rv_rng *rng, struct rv_buf *got)
{
	struct rv_frames f;
	bool half = false;

	rv_frames_init(&f, framing, 4096, collect, got);
	while (text.n > 0) {
		size_t n = most == 0 ? text.n :
			   most == 1 ? 1 :
				       1 + (size_t)rv_rng_below(rng, most);

		n = RV_MIN(n, text.n);
		assert_int_equal(rv_frames_feed(&f, rv_sv_slice(text, 0, n),
						NULL), RV_OK);
		text = rv_sv_slice(text, n, text.n);
	}
	assert_int_equal(rv_frames_end(&f, &half, NULL), RV_OK);
	rv_frames_release(&f);
	return half;
}

static void
expect(enum rv_framing framing, struct rv_sv text, const char *want, bool half)
{
	struct rv_rng rng;

	rv_rng_seed(&rng, 3);
	for (size_t most = 0; most < 12; most++) {
		struct rv_buf got = RV_BUF_INIT;

		assert_int_equal(feed(framing, text, most, &rng, &got), half);
		assert_sv(rv_buf_sv(&got), want);
		rv_buf_release(&got);
	}
}

static void
test_sse__events(void **state)
{
	static const struct {
		const char *text, *want;
		bool half;
	} rows[] = {
		{"data: a\n\n", "message=a|", false},
		{"data:a\n\n", "message=a|", false},
		{"data:  a\n\n", "message= a|", false},
		{"data: a\ndata: b\n\n", "message=a\nb|", false},
		{"data\n\n", "message=|", false},
		{"data\ndata\n\n", "message=\n|", false},
		{"event: x\ndata: a\n\ndata: b\n\n", "x=a|message=b|", false},
		{"event: x\n\ndata: b\n\n", "message=b|", false},
		{"event: x\nevent: y\ndata: b\n\n", "y=b|", false},
		{": note\n\n:\nid: 4\nretry: 9\nodd\ndata: a\n\n",
		 "message=a|", false},
		{"data: a\r\n\r\ndata: b\r\n\r\n", "message=a|message=b|",
		 false},
		{"data: a\r\rdata: b\r\r", "message=a|message=b|", false},
		{"data: a\r\ndata: b\n\r\ndata: c\r\r\n", "message=a\nb|message=c|",
		 false},
		{"\xef\xbb\xbf" "data: a\n\n", "message=a|", false},
		{"data: a\n\n\xef\xbb\xbf" "data: b\n\n", "message=a|", false},
		{"\n\n\ndata: a\n\n\n", "message=a|", false},
		{"data: a\n\ndata: b", "message=a|", true},
		{"data: a\n\ndata: b\n", "message=a|", true},
		{"data: h\xc3\xa9\xf0\x9f\x98\x80\n\n",
		 "message=h\xc3\xa9\xf0\x9f\x98\x80|", false},
		{"Data: a\n\n data: b\n\n", "", false},
		{"", "", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		expect(RV_FRAMING_SSE, rv_sv(rows[i].text), rows[i].want,
		       rows[i].half);
}

static void
test_sse__ndjson(void **state)
{
	(void)state;
	expect(RV_FRAMING_NDJSON, RV_SV("{\"a\":1}\n\n{}\r\n"),
	       "={\"a\":1}|={}|", false);
	expect(RV_FRAMING_NDJSON, RV_SV("{\"a\":1}\n{\"b\""),
	       "={\"a\":1}|={\"b\"|", false);
	expect(RV_FRAMING_NDJSON, RV_SV("\xef\xbb\xbf{}\n"), "={}|", false);
}

/* Any bytes at all, cut anywhere, give what one piece gives. */
static void
test_sse__any_split(void **state)
{
	static const char *const bits[] = {
		"data: ", "data", "event: ", "x", "\n", "\r", "\r\n", "\n\n",
		":", " ", "\xef\xbb\xbf", "\xc3", "\xff", "{}", "id: 1",
	};
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 11);
	for (int round = 0; round < 3000; round++) {
		struct rv_buf text = RV_BUF_INIT, whole = RV_BUF_INIT;
		enum rv_framing framing = round % 2 ? RV_FRAMING_SSE :
						      RV_FRAMING_NDJSON;
		size_t n = rv_rng_below(&rng, 40);
		bool half;

		for (size_t i = 0; i < n; i++) {
			if (rv_rng_below(&rng, 20) == 0)
				rv_buf_addc(&text, '\0');
			rv_buf_adds(&text, bits[rv_rng_below(
						   &rng, ARRAY_LEN(bits))]);
		}
		half = feed(framing, rv_buf_sv(&text), 0, &rng, &whole);
		for (size_t most = 1; most < 8; most += 3) {
			struct rv_buf got = RV_BUF_INIT;

			assert_int_equal(feed(framing, rv_buf_sv(&text), most,
					      &rng, &got), half);
			assert_true(rv_sv_eq(rv_buf_sv(&got),
					     rv_buf_sv(&whole)));
			rv_buf_release(&got);
		}
		rv_buf_release(&text);
		rv_buf_release(&whole);
	}
}

/* rv_frame_fn: refuses the second event */
static rv_status
refuse(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	int *n = arg;

	(void)event;
	(void)data;
	return ++*n == 2 ? rv_fail(err, RV_E_NO, "enough") : RV_OK;
}

static void
test_sse__caller_stops(void **state)
{
	struct rv_frames f;
	struct rv_err err = {0};
	int n = 0;

	(void)state;
	rv_frames_init(&f, RV_FRAMING_SSE, 100, refuse, &n);
	assert_int_equal(rv_frames_feed(&f, RV_SV("data: a\n\ndata: b\n\n"
						  "data: c\n\n"), &err),
			 RV_E_NO);
	assert_int_equal(n, 2);
	assert_string_equal(err.msg, "enough");
	rv_frames_release(&f);
}

/* rv_frame_fn */
static rv_status
count(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	(void)event;
	(void)err;
	*(size_t *)arg += data.n;
	return RV_OK;
}

/* No line, no event and no sum of lines goes beyond the limit. */
static void
test_sse__bounded(void **state)
{
	static const struct {
		enum rv_framing framing;
		const char *head, *more;
	} rows[] = {
		{RV_FRAMING_SSE, "data: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
		{RV_FRAMING_SSE, "", ":aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
		{RV_FRAMING_SSE, "", "data: aaaaaaaaaaaaaaaaaaaaaaaaaa\n"},
		{RV_FRAMING_NDJSON, "", "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_frames f;
		size_t sum = 0;
		rv_status s;

		rv_frames_init(&f, rows[i].framing, 65536, count, &sum);
		s = rv_frames_feed(&f, rv_sv(rows[i].head), NULL);
		for (int n = 0; n < 10000 && s == RV_OK; n++)
			s = rv_frames_feed(&f, rv_sv(rows[i].more), NULL);
		assert_int_equal(s, RV_E_TOOBIG);
		assert_in_range(f.line.cap + f.data.cap + f.event.cap, 0,
				3 * 2 * 65536);
		assert_int_equal(sum, 0);
		rv_frames_release(&f);
	}
}

/* A gigabyte of events goes through buffers that stay small. */
static void
test_sse__gigabyte(void **state)
{
	static char block[1 << 20];
	const char event[] = "data: {\"choices\":[{\"delta\":{\"content\":"
			     "\" something\"}}]}\r\n\r\n";
	const size_t w = sizeof(event) - 1;
	struct rv_frames f;
	size_t sum = 0, n;

	(void)state;
	for (n = 0; n + w <= sizeof(block); n += w)
		memcpy(block + n, event, w);
	rv_frames_init(&f, RV_FRAMING_SSE, (size_t)1 << 20, count, &sum);
	for (size_t fed = 0; fed < (size_t)1 << 30; fed += n) {
		/* the seam falls elsewhere each time */
		size_t cut = fed / n % n;

		assert_int_equal(rv_frames_feed(&f, rv_sv_of(block, cut), NULL),
				 RV_OK);
		assert_int_equal(rv_frames_feed(&f, rv_sv_of(block + cut,
							     n - cut), NULL),
				 RV_OK);
	}
	assert_in_range(sum, (size_t)1 << 29, (size_t)1 << 30);
	assert_in_range(f.line.cap + f.data.cap + f.event.cap, 0, 1024);
	rv_frames_release(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sse__events),
		cmocka_unit_test(test_sse__ndjson),
		cmocka_unit_test(test_sse__any_split),
		cmocka_unit_test(test_sse__caller_stops),
		cmocka_unit_test(test_sse__bounded),
		cmocka_unit_test(test_sse__gigabyte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
