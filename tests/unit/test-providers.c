/* SPDX-License-Identifier: MIT */
/* Framing, text, end, usage and errors of each provider, split anywhere. */
#include "config.h"

#include "llm/chat.h"
#include "tests/support/cm.h"
#include "tests/support/fakehttp.h"

struct stream {
	const char *what, *provider, *body;
	const char *text; /* NULL: it fails */
	const char *why;  /* part of the sentence, when it fails */
	enum rv_stop stop;
	bool truncated, estimated;
	int64_t input, output, cached, reasoning;
};

#define OA(x) "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" x \
	"\"},\"finish_reason\":null}]}\n\n"
#define OA_END "data: {\"choices\":[{\"index\":0,\"delta\":{}," \
	"\"finish_reason\":\"stop\"}]}\n\n"
#define OA_USE "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11," \
	"\"completion_tokens\":7,\"prompt_tokens_details\":" \
	"{\"cached_tokens\":4},\"completion_tokens_details\":" \
	"{\"reasoning_tokens\":2}}}\n\n"
#define DONE "data: [DONE]\n\n"
#define AN_START "event: message_start\ndata: {\"type\":\"message_start\"," \
	"\"message\":{\"usage\":{\"input_tokens\":10," \
	"\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":5," \
	"\"output_tokens\":1}}}\n\n"
#define AN(x) "event: content_block_delta\ndata: {\"type\":" \
	"\"content_block_delta\",\"index\":0,\"delta\":{\"type\":" \
	"\"text_delta\",\"text\":\"" x "\"}}\n\n"
#define AN_PING "event: ping\ndata: {\"type\":\"ping\"}\n\n"
#define AN_STOP(r) "event: message_delta\ndata: {\"type\":\"message_delta\"," \
	"\"delta\":{\"stop_reason\":\"" r "\"},\"usage\":" \
	"{\"output_tokens\":9}}\n\n"
#define AN_END "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
#define GE(x) "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"" \
	x "\"}],\"role\":\"model\"}}],\"usageMetadata\":" \
	"{\"promptTokenCount\":6,\"candidatesTokenCount\":1}}\n\n"
#define GE_END(r) "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":" \
	"\"!\"}]},\"finishReason\":\"" r "\"}],\"usageMetadata\":" \
	"{\"promptTokenCount\":6,\"candidatesTokenCount\":3," \
	"\"thoughtsTokenCount\":2,\"cachedContentTokenCount\":1}}\n\n"
#define OL(x) "{\"message\":{\"role\":\"assistant\",\"content\":\"" x \
	"\"},\"done\":false}\n"
#define OL_END(r) "{\"message\":{\"content\":\"\"},\"done\":true," \
	"\"done_reason\":\"" r "\",\"prompt_eval_count\":8,\"eval_count\":4}\n"

