/* SPDX-License-Identifier: MIT */
/* Threads without signals. */
#include "config.h"

#include "base/thread.h"

#include <signal.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

bool
rv_thread_begin(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	sigset_t all, old;
	bool began;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	began = pthread_create(thread, NULL, run, arg) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return began;
}

void
rv_thread_give_way(void)
{
#ifdef __linux__
	/* There a thread has a niceness of its own: setpriority(2), "C
	 * library/kernel differences". */
	setpriority(PRIO_PROCESS, 0, 10);
#endif
}
