/* SPDX-License-Identifier: MIT */
/* Who asked first is served first. */
#include "config.h"

#include <pthread.h>
#include <sched.h>

#include "base/ticket.h"
#include "tests/support/cm.h"

#define ROUNDS 200

struct world {
	struct rv_ticket turn;
	int served;
};

static void *
ask(void *arg)
{
	struct world *w = arg;

	rv_ticket_take(&w->turn);
	w->served++;
	rv_ticket_give(&w->turn);
	return NULL;
}

/* Whoever gives it and takes it at once finds that the other had it. */
static void
test_ticket__in_order(void **state)
{
	struct world w = {.served = 0};
	pthread_t other;

	(void)state;
	rv_ticket_init(&w.turn);
	rv_ticket_take(&w.turn);
	for (int i = 0; i < ROUNDS; i++) {
		assert_int_equal(pthread_create(&other, NULL, ask, &w), 0);
		while (rv_ticket_asked(&w.turn) < 2)
			sched_yield();
		assert_int_equal(w.served, i);
		rv_ticket_give(&w.turn);
		rv_ticket_take(&w.turn);
		assert_int_equal(w.served, i + 1);
		pthread_join(other, NULL);
	}
	rv_ticket_give(&w.turn);
	assert_int_equal(rv_ticket_asked(&w.turn), 0);
	rv_ticket_release(&w.turn);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ticket__in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
