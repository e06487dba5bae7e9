/* SPDX-License-Identifier: MIT */
/* Masking: forms, ordinary text that has none of them, and what always holds. */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/rng.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "tests/support/base64.h"
#include "tests/support/cm.h"

/* Literals are in pieces, so that no scanner takes this file for a leak. */
#define PEM "-----BEGIN RSA PRIVATE" " KEY-----"
#define PEM_END "-----END RSA PRIVATE" " KEY-----"
#define LINE64                                                            \
	"MIIEowIBAAKCAQEAx4sgh5sSd8eQ" "abcdefghijklmnopqrstuvwxyz0123456789"
#define GH "ghp" "_16C7e42F292c6912E7710c838347Ae178B4a"

static const struct {
	const char *text, *want;
	int hits;
} cases[] = {
	{"key:\n" PEM "\n" LINE64 "\n" PEM_END "\nafter",
	 "key:\n<PRIVATE_KEY>\nafter", 1},
	{PEM "\\n" LINE64 "\\n" PEM_END "\\n", "<PRIVATE_KEY>\\n", 1},
	{"cut: " PEM "\n" LINE64 "\n" LINE64, "cut: <PRIVATE_KEY>", 1},
	{"cut: " PEM "\n" LINE64 "\nand then", "cut: <PRIVATE_KEY>\nand then",
	 1},
	{"Authorization: Bearer abcDEF123." "ghi_456",
	 "Authorization: Bearer <TOKEN>", 1},
	{"bearer  k3Jaaaaaabb9bbbbbccccc.", "bearer  <TOKEN>.", 1},
	{"\"Authorization\": \"Basic dXNlcj" "pwYXNzd29yZDE=\"",
	 "\"Authorization\": \"Basic <TOKEN>\"", 1},
	{"API_KEY=sk-live" "-12345", "API_KEY=<SECRET>", 1},
	{"export DB_PASSWORD='hunter" "2!'", "export DB_PASSWORD='<PASSWORD>'",
	 1},
	{"\"client_secret\": \"s3cr" "3t-value\"",
	 "\"client_secret\": \"<SECRET>\"", 1},
	{"{\\\"password\\\":\\\"hun" "ter22\\\"}",
	 "{\\\"password\\\":\\\"<PASSWORD>\\\"}", 1},
	{"password: hunter" "2", "password: <PASSWORD>", 1},
	{"my password is hunter" "22.", "my password is <PASSWORD>.", 1},
	{"пароль: зима" "2024", "пароль: <PASSWORD>", 1},
	{"Passwort: Winter" "2024!", "Passwort: <PASSWORD>", 1},
	{"mysql --password hunter" "22 -h db", "mysql --password <PASSWORD> -h db",
	 1},
	{"The API key = abc" "123def456", "The API key = <SECRET>", 1},
	{"?token=a1b2c3d4&user=x&accessToken=zz" "9yy8xx",
	 "?token=<SECRET>&user=x&accessToken=<SECRET_2>", 2},
	{"Server=db;Password=ab" "cd99;Port=1",
	 "Server=db;Password=<PASSWORD>;Port=1", 1},
	{"postgres://ada:pa" "ss1@db.local/x", "postgres://<CREDENTIALS>"
						"@db.local/x", 1},
	{"https://x-token:abc" "def@example.org", "https://<CREDENTIALS>"
						   "@example.org", 1},
	{"curl -u ada:hunter" "2 http://x", "curl -u <CREDENTIALS> http://x", 1},
	{"id AKIA" "IOSFODNN7XB3MPLQ.", "id <AWS_KEY_ID>.", 1},
	{"push with " GH " now", "push with <GITHUB_TOKEN> now", 1},
	{"github" "_pat_11ABCDEFG0123456789_abcdefghijklmnop",
	 "<GITHUB_TOKEN>", 1},
	{"bot 123456" "7890:AAH" "dqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
	 "bot <BOT_TOKEN>", 1},
	{"ssh root@91.198" ".174.192 and 10.0" ".0.7, again 91.198" ".174.192",
	 "ssh root@<SERVER_IP> and <SERVER_IP_2>, again <SERVER_IP>", 3},
	{"at 2a02:2e0" ":3fe:1001:302:0:0:5 now", "at <SERVER_IP> now", 1},
	{"fe80" "::1ff:fe23:4567:890a", "<SERVER_IP>", 1},
	{"subject=/O=Us/CN=laptop-of-ada", "subject=/O=Us/CN=<CLIENT_CERT_CN>",
	 1},
	{"card 4111 1111" " 1111 1111 ok", "card <CARD> ok", 1},
	{"client_id=0oa3k2" "9fjq7XYZ", "client_id=<CLIENT_ID>", 1},
	{"cut ghp" "_16C7e42F292c6912E7710 off", "cut <GITHUB_TOKEN> off", 1},
	{"cut sk-ant" "-api03-x9Kq2mPzL4vR7tY8wB5n", "cut <API_KEY>", 1},
	{"2/108705031967" "6418/1336803071788792:"
	 "beeffd3d014538c8e1901e81bd0eb0a9", "<API_KEY>", 1},
	{"Mt5evjiWzJTzppGqQwE0gMc8dg." "GDMuWx."
	 "4KA5fvRGc9bKziV-t2hlN9ChFcBIb71sWQWkP3", "<BOT_TOKEN>", 1},
	{"sshpass -p hunt" "er22 ssh root@box",
	 "sshpass -p <PASSWORD> ssh root@box", 1},
	{"mysql -u root -phunt" "er22 mydb", "mysql -u root -p<PASSWORD> mydb",
	 1},
	{"redis-cli -a hunt" "er22 ping", "redis-cli -a <PASSWORD> ping", 1},
	{"root:hunt" "er22@tcp(127.0.0.1:3306)/x",
	 "<CREDENTIALS>@tcp(127.0.0.1:3306)/x", 1},
	{"db.local:5432:prod:app:hunt" "er22",
	 "db.local:5432:prod:app:<PASSWORD>", 1},
	{"requirepass hunt" "er22", "requirepass <PASSWORD>", 1},
	{"IDENTIFIED BY 'hunt" "er22';", "IDENTIFIED BY '<PASSWORD>';", 1},
	{"WITH PASSWORD 'hunt" "er22';", "WITH PASSWORD '<PASSWORD>';", 1},
	{"**Password:** hunt" "er22", "**Password:** <PASSWORD>", 1},
	{"<b>Password:</b> hunt" "er22", "<b>Password:</b> <PASSWORD>", 1},
	{"\x1b[1mpassword\x1b[0m: hunt" "er22",
	 "\x1b[1mpassword\x1b[0m: <PASSWORD>", 1},
	{"пароль от сервера: hunt" "er22", "пароль от сервера: <PASSWORD>", 1},
	{"mot de passe : hunt" "er22", "mot de passe : <PASSWORD>", 1},
	{"psk: hunt" "er22", "psk: <PASSWORD>", 1},
	{"?se=1&sig=x9Kq2mPzL4" "vR7tY8wB5n", "?se=1&sig=<SECRET>", 1},
	{"b3BlbnNzaC1rZXk" "tdjEAAAAABG5vbmUAAAAEbm9uZQ\n" LINE64,
	 "<PRIVATE_KEY>", 1},
};

