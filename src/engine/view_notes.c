/* SPDX-License-Identifier: MIT */
/* Notifications: what could not be read, what is masked, what is wrong. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "doc/mask.h"
#include "doc/slug.h"
#include "engine/rejected.h"
#include "engine/view_priv.h"
#include "store/job.h"
#include "store/masked.h"
#include "store/page_meta.h"

#define LINES_MAX 500
#define SECRETS_MAX 500
#define PAGES_MAX 200
#define JOBS_MAX 50

struct entry {
	struct rv_view_note note;
	size_t found; /* before these: keeps the order of one time */
};

struct notes {
	struct rv_engine *e;
	struct rv_arena *arena;
	struct entry *items;
	size_t n, cap;
	struct rv_sv file; /* whose time was asked for last */
	int64_t time;
};

static struct rv_view_note *
add(struct notes *l, enum rv_level level, const char *kind, int64_t time)
{
	rv_grow(&l->items, &l->cap, l->n + 1);
	l->items[l->n] = (struct entry){
		{.level = level, .kind = kind, .time = time}, l->n};
	return &l->items[l->n++].note;
}

/* When a file of the agent, or of ours, was changed. */
static int64_t
file_time(struct notes *l, struct rv_sv file)
{
	struct stat st;

	if (!rv_sv_eq(file, l->file) || !l->file.n) {
		const char *path = rv_mask_join(l->arena, l->e->workspace,
						file);

		l->file = file;
		l->time = stat(path, &st) == 0
				  ? (int64_t)st.st_mtim.tv_sec * 1000
				  : RV_UNDATED;
	}
	return l->time;
}

static rv_status
add_lines(struct notes *l, struct rv_err *err)
{
	struct rv_rejected *list;
	size_t n = 0;
	rv_status s = rv_rejected_list(l->e->store, LINES_MAX, l->arena, &list,
				       &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++) {
		const struct rv_rejected *r = &list[i];
		struct rv_view_note *note =
			add(l, RV_LEVEL_WARN, "line", r->time);
		const char *file = rv_sv_cstr_in(l->arena, r->file);

		note->place = rv_sv(rv_rejected_place(r, l->arena));
		note->text = r->reason;
		if (r->more)
			note->text = rv_sv(rv_arena_printf(
				l->arena,
				P_("%" PRId64 " more line of this file",
				   "%" PRId64 " more lines of this file",
				   r->more),
				r->more));
		note->how = rv_sv(
			file[0] == '/'
				? rv_arena_printf(
					  l->arena,
					  _("It was left out of the import. "
					    "Correct it there and import the "
					    "file again: what was taken is "
					    "not taken twice."))
				: rv_arena_printf(
					  l->arena,
					  _("It was left out, the lines around "
					    "it were read. Correct it in %s "
					    "and it is read again by itself."),
					  file));
	}
	return s;
}

static rv_status
add_secrets(struct notes *l, struct rv_err *err)
{
	struct rv_masked *list;
	size_t n = 0;
	rv_status s = rv_masked_list(l->e->store, SECRETS_MAX, l->arena, &list,
				     &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++) {
		const struct rv_masked *m = &list[i];
		struct rv_view_note *note = add(l, RV_LEVEL_NOTE, "secret",
						file_time(l, m->file));

		note->place = rv_sv(rv_arena_printf(l->arena, "%.*s:%" PRId64,
						    RV_SV_ARG(m->file),
						    m->line));
		note->text = rv_sv(rv_arena_printf(
			l->arena,
			/* TRANSLATORS: a rule of redaction, a fingerprint. */
			_("secret masked: %.*s %.*s"), RV_SV_ARG(m->rule),
			RV_SV_ARG(m->fingerprint)));
		note->how = rv_sv(_("It is masked wherever it is read; the "
				    "file still holds it. `reverie doctor` "
				    "says how to erase it."));
		note->id = rv_sv_ends(m->file, RV_SV("traces.jsonl")) && m->id.n
				   ? rv_sv(rv_arena_printf(l->arena, "#%.*s",
							   RV_SV_ARG(m->id)))
				   : m->id;
	}
	return s;
}

