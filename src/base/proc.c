/* SPDX-License-Identifier: MIT */
/* Child processes. */
#include "config.h"

#include "base/proc.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"

static int
spawn(pid_t *pid, const char *const *argv)
{
	posix_spawnattr_t attr;
	sigset_t none, usual;
	int errnum;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGQUIT);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &usual);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF);
	/* posix_spawn wants char *const[] and writes to none of them */
	union {
		const char *const *in;
		char *const *out;
	} args = {.in = argv};

	errnum = posix_spawnp(pid, argv[0], NULL, &attr, args.out, environ);
	posix_spawnattr_destroy(&attr);
	return errnum;
}

rv_status
rv_proc_run(const char *const *argv, int *exit_code, struct rv_err *err)
{
	static const struct timespec now = {0, 0};
	sigset_t keys, old;
	rv_status s = RV_OK;
	int errnum, status = 0;
	pid_t pid, got;

	/*
	 * A key typed for the child reaches us as well: we hold such signals
	 * while it runs and forget them afterwards.
	 */
	sigemptyset(&keys);
	sigaddset(&keys, SIGINT);
	sigaddset(&keys, SIGQUIT);
	pthread_sigmask(SIG_BLOCK, &keys, &old);
	errnum = spawn(&pid, argv);
	if (errnum) {
		s = rv_fail_errno(err, errnum, argv[0],
				  _("cannot run the program"));
	} else {
		do
			got = waitpid(pid, &status, 0);
		while (got < 0 && errno == EINTR);
		if (got < 0)
			s = rv_fail_errno(err, errno, argv[0],
					  _("cannot wait for the program"));
		while (sigtimedwait(&keys, NULL, &now) > 0)
			;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (s == RV_OK)
		*exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
						 : WEXITSTATUS(status);
	return s;
}

bool
rv_proc_alive(int64_t pid)
{
	if (pid <= 0 || pid > INT_MAX)
		return false;
	return kill((pid_t)pid, 0) == 0 || errno == EPERM;
}