static const char *const ordinary[] = {
	"",
	"I forgot my password: can you reset it?",
	"the password = the thing you type",
	"the password is important, and the token is short",
	"password: required",
	"password:",
	"token: expired",
	"max_tokens=4096 and tokens: 5000",
	"token = next_token(stream)",
	"secret = settings.secret_key",
	"password=${DB_PASSWORD} token={{ token }} key=%s",
	"password=<SECRET> token=***",
	"password=<PASSWORD_2> and <SERVER_IP>",
	"API_KEY=your_api_key_here TOKEN=xxxxxxxxxxxxxxxx",
	"if (token == other_token) return;",
	"key=value a=b x: y",
	"monkey=banana12345",
	"the bearer of bad news, bearer bonds, Bearer token",
	"see https://example.org:8080/a@b and mailto:ada@example.org",
	"ssh://git@example.org/repo.git",
	"https://example.org/?a=1&b=2",
	"-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----",
	"AKIA is a prefix; MAKIAIOSFODNN7EXAMPLE1 AKIA" "IOSFODNN7EXAMPLE",
	"ghp_short and sightseeing",
	"ghp_" "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	"The secret: never give up. It was 12:30.",
	"e-0123456789abcdef 2026-01-28T13:45:00.000Z",
	"bypass=true compass=north passport: A12",
	"xghp" "_16C7e42F292c6912E7710 is none, nor ghp" "_16C7e42F292c69",
	"ssh -p 2222 root@box; docker run -p 8080:80 nginx; mkdir -p a1b2c3d4",
	"mysql -u root -p mydb; redis-cli -h cache.local get a1",
	"10:1234:45:12:33 and a.c:1234:error:here:x1y2z3 too",
	"password for the server: required",
	"we are identified by 12 letters, and come with password protection",
	"cache key: 5d41402abc4b2a76b9719d911017c592",
	"10.0.0.0/8 is private, 2.34.113.7 of the driver is a version",
	"CN=Let's Encrypt, O=Let's Encrypt; CN=GTS CA 1C3",
	"sub@tcp(x) @tcp(127.0.0.1:3306)",
	"127.0.0.1:8080 0.0.0.0 ::1 192.0.2.7 2001:db8::1 v1.2.3.4",
	"version 10.2.3.4 and Chrome/120.0.6099.109",
	"std::vector 12:30:45 a::b 1:2:3",
	"commit 3f786850e387550fdab836ed7e6dc881de23001b",
	"id 123e4567-e89b-12d3-a456-426614174000",
	"order 4111 1111 1111 1112, phone 030 1234567",
	"task-management-interface-for-everyone-2024-12",
	"aGVsbG8gd29ybGQsIHRoaXMgaXMgb25seSBhIHNlbnRlbmNlLg==",
};

