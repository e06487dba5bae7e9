/* SPDX-License-Identifier: MIT */
/* A signal becomes the wish to stop a call. */
#include "config.h"

#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static struct rv_running running;
/* What the handler touches: set by `told`, outside of it. */
static volatile int *volatile flag;
static volatile sig_atomic_t caught;

static void
on_signal(int number)
{
	struct sigaction plain = {.sa_handler = SIG_DFL};

	if (flag && !caught) {
		caught = number;
		*flag = 1;
		return;
	}
	sigaction(number, &plain, NULL);
	raise(number);
}

/* rv_running.told: at the start, at pieces and at the end of a call; its lock
 * is free, and this thread is the only one. */
static void
told(void *arg)
{
	(void)arg;
	flag = running.flag;
}

struct rv_running *
rv_interrupt_watch(void)
{
	struct sigaction act = {.sa_handler = on_signal,
				.sa_flags = SA_RESTART};

	rv_running_init(&running);
	running.told = told;
	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	return &running;
}

int
rv_interrupt_code(void)
{
	return caught ? 128 + caught : 0;
}
