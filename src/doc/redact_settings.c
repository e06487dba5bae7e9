/* SPDX-License-Identifier: MIT */
/* What all of a process masks. */
#include "config.h"

#include "doc/redact.h"

#include <pthread.h>
#include <string.h>

#include "base/arena.h"

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
