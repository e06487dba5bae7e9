/* SPDX-License-Identifier: MIT */
/*
 * Servers that cannot be reached, are not whom they should be, or send us
 * elsewhere: each provider of chats and of vectors, with its sentence.
 */
#include "config.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/proc.h"
#include "llm/embed.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/services.h"

#define KEY "sk-live-7f3Kq9ZxW2mB8vTnR4"

static const char *base, *other;
static const struct rv_env env = {.now = 1769608800000, .seed = 7};

static const struct {
	const char *name;
	bool vectors;
} providers[] = {
	{"openai", false}, {"anthropic", false}, {"gemini", false},
	{"ollama", false}, {"openai", true}, {"gemini", true},
	{"ollama", true}, {"local", true},
};

/* rv_chat_call.wait */
static void
no_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)ms;
	(void)cancel;
	(void)arg;
}

static rv_status
ask(const char *provider, bool vectors, const char *url, int *attempts,
    struct rv_err *err)
{
	static const struct rv_sv text = RV_SV("Hi");
	static const struct rv_chat_message hello[] = {{"user", {"Hi", 2}}};
	const struct rv_chat_target t = {.provider = provider, .model = "m",
					 .base_url = url, .key = RV_SV(KEY)};
	const struct rv_chat_call chat = {
		.targets = &t, .n_targets = 1, .env = &env, .attempts = 2,
		.connect_ms = 400, .idle_ms = 2000, .total_ms = 3000,
		.wait = no_wait};
	const struct rv_embed_call embed = {
		.target = &t, .env = &env, .attempts = 2, .connect_ms = 400,
		.idle_ms = 2000, .total_ms = 3000, .wait = no_wait};
	const struct rv_chat_in in = {.messages = hello, .n = 1,
				      .temperature = -1};
	struct rv_embed_out rows;
	struct rv_chat_out out;
	rv_status st;

	if (vectors) {
		st = rv_embed(&embed, &text, 1, &rows, err);
		*attempts = rows.attempts;
		rv_embed_release(&rows);
		return st;
	}
	st = rv_chat(&chat, &in, &out, err);
	*attempts = out.attempts;
	rv_chat_release(&out);
	return st;
}

/* Everybody is refused at this place, with these words. */
static void
expect(const char *url, rv_status status, const char *says, int attempts)
{
	for (size_t i = 0; i < ARRAY_LEN(providers); i++) {
		const char *name = providers[i].name;
		struct rv_err err = {0};
		int n = 0;
		rv_status st = ask(name, providers[i].vectors, url, &n, &err);

		printf("%-9s %-7s x%d %s\n", name,
		       providers[i].vectors ? "vectors" : "chat", n, err.msg);
		if (st != status || n != attempts || !strstr(err.msg, says) ||
		    !strstr(err.msg, "/m: ") || strchr(err.msg, '\n') ||
		    strstr(err.msg, KEY))
			fail_msg("%s: %s, %d times: %s", name,
				 rv_status_code(st), n, err.msg);
	}
}

static void
test_places__refused(void **state)
{
	(void)state;
	expect("http://127.0.0.1:1", RV_E_MODEL,
	       "nothing was changed; check that the server runs", 2);
}

/* Behind a full backlog nobody answers the first packet. */
static void
test_places__black_hole(void **state)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
				.sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t n = sizeof(a);
	int fds[8], hole = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char url[64];

	(void)state;
	assert_int_equal(bind(hole, (struct sockaddr *)&a, n), 0);
	assert_int_equal(listen(hole, 0), 0);
	assert_int_equal(getsockname(hole, (struct sockaddr *)&a, &n), 0);
	for (size_t i = 0; i < ARRAY_LEN(fds); i++) {
		fds[i] = socket(AF_INET,
				SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		(void)!connect(fds[i], (struct sockaddr *)&a, n);
	}
	snprintf(url, sizeof(url), "http://127.0.0.1:%d", ntohs(a.sin_port));
	expect(url, RV_E_MODEL, "no connection within the time allowed", 2);
	for (size_t i = 0; i < ARRAY_LEN(fds); i++)
		close(fds[i]);
	close(hole);
}

/* rv_http_sink */
static rv_status
gather(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	(void)err;
	rv_buf_addv(arg, chunk);
	return RV_OK;
}

static void
test_places__sent_elsewhere(void **state)
{
	struct rv_http_request req = {
		.method = "GET", .url = services_url(other, "/_log"),
		.connect_ms = 2000, .total_ms = 5000};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf log = RV_BUF_INIT;
	struct rv_http_response resp;
	char url[256];

	(void)state;
	snprintf(url, sizeof(url), "%s/redirect-out?%s", base, other);
	expect(url, RV_E_MODEL, "sends us to another place", 1);
	snprintf(url, sizeof(url), "%s/redirect-out?http://api.example.com",
		 base);
	expect(url, RV_E_MODEL, "sends us to another place", 1);
	snprintf(url, sizeof(url), "%s/redirect-loop", base);
	expect(url, RV_E_MODEL, "in circles", 1);
	/* nobody else was asked, with or without a key */
	assert_int_equal(rv_http_perform(&req, gather, &log, &arena, &resp,
					 NULL),
			 RV_OK);
	assert_sv(rv_buf_sv(&log), "[]");
	rv_buf_release(&log);
	rv_arena_release(&arena);
}

static void
test_places__open_to_everybody(void **state)
{
	(void)state;
	expect("http://api.example.com/v1", RV_E_CONFIG, "http would show the key", 1);
	expect("ftp://127.0.0.1/v1", RV_E_CONFIG, "no http or https URL", 1);
	expect("https://me:pw@api.example.com", RV_E_CONFIG,
	       "without user, password", 1);
}

static void
test_places__certificate(void **state)
{
	const char *key = scratch_path("key.pem"), *crt = scratch_path("crt");
	const char *const argv[] = {
		"openssl", "req", "-batch", "-x509", "-newkey", "ec", "-pkeyopt",
		"ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
		"/CN=localhost", "-keyout", key, "-out", crt, NULL,
	};
	struct rv_buf both = RV_BUF_INIT;
	int code = -1;

	(void)state;
	if (rv_proc_run(argv, &code, NULL) != RV_OK || code != 0)
		skip();
	rv_buf_addv(&both, scratch_read("key.pem"));
	rv_buf_addv(&both, scratch_read("crt"));
	scratch_write("both.pem", rv_buf_sv(&both));
	rv_buf_release(&both);
	expect(services_start_tls(scratch_path("both.pem")), RV_E_MODEL,
	       "certificate is not valid", 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places__refused),
		cmocka_unit_test(test_places__black_hole),
		cmocka_unit_test(test_places__sent_elsewhere),
		cmocka_unit_test(test_places__open_to_everybody),
		cmocka_unit_test(test_places__certificate),
	};

	base = services_start();
	other = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
