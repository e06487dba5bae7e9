/* SPDX-License-Identifier: MIT */
/* The poll loop. */
#include "config.h"

#include "base/loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/env.h"
#include "base/i18n.h"
#include "base/mem.h"

struct source {
	int fd;
	rv_loop_fn *fn; /* NULL once it is deleted */
	void *arg;
};

struct timer {
	int id;
	int64_t due; /* microseconds of the monotonic clock */
	rv_loop_fn *fn;
	void *arg;
};

struct rv_loop {
	struct source *sources;
	size_t n, cap;
	struct timer *timers;
	size_t timer_n, timer_cap;
	int timer_id;
	struct pollfd *polled;
	size_t polled_cap;
	int depth; /* turns inside of turns */
	int wake_fd, signal_fd;
	rv_loop_fn *wake_fn;
	void *wake_arg;
	rv_loop_signal_fn *signal_fn;
	void *signal_arg;
	sigset_t signals, old_mask;
};

static void
on_wake(void *arg)
{
	struct rv_loop *loop = arg;
	uint64_t count;

	if (read(loop->wake_fd, &count, sizeof(count)) > 0 && loop->wake_fn)
		loop->wake_fn(loop->wake_arg);
}

static void
on_signal(void *arg)
{
	struct rv_loop *loop = arg;
	struct signalfd_siginfo info;

	while (read(loop->signal_fd, &info, sizeof(info)) == sizeof(info))
		loop->signal_fn((int)info.ssi_signo, loop->signal_arg);
}

rv_status
rv_loop_new(struct rv_loop **out, struct rv_err *err)
{
	struct rv_loop *loop;
	int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);

	if (fd < 0)
		return rv_fail_errno(err, errno, NULL,
				     _("cannot make the event loop"));
	loop = rv_calloc(1, sizeof(*loop));
	loop->wake_fd = fd;
	loop->signal_fd = -1;
	rv_loop_add_fd(loop, fd, on_wake, loop);
	*out = loop;
	return RV_OK;
}

void
rv_loop_free(struct rv_loop *loop)
{
	if (!loop)
		return;
	close(loop->wake_fd);
	if (loop->signal_fd >= 0) {
		close(loop->signal_fd);
		pthread_sigmask(SIG_SETMASK, &loop->old_mask, NULL);
	}
	free(loop->sources);
	free(loop->timers);
	free(loop->polled);
	free(loop);
}

void
rv_loop_add_fd(struct rv_loop *loop, int fd, rv_loop_fn *fn, void *arg)
{
	rv_loop_del_fd(loop, fd);
	rv_grow(&loop->sources, &loop->cap, loop->n + 1);
	loop->sources[loop->n++] = (struct source){fd, fn, arg};
}

/* Deleted rows stay until the turn is over: it walks the array. */
static void
compact(struct rv_loop *loop)
{
	size_t kept = 0;

	if (loop->depth)
		return;
	for (size_t i = 0; i < loop->n; i++)
		if (loop->sources[i].fn)
			loop->sources[kept++] = loop->sources[i];
	loop->n = kept;
}

void
rv_loop_del_fd(struct rv_loop *loop, int fd)
{
	for (size_t i = 0; i < loop->n; i++)
		if (loop->sources[i].fd == fd)
			loop->sources[i].fn = NULL;
	compact(loop);
}

int
rv_loop_add_timer(struct rv_loop *loop, int64_t ms, rv_loop_fn *fn, void *arg)
{
	/* a wait beyond a century is for ever, and does not overflow */
	int64_t wait = RV_MIN(RV_MAX(ms, 0), INT64_C(1) << 42);

	rv_grow(&loop->timers, &loop->timer_cap, loop->timer_n + 1);
	loop->timers[loop->timer_n++] =
		(struct timer){++loop->timer_id, rv_monotonic_us() + wait * 1000, fn, arg};
	return loop->timer_id;
}

void
rv_loop_del_timer(struct rv_loop *loop, int id)
{
	for (size_t i = 0; i < loop->timer_n; i++) {
		if (loop->timers[i].id != id)
			continue;
		loop->timers[i] = loop->timers[--loop->timer_n];
		return;
	}
}

