/* SPDX-License-Identifier: MIT */
/* The poll loop, the queue and child processes. */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/loop.h"
#include "base/proc.h"
#include "base/queue.h"
#include "tests/support/cm.h"

struct log {
	struct rv_loop *loop;
	int n;
	int seen[32];
	int fd, timer;
};

struct note {
	struct log *log;
	int id;
};

static void
note(void *arg)
{
	struct note *n = arg;

	n->log->seen[n->log->n++] = n->id;
}

static void
read_note(void *arg)
{
	struct note *n = arg;
	char c;

	assert_int_equal(read(n->log->fd, &c, 1), 1);
	note(arg);
}

static struct rv_loop *
new_loop(void)
{
	struct rv_loop *loop;

	assert_int_equal(rv_loop_new(&loop, NULL), RV_OK);
	return loop;
}

/* Turns until `n` things were seen; each turn waits at most 5 s. */
static void
turn_until(struct rv_loop *loop, const struct log *log, int n)
{
	for (int i = 0; i < 100 && log->n < n; i++)
		assert_int_equal(rv_loop_turn(loop, 5000, NULL), RV_OK);
	assert_int_equal(log->n, n);
}

static void
test_loop__fd(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	struct note a = {&log, 1};
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	log.fd = fds[0];
	rv_loop_add_fd(loop, fds[0], read_note, &a);
	assert_int_equal(rv_loop_turn(loop, 0, NULL), RV_OK);
	assert_int_equal(log.n, 0);
	assert_int_equal(write(fds[1], "xy", 2), 2);
	turn_until(loop, &log, 2);
	/* replaced, not doubled */
	rv_loop_add_fd(loop, fds[0], note, &(struct note){&log, 2});
	close(fds[1]);
	assert_int_equal(rv_loop_turn(loop, 1000, NULL), RV_OK);
	assert_int_equal(log.n, 3);
	assert_int_equal(log.seen[2], 2);
	rv_loop_del_fd(loop, fds[0]);
	rv_loop_del_fd(loop, fds[0]);
	assert_int_equal(rv_loop_turn(loop, 0, NULL), RV_OK);
	assert_int_equal(log.n, 3);
	close(fds[0]);
	rv_loop_free(loop);
	rv_loop_free(NULL);
}

static void
delete_other(void *arg)
{
	struct note *n = arg;

	note(arg);
	rv_loop_del_fd(n->log->loop, n->log->fd);
	rv_loop_add_timer(n->log->loop, 0, note, arg);
}

static void
test_loop__deleted_while_ready(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	int a[2], b[2];

	(void)state;
	assert_int_equal(pipe(a), 0);
	assert_int_equal(pipe(b), 0);
	log.fd = b[0];
	rv_loop_add_fd(loop, a[0], delete_other, &(struct note){&log, 1});
	rv_loop_add_fd(loop, b[0], note, &(struct note){&log, 2});
	assert_int_equal(write(a[1], "x", 1), 1);
	assert_int_equal(write(b[1], "x", 1), 1);
	/* the timer that the callback sets may run in this turn or the next */
	assert_int_equal(rv_loop_turn(loop, 1000, NULL), RV_OK);
	assert_true(log.n >= 1);
	for (int i = 0; i < log.n; i++)
		assert_int_equal(log.seen[i], 1);
	rv_loop_free(loop);
	for (int i = 0; i < 2; i++) {
		close(a[i]);
		close(b[i]);
	}
}

static void
test_loop__closed_fd_does_not_spin(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	rv_loop_add_fd(loop, fds[0], note, &(struct note){&log, 1});
	close(fds[0]);
	close(fds[1]);
	for (int i = 0; i < 5; i++)
		assert_int_equal(rv_loop_turn(loop, 0, NULL), RV_OK);
	assert_int_equal(log.n, 1);
	rv_loop_free(loop);
}

static void
again(void *arg)
{
	struct note *n = arg;

	note(arg);
	rv_loop_add_timer(n->log->loop, 0, again, arg);
}

