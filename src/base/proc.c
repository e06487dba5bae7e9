/* SPDX-License-Identifier: MIT */
/* Child processes. */
#include "config.h"

#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/i18n.h"
#include "base/mem.h"

#define HIDDEN_MAX 64

static pthread_mutex_t hidden_lock = PTHREAD_MUTEX_INITIALIZER;
static char *hidden[HIDDEN_MAX];
static size_t n_hidden;

static bool
is_hidden(const char *entry)
{
	for (size_t i = 0; i < n_hidden; i++) {
		size_t n = strlen(hidden[i]);

		if (!strncmp(entry, hidden[i], n) && entry[n] == '=')
			return true;
	}
	return false;
}

void
rv_proc_hide(const char *name)
{
	bool known = !*name;

	pthread_mutex_lock(&hidden_lock);
	for (size_t i = 0; i < n_hidden; i++)
		known |= !strcmp(hidden[i], name);
	if (!known && n_hidden < HIDDEN_MAX)
		hidden[n_hidden++] = rv_strdup(name);
	pthread_mutex_unlock(&hidden_lock);
}

char **
rv_proc_environ(void)
{
	size_t n = 0, kept = 0;
	char **out;

	while (environ[n])
		n++;
	out = rv_calloc(n + 1, sizeof(*out));
	pthread_mutex_lock(&hidden_lock);
	for (size_t i = 0; i < n; i++)
		if (!is_hidden(environ[i]))
			out[kept++] = environ[i];
	pthread_mutex_unlock(&hidden_lock);
	return out;
}

/* `out` is the write end of a pipe for its output, or -1: the terminal. */
static int
spawn(pid_t *pid, const char *const *argv, int out)
{
	posix_spawn_file_actions_t files;
	char **env = rv_proc_environ();
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

	posix_spawn_file_actions_init(&files);
	if (out >= 0) {
		posix_spawn_file_actions_addopen(&files, 0, "/dev/null",
						 O_RDONLY, 0);
		posix_spawn_file_actions_adddup2(&files, out, 1);
		posix_spawn_file_actions_addopen(&files, 2, "/dev/null",
						 O_WRONLY, 0);
	}
	errnum = posix_spawnp(pid, argv[0], &files, &attr, args.out, env);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	free(env);
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
	errnum = spawn(&pid, argv, -1);
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

/* Reads to the end of the pipe; false when the time is over. */
static bool
drain(int fd, int64_t until, char *out, size_t max, size_t *n)
{
	char rest[512];

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int64_t left = until - rv_monotonic_us() / 1000;
		bool full = *n == max;
		ssize_t got;

		if (left <= 0)
			return false;
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		got = read(fd, full ? rest : out + *n,
			   full ? sizeof(rest) : max - *n);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got <= 0)
			break;
		if (!full)
			*n += (size_t)got;
	}
	explicit_bzero(rest, sizeof(rest));
	return true;
}

rv_status
rv_proc_read(const char *const *argv, int ms, char *out, size_t max, size_t *n,
	     int *exit_code, struct rv_err *err)
{
	int pipe_fd[2], errnum, status = 0;
	bool in_time;
	pid_t pid;

	*n = 0;
	if (pipe2(pipe_fd, O_CLOEXEC) != 0)
		return rv_fail_errno(err, errno, argv[0],
				     _("cannot run the program"));
	errnum = spawn(&pid, argv, pipe_fd[1]);
	close(pipe_fd[1]);
	if (errnum) {
		close(pipe_fd[0]);
		return rv_fail_path(err, RV_E_CONFIG, argv[0],
				    _("%s: cannot run the program: %s"),
				    argv[0], strerror(errnum));
	}
	in_time = drain(pipe_fd[0], rv_monotonic_us() / 1000 + ms, out, max, n);
	close(pipe_fd[0]);
	if (!in_time)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!in_time)
		return rv_fail_path(err, RV_E_CONFIG, argv[0],
				    _("%s: it did not end within %d seconds; "
				      "it was stopped"),
				    argv[0], ms / 1000);
	*exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
					 : WEXITSTATUS(status);
	return RV_OK;
}

bool
rv_proc_alive(int64_t pid)
{
	if (pid <= 0 || pid > INT_MAX)
		return false;
	return kill((pid_t)pid, 0) == 0 || errno == EPERM;
}
