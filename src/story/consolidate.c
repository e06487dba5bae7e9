/* SPDX-License-Identifier: MIT */
/* From pending episodes to a draft of the story. */
#include "config.h"

#include "story/consolidate.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "story/batch.h"
#include "story/check.h"
#include "story/select.h"

struct run {
	const struct rv_consolidate_in *in;
	struct rv_arena *arena;
	struct rv_draft *out;
	struct rv_buf story; /* as the batches so far left it */
	int anchors_written;
};

static struct rv_message *
messages_of(const struct rv_episode *e, size_t n, struct rv_arena *arena)
{
	struct rv_message *m = rv_arena_array(arena, struct rv_message, n);

	for (size_t i = 0; i < n; i++)
		m[i] = (struct rv_message){
			.id = rv_sv(e[i].id),
			.session = e[i].session,
			.role = e[i].role,
			.name = e[i].name, /* nobody knows more of who it was */
			.text = e[i].text,
			.time = e[i].time,
		};
	return m;
}

static int
count_anchors(struct rv_sv text)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_story_doc doc;

	rv_story_parse(text, &arena, &doc);
	rv_arena_release(&arena);
	return doc.anchors;
}

/* The text that a model gave, without anchors: nothing but our own may say up
 * to where the story goes. */
static void
take(struct run *r, struct rv_sv text)
{
	struct rv_buf clean = RV_BUF_INIT;

	r->anchors_written += count_anchors(text);
	rv_story_write(text, RV_UNDATED, &clean);
	rv_buf_reset(&r->story);
	rv_buf_addv(&r->story, rv_buf_sv(&clean));
	rv_buf_release(&clean);
}

static rv_status
tell_batch(struct run *r, const struct rv_batch *b, struct rv_err *err)
{
	struct rv_narrate_in in = {
		.story = rv_buf_sv(&r->story),
		.identity = r->in->identity,
		.messages = messages_of(r->out->episodes.items + b->first,
					b->n, r->arena),
		.n = b->n,
	};
	struct rv_buf text = RV_BUF_INIT;
	rv_status st = r->in->model->narrate(r->in->model, &in, &text, err);

	if (st == RV_OK && text.overflow)
		st = rv_fail(err, RV_E_TOOBIG,
			     _("The model %s wrote more than a story can hold; "
			       "the story stays as it is."),
			     r->in->model->name);
	if (st == RV_OK && r->story.n && !rv_sv_trim(rv_buf_sv(&text)).n)
		st = rv_fail(err, RV_E_MODEL,
			     _("The model %s gave back nothing: the story stays "
			       "as it is; try again."),
			     r->in->model->name);
	if (st == RV_OK)
		take(r, rv_buf_sv(&text));
	rv_buf_release(&text);
	return st;
}

/* Drops the batches from `done` on and what they held. */
static void
keep_batches(struct rv_draft *d, size_t done)
{
	d->n_batches = done;
	d->episodes.n = 0;
	d->tokens = 0;
	for (size_t i = 0; i < done; i++) {
		d->episodes.n += d->batches[i].n;
		d->tokens += d->batches[i].tokens;
		d->anchor_after =
			RV_MAX(d->anchor_after, d->batches[i].anchor);
	}
}

static rv_status
tell(struct run *r, struct rv_err *err)
{
	struct rv_draft *d = r->out;
	struct rv_err mine = {0};
	size_t done = 0;

	for (; done < d->n_batches; done++) {
		rv_status st = tell_batch(r, &d->batches[done], &mine);

		if (st == RV_OK)
			continue;
		/* Who stops a run wants nothing of it. */
		if (!done || st == RV_E_CANCELLED) {
			if (err)
				*err = mine;
			return st;
		}
		d->stopped = rv_sv_dup_in(r->arena, rv_sv(mine.msg));
		break;
	}
	keep_batches(d, done);
	return RV_OK;
}

/* Bytes, hashes and checks from a text without anchor. */
static void
finish(const struct rv_consolidate_in *in, struct rv_sv text, int written,
       struct rv_arena *arena, struct rv_draft *d)
{
	struct rv_buf bytes = RV_BUF_INIT, before = RV_BUF_INIT;
	struct rv_story_doc doc;
	struct rv_check_in check;

	rv_story_parse(in->story, arena, &doc);
	rv_story_write(in->story, RV_UNDATED, &before);
	rv_story_write(text, d->anchor_after, &bytes);
	d->bytes = rv_sv_dup_in(arena, rv_buf_sv(&bytes));
	memset(d->base, 0, sizeof(d->base));
	if (in->story.n || in->story_empty)
		rv_sha256_of(in->story, d->base);
	rv_sha256_of(d->bytes, d->result);
	check = (struct rv_check_in){
		.before = rv_buf_sv(&before),
		.after = rv_sv_trim(text),
		.anchors_before = doc.anchors,
		.broken_before = doc.anchor_broken,
		.anchors_written = written,
		.anchor_before = d->anchor_before,
		.anchor_after = d->anchor_after,
		.max_words = in->max_words,
		.lost = in->lost,
	};
	d->checks = rv_story_checks(&check, arena, &d->n_checks);
	rv_buf_release(&bytes);
	rv_buf_release(&before);
}

rv_status
rv_consolidate_draft(struct rv_store *s, const struct rv_consolidate_in *in,
		     struct rv_arena *arena, struct rv_draft *out,
		     struct rv_err *err)
{
	struct rv_draft d = {0};
	struct rv_story_doc doc;
	struct run r = {.in = in, .arena = arena, .out = &d};
	rv_status st = rv_story_select(s, in, arena, &d.episodes, err);

	if (st != RV_OK)
		return st;
	if (!d.episodes.n)
		return rv_fail(err, RV_E_NO,
			       _("Nothing to consolidate: 0 episodes are "
				 "pending; record or import some first."));
	rv_story_parse(in->story, arena, &doc);
	d.anchor_before = d.anchor_after = doc.anchor;
	d.batches = rv_story_batches(&d.episodes, in->token_limit, arena,
				     &d.n_batches);
	r.story = RV_BUF_INIT;
	rv_story_write(in->story, RV_UNDATED, &r.story);
	st = tell(&r, err);
	if (st == RV_OK) {
		finish(in, rv_buf_sv(&r.story), r.anchors_written, arena, &d);
		*out = d;
	}
	rv_buf_release(&r.story);
	return st;
}

rv_status
rv_consolidate_edit(const struct rv_consolidate_in *in, struct rv_sv text,
		    struct rv_arena *arena, struct rv_draft *draft,
		    struct rv_err *err)
{
	struct rv_buf clean = RV_BUF_INIT;
	struct rv_story_doc doc;
	int written;

	(void)err;
	rv_story_parse(text, arena, &doc);
	/* The draft's own anchor came with the text that was opened. */
	written = doc.anchors;
	if (written && doc.anchor == draft->anchor_after)
		written--;
	rv_story_write(text, RV_UNDATED, &clean);
	finish(in, rv_buf_sv(&clean), written, arena, draft);
	rv_buf_release(&clean);
	return RV_OK;
}