/* A page that could not be read whole, and copies that a conflict left. */
static rv_status
add_pages(struct notes *l, struct rv_err *err)
{
	struct rv_page_meta *list;
	size_t n = 0, shown = 0;
	rv_status s = rv_page_meta_list(l->e->store, l->arena, &list, &n, err);

	for (size_t i = 0; s == RV_OK && i < n && shown < PAGES_MAX; i++) {
		const struct rv_page_meta *m = &list[i];
		bool copy = rv_name_conflict_of(m->path, NULL);
		struct rv_view_note *note;

		if (!copy && !(m->flags & (RV_META_BROKEN | RV_META_UNREAD)))
			continue;
		note = add(l, copy ? RV_LEVEL_WARN : RV_LEVEL_NOTE, "page",
			   file_time(l, m->path));
		shown++;
		note->place = note->id = m->path;
		note->text = rv_sv(
			copy ? _("a copy that a conflict of synchronised "
				 "files left")
			: m->flags & RV_META_UNREAD
				? _("binary or too big: only its size is "
				    "known")
				: _("its frontmatter cannot be read"));
		note->how = rv_sv(copy ? _("Merge the two versions and delete "
					   "this one.")
				       : _("`reverie lint` says what is wrong "
					   "with it."));
	}
	return s;
}

static rv_status
add_jobs(struct notes *l, struct rv_err *err)
{
	struct rv_job *list;
	size_t n = 0;
	bool works = false; /* a newer call was answered */
	rv_status s = rv_job_list(l->e->store, JOBS_MAX, l->arena, &list, &n,
				  err);

	for (size_t i = 0; s == RV_OK && i < n; i++) {
		const struct rv_job *j = &list[i];
		bool died = rv_sv_is(j->state, "died");
		struct rv_view_note *note;

		works = works || rv_sv_is(j->state, "done");
		if (!died && !rv_sv_is(j->state, "failed"))
			continue;
		note = add(l, works ? RV_LEVEL_NOTE : RV_LEVEL_ERROR, "model",
			   j->updated);
		note->place = j->what;
		note->text = died ? rv_sv(_("its process ended before the "
					    "answer did"))
				  : j->message;
		note->how = rv_sv(works ? _("A later call was answered.")
					: _("`reverie doctor --online` tries "
					    "the models."));
		note->opens = "jobs";
		note->job = j->id;
	}
	return s;
}

static rv_status
add_troubles(struct notes *l, struct rv_err *err)
{
	struct rv_view_status v;
	rv_status s = rv_view_status(l->e, l->arena, &v, err);

	for (size_t i = 0; s == RV_OK && i < v.n_troubles; i++) {
		const struct rv_view_trouble *t = &v.troubles[i];
		bool ledger = !strcmp(t->opens, "log");
		struct rv_sv file = rv_sv(ledger ? ".reverie/ledger.jsonl"
						 : l->e->map.story_rel);
		struct rv_view_note *note =
			add(l, t->level, ledger ? "ledger" : "story",
			    file_time(l, file));

		note->place = file;
		note->text = t->what;
		note->how = t->how;
		note->opens = t->opens;
	}
	if (s == RV_OK && v.lock_held) {
		struct rv_view_note *note = add(l, RV_LEVEL_NOTE, "lock",
						v.now - v.lock_age);

		note->place = rv_sv(l->e->map.story_rel);
		note->text = rv_sv(rv_arena_printf(
			l->arena, _("locked by process %" PRId64), v.lock_pid));
		note->how = rv_sv(_("Nothing is written to it before that "
				    "process lets go or ends."));
		note->opens = "story";
	}
	return s;
}

/* Newest first; what has no time comes last. */
static int
by_time(const void *a, const void *b)
{
	const struct entry *p = a, *q = b;
	const struct rv_view_note *x = &p->note, *y = &q->note;
	bool dx = x->time != RV_UNDATED, dy = y->time != RV_UNDATED;

	if (dx != dy)
		return dx ? -1 : 1;
	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	if (x->level != y->level)
		return x->level > y->level ? -1 : 1;
	return p->found < q->found ? -1 : p->found > q->found;
}

rv_status
rv_view_notes(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_notes *out, struct rv_err *err)
{
	struct notes l = {.e = e, .arena = arena};
	rv_status s = add_troubles(&l, err);

	*out = (struct rv_view_notes){0};
	if (s == RV_OK)
		s = add_lines(&l, err);
	if (s == RV_OK)
		s = add_pages(&l, err);
	if (s == RV_OK)
		s = add_secrets(&l, err);
	if (s == RV_OK)
		s = add_jobs(&l, err);
	if (s == RV_OK) {
		if (l.n)
			qsort(l.items, l.n, sizeof(*l.items), by_time);
		out->items = rv_arena_array(arena, struct rv_view_note,
					    l.n ? l.n : 1);
		for (size_t i = 0; i < l.n; i++)
			out->items[i] = l.items[i].note;
		out->n = l.n;
		out->lines = rv_rejected_count(e->store, RV_SV_NONE);
		out->secrets = rv_masked_lines(e->store);
	}
	free(l.items);
	return s;
}