static void
test_redact__forms(void **state)
{
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t hits;

		rv_buf_reset(&out);
		hits = rv_redact(rv_sv(cases[i].text), &out);
		assert_sv(rv_buf_sv(&out), cases[i].want);
		assert_int_equal(hits, cases[i].hits);
	}
	rv_buf_release(&out);
}

static void
test_redact__ordinary_text(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ordinary); i++) {
		struct rv_sv in = rv_sv(ordinary[i]), out;
		size_t hits = 9;

		out = rv_redact_in(&arena, in, &hits);
		assert_sv(out, ordinary[i]);
		assert_ptr_equal(out.p, in.p);
		assert_int_equal(hits, 0);
	}
	rv_arena_release(&arena);
}

/* Masking twice is masking once, whatever stands beside what. */
static void
test_redact__idempotent(void **state)
{
	struct rv_buf in = RV_BUF_INIT, once = RV_BUF_INIT, twice = RV_BUF_INIT;
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 7);
	for (int round = 0; round < 3000; round++) {
		rv_buf_reset(&in);
		rv_buf_reset(&once);
		rv_buf_reset(&twice);
		for (int k = 0; k < 6; k++) {
			size_t i = rv_rng_below(&rng, ARRAY_LEN(cases) +
							      ARRAY_LEN(ordinary));
			struct rv_sv v = rv_sv(
				i < ARRAY_LEN(cases)
					? cases[i].text
					: ordinary[i - ARRAY_LEN(cases)]);
			size_t cut = rv_rng_below(&rng, v.n + 1);

			rv_buf_addv(&in, rng.state & 64 ? v
							: rv_sv_slice(v, 0, cut));
			rv_buf_add(&in, " \n&:=,", rv_rng_below(&rng, 2));
		}
		rv_redact(rv_buf_sv(&in), &once);
		rv_redact(rv_buf_sv(&once), &twice);
		if (!rv_sv_eq(rv_buf_sv(&once), rv_buf_sv(&twice)))
			fail_msg("%s\n---\n%s\n---\n%s", in.p, once.p, twice.p);
	}
	rv_buf_release(&in);
	rv_buf_release(&once);
	rv_buf_release(&twice);
}

