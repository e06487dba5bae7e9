/* SPDX-License-Identifier: MIT */
/* Keys, and that they stay where they are. */
#include "config.h"

#include "llm/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/proc.h"

#define COMMAND_MS 30000

void
rv_secret_guard(void)
{
	static const struct rlimit none = {0, 0};

	/* Either alone would do; nothing helps where both are refused. */
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	setrlimit(RLIMIT_CORE, &none);
}

void
rv_secret_release(struct rv_secret *s)
{
	if (s->p) {
		explicit_bzero(s->p, RV_SECRET_MAX + 1);
		free(s->p);
	}
	*s = (struct rv_secret){0};
}

struct rv_sv
rv_secret_sv(const struct rv_secret *s)
{
	return rv_sv_of(s->p, s->n);
}

/* The first line without blanks around it, in place. */
static rv_status
settle(struct rv_secret *s, const char *where, struct rv_err *err)
{
	char *line = memchr(s->p, '\n', s->n);
	struct rv_sv v = rv_sv_trim(
		rv_sv_of(s->p, line ? (size_t)(line - s->p) : s->n));

	if (!line && s->n >= RV_SECRET_MAX)
		return rv_fail(err, RV_E_CONFIG,
			       _("%s: its first line has over %d bytes, which "
				 "no key has; put the key there alone"),
			       where, RV_SECRET_MAX);
	for (size_t i = 0; i < v.n; i++)
		if ((unsigned char)v.p[i] <= ' ' || v.p[i] == 0x7F)
			return rv_fail(err, RV_E_CONFIG,
				       _("%s: what it gives is no key: it has "
					 "blanks or control characters; give "
					 "one word in the first line"),
				       where);
	if (!v.n)
		return rv_fail(err, RV_E_CONFIG,
			       _("%s: its first line is empty; put the key "
				 "there"),
			       where);
	memmove(s->p, v.p, v.n);
	explicit_bzero(s->p + v.n, RV_SECRET_MAX + 1 - v.n);
	s->n = v.n;
	return RV_OK;
}

static rv_status
from_var(const char *name, const struct rv_env *env, struct rv_secret *out,
	 struct rv_err *err)
{
	const char *v = env->var ? env->var(name) : NULL;
	size_t n = v ? strlen(v) : 0;

	if (!n)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("the variable %s is not set; set it to the key "
				 "or name a keyFile"),
			       name);
	out->n = RV_MIN(n, (size_t)RV_SECRET_MAX);
	memcpy(out->p, v, out->n);
	return settle(out, name, err);
}

static rv_status
check_file(int fd, const char *path, struct rv_err *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return rv_fail_errno(err, errno, path, _("cannot look at"));
	if (!S_ISREG(st.st_mode))
		return rv_fail_path(err, RV_E_CONFIG, path,
				    _("%s: it is no file; keyFile names a "
				      "regular one"),
				    path);
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return rv_fail_path(err, RV_E_CONFIG, path,
				    _("%s: it belongs to somebody else; a key "
				      "file must be your own"),
				    path);
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		return rv_fail_path(err, RV_E_CONFIG, path,
				    _("%s: others can read it, so the key is "
				      "not taken from there; run chmod 600 on "
				      "it"),
				    path);
	return RV_OK;
}

static rv_status
from_file(const char *path, struct rv_secret *out, struct rv_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	rv_status st;
	ssize_t got;

	if (fd < 0)
		return rv_fail_path(err, RV_E_CONFIG, path,
				    _("%s: cannot read the key file: %s"), path,
				    strerror(errno));
	st = check_file(fd, path, err);
	while (st == RV_OK && out->n < RV_SECRET_MAX) {
		got = read(fd, out->p + out->n, RV_SECRET_MAX - out->n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			st = rv_fail_errno(err, errno, path, _("cannot read"));
		if (got <= 0)
			break;
		out->n += (size_t)got;
	}
	close(fd);
	return st == RV_OK ? settle(out, path, err) : st;
}

static rv_status
from_command(const char *const *argv, int ms, struct rv_secret *out,
	     struct rv_err *err)
{
	int code = 0;
	rv_status st = rv_proc_read(argv, ms ? ms : COMMAND_MS, out->p, RV_SECRET_MAX,
				    &out->n, &code, err);

	if (st == RV_OK && code != 0)
		return rv_fail(err, RV_E_CONFIG,
			       _("keyCommand %s: it ended with exit code %d; "
				 "run it by hand to see why"),
			       argv[0], code);
	return st == RV_OK ? settle(out, argv[0], err) : st;
}

rv_status
rv_secret_read(const struct rv_secret_source *from, const struct rv_env *env,
	       struct rv_secret *out, struct rv_err *err)
{
	struct rv_secret s = {.p = rv_calloc(1, RV_SECRET_MAX + 1)};
	rv_status st = RV_E_NOTFOUND;

	rv_secret_guard();
	if (from->command)
		st = from_command(from->command, from->command_ms, &s, err);
	else if (from->file)
		st = from_file(from->file, &s, err);
	else if (from->var && *from->var)
		st = from_var(from->var, env, &s, err);
	else
		st = rv_fail(err, st, "%s",
			     _("no key is configured; set keyEnv, keyFile or "
			       "keyCommand"));
	if (st != RV_OK) {
		rv_secret_release(&s);
		return st;
	}
	*out = s;
	return RV_OK;
}
