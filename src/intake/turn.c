/* SPDX-License-Identifier: MIT */
/* A prompt and its answer, left out together or not at all. */
#include "config.h"

#include "intake/turn.h"

#include <stdlib.h>

#include "base/mem.h"
#include "intake/noise.h"

#define HOLD_MAX ((size_t)64 << 10)

static rv_status
pass(struct rv_turn *t, const struct rv_episode *e, const char *reason,
     struct rv_err *err)
{
	struct rv_episode out = *e;

	if (reason) {
		out.excluded = rv_sv(reason);
		rv_import_skip(t->reader->report, reason);
	}
	return rv_reader_put(t->reader, &out, err);
}

static void
hold(struct rv_turn *t, const struct rv_episode *e)
{
	struct rv_episode *copy;

	rv_grow(&t->held, &t->cap, t->n + 1);
	copy = &t->held[t->n++];
	*copy = *e;
	copy->session = rv_sv_dup_in(&t->arena, e->session);
	copy->entry = rv_sv_dup_in(&t->arena, e->entry);
	copy->ref = rv_sv_dup_in(&t->arena, e->ref);
	copy->role = rv_sv_dup_in(&t->arena, e->role);
	copy->name = rv_sv_dup_in(&t->arena, e->name);
	copy->text = rv_sv_dup_in(&t->arena, e->text);
	t->bytes += e->text.n;
}

rv_status
rv_turn_end(struct rv_turn *t, struct rv_err *err)
{
	struct rv_noise_msg *msgs;
	rv_status st = RV_OK;

	t->drop = false;
	t->running = false;
	if (!t->n)
		return RV_OK;
	msgs = rv_calloc(t->n, sizeof(*msgs));
	for (size_t i = 0; i < t->n; i++) {
		msgs[i].role = t->held[i].role;
		msgs[i].text = t->held[i].text;
	}
	rv_noise_mark(msgs, t->n);
	for (size_t i = 0; st == RV_OK && i < t->n; i++)
		st = pass(t, &t->held[i], msgs[i].reason, err);
	free(msgs);
	t->n = t->bytes = 0;
	rv_arena_release(&t->arena);
	return st;
}

rv_status
rv_turn_add(struct rv_turn *t, const struct rv_episode *e, struct rv_err *err)
{
	struct rv_noise_msg one = {.role = e->role, .text = e->text};
	bool user = rv_sv_is(e->role, "user");
	const char *reason;
	rv_status st;

	if (user || (t->n && !rv_sv_eq(t->held[0].session, e->session))) {
		st = rv_turn_end(t, err);
		if (st != RV_OK)
			return st;
	}
	reason = user ? rv_noise_prompt(e->text) : NULL;
	if (reason && rv_sv_is(rv_sv(reason), "flush")) {
		t->drop = true;
		return pass(t, e, reason, err);
	}
	if (t->drop && rv_sv_is(e->role, "assistant"))
		return pass(t, e, "flush", err);
	if (reason || t->n) {
		hold(t, e);
		/* So long an answer is no acknowledgement. */
		return t->bytes > HOLD_MAX ? rv_turn_end(t, err) : RV_OK;
	}
	rv_noise_mark(&one, 1);
	return pass(t, e, one.reason, err);
}

bool
rv_turn_waits(const struct rv_turn *t)
{
	return t->n && (t->n == 1 || t->running);
}

void
rv_turn_release(struct rv_turn *t)
{
	free(t->held);
	rv_arena_release(&t->arena);
	*t = (struct rv_turn){.reader = t->reader};
}
