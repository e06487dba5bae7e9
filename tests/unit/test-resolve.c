/* SPDX-License-Identifier: MIT */
/* Which model, where, with which key; and whose word is taken for it. */
#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "llm/resolve.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define KEY "sk-0123456789abcdefghij"

struct files {
	struct rv_yaml *user, *own;
};

static const struct rv_yaml *
node(const void *arg, const char *key, bool *own)
{
	const struct files *f = arg;
	const struct rv_yaml *n = rv_yaml_get(f->own, key);

	*own = n != NULL;
	return n ? n : rv_yaml_get(f->user, key);
}

static const char *
var(const char *name)
{
	return strcmp(name, "OPENAI_API_KEY") ? NULL : KEY;
}

static const struct rv_env env = {.now = 1, .home = "/nowhere", .var = var};

/* "provider/model base key" of each target, or "!" and the warning; then the
 * notes. */
static struct rv_sv
resolve(const char *user, const char *own, enum rv_llm_use use,
	struct rv_arena *arena)
{
	struct files f;
	struct rv_llm_config cfg = {.env = &env, .node = node, .arg = &f};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err err = {0};
	struct rv_llm llm;
	struct rv_sv out;

	if (rv_yaml_parse(rv_sv(user), "user", arena, &f.user, &err) ||
	    rv_yaml_parse(rv_sv(own), "own", arena, &f.own, &err))
		fail_msg("%s", err.msg);
	rv_llm_resolve(&cfg, use, &llm);
	if (!llm.n)
		rv_buf_addf(&b, "!%.*s", RV_SV_ARG(llm.warning));
	for (size_t i = 0; i < llm.n; i++) {
		const struct rv_chat_target *t = &llm.targets[i];

		rv_buf_addf(&b, "%s%s/%s %s", i ? ", " : "", t->provider,
			    t->model, t->problem ? t->problem : t->base_url);
		if (t->key.n)
			rv_buf_addf(&b, " key");
	}
	for (size_t i = 0; i < llm.n_notes; i++)
		rv_buf_addf(&b, "; %s", llm.notes[i]);
	rv_buf_addc(&b, '$'); /* the end */
	out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	rv_llm_release(&llm);
	return out;
}