static const struct stream streams[] = {
	{"plain", "openai", OA("Hel") OA("lo") OA_END OA_USE DONE, "Hello", 0,
	 RV_STOP_END, .input = 11, .output = 7, .cached = 4, .reasoning = 2},
	{"keepalive comments, CRLF, no blank behind the colon", "openrouter",
	 ": OPENROUTER PROCESSING\r\n\r\ndata:{\"choices\":[{\"delta\":"
	 "{\"content\":\"Hi\"}}]}\r\n\r\n: x\r\n\r\n" OA_END DONE,
	 "Hi", 0, RV_STOP_END, .estimated = true, .input = 1, .output = 1},
	{"first delta null, reasoning apart", "llamacpp",
	 "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":"
	 "null}}]}\n\ndata: {\"choices\":[{\"delta\":{\"reasoning_content\":"
	 "\"hm\"}}]}\n\n" OA("yes") OA_END OA_USE DONE,
	 "yes", 0, RV_STOP_END, .input = 11, .output = 7, .cached = 4,
	 .reasoning = 2},
	{"usage null until the last chunk", "openai",
	 "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":null}"
	 "\n\n" OA_END OA_USE DONE,
	 "a", 0, RV_STOP_END, .input = 11, .output = 7, .cached = 4,
	 .reasoning = 2},
	{"no [DONE], but a reason to stop", "vllm", OA("a") OA_END, "a", 0,
	 RV_STOP_END, .estimated = true, .input = 1, .output = 1},
	{"cut off", "openai", OA("half a sen"), "half a sen", 0, RV_STOP_NONE,
	 .truncated = true, .estimated = true, .input = 1, .output = 3},
	{"cut off inside an event", "openai",
	 OA("half") "data: {\"choices\":[{\"del", "half", 0, RV_STOP_NONE,
	 .truncated = true, .estimated = true, .input = 1, .output = 1},
	{"length", "openai",
	 OA("a") "data: {\"choices\":[{\"delta\":{},\"finish_reason\":"
		 "\"length\"}]}\n\n" DONE,
	 "a", 0, RV_STOP_LENGTH, .estimated = true, .input = 1, .output = 1},
	{"error in the stream", "openai",
	 "data: {\"error\":{\"message\":\"The server is busy.\",\"type\":"
	 "\"server_error\",\"code\":500}}\n\n",
	 NULL, "openai/m: The server is busy (asked 3 times); ",
	 .stop = RV_STOP_NONE},
	{"error as finish_reason", "openrouter",
	 "data: {\"choices\":[{\"delta\":{\"content\":\"\"},"
	 "\"finish_reason\":\"error\"}]}\n\n",
	 NULL, "ended its answer with an error",
	 .stop = RV_STOP_NONE},
	{"vLLM's error object", "vllm",
	 "data: {\"object\":\"error\",\"message\":\"too long\"}\n\n", NULL,
	 "too long",
	 .stop = RV_STOP_NONE},
	{"filtered to nothing", "openai",
	 "data: {\"choices\":[{\"delta\":{},\"finish_reason\":"
	 "\"content_filter\"}]}\n\n" DONE,
	 NULL, "refused to answer",
	 .stop = RV_STOP_NONE},
	{"not streamed though asked for", "openai",
	 "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":"
	 "\"whole\"},\"finish_reason\":\"stop\"}],\"usage\":"
	 "{\"prompt_tokens\":3,\"completion_tokens\":2}}",
	 "whole", 0, RV_STOP_END, .input = 3, .output = 2},
	{"content in parts", "openai",
	 "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\","
	 "\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]},"
	 "\"finish_reason\":\"stop\"}]}",
	 "ab", 0, RV_STOP_END, .estimated = true, .input = 1, .output = 1},
	{"nothing at all", "openai", "", NULL, "ended before it said anything",
	 .stop = RV_STOP_NONE},
	{"null", "openai", "null", NULL, "ended before it said anything",
	 .stop = RV_STOP_NONE},
	{"{}", "openai", "{}", NULL, "ended before it said anything",
	 .stop = RV_STOP_NONE},
	{"[object Object]", "openai", "[object Object]", NULL, "no JSON",
	 .stop = RV_STOP_NONE},
	{"web page", "openai", "<!DOCTYPE html><html><h1>502</h1></html>",
	 NULL, "web page",
	 .stop = RV_STOP_NONE},
	{"wrong JSON in an event", "openai", "data: {\"choices\":[}\n\n", NULL,
	 "no JSON",
	 .stop = RV_STOP_NONE},
	{"text of another shape", "openai",
	 "data: {\"choices\":{\"text\":1}}\n\ndata: 42\n\n", NULL,
	 "no answer",
	 .stop = RV_STOP_NONE},
	{"null content to the end", "openai",
	 "data: {\"choices\":[{\"delta\":{\"content\":null}}]}\n\n" OA_END DONE,
	 NULL, "its answer is empty",
	 .stop = RV_STOP_NONE},
	{"broken UTF-8 is mended", "openai", OA("a\xFF\xC3" "b") OA_END DONE,
	 "a\xEF\xBF\xBD\xEF\xBF\xBD" "b", 0, RV_STOP_END, .estimated = true,
	 .input = 1, .output = 1},
	{"letters of several bytes", "openai",
	 OA("\xD0\x9F\xD1\x80\xE6\x97\xA5\xF0\x9F\x8C\x99") OA_END OA_USE DONE,
	 "\xD0\x9F\xD1\x80\xE6\x97\xA5\xF0\x9F\x8C\x99", 0, RV_STOP_END,
	 .input = 11, .output = 7, .cached = 4, .reasoning = 2},

	{"plain", "anthropic",
	 AN_START AN_PING AN("Hel") AN("lo") AN_STOP("end_turn") AN_END,
	 "Hello", 0, RV_STOP_END, .input = 18, .output = 9, .cached = 5},
	{"thinking and tools apart", "anthropic",
	 AN_START "event: content_block_delta\ndata: {\"type\":"
		  "\"content_block_delta\",\"delta\":{\"type\":"
		  "\"thinking_delta\",\"thinking\":\"hm\"}}\n\n"
		  "event: content_block_delta\ndata: {\"type\":"
		  "\"content_block_delta\",\"delta\":{\"type\":"
		  "\"signature_delta\",\"signature\":\"x\"}}\n\n"
		  "event: content_block_delta\ndata: {\"type\":"
		  "\"content_block_delta\",\"delta\":{\"type\":"
		  "\"input_json_delta\",\"partial_json\":\"{\"}}\n\n"
		  AN("ok") AN_STOP("max_tokens") AN_END,
	 "ok", 0, RV_STOP_LENGTH, .input = 18, .output = 9, .cached = 5},
	{"refusal", "anthropic", AN_START AN_STOP("refusal") AN_END, NULL,
	 "refused to answer",
	 .stop = RV_STOP_NONE},
	{"overloaded in the stream", "anthropic",
	 AN_START "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
		  "\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
	 NULL, "Overloaded",
	 .stop = RV_STOP_NONE},
	{"cut off", "anthropic", AN_START AN("half"), "half", 0, RV_STOP_NONE,
	 .truncated = true, .input = 18, .output = 1, .cached = 5},
	{"not streamed", "anthropic",
	 "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":"
	 "\"w\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":2,"
	 "\"output_tokens\":1}}",
	 "w", 0, RV_STOP_END, .input = 2, .output = 1},

	{"plain", "gemini", GE("Hel") GE("lo") GE_END("STOP"), "Hello!", 0,
	 RV_STOP_END, .input = 6, .output = 3, .cached = 1, .reasoning = 2},
	{"thoughts apart", "gemini",
	 "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\","
	 "\"thought\":true},{\"text\":\"yes\"}]}}]}\n\n" GE_END("MAX_TOKENS"),
	 "yes!", 0, RV_STOP_LENGTH, .input = 6, .output = 3, .cached = 1,
	 .reasoning = 2},
	{"an array without alt=sse", "gemini",
	 "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]},\n"
	 "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"b\"}]},"
	 "\"finishReason\":\"STOP\"}],\"usageMetadata\":"
	 "{\"promptTokenCount\":2,\"candidatesTokenCount\":2}}]",
	 "ab", 0, RV_STOP_END, .input = 2, .output = 2},
	{"cut off", "gemini", GE("half"), "half", 0, RV_STOP_NONE,
	 .truncated = true, .input = 6, .output = 1},
	{"prompt blocked", "gemini",
	 "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n", NULL,
	 "refused the prompt (SAFETY)",
	 .stop = RV_STOP_NONE},
	{"safety in the middle", "gemini", GE("a") GE_END("SAFETY"), "a!", 0,
	 RV_STOP_FILTER, .input = 6, .output = 3, .cached = 1, .reasoning = 2},
	{"error in the stream", "gemini",
	 "data: {\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\","
	 "\"message\":\"The model is overloaded.\"}}\n\n",
	 NULL, "gemini/m: The model is overloaded (asked",
	 .stop = RV_STOP_NONE},

	{"plain", "ollama", OL("Hel") OL("lo") OL_END("stop"), "Hello", 0,
	 RV_STOP_END, .input = 8, .output = 4},
	{"last line without newline", "ollama",
	 OL("a") "{\"done\":true,\"done_reason\":\"length\","
		 "\"prompt_eval_count\":1,\"eval_count\":1}",
	 "a", 0, RV_STOP_LENGTH, .input = 1, .output = 1},
	{"thinking apart", "ollama",
	 "{\"message\":{\"content\":\"\",\"thinking\":\"hm\"},\"done\":false}"
	 "\n" OL("ok") OL_END("stop"),
	 "ok", 0, RV_STOP_END, .input = 8, .output = 4},
	{"error line", "ollama",
	 "{\"error\":\"an error was encountered while running the model\"}\n",
	 NULL, "an error was encountered while running the model",
	 .stop = RV_STOP_NONE},
	{"cut off", "ollama", OL("half"), "half", 0, RV_STOP_NONE,
	 .truncated = true, .estimated = true, .input = 1, .output = 1},
};

