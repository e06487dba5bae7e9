/* SPDX-License-Identifier: MIT */
/* Plain episodes, and which reader knows which file. */
#include "config.h"

#include "base/attr.h"
#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/collect.h"
#include "tests/support/scratch.h"

#define T0 INT64_C(1683554160000) /* 2023-05-08T13:56:00Z */
#define TIME "\"time\":\"2023-05-08T13:56:00Z\""

static struct collect c;

static int
teardown(void **state)
{
	(void)state;
	collect_release(&c);
	return 0;
}

static void
test_plain__all_fields(void **state)
{
	(void)state;
	collect_text(&c, "jsonl",
		     "{\"ref\":\"D3:14\",\"session\":\"conv-26/3\"," TIME
		     ",\"role\":\"assistant\",\"name\":\"Melanie\","
		     "\"text\":\"hello\",\"origin\":\"owner\"}\n");
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].session, "conv-26/3");
	assert_sv(c.eps[0].ref, "D3:14");
	assert_sv(c.eps[0].entry, "D3:14");
	assert_sv(c.eps[0].role, "assistant");
	assert_sv(c.eps[0].name, "Melanie");
	assert_sv(c.eps[0].text, "hello");
	assert_int_equal(c.eps[0].origin, RV_ORIGIN_OWNER);
	assert_int_equal(c.eps[0].time, T0);
	assert_int_equal(c.eps[0].line, 1);
	assert_int_equal(c.eps[0].class, RV_SOURCE_SESSION);
}

static void
test_plain__defaults(void **state)
{
	static const struct {
		const char *role;
		enum rv_origin origin;
	} rows[] = {
		{"user", RV_ORIGIN_OWNER},
		{"assistant", RV_ORIGIN_AGENT},
		{"tool", RV_ORIGIN_TOOL},
		{"system", RV_ORIGIN_SYSTEM},
	};

	(void)state;
	collect_text(&c, "jsonl",
		     "{\"text\":\"a\",\"time\":null}\n"
		     "{\"text\":\"a\",\"time\":null,\"role\":null,"
		     "\"ref\":null,\"session\":\"\",\"name\":null}\n");
	assert_int_equal(c.n, 2);
	assert_sv(c.eps[0].session, "s");
	assert_sv(c.eps[0].entry, "L1");
	assert_sv(c.eps[0].role, "user");
	assert_int_equal(c.eps[0].time, RV_UNDATED);
	assert_sv(c.eps[1].entry, "L2");
	assert_sv(c.eps[1].session, "s");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		collect_release(&c);
		rv_buf_addf(&b,
			    "{\"text\":\"a\",\"time\":1683554160000,"
			    "\"role\":\"%s\"}\n",
			    rows[i].role);
		collect_text(&c, "jsonl", b.p);
		rv_buf_release(&b);
		assert_int_equal(c.n, 1);
		assert_int_equal(c.eps[0].origin, rows[i].origin);
		assert_int_equal(c.eps[0].time, T0);
	}
}

static void
test_plain__rejections(void **state)
{
	static const struct {
		const char *line, *says;
	} rows[] = {
		{"{" TIME "}", "text"},
		{"{\"text\":5," TIME "}", "text"},
		{"{\"text\":null," TIME "}", "text"},
		{"{\"text\":\"x\"}", "time"},
		{"{\"text\":\"x\",\"time\":\"tomorrow\"}", "time"},
		{"{\"text\":\"x\",\"time\":\"2023-02-30T00:00:00Z\"}", "time"},
		{"{\"text\":\"x\",\"time\":true}", "time"},
		{"{\"text\":\"x\",\"role\":\"king\"," TIME "}", "king"},
		{"{\"text\":\"x\",\"origin\":\"moon\"," TIME "}", "moon"},
		{"{\"text\":\"x\",\"origin\":\"\\u001b[2Jx\"," TIME "}",
		 "^[[2Jx"},
		{"{\"text\":\"x\",\"ref\":5," TIME "}", "ref"},
		{"{\"text\":\"x\",\"session\":[]," TIME "}", "session"},
		{"{\"text\":\"x\",\"name\":{}," TIME "}", "name"},
		{"{\"text\":\"x\"," TIME, "breaks off"},
		{"text", "not JSON"},
		{"[]", "object"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b, "%s\n{\"text\":\"ok\",\"time\":null}\n",
			    rows[i].line);
		collect_text(&c, "jsonl", b.p);
		if (c.report.rejected_n != 1 || c.report.added != 1 ||
		    c.report.rejected[0].line != 1 ||
		    !rv_sv_has(c.report.rejected[0].message,
			       rv_sv(rows[i].says)))
			fail_msg("%s", rows[i].line);
		collect_release(&c);
		rv_buf_release(&b);
	}
}

