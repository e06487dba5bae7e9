/* SPDX-License-Identifier: MIT */
/* What all of a process masks. */
#include "config.h"

#include "doc/redact.h"

#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"

#define SALT_MOST 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	bool email, phone;
	char salt[SALT_MOST];
	size_t salt_n;
} settings;

void
rv_redact_settle(const struct rv_redact_options *opts)
{
	const struct rv_redact_options none = {0};

	if (!opts)
		opts = &none;
	(void)pthread_mutex_lock(&lock);
	settings.email = opts->email;
	settings.phone = opts->phone;
	settings.salt_n = RV_MIN(opts->salt.n, sizeof(settings.salt));
	if (settings.salt_n)
		memcpy(settings.salt, opts->salt.p, settings.salt_n);
	(void)pthread_mutex_unlock(&lock);
}

struct rv_redact_options
rv_redact_settled(struct rv_arena *salt)
{
	struct rv_redact_options opts = {0};

	(void)pthread_mutex_lock(&lock);
	opts.email = settings.email;
	opts.phone = settings.phone;
	if (salt)
		opts.salt = rv_sv_dup_in(
			salt, rv_sv_of(settings.salt, settings.salt_n));
	(void)pthread_mutex_unlock(&lock);
	return opts;
}

int64_t
rv_redact_version(void)
{
	struct rv_redact_options opts = rv_redact_settled(NULL);

	return RV_REDACT_VERSION * 4 + (opts.phone ? 2 : 0) +
	       (opts.email ? 1 : 0);
}

/* What is masked, and digits that tell it from others. */
static struct rv_sv
distinct(struct rv_arena *arena, struct rv_sv name,
	 const struct rv_redact_options *opts)
{
	struct rv_redactor *r = rv_redactor_new(opts);
	struct rv_buf masked = RV_BUF_INIT;
	char hex[RV_SHA256_HEX];
	struct rv_sha256 sha;
	size_t hits = 0;
	bool whole = rv_redactor_run(r, name, &masked, NULL) == RV_OK;

	(void)rv_redactor_spans(r, &hits);
	rv_redactor_free(r);
	if (hits || !whole) {
		rv_sha256_init(&sha);
		(void)pthread_mutex_lock(&lock);
		rv_sha256_add(&sha, settings.salt, settings.salt_n);
		(void)pthread_mutex_unlock(&lock);
		rv_sha256_add(&sha, ":", 1);
		rv_sha256_add(&sha, name.p, name.n);
		rv_sha256_hex(&sha, hex);
		name = rv_sv(rv_arena_printf(arena, "%.*s-%.8s",
					     RV_SV_ARG(rv_buf_sv(&masked)),
					     hex));
	}
	rv_buf_release(&masked);
	return name;
}

struct rv_sv
rv_redact_name_in(struct rv_arena *arena, struct rv_sv name)
{
	const struct rv_redact_options opts = rv_redact_settled(NULL);

	return distinct(arena, name, &opts);
}

struct rv_sv
rv_redact_path_in(struct rv_arena *arena, struct rv_sv path)
{
	const struct rv_redact_options opts = {.credentials = true};

	return distinct(arena, path, &opts);
}