static const struct {
	const char *user, *own;
	enum rv_llm_use use;
	const char *want; /* a part of it */
} rows[] = {
	{"", "", RV_USE_NARRATE, "!No model is configured"},
	{"chat: {provider: openai, model: gpt-x}", "", RV_USE_NARRATE,
	 "openai/gpt-x https://api.openai.com/v1 key"},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "narrative: {provider: ollama, model: q}",
	 "", RV_USE_NARRATE, "ollama/q http://127.0.0.1:11434"},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "narrative: {provider: ollama, model: q}",
	 "", RV_USE_SEED, "openai/gpt-x"},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "models: {seed: small, wonder: ollama/a/b}",
	 "", RV_USE_SEED, "openai/small"},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "models: {seed: small, wonder: ollama/a/b}",
	 "", RV_USE_WONDER, "ollama/a/b "},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "models: {narrate: a, seed: b, wonder: c, prepare: d}",
	 "", RV_USE_NARRATE, "openai/a "},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "models: {narrate: a, seed: b, wonder: c, prepare: d}",
	 "", RV_USE_PREPARE, "openai/d "},
	{"chat: {provider: openai, model: gpt-x}\n"
	 "models: {narrate: a, seed: b, wonder: c, prepare: d}",
	 "", RV_USE_WONDER, "openai/c "},
	/* what words the flashbacks is the narrator's model */
	{"chat: {provider: openai, model: gpt-x}\nmodels: {narrate: a}", "",
	 RV_USE_REWRITE, "openai/a "},
	{"chat: {provider: openai, model: gpt-x}\nnarrative: {model: n}", "",
	 RV_USE_NARRATE, "openai/n "},
	{"chat: {model: gpt-x}", "", RV_USE_NARRATE, "!chat.provider"},
	{"chat: {provider: copilot, model: c}\n"
	 "narrative: {fallback: none}\n"
	 "providers: {copilot: {keyEnv: OPENAI_API_KEY}}",
	 "", RV_USE_NARRATE, "copilot/c https://api.githubcopilot.com key$"},
	{"chat: {provider: copilot, model: gpt-4o}\n"
	 "providers: {copilot: {keyEnv: OPENAI_API_KEY}}",
	 "", RV_USE_NARRATE,
	 "copilot/gpt-4o https://api.githubcopilot.com key$"},
	{"chat: {provider: openai, model: gpt-x}", "narrative: {provider: "
						  "extractive}",
	 RV_USE_NARRATE, "!"},
	{"chat: {provider: nonesuch, model: x}", "", RV_USE_NARRATE,
	 "!nonesuch: no such provider"},
	/* a provider that is none: the next in the order, nothing is sent */
	{"chat: {provider: openai, model: m}\nmodels: {prepare: nosuch/x}", "",
	 RV_USE_PREPARE,
	 "openai/m https://api.openai.com/v1 key; models.prepare: no such "
	 "provider: nosuch;"},
	{"chat: {provider: openrouter, model: m}\nmodels: {seed: nosuch/x}\n"
	 "providers: {openrouter: {keyEnv: OPENAI_API_KEY}}",
	 "", RV_USE_SEED, "openrouter/nosuch/x https://openrouter.ai/api/v1 key$"},
	{"chat: {provider: mine, model: m}\nmodels: {seed: maker/x}\n"
	 "providers: {mine: {baseUrl: 'http://127.0.0.1:9/v1'}}",
	 "", RV_USE_SEED, "mine/maker/x http://127.0.0.1:9/v1$"},
	{"chat: {provider: openai, model: m}\n"
	 "narrative: {provider: nosuch, model: x}",
	 "", RV_USE_NARRATE,
	 "openai/m https://api.openai.com/v1 key; narrative.provider: no such "
	 "provider: nosuch;"},
	{"chat: {provider: openai, model: m}\n"
	 "narrative: {provider: nosuch}\nmodels: {narrate: x}",
	 "", RV_USE_NARRATE, "openai/m https://api.openai.com/v1 key; narr"},
	{"chat: {provider: openai, model: m}\n"
	 "narrative: {fallback: [nosuch/x, n]}",
	 "", RV_USE_NARRATE,
	 "openai/m https://api.openai.com/v1 key, openai/n "
	 "https://api.openai.com/v1 key; narrative.fallback: no such "
	 "provider: nosuch;"},
	{"chat: {provider: openai, model: m}\nmodels: {wonder: extractive}", "",
	 RV_USE_WONDER, "!$"},
	{"models: {prepare: nosuch/x}", "", RV_USE_PREPARE,
	 "!No model is configured"},
	{"chat: {provider: openai}", "", RV_USE_NARRATE, "!chat.model"},
	{"chat: {provider: anthropic, model: c}", "", RV_USE_NARRATE,
	 "anthropic/c the variable ANTHROPIC_API_KEY is not set"},
	{"chat: {provider: copilot, model: c}\n"
	 "providers: {copilot: {keyEnv: OPENAI_API_KEY}}",
	 "", RV_USE_NARRATE,
	 "copilot/c https://api.githubcopilot.com key, copilot/gpt-4o "},
	{"chat: {provider: openai, model: m}\n"
	 "narrative: {fallback: [n, ollama/o]}",
	 "", RV_USE_NARRATE,
	 "openai/m https://api.openai.com/v1 key, openai/n "
	 "https://api.openai.com/v1 key, ollama/o "},
	{"chat: {provider: mine, model: m}\nproviders: {mine: {baseUrl: "
	 "'https://llm.example/v1', keyEnv: OPENAI_API_KEY}}",
	 "", RV_USE_NARRATE, "mine/m https://llm.example/v1 key"},
	/* what an agent could write into the workspace */
	{"chat: {provider: openai, model: m}",
	 "providers: {openai: {baseUrl: 'https://evil.example/v1'}}",
	 RV_USE_NARRATE, "which only your own may do; move baseUrl"},
	{"chat: {provider: openai, model: m}",
	 "providers: {openai: {keyCommand: [cat, /etc/passwd]}}",
	 RV_USE_NARRATE, "names a keyCommand, which only your own may do"},
	{"chat: {provider: openai, model: m}",
	 "providers: {openai: {baseUrl: 'http://127.0.0.1:9/v1'}}",
	 RV_USE_NARRATE, "openai/m http://127.0.0.1:9/v1 key"},
	{"chat: {provider: openai, model: m}\n"
	 "providers: {openai: {apiKey: " KEY "}}",
	 "", RV_USE_NARRATE, "a key stands in the configuration itself"},
	{"chat: {provider: openai, model: m}\n"
	 "providers: {openai: {keyCommand: [sh, -c, 'echo k; echo x']}}",
	 "", RV_USE_NARRATE, "openai/m https://api.openai.com/v1 key"},
	{"chat: {provider: openai, model: m}\n"
	 "providers: {openai: {keyCommand: ['false']}}",
	 "", RV_USE_NARRATE, "ended with exit code 1"},
	{"chat: {provider: openai, model: m}\n"
	 "providers: {openai: {keyCommand: 'echo x'}}",
	 "", RV_USE_NARRATE, "write it as a list"},
};