static const struct rv_chat_message hello[] = {{"user", {"Hi", 2}}};

static void
run_stream(const struct stream *s, size_t piece)
{
	const struct fake_reply replies[] = {{.status = 200, .body = s->body, .piece = piece},
					     {.status = 200, .body = s->body, .piece = piece},
					     {.status = 200, .body = s->body, .piece = piece}};
	const struct rv_chat_target t = {.provider = s->provider,
					 .model = "m"};
	struct rv_chat_call call = fake_call(&t, 1);
	const struct rv_chat_in in = {.messages = hello, .n = 1,
				      .temperature = -1};
	struct rv_chat_out out;
	struct rv_err err = {0};
	rv_status st;

	fake_http_set(replies, 3);
	st = rv_chat(&call, &in, &out, &err);
	if ((st == RV_OK) != (s->text != NULL))
		fail_msg("%s, %s, pieces of %zu: %s", s->provider, s->what,
			 piece, st == RV_OK ? out.text.p : err.msg);
	if (s->text) {
		assert_sv(rv_buf_sv(&out.text), s->text);
		assert_int_equal(out.stop, s->stop);
		assert_int_equal(out.truncated, s->truncated);
		assert_int_equal(out.usage.estimated, s->estimated);
		assert_int_equal(out.usage.input, s->input);
		assert_int_equal(out.usage.output, s->output);
		assert_int_equal(out.usage.cached, s->cached);
		assert_int_equal(out.usage.reasoning, s->reasoning);
	} else if (!strstr(err.msg, s->why)) {
		fail_msg("%s, %s: \"%s\" has no \"%s\"", s->provider, s->what,
			 err.msg, s->why);
	}
	rv_chat_release(&out);
}

