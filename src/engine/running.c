/* SPDX-License-Identifier: MIT */
/* A call's progress and its flag, behind one lock. */
#include "config.h"

#include "engine/running.h"

#include "base/flag.h"

void
rv_running_init(struct rv_running *r)
{
	*r = (struct rv_running){0};
	pthread_mutex_init(&r->lock, NULL);
}

void
rv_running_release(struct rv_running *r)
{
	pthread_mutex_destroy(&r->lock);
}

void
rv_running_cancel(struct rv_running *r)
{
	pthread_mutex_lock(&r->lock);
	if (r->flag)
		rv_flag_raise(r->flag);
	else
		r->wanted = true;
	pthread_mutex_unlock(&r->lock);
}

struct rv_running_now
rv_running_look(struct rv_running *r)
{
	struct rv_running_now now;

	pthread_mutex_lock(&r->lock);
	now = r->now;
	pthread_mutex_unlock(&r->lock);
	return now;
}

void
rv_running_reset(struct rv_running *r)
{
	pthread_mutex_lock(&r->lock);
	r->wanted = false;
	r->now = (struct rv_running_now){0};
	pthread_mutex_unlock(&r->lock);
}

static void
tell(struct rv_running *r)
{
	if (r->told)
		r->told(r->arg);
}

volatile int *
rv_running_begin(struct rv_running *r, volatile int *flag)
{
	pthread_mutex_lock(&r->lock);
	r->own = 0;
	r->flag = flag ? flag : &r->own;
	flag = r->flag;
	if (r->wanted)
		rv_flag_raise(flag);
	r->wanted = false;
	r->now = (struct rv_running_now){.asked = true};
	pthread_mutex_unlock(&r->lock);
	tell(r);
	return flag;
}

void
rv_running_piece(struct rv_running *r, int64_t bytes, int64_t tokens)
{
	pthread_mutex_lock(&r->lock);
	r->now.pieces++;
	r->now.bytes = bytes;
	r->now.tokens = tokens;
	pthread_mutex_unlock(&r->lock);
	tell(r);
}

void
rv_running_end(struct rv_running *r)
{
	pthread_mutex_lock(&r->lock);
	r->flag = NULL;
	pthread_mutex_unlock(&r->lock);
	tell(r);
}
