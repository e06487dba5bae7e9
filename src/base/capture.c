/* SPDX-License-Identifier: MIT */
/* What a program prints, with limits of time and size. */
#include "config.h"

#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/env.h"
#include "base/i18n.h"

/* A group of its own, so that its children can be ended too. */
static int
spawn(pid_t *pid, const char *const *argv, const char *dir, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, usual;
	char **env = rv_proc_environ();
	int errnum;
	/* posix_spawn wants char *const[] and writes to none of them */
	union {
		const char *const *in;
		char *const *out;
	} args = {.in = argv};

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGQUIT);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &usual);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF |
						POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, 1);
	posix_spawn_file_actions_adddup2(&files, out, 2);
	posix_spawn_file_actions_addchdir_np(&files, dir);
	errnum = posix_spawnp(pid, argv[0], &files, &attr, args.out, env);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	free(env);
	return errnum;
}

/* Reads until the end, the deadline, or an error; true at the end. */
static bool
read_all(int fd, int64_t deadline, size_t max, struct rv_buf *out,
	 struct rv_proc_result *result)
{
	char chunk[4096];

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int64_t left = deadline - rv_monotonic_us() / 1000;
		ssize_t n;

		if (left <= 0)
			return false;
		if (poll(&p, 1, (int)left) <= 0)
			continue; /* the time is looked at again */
		n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return true;
		if (out->n + (size_t)n > max)
			result->cut = true;
		rv_buf_add(out, chunk, RV_MIN((size_t)n, max - out->n));
	}
}

/* True when it ended in time by itself. */
static bool
reap(pid_t pid, int64_t deadline, int *status)
{
	static const struct timespec step = {0, 2000000};
	pid_t got;

	while ((got = waitpid(pid, status, WNOHANG)) == 0 ||
	       (got < 0 && errno == EINTR)) {
		if (rv_monotonic_us() / 1000 >= deadline)
			return false;
		nanosleep(&step, NULL);
	}
	return true;
}

rv_status
rv_proc_capture(const char *const *argv, const char *dir, int64_t timeout_ms,
		size_t max, struct rv_buf *out, struct rv_proc_result *result,
		struct rv_err *err)
{
	int64_t deadline = rv_monotonic_us() / 1000 + timeout_ms;
	int ends[2], errnum, status = 0;
	bool ended;
	pid_t pid;

	*result = (struct rv_proc_result){0};
	if (pipe2(ends, O_CLOEXEC) != 0)
		return rv_fail_errno(err, errno, argv[0],
				     _("cannot make a pipe"));
	errnum = spawn(&pid, argv, dir, ends[1]);
	close(ends[1]);
	if (errnum) {
		close(ends[0]);
		return rv_fail_errno(err, errnum, argv[0],
				     _("cannot run the program"));
	}
	ended = read_all(ends[0], deadline, max, out, result) &&
		reap(pid, deadline, &status);
	close(ends[0]);
	/* what it left running in its group goes too */
	kill(-pid, SIGKILL);
	if (!ended) {
		result->timed_out = true;
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	result->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
						: WEXITSTATUS(status);
	return RV_OK;
}