static void
test_streams__whole_and_split(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
		size_t n = strlen(streams[i].body);

		for (size_t piece = 1; piece <= RV_MIN(n, 40); piece++)
			run_stream(&streams[i], piece);
		run_stream(&streams[i], 0);
	}
}

/* What is sent, in the provider's words. */
static const struct {
	const char *provider, *url, *key_header, *parts[8];
} requests[] = {
	{"openai", "https://api.openai.com/v1/chat/completions",
	 "!Authorization: Bearer K-1\n",
	 {"{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":"
	  "\"S\"},{\"role\":\"user\",\"content\":\"U\"}]",
	  "\"stream\":true", "\"stream_options\":{\"include_usage\":true}",
	  "\"max_completion_tokens\":99", "\"temperature\":0.5"}},
	{"copilot", "https://api.githubcopilot.com/chat/completions",
	 "!Authorization: Bearer K-1\n",
	 {"\"max_tokens\":99"}},
	{"anthropic", "https://api.anthropic.com/v1/messages",
	 "!x-api-key: K-1\nanthropic-version: 2023-06-01\n",
	 {"\"max_tokens\":99", "\"system\":\"S\"",
	  "\"messages\":[{\"role\":\"user\",\"content\":\"U\"}]",
	  "\"stream\":true"}},
	{"gemini",
	 "https://generativelanguage.googleapis.com/v1beta/models/"
	 "m:streamGenerateContent?alt=sse",
	 "!x-goog-api-key: K-1\n",
	 {"\"systemInstruction\":{\"parts\":[{\"text\":\"S\"}]}",
	  "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"U\"}]}]",
	  "\"maxOutputTokens\":99"}},
	{"ollama", "http://127.0.0.1:11434/api/chat",
	 "!Authorization: Bearer K-1\n",
	 {"\"stream\":true", "\"num_predict\":99"}},
};

static void
test_requests__by_provider(void **state)
{
	static const struct rv_chat_message m[] = {{"system", {"S", 1}},
						   {"user", {"U", 1}}};
	static const struct fake_reply no[] = {{.status = 401, .body = "{}"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		const struct rv_chat_target t = {
			.provider = requests[i].provider, .model = "m",
			.key = RV_SV("K-1")};
		struct rv_chat_call call = fake_call(&t, 1);
		const struct rv_chat_in in = {.messages = m, .n = 2,
					      .max_tokens = 99,
					      .temperature = 0.5};
		struct rv_chat_out out;

		fake_http_set(no, 1);
		assert_int_equal(rv_chat(&call, &in, &out, NULL), RV_E_MODEL);
		assert_string_equal(fake_http.url.p, requests[i].url);
		assert_non_null(strstr(fake_http.headers.p,
				       requests[i].key_header));
		for (size_t k = 0; requests[i].parts[k]; k++)
			if (!strstr(fake_http.body.p, requests[i].parts[k]))
				fail_msg("%s has no %s", fake_http.body.p,
					 requests[i].parts[k]);
		rv_chat_release(&out);
	}
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
		cmocka_unit_test(test_streams__whole_and_split),
		cmocka_unit_test(test_requests__by_provider),
	};

	return cmocka_run_group_tests(tests, NULL, done);
}