/* Any bytes, also NUL and broken UTF-8, and what lies beside them is kept. */
static void
test_redact__any_bytes(void **state)
{
	struct rv_buf out = RV_BUF_INIT;
	char in[64];
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 3);
	for (int round = 0; round < 20000; round++) {
		size_t n = rv_rng_below(&rng, sizeof(in));
		static const char set[] = "=:-Abg/@\"'\\ \n<>&p\0\xff_1";

		for (size_t i = 0; i < n; i++)
			in[i] = set[rv_rng_below(&rng, sizeof(set))];
		rv_buf_reset(&out);
		if (!rv_redact(rv_sv_of(in, n), &out)) {
			assert_int_equal(out.n, n);
			assert_memory_equal(out.p, in, n);
		}
	}
	rv_buf_release(&out);
}

/* --- other ways to write the same ------------------------------------------ */

static void
test_redact__encoded(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{"ghp\\u005f16C7e42F292c6912E7710c838347Ae178B4a.",
		 "<GITHUB_TOKEN>."},
		{"sk_live" "%5F4eC39HqLyjWDarjtT1zdp7dc&x",
		 "<API_KEY>&x"},
		{"xoxb-781236542736-2364535789652-GkwFDQoHqzXDVsC6" "GzqYUypD",
		 "<BOT_TOKEN>"},
		{"g\xE2\x80\x8Bhp" "_16C7e42F292c69\xE2\x80\x8B" "12E7710c838347Ae"
		 "178B4a",
		 "<GITHUB_TOKEN>"},
		{"https:\\/\\/ada:hunter" "2@db.local\\/x",
		 "https:\\/\\/<CREDENTIALS>@db.local\\/x"},
		{"key ghp" "_16C7e42F292c6912E77\n    10c838347Ae178B4a\nend",
		 "key <GITHUB_TOKEN>\nend"},
		{"key ghp" "_16C7e42F292c6912E77=\r\n10c838347Ae178B4a\r\n",
		 "key <GITHUB_TOKEN>\r\n"},
		/* one way of writing within another */
		{"{\"u\":\"https://x/?a=ghp%5F16C7e42F292c6912E7710c838347Ae178"
		 "B4a\"}",
		 "{\"u\":\"https://x/?a=<GITHUB_TOKEN>\"}"},
		{"{\"t\":\"{\\\"k\\\":\\\"ghp\\\\u005f16C7e42F292c6912E7710c838347A"
		 "e178B4a\\\"}\"}",
		 "{\"t\":\"{\\\"k\\\":\\\"<GITHUB_TOKEN>\\\"}\"}"},
		{"ghp%5F16C7e42F2\xE2\x80\x8B" "92c6912E7710c838347Ae178B4a|",
		 "<GITHUB_TOKEN>|"},
		{"key ghp" "_16C7e42F292c6912E77=\n10c838347Ae178B4a end",
		 "key <GITHUB_TOKEN> end"},
		{"key ghp" "=5F16C7e42F292c6912E7710c838347Ae178B4a end",
		 "key <GITHUB_TOKEN> end"},
		{"key ghp" "_16C7e42F292c6912E77\r\n10c838347Ae178B4a\r\n",
		 "key <GITHUB_TOKEN>\r\n"},
		{"> key ghp" "_16C7e42F292c6912E77\n> 10c838347Ae178B4a\n> end",
		 "> key <GITHUB_TOKEN>\n> end"},
		{"\\u0067\\u0068\\u0070\\u005f16C7e42F292c6912E7710c838347Ae178B4a",
		 "<GITHUB_TOKEN>"},
		{"?password=hunter%21" "22pw&x=1", "?password=<PASSWORD>&x=1"},
		{"{\"password\":\"hunt\\u0065r" "22\"}",
		 "{\"password\":\"<PASSWORD>\"}"},
		{"line\\n" "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
		 "line\\n<GITHUB_TOKEN>"},
	};
	struct rv_buf out = RV_BUF_INIT, in = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&out);
		rv_redact(rv_sv(rows[i].text), &out);
		assert_sv(rv_buf_sv(&out), rows[i].want);
	}
	rv_buf_adds(&in, "data: ");
	base64_encode(RV_SV("token is " GH), "+/", &in);
	rv_buf_adds(&in, " end");
	rv_buf_reset(&out);
	assert_int_equal(rv_redact(rv_buf_sv(&in), &out), 1);
	assert_sv(rv_buf_sv(&out), "data: <GITHUB_TOKEN> end");
	rv_buf_release(&in);
	rv_buf_release(&out);
}

