/* SPDX-License-Identifier: MIT */
/* A call as two threads see it: progress, a wish to stop at any moment. */
#include "config.h"

#include <sched.h>

#include "base/flag.h"
#include "engine/running.h"
#include "tests/support/cm.h"

static int told;

/* rv_running.told */
static void
count(void *arg)
{
	(void)arg;
	told++;
}

static void
test_running__a_call(void **state)
{
	struct rv_running r;
	volatile int job = 0, *flag;

	(void)state;
	rv_running_init(&r);
	r.told = count;
	told = 0;
	assert_false(rv_running_look(&r).asked);
	flag = rv_running_begin(&r, &job);
	assert_ptr_equal(flag, &job);
	assert_true(rv_running_look(&r).asked);
	rv_running_piece(&r, 10, 3);
	rv_running_piece(&r, 25, 7);
	assert_int_equal(rv_running_look(&r).pieces, 2);
	assert_int_equal(rv_running_look(&r).bytes, 25);
	assert_int_equal(rv_running_look(&r).tokens, 7);
	assert_int_equal(job, 0);
	rv_running_cancel(&r);
	assert_int_equal(job, 1);
	rv_running_end(&r);
	assert_int_equal(told, 4);
	/* the next request begins anew */
	rv_running_reset(&r);
	assert_false(rv_running_look(&r).asked);
	assert_int_equal(rv_running_look(&r).bytes, 0);
	rv_running_release(&r);
}

static void
test_running__wish_before_and_after(void **state)
{
	struct rv_running r;
	volatile int job = 0, *flag;

	(void)state;
	rv_running_init(&r);
	/* without a job there is a flag as well */
	flag = rv_running_begin(&r, NULL);
	assert_non_null(flag);
	assert_int_equal(*flag, 0);
	rv_running_end(&r);
	/* before it began: it stops at once, and only it */
	rv_running_cancel(&r);
	flag = rv_running_begin(&r, &job);
	assert_int_equal(*flag, 1);
	rv_running_end(&r);
	job = 0;
	flag = rv_running_begin(&r, &job);
	assert_int_equal(*flag, 0);
	rv_running_end(&r);
	/* after its end: a flag that is unmapped by now is not touched, and the
	 * next request is not stopped */
	rv_running_cancel(&r);
	assert_int_equal(job, 0);
	rv_running_reset(&r);
	flag = rv_running_begin(&r, &job);
	assert_int_equal(*flag, 0);
	rv_running_end(&r);
	rv_running_release(&r);
}

#define ROUNDS 300

struct shared {
	struct rv_running r;
	volatile int stop;
};

/* Somebody who looks all the time and wants every call to end. */
static void *
nag(void *arg)
{
	struct shared *s = arg;

	while (!__atomic_load_n(&s->stop, __ATOMIC_ACQUIRE)) {
		struct rv_running_now now = rv_running_look(&s->r);

		if (now.pieces > 3)
			rv_running_cancel(&s->r);
		sched_yield();
	}
	return NULL;
}

/* Each call ends because the other thread says so: no wish gets lost. */
static void
test_running__two_threads(void **state)
{
	struct shared s = {.stop = 0};
	pthread_t thread;

	(void)state;
	rv_running_init(&s.r);
	assert_int_equal(pthread_create(&thread, NULL, nag, &s), 0);
	for (int i = 0; i < ROUNDS; i++) {
		volatile int job = 0;
		volatile int *flag = rv_running_begin(&s.r, i % 2 ? &job
								 : NULL);

		for (int64_t n = 1; !rv_flag_up(flag); n++) {
			rv_running_piece(&s.r, n, n / 4);
			sched_yield();
		}
		rv_running_end(&s.r);
		rv_running_reset(&s.r);
	}
	__atomic_store_n(&s.stop, 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	rv_running_release(&s.r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_running__a_call),
		cmocka_unit_test(test_running__wish_before_and_after),
		cmocka_unit_test(test_running__two_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