rv_status
rv_loop_signals(struct rv_loop *loop, const int *signals, rv_loop_signal_fn *fn,
		void *arg, struct rv_err *err)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (; *signals; signals++)
		sigaddset(&set, *signals);
	fd = signalfd(loop->signal_fd, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		return rv_fail_errno(err, errno, NULL,
				     _("cannot listen to signals"));
	if (loop->signal_fd < 0)
		pthread_sigmask(SIG_BLOCK, &set, &loop->old_mask);
	else
		pthread_sigmask(SIG_BLOCK, &set, NULL);
	loop->signal_fd = fd;
	loop->signals = set;
	loop->signal_fn = fn;
	loop->signal_arg = arg;
	rv_loop_add_fd(loop, fd, on_signal, loop);
	return RV_OK;
}

void
rv_loop_on_wake(struct rv_loop *loop, rv_loop_fn *fn, void *arg)
{
	loop->wake_fn = fn;
	loop->wake_arg = arg;
}

void
rv_loop_wake(struct rv_loop *loop)
{
	static const uint64_t one = 1;
	int errnum = errno;

	/* a full counter has been woken already */
	if (write(loop->wake_fd, &one, sizeof(one)) < 0)
		errno = errnum;
}

/* The timer that is due first, among those with an id up to `last`. */
static struct timer *
earliest(struct rv_loop *loop, int last)
{
	struct timer *best = NULL;

	for (size_t i = 0; i < loop->timer_n; i++) {
		struct timer *t = &loop->timers[i];

		if (t->id <= last &&
		    (!best || t->due < best->due ||
		     (t->due == best->due && t->id < best->id)))
			best = t;
	}
	return best;
}

static int
poll_timeout(struct rv_loop *loop, int timeout_ms)
{
	const struct timer *t = earliest(loop, loop->timer_id);
	int64_t wait;

	if (!t)
		return timeout_ms;
	/* rounded up, or the loop would spin through the last millisecond */
	wait = (t->due - rv_monotonic_us() + 999) / 1000;
	wait = RV_MIN(RV_MAX(wait, 0), INT32_MAX);
	return timeout_ms >= 0 && timeout_ms < wait ? timeout_ms : (int)wait;
}

/* Timers that are added meanwhile wait for the next turn. */
static void
run_timers(struct rv_loop *loop)
{
	int64_t now = rv_monotonic_us();
	int last = loop->timer_id;

	for (;;) {
		const struct timer *next = earliest(loop, last);
		struct timer t;

		if (!next || next->due > now)
			return;
		t = *next;
		rv_loop_del_timer(loop, t.id);
		t.fn(t.arg);
	}
}

/* A turn inside of a turn polls for itself; its own array serves that. */
static void
run_sources(struct rv_loop *loop, const struct pollfd *polled, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct source s = loop->sources[i];

		if (!polled[i].revents || !s.fn)
			continue;
		/* closed behind our back: told once, else it would spin */
		if (polled[i].revents & POLLNVAL)
			loop->sources[i].fn = NULL;
		s.fn(s.arg);
	}
}

rv_status
rv_loop_turn(struct rv_loop *loop, int timeout_ms, struct rv_err *err)
{
	struct pollfd *polled = loop->polled;
	size_t n = loop->n, cap = loop->polled_cap;
	rv_status s = RV_OK;
	int got;

	loop->polled = NULL;
	loop->polled_cap = 0;
	rv_grow(&polled, &cap, n);
	for (size_t i = 0; i < n; i++)
		polled[i] = (struct pollfd){
			.fd = loop->sources[i].fn ? loop->sources[i].fd : -1,
			.events = POLLIN,
		};
	got = poll(polled, n, poll_timeout(loop, timeout_ms));
	if (got < 0 && errno != EINTR)
		s = rv_fail_errno(err, errno, NULL, _("cannot wait for events"));
	loop->depth++;
	if (got > 0)
		run_sources(loop, polled, n);
	if (s == RV_OK)
		run_timers(loop);
	loop->depth--;
	compact(loop);
	free(loop->polled);
	loop->polled = polled;
	loop->polled_cap = cap;
	return s;
}