static void
test_loop__timers(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	struct note notes[] = {{&log, 0}, {&log, 1}, {&log, 2}, {&log, 3}};
	int id;

	(void)state;
	rv_loop_add_timer(loop, 20, note, &notes[2]);
	rv_loop_add_timer(loop, 2, note, &notes[1]);
	rv_loop_add_timer(loop, -5, note, &notes[0]);
	id = rv_loop_add_timer(loop, 3600000, note, &notes[3]);
	assert_true(id > 0);
	rv_loop_add_timer(loop, INT64_MAX, note, &notes[3]);
	turn_until(loop, &log, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(log.seen[i], i);
	rv_loop_del_timer(loop, id);
	rv_loop_del_timer(loop, id);
	rv_loop_del_timer(loop, 12345);
	assert_int_equal(rv_loop_turn(loop, 0, NULL), RV_OK);
	assert_int_equal(log.n, 3);
	/* one that sets itself again runs once a turn */
	rv_loop_add_timer(loop, 0, again, &notes[3]);
	assert_int_equal(rv_loop_turn(loop, 100, NULL), RV_OK);
	assert_int_equal(log.n, 4);
	rv_loop_free(loop);
}

static void
inner_turn(void *arg)
{
	struct note *n = arg;

	note(arg);
	rv_loop_del_fd(n->log->loop, n->log->fd);
	assert_int_equal(rv_loop_turn(n->log->loop, 0, NULL), RV_OK);
}

static void
test_loop__turn_in_a_turn(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	log.fd = fds[0];
	rv_loop_add_fd(loop, fds[0], inner_turn, &(struct note){&log, 1});
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_int_equal(rv_loop_turn(loop, 1000, NULL), RV_OK);
	assert_int_equal(rv_loop_turn(loop, 0, NULL), RV_OK);
	assert_int_equal(log.n, 1);
	close(fds[0]);
	close(fds[1]);
	rv_loop_free(loop);
}

static void *
waker(void *arg)
{
	rv_loop_wake(arg);
	rv_loop_wake(arg);
	return NULL;
}

static void
test_loop__wake(void **state)
{
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	struct note a = {&log, 1};
	pthread_t thread;

	(void)state;
	rv_loop_on_wake(loop, note, &a);
	assert_int_equal(pthread_create(&thread, NULL, waker, loop), 0);
	assert_int_equal(rv_loop_turn(loop, 5000, NULL), RV_OK);
	assert_true(log.n >= 1);
	pthread_join(thread, NULL);
	rv_loop_free(loop);
}

static void
on_signal(int signo, void *arg)
{
	struct log *log = arg;

	log->seen[log->n++] = signo;
}

static void
test_loop__signals(void **state)
{
	static const int signals[] = {SIGUSR1, SIGWINCH, 0};
	struct rv_loop *loop = new_loop();
	struct log log = {.loop = loop};
	sigset_t now;

	(void)state;
	assert_int_equal(rv_loop_signals(loop, signals, on_signal, &log, NULL),
			 RV_OK);
	raise(SIGUSR1);
	raise(SIGWINCH);
	turn_until(loop, &log, 2);
	assert_int_equal(log.seen[0] + log.seen[1], SIGUSR1 + SIGWINCH);
	rv_loop_free(loop);
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	assert_false(sigismember(&now, SIGUSR1));
}

static void *
producer(void *arg)
{
	static int items[1000];

	for (int i = 0; i < 1000; i++) {
		items[i] = i;
		rv_queue_push(arg, &items[i]);
	}
	rv_queue_close(arg);
	return NULL;
}

static void
test_queue__order(void **state)
{
	struct rv_queue *q = rv_queue_new();
	pthread_t thread;
	const int *item;
	int want = 0;

	(void)state;
	assert_null(rv_queue_try_pop(q));
	assert_int_equal(pthread_create(&thread, NULL, producer, q), 0);
	while ((item = rv_queue_pop(q)))
		assert_int_equal(*item, want++);
	assert_int_equal(want, 1000);
	assert_int_equal(rv_queue_size(q), 0);
	pthread_join(thread, NULL);
	assert_null(rv_queue_pop(q));
	rv_queue_free(q);
}

static void
test_proc__run(void **state)
{
	static const char *const seven[] = {"sh", "-c", "exit 7", NULL};
	static const char *const killed[] = {"sh", "-c", "kill -TERM $$", NULL};
	static const char *const unblocked[] = {
		"sh", "-c",
		"case $(sed -n 's/^SigBlk:[[:space:]]*//p' /proc/self/status) in "
		"*[!0]*) exit 1;; esac",
		NULL};
	static const char *const missing[] = {"./no-such-program", NULL};
	sigset_t usr, old;
	int code = -1;

	(void)state;
	assert_int_equal(rv_proc_run(seven, &code, NULL), RV_OK);
	assert_int_equal(code, 7);
	assert_int_equal(rv_proc_run(killed, &code, NULL), RV_OK);
	assert_int_equal(code, 128 + SIGTERM);
	assert_int_equal(rv_proc_run(missing, &code, NULL), RV_E_NOTFOUND);
	sigemptyset(&usr);
	sigaddset(&usr, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &usr, &old);
	assert_int_equal(rv_proc_run(unblocked, &code, NULL), RV_OK);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	assert_int_equal(code, 0);
	assert_true(rv_proc_alive(getpid()));
	assert_true(rv_proc_alive(1));
	assert_false(rv_proc_alive(0));
	assert_false(rv_proc_alive(-1));
	assert_false(rv_proc_alive(INT64_MAX));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loop__fd),
		cmocka_unit_test(test_loop__deleted_while_ready),
		cmocka_unit_test(test_loop__closed_fd_does_not_spin),
		cmocka_unit_test(test_loop__timers),
		cmocka_unit_test(test_loop__turn_in_a_turn),
		cmocka_unit_test(test_loop__wake),
		cmocka_unit_test(test_loop__signals),
		cmocka_unit_test(test_queue__order),
		cmocka_unit_test(test_proc__run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