/* Wrapped at 64, with any line break, cut anywhere; also for addresses. */
static void
test_redact__wrapped_base64(void **state)
{
	static const char *const breaks[] = {"\n", "\r\n", "\\n", "\\r\\n"};
	static const char *const alphabets[] = {"+/", "-_"};
	struct rv_buf plain = RV_BUF_INIT, code = RV_BUF_INIT,
		      in = RV_BUF_INIT, out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < 4 * 2 * 60; i++) {
		rv_buf_reset(&plain);
		rv_buf_reset(&code);
		rv_buf_reset(&in);
		rv_buf_reset(&out);
		for (size_t k = 0; k < i / 8; k++)
			rv_buf_addc(&plain, k % 7 ? 'a' : ' ');
		rv_buf_adds(&plain, ">>>??? token " GH " and some more text");
		base64_encode(rv_buf_sv(&plain), alphabets[i / 4 % 2], &code);
		for (size_t k = 0; k < code.n; k += 64) {
			rv_buf_addv(&in, rv_sv_slice(rv_buf_sv(&code), k,
						     k + 64));
			rv_buf_adds(&in, breaks[i % 4]);
		}
		rv_redact(rv_buf_sv(&in), &out);
		if (!rv_sv_has(rv_buf_sv(&out), RV_SV("<GITHUB_TOKEN>")))
			fail_msg("%s", in.p);
	}
	rv_buf_release(&plain);
	rv_buf_release(&code);
	rv_buf_release(&in);
	rv_buf_release(&out);
}

/* One anchor behind the other: what costs too much is masked unseen. */
static void
test_redact__made_to_be_slow(void **state)
{
	static const char *const parts[] = {
		"key=", "CN=", "kind: Secret\n", PEM "\n", "password=",
		"token: \"", "password: ", " -u", "PuTTY-User-Key-File",
		"T3BlbkFJ", "kind: Secret\ndata:\n", "password:\n", "-eyJ",
		"<password>", "Cookie: ", "cookie=a1b2c3d4; ", "&#65;",
		"|password|\n|--|\n", "a,password\nx,y\n", "login a/b1C2d3 ",
		"| chpasswd", " /user:", "auth(\"a\", \"", "--auth a:",
		"eyJhbGciOiJIUzI1NiJ9\n", "passwords:\n- abc\n", "4111 ",
		"mysql -p ", "password for the ", "10.1.2. ", "WIFI:S:a;P:",
	};
	struct rv_buf in = RV_BUF_INIT, out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		rv_buf_reset(&in);
		rv_buf_reset(&out);
		while (in.n < (size_t)1 << 20)
			rv_buf_adds(&in, parts[i]);
		rv_buf_adds(&in, " and then " GH);
		rv_redact(rv_buf_sv(&in), &out);
		assert_false(rv_sv_has(rv_buf_sv(&out), RV_SV(GH)));
		/* looked at to its end, not given up */
		assert_false(rv_sv_has(rv_buf_sv(&out), RV_SV("<TEXT>")));
	}
	rv_buf_release(&in);
	rv_buf_release(&out);
}

