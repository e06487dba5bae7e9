/* SPDX-License-Identifier: MIT */
/* One file, replaced behind the keys. */
#include "config.h"

#include "ui/keeper.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/thread.h"

struct ui_keeper {
	char *dir, *path;
	pthread_t thread;
	bool runs; /* the thread */
	pthread_mutex_t lock;
	pthread_cond_t given, written;
	/* Under the lock. */
	struct rv_buf text;
	bool waits, busy, ends, failed;
};

/* Another program may do the same: each has a name of its own, the last rename
 * wins. */
static bool
replace(const struct ui_keeper *k, struct rv_sv text)
{
	char *tmp = rv_asprintf("%s.XXXXXX", k->path);
	bool ok = rv_path_mkdirs(k->dir, 0700, NULL) == RV_OK;
	int fd = ok ? mkostemp(tmp, O_CLOEXEC) : -1;

	ok = fd >= 0 && write(fd, text.p, text.n) == (ssize_t)text.n;
	if (fd >= 0) {
		close(fd);
		ok = ok && rename(tmp, k->path) == 0;
		if (!ok)
			unlink(tmp);
	}
	free(tmp);
	return ok;
}

/* With the lock, which is free while the disk works. */
static void
write_newest(struct ui_keeper *k)
{
	struct rv_buf text = k->text;
	bool ok;

	k->text = RV_BUF_INIT;
	k->waits = false;
	k->busy = true;
	pthread_mutex_unlock(&k->lock);
	ok = replace(k, rv_buf_sv(&text));
	rv_buf_release(&text);
	pthread_mutex_lock(&k->lock);
	k->failed = !ok;
	k->busy = false;
	pthread_cond_signal(&k->written);
}

static void *
work(void *arg)
{
	struct ui_keeper *k = arg;

	pthread_mutex_lock(&k->lock);
	while (k->waits || !k->ends) {
		if (k->waits)
			write_newest(k);
		else
			pthread_cond_wait(&k->given, &k->lock);
	}
	pthread_mutex_unlock(&k->lock);
	return NULL;
}

struct ui_keeper *
ui_keeper_new(const char *dir, const char *name)
{
	struct ui_keeper *k = rv_calloc(1, sizeof(*k));

	k->dir = rv_strdup(dir);
	k->path = rv_asprintf("%s/%s", dir, name);
	k->text = RV_BUF_INIT;
	pthread_mutex_init(&k->lock, NULL);
	pthread_cond_init(&k->given, NULL);
	pthread_cond_init(&k->written, NULL);
	return k;
}

void
ui_keeper_free(struct ui_keeper *k)
{
	if (!k)
		return;
	if (k->runs) {
		pthread_mutex_lock(&k->lock);
		k->ends = true;
		pthread_cond_signal(&k->given);
		pthread_mutex_unlock(&k->lock);
		pthread_join(k->thread, NULL);
	}
	pthread_cond_destroy(&k->written);
	pthread_cond_destroy(&k->given);
	pthread_mutex_destroy(&k->lock);
	rv_buf_release(&k->text);
	free(k->path);
	free(k->dir);
	free(k);
}

void
ui_keeper_put(struct ui_keeper *k, struct rv_sv text)
{
	if (!k->runs)
		k->runs = rv_thread_begin(&k->thread, work, k);
	pthread_mutex_lock(&k->lock);
	rv_buf_reset(&k->text);
	rv_buf_addv(&k->text, text);
	k->waits = true;
	if (k->runs)
		pthread_cond_signal(&k->given);
	else
		write_newest(k);
	pthread_mutex_unlock(&k->lock);
}

bool
ui_keeper_flush(struct ui_keeper *k)
{
	bool ok;

	pthread_mutex_lock(&k->lock);
	while (k->waits || k->busy)
		pthread_cond_wait(&k->written, &k->lock);
	ok = !k->failed;
	pthread_mutex_unlock(&k->lock);
	return ok;
}

bool
ui_keeper_failed(struct ui_keeper *k)
{
	bool failed;

	pthread_mutex_lock(&k->lock);
	failed = k->failed;
	pthread_mutex_unlock(&k->lock);
	return failed;
}
