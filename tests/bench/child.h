/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_BENCH_CHILD_H
#define RV_TESTS_BENCH_CHILD_H

/*
 * A program on a pseudo-terminal of 120x36: started, asked by keys, and timed
 * by what it prints.
 */

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/str.h"
#include "stats.h"

#define DEADLINE_MS 5000.0

struct child {
	pid_t pid;
	int fd;
	struct rv_buf seen;
};

static inline int
start(struct child *c, const char *const *argv)
{
	struct winsize size = {.ws_row = 36, .ws_col = 120};

	rv_buf_init(&c->seen, (size_t)8 << 20);
	c->pid = forkpty(&c->fd, NULL, NULL, &size);
	if (c->pid < 0)
		return -1;
	if (c->pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		execv(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	return 0;
}

/* Reads until `mark` is among the bytes since the last reset; false when the
 * deadline passes or the program ends. */
static inline bool
wait_for(struct child *c, const char *mark)
{
	double until = clock_ms() + DEADLINE_MS;

	while (!rv_sv_has(rv_buf_sv(&c->seen), rv_sv(mark))) {
		struct pollfd p = {.fd = c->fd, .events = POLLIN};
		double left = until - clock_ms();
		char *room = rv_buf_room(&c->seen, 65536);
		ssize_t n;
		if (left <= 0 || poll(&p, 1, (int)left + 1) <= 0)
			return false;
		n = read(c->fd, room, 65536);
		if (n <= 0)
			return false;
		rv_buf_took(&c->seen, (size_t)n);
	}
	return true;
}

/* Throws away output until there is none for `quiet` ms. */
static inline void
drain(struct child *c, int quiet)
{
	struct pollfd p = {.fd = c->fd, .events = POLLIN};
	char bytes[65536];

	while (poll(&p, 1, quiet) > 0 && read(c->fd, bytes, sizeof(bytes)) > 0)
		;
	rv_buf_reset(&c->seen);
}

static inline void
stop(struct child *c)
{
	kill(c->pid, SIGKILL);
	waitpid(c->pid, NULL, 0);
	close(c->fd);
	rv_buf_release(&c->seen);
}

/* A line of /proc/PID/status. */
static inline long
resident_kb(pid_t pid, const char *field)
{
	char path[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, field, strlen(field)))
			kb = strtol(line + strlen(field), NULL, 10);
	if (f)
		fclose(f);
	return kb;
}

/* One key, then the first bytes that answer it. */
static inline bool
key(struct child *c, const char *bytes, struct samples *s)
{
	struct pollfd p = {.fd = c->fd, .events = POLLIN};
	char out[65536];
	double from;

	drain(c, 20);
	from = clock_ms();
	if (write(c->fd, bytes, strlen(bytes)) < 0)
		return false;
	if (poll(&p, 1, 1000) <= 0 || read(c->fd, out, sizeof(out)) <= 0)
		return false;
	add_sample(s, clock_ms() - from);
	return true;
}

#endif