/* What is settled holds for all calls without options of their own. */
static void
test_redact__settled(void **state)
{
	static const char text[] = "ada@post.example.net +49 30 1234" "5678";
	struct rv_redact_options opts = {.email = true, .salt = RV_SV("a")};
	struct rv_arena arena = RV_ARENA_INIT;
	int64_t plain = rv_redact_version();
	struct rv_sv one, two, three;
	size_t hits;

	(void)state;
	rv_redact_settle(&opts);
	assert_int_not_equal(rv_redact_version(), plain);
	assert_int_equal(rv_redact_count(rv_sv(text)), 1);
	assert_sv(rv_redact_in(&arena, rv_sv(text), &hits),
		  "<EMAIL> +49 30 1234" "5678");
	one = rv_mask_name(&arena, RV_SV("chat ada@post.example.net"), NULL);
	two = rv_mask_name(&arena, RV_SV("chat bob@post.example.net"), NULL);
	assert_true(rv_sv_starts(one, RV_SV("chat <EMAIL>~")));
	assert_true(rv_sv_starts(two, RV_SV("chat <EMAIL>~")));
	assert_false(rv_sv_eq(one, two));
	assert_true(rv_sv_eq(one, rv_mask_name(&arena, one, NULL)));
	opts.salt = RV_SV("b");
	opts.phone = true;
	rv_redact_settle(&opts);
	three = rv_mask_name(&arena, RV_SV("chat ada@post.example.net"), NULL);
	assert_false(rv_sv_eq(one, three));
	assert_int_equal(rv_redact_count(rv_sv(text)), 2);
	rv_redact_settle(NULL);
	assert_int_equal(rv_redact_version(), plain);
	assert_int_equal(rv_redact_count(rv_sv(text)), 0);
	rv_arena_release(&arena);
}

/* In pieces of any size the same comes out as in one. */
static void
test_redact__stream(void **state)
{
	struct rv_buf in = RV_BUF_INIT, whole = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_redactor *r;
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 5);
	while (in.n < 400000) {
		size_t k = rv_rng_below(&rng, 3 * ARRAY_LEN(ordinary));

		if (k < ARRAY_LEN(ordinary))
			rv_buf_adds(&in, ordinary[k]);
		else if (k == 3 * ARRAY_LEN(ordinary) - 1)
			rv_buf_adds(&in, cases[rv_rng_below(
						       &rng, ARRAY_LEN(cases))]
						 .text);
		else
			rv_buf_adds(&in, "Пусть всегда будет text,");
		rv_buf_adds(&in, rv_rng_below(&rng, 5) ? " and then " : "\n\n");
	}
	r = rv_redactor_new(NULL);
	assert_int_equal(rv_redactor_run(r, rv_buf_sv(&in), &whole, NULL),
			 RV_OK);
	for (size_t most = 1; most < 200000; most = most * 17 + 1) {
		struct rv_redact_stream *s = rv_redact_stream_new(NULL);
		struct rv_sv rest = rv_buf_sv(&in);
		size_t a, b;

		rv_buf_reset(&out);
		while (rest.n) {
			size_t n = 1 + rv_rng_below(&rng, most);

			assert_int_equal(rv_redact_stream_feed(
						 s, rv_sv_slice(rest, 0, n),
						 &out, NULL), RV_OK);
			rest = rv_sv_slice(rest, n, rest.n);
		}
		assert_int_equal(rv_redact_stream_end(s, &out, NULL), RV_OK);
		assert_int_equal(out.n, whole.n);
		assert_memory_equal(out.p, whole.p, whole.n);
		(void)rv_redact_stream_spans(s, &a);
		(void)rv_redactor_spans(r, &b);
		assert_int_equal(a, b);
		rv_redact_stream_free(s);
	}
	rv_redactor_free(r);
	rv_buf_release(&in);
	rv_buf_release(&whole);
	rv_buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redact__forms),
		cmocka_unit_test(test_redact__ordinary_text),
		cmocka_unit_test(test_redact__idempotent),
		cmocka_unit_test(test_redact__any_bytes),
		cmocka_unit_test(test_redact__encoded),
		cmocka_unit_test(test_redact__wrapped_base64),
		cmocka_unit_test(test_redact__made_to_be_slow),
		cmocka_unit_test(test_redact__settled),
		cmocka_unit_test(test_redact__stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
