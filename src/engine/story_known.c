/* SPDX-License-Identifier: MIT */
/* What the record knows of the story, beside what the file says. */
#include "config.h"

#include "engine/story_known.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "store/object.h"
#include "story/check.h"

/* Words of a kept version; false: its bytes are not there. */
static bool
measure(struct rv_engine *e, const char *sha, struct rv_story_known *out)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_story_doc doc;

	memcpy(out->sha, sha, RV_SHA256_HEX);
	out->kept = rv_object_get(e->store, sha, &bytes, NULL) == RV_OK;
	out->words = out->chapters = 0;
	out->anchor = RV_UNDATED;
	if (out->kept) {
		rv_story_parse(rv_buf_sv(&bytes), &arena, &doc);
		out->words = (int64_t)doc.words;
		out->anchor = doc.anchor;
		for (size_t i = 0; i < doc.n; i++)
			out->chapters += doc.chapters[i].heading.n > 0;
	}
	rv_buf_release(&bytes);
	rv_arena_release(&arena);
	return out->kept;
}

static const struct rv_ledger_file *
file_of(struct rv_engine *e, const struct rv_ledger_row *row)
{
	for (size_t i = 0; i < row->n_files; i++)
		if (rv_sv_is(row->files[i].path, e->map.story_rel))
			return &row->files[i];
	return NULL;
}

static void
set_sha(struct rv_sv sha, char out[RV_SHA256_HEX])
{
	size_t n = RV_MIN(sha.n, (size_t)RV_SHA256_HEX - 1);

	if (n)
		memcpy(out, sha.p, n);
	out[n] = '\0';
}

static bool
is_much_less(int64_t now, int64_t before)
{
	return (before - now) * 100 > before * RV_SHRINK_PERCENT;
}

/* A version that somebody edited, and that a proposal kept, is newer than what
 * was written; one that lost much is no better. */
static void
consider(struct rv_engine *e, const struct rv_ledger_row *row,
	 struct rv_story_known *k)
{
	const struct rv_ledger_file *f = file_of(e, row);
	struct rv_story_known seen = *k;
	char sha[RV_SHA256_HEX];

	if (!f || !f->before.n)
		return;
	set_sha(f->before, sha);
	if (!strcmp(sha, k->sha) || !measure(e, sha, &seen) ||
	    is_much_less(seen.words, k->words))
		return;
	seen.row = row->id;
	*k = seen;
}

/* What a row says that is done, decided or accepted; false: nothing. */
static bool
settle(struct rv_engine *e, const struct rv_ledger_row *row,
       struct rv_story_known *k)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row intent = *row;
	const struct rv_ledger_file *f = NULL;
	char sha[RV_SHA256_HEX];

	if (row->kind == RV_LEDGER_DONE &&
	    rv_ledger_get(e->store, row->of, &arena, &intent, NULL) != RV_OK)
		intent.n_files = 0; /* the row cannot be read */
	if (row->kind == RV_LEDGER_DONE || row->kind == RV_LEDGER_BASELINE ||
	    row->kind == RV_LEDGER_ACCEPT)
		f = file_of(e, &intent);
	if (f) {
		set_sha(f->after, sha);
		(void)measure(e, sha, k);
		k->row = row->id;
	} else if (row->kind == RV_LEDGER_BASELINE) {
		/* Of before baselines kept the bytes: only the anchor tells. */
		*k = (struct rv_story_known){.row = row->id,
					     .anchor = row->anchor_after};
	}
	rv_arena_release(&arena);
	return f || row->kind == RV_LEDGER_BASELINE;
}