static void
test_resolve__table(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_sv got = resolve(rows[i].user, rows[i].own,
					   rows[i].use, &arena);

		if (!rv_sv_has(got, rv_sv(rows[i].want)))
			fail_msg("row %zu: %.*s", i, RV_SV_ARG(got));
		if (rv_sv_has(got, RV_SV(KEY)))
			fail_msg("row %zu shows the key", i);
		rv_arena_release(&arena);
	}
}

static void
test_key_file__private_alone(void **state)
{
	const char *path = scratch_write("key", RV_SV("  k-1 \r\nmore\n"));
	struct rv_secret_source from = {.file = path};
	struct rv_secret s = {0};
	struct rv_err err = {0};

	(void)state;
	assert_int_equal(chmod(path, 0644), 0);
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "others can read it"));
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_OK);
	assert_sv(rv_secret_sv(&s), "k-1");
	rv_secret_release(&s);
	path = scratch_write("two", RV_SV("two words\n"));
	assert_int_equal(chmod(path, 0600), 0);
	from.file = path;
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	assert_null(strstr(err.msg, "words"));
	from.file = "/nonexistent/key";
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
}

static void
test_key_command__limits(void **state)
{
	static const char *const slow[] = {"sleep", "60", NULL};
	static const char *const much[] = {
		"sh", "-c", "head -c 9000 /dev/zero | tr '\\0' k", NULL};
	static const char *const shell[] = {"echo", "$(id) ; `id`", NULL};
	static const char *const missing[] = {"/no/such/program", NULL};
	struct rv_secret_source from = {.command = slow, .command_ms = 100};
	struct rv_secret s = {0};
	struct rv_err err = {0};

	(void)state;
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	from = (struct rv_secret_source){.command = much};
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "over 8192 bytes"));
	assert_null(strstr(err.msg, "kkkk"));
	/* words are arguments: nothing is expanded, and blanks are no key */
	from.command = shell;
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "is no key"));
	assert_null(strstr(err.msg, "uid="));
	from.command = missing;
	assert_int_equal(rv_secret_read(&from, &env, &s, &err), RV_E_CONFIG);
	assert_null(s.p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resolve__table),
		cmocka_unit_test(test_key_file__private_alone),
		cmocka_unit_test(test_key_command__limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