static void
test_plain__odd_bytes(void **state)
{
	static const char bytes[] =
		"\xEF\xBB\xBF{\"text\":\"a\0\xFF\\udc00\",\"time\":null}\r\n"
		"\r\n"
		"{\"text\":\"b\",\"time\":null}\r\n{\"text\":\"c\",\"ti";

	(void)state;
	collect_read(&c, "jsonl",
		     scratch_write("s.jsonl",
				   rv_sv_of(bytes, sizeof(bytes) - 1)),
		     false, NULL);
	collect_balance(&c);
	assert_int_equal(c.n, 2);
	assert_sv(c.eps[0].text, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
	assert_sv(c.eps[1].entry, "L3");
	assert_int_equal(collect_skipped(&c, "blank"), 1);
	assert_int_equal(c.report.waiting, 1);
}

static void
test_plain__noise(void **state)
{
	(void)state;
	collect_text(
		&c, "jsonl",
		"{\"text\":\"Read HEARTBEAT.md. reply HEARTBEAT_OK\"," TIME
		"}\n"
		"{\"text\":\"HEARTBEAT_OK\",\"role\":\"assistant\"," TIME "}\n"
		"{\"text\":\"  \"," TIME "}\n"
		"{\"text\":\"x\",\"session\":\"probe-1\"," TIME "}\n"
		"{\"text\":\"I saw HEARTBEAT_OK today\"," TIME "}\n");
	assert_int_equal(collect_skipped(&c, "heartbeat"), 2);
	assert_int_equal(collect_skipped(&c, "empty"), 1);
	assert_int_equal(collect_skipped(&c, "probe"), 1);
	assert_int_equal(c.report.added, 1);
}

/* An answer in another session is no answer. */
static void
test_plain__sessions_do_not_mix(void **state)
{
	(void)state;
	collect_text(
		&c, "jsonl",
		"{\"session\":\"a\",\"text\":\"Read HEARTBEAT.md. reply "
		"HEARTBEAT_OK\"," TIME "}\n"
		"{\"session\":\"b\",\"text\":\"The disk is full\","
		"\"role\":\"assistant\"," TIME "}\n");
	assert_int_equal(collect_skipped(&c, "heartbeat"), 1);
	assert_int_equal(c.report.added, 1);
}

static void
test_plain__last_line(void **state)
{
	struct rv_sv text = RV_SV("{\"text\":\"a\",\"time\":null}");
	struct rv_read_point from;

	(void)state;
	collect_read(&c, "jsonl", scratch_write("s.jsonl", text), false, NULL);
	assert_int_equal(c.n, 1);
	collect_release(&c);
	collect_read(&c, "jsonl", scratch_write("s.jsonl", text), true, NULL);
	assert_int_equal(c.n, 0);
	assert_int_equal(c.report.waiting, 1);
	from = c.to;
	c.to.state = RV_BUF_INIT;
	collect_read(&c, "jsonl",
		     scratch_write("s.jsonl",
				   RV_SV("{\"text\":\"a\",\"time\":null}\n")),
		     true, &from);
	assert_int_equal(c.n, 1);
	assert_sv(c.eps[0].entry, "L1");
	rv_buf_release(&from.state);
}

static void
test_format__by_looking(void **state)
{
	static const struct {
		const char *file, *text, *want;
	} rows[] = {
		{"a.jsonl", "{\"text\":\"x\",\"time\":null}\n", "jsonl"},
		{"a.jsonl", "\xEF\xBB\xBF{\"text\":\"x\"}\n", "jsonl"},
		{"a.jsonl", "\n{\"ref\":\"x\",\"te", "jsonl"},
		{"a.jsonl", "broken\n{\"text\":\"x\"}\n", "jsonl"},
		{"a.jsonl", "{\"type\":\"session\",\"id\":\"x\"}\n", "pi"},
		{"a.jsonl",
		 "{\"type\":\"message\",\"message\":{\"role\":\"user\"}}\n",
		 "pi"},
		{"a.jsonl", "{broken\n{\"type\":\"session\"}\n", "pi"},
		{"ffae836b-9420-4060-ac13-7745215f90ff.jsonl",
		 "{\"type\":\"session\",\"id\":\"x\"}\n", "openclaw"},
		{"x-topic-1.jsonl", "{\"type\":\"session\",\"id\":\"x\"}\n",
		 "openclaw"},
		/* Other agents. */
		{"a.jsonl", "{\"type\":\"user\",\"uuid\":\"x\"}\n", NULL},
		{"a.jsonl",
		 "{\"type\":\"message\",\"role\":\"user\",\"content\":[]}\n",
		 NULL},
		{"a.jsonl", "{\"t\":1,\"type\":\"thought\",\"text\":\"x\"}\n",
		 NULL},
		{"a.md", "# text\n", NULL},
		{"a.json", "{\n  \"text\": 1\n}\n", NULL},
		{"a.jsonl", "", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct rv_format *f = rv_format_find(
			NULL,
			scratch_write(rows[i].file, rv_sv(rows[i].text)));

		if (!f != !rows[i].want ||
		    (f && strcmp(f->name, rows[i].want) != 0))
			fail_msg("%s: %s", rows[i].text,
				 f ? f->name : "nobody");
	}
	assert_null(rv_format_find("auto", scratch_path("none")));
	assert_null(rv_format_find("vault", NULL));
	assert_string_equal(rv_format_find("jsonl", NULL)->name, "jsonl");
}

#define CASE(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_plain__all_fields),
		CASE(test_plain__defaults),
		CASE(test_plain__rejections),
		CASE(test_plain__odd_bytes),
		CASE(test_plain__noise),
		CASE(test_plain__sessions_do_not_mix),
		CASE(test_plain__last_line),
		CASE(test_format__by_looking),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