/* Rows that came since, from the newest back to the one that settles it. */
static rv_status
look_on(struct rv_engine *e, struct rv_story_known *k, struct rv_err *err)
{
	rv_status st = RV_OK;
	bool more = true;

	for (int64_t limit = 8; st == RV_OK && more; limit *= 4) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_ledger_row *rows;
		size_t n = 0, i = 0;

		st = rv_ledger_story(e->store, limit, &arena, &rows, &n, err);
		while (st == RV_OK && i < n && rows[i].id > k->looked &&
		       !settle(e, &rows[i], k))
			i++;
		more = st == RV_OK && i == n && n * 2 >= (size_t)limit;
		for (size_t back = i; !more && back > 0; back--)
			if (rows[back - 1].kind == RV_LEDGER_PROPOSE)
				consider(e, &rows[back - 1], k);
		if (!more && n)
			k->looked = rows[0].id;
		rv_arena_release(&arena);
	}
	return st;
}

rv_status
rv_story_known(struct rv_engine *e, const struct rv_story_known **out,
	       struct rv_err *err)
{
	rv_status st;

	if (!e->known) {
		e->known = rv_calloc(1, sizeof(*e->known));
		e->known->anchor = RV_UNDATED;
	}
	st = look_on(e, e->known, err);
	if (st == RV_OK)
		*out = e->known;
	return st;
}

rv_status
rv_story_look(struct rv_engine *e, struct rv_sv text,
	      enum rv_story_state *state, const struct rv_story_known **known,
	      struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_story_known *k = NULL;
	struct rv_story_doc doc;
	rv_status st = rv_story_known(e, &k, err);

	*state = RV_STORY_FINE;
	if (st != RV_OK)
		return st;
	rv_story_parse(text, &arena, &doc);
	if ((k->sha[0] || k->anchor != RV_UNDATED) && !text.n &&
	    !rv_path_exists(e->map.story))
		*state = RV_STORY_GONE;
	else if (k->sha[0] && k->kept &&
		 is_much_less((int64_t)doc.words, k->words))
		*state = RV_STORY_CUT;
	if (known)
		*known = k;
	rv_arena_release(&arena);
	return RV_OK;
}

void
rv_story_explain(struct rv_engine *e, struct rv_sv text,
		 enum rv_story_state state, const struct rv_story_known *known,
		 struct rv_arena *arena, struct rv_sv *what, struct rv_sv *how)
{
	struct rv_story_doc doc;

	*what = *how = RV_SV_NONE;
	if (state == RV_STORY_FINE)
		return;
	if (state == RV_STORY_GONE) {
		*what = rv_sv(rv_arena_printf(
			arena, _("%s is gone, and not by Reverie"),
			e->map.story_rel));
	} else {
		rv_story_parse(text, arena, &doc);
		*what = rv_sv(rv_arena_printf(
			arena, _("%s lost %d %% of its words, not by Reverie"),
			e->map.story_rel,
			rv_fmt_percent(known->words - (int64_t)doc.words,
				       known->words)));
	}
	if (known->kept)
		*how = rv_sv(rv_arena_printf(
			arena,
			P_("%lld chapter was in it: `reverie story restore` "
			   "puts it back, `reverie story accept` keeps it as "
			   "it is",
			   "%lld chapters were in it: `reverie story restore` "
			   "puts them back, `reverie story accept` keeps it "
			   "as it is",
			   known->chapters),
			(long long)known->chapters));
	else
		*how = rv_sv(_("its bytes were never kept here: put it back "
			       "from a backup, or let `reverie story accept` "
			       "begin a new one"));
}

rv_status
rv_story_guard(struct rv_engine *e, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	const struct rv_story_known *known = NULL;
	enum rv_story_state state = RV_STORY_FINE;
	struct rv_sv what, how;
	rv_status st = rv_engine_read_story(e, &text, err);

	if (st == RV_OK)
		st = rv_story_look(e, rv_buf_sv(&text), &state, &known, err);
	if (st == RV_OK && state != RV_STORY_FINE) {
		rv_story_explain(e, rv_buf_sv(&text), state, known, &arena,
				 &what, &how);
		st = rv_fail(err, RV_E_MOVED,
			     _("%.*s, and nothing was written; %.*s"),
			     RV_SV_ARG(what), RV_SV_ARG(how));
	}
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return st;
}
