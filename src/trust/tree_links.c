/* SPDX-License-Identifier: MIT */
/* What pages call each other. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "doc/slug.h"
#include "doc/wikilink.h"
#include "trust/meant.h"
#include "trust/tree_priv.h"

#define FIRST_CALLS 64

static void
add_page(struct rv_tree *t, struct rv_tree_pages *list, struct rv_tree_page *p)
{
	struct rv_tree_page **more;

	/* one page after the other makes its calls: the last is itself */
	if (list->n && list->list[list->n - 1] == p)
		return;
	if (list->n == list->cap) {
		list->cap = list->cap ? 2 * list->cap : 1;
		more = rv_arena_array(t->arena, struct rv_tree_page *,
				      list->cap);
		if (list->n)
			memcpy(more, list->list, list->n * sizeof(*more));
		list->list = more;
	}
	list->list[list->n++] = p;
}

static void
drop_page(struct rv_tree_pages *list, const struct rv_tree_page *p)
{
	for (uint32_t i = list->n; i-- > 0;)
		if (list->list[i] == p) {
			list->list[i] = list->list[--list->n];
			return;
		}
}

static size_t
call_place(const struct rv_tree *t, const struct rv_tree_call *like)
{
	size_t at = rv_sv_hash(like->target) + like->file;

	if (like->dir.n)
		at += 31 * rv_sv_hash(like->dir);
	for (at &= t->mask; t->calls[at]; at = (at + 1) & t->mask) {
		const struct rv_tree_call *c = t->calls[at];

		if (c->file == like->file && c->by_dir == like->by_dir &&
		    rv_sv_eq(c->target, like->target) &&
		    rv_sv_eq(c->dir, like->dir))
			break;
	}
	return at;
}

static void
more_calls(struct rv_tree *t)
{
	struct rv_tree_call **old = t->calls;
	size_t n = old ? t->mask + 1 : 0;
	size_t size = n ? 2 * n : FIRST_CALLS;

	t->mask = size - 1;
	t->calls = rv_arena_array(t->arena, struct rv_tree_call *, size);
	for (size_t i = 0; i < n; i++)
		if (old[i])
			t->calls[call_place(t, old[i])] = old[i];
}

struct asking {
	struct rv_tree *t;
	struct rv_tree_call *call;
};

/* rv_names_fn */
static void
ask_for(struct rv_sv key, unsigned kind, void *arg)
{
	struct asking *a = arg;
	struct rv_name_run *run = rv_names_run(&a->t->names, key);
	struct rv_tree_asker *asker = rv_arena_new(a->t->arena,
						   struct rv_tree_asker);

	(void)kind;
	*asker = (struct rv_tree_asker){a->call, run->user};
	run->user = asker;
}

/* The names whose pages it may mean, as meant.h has them. */
static void
ask_for_names(struct rv_tree *t, struct rv_tree_call *call)
{
	struct rv_sv last = rv_link_key_last(call->target);
	struct asking a = {t, call};
	struct rv_buf key = RV_BUF_INIT;

	if (call->file) {
		rv_file_keys(call->target, ask_for, &a);
	} else {
		ask_for(last, RV_NAME_ANY, &a);
		if (last.n < call->target.n) {
			rv_name_key(call->target, &key);
			if (!rv_sv_eq(rv_buf_sv(&key), last))
				ask_for(rv_buf_sv(&key), RV_NAME_ANY, &a);
		}
	}
	rv_buf_release(&key);
}

static struct rv_tree_call *
call_like(struct rv_tree *t, const struct rv_tree_call *like)
{
	struct rv_tree_call *call;
	size_t at;

	if (!t->calls || 2 * (t->n_calls + 1) > t->mask)
		more_calls(t);
	at = call_place(t, like);
	if (t->calls[at])
		return t->calls[at];
	t->n_calls++;
	call = t->calls[at] = rv_arena_new(t->arena, struct rv_tree_call);
	*call = *like;
	call->target = rv_sv_dup_in(t->arena, like->target);
	ask_for_names(t, call);
	return call;
}

/* As the pages beside this one name it. */
static struct rv_tree_call *
call_by_dir(struct rv_tree *t, const struct rv_tree_page *p,
	    struct rv_sv target, bool file)
{
	struct rv_tree_call like = {
		.target = target,
		.dir = p->meta.path,
		.file = file,
		.by_dir = true,
	};

	while (like.dir.n && like.dir.p[like.dir.n - 1] != '/')
		like.dir.n--;
	return call_like(t, &like);
}

static struct rv_tree_call *
call_to(struct rv_tree *t, const struct rv_tree_page *p, struct rv_sv target,
	bool file)
{
	struct rv_tree_call like = {.target = target, .file = file}, *call;
	const struct rv_root *root = rv_root_of(&t->names.roots, p->meta.path);

	/* a path is one and the same for all but Obsidian */
	if (file && root && root->by_name)
		return call_by_dir(t, p, target, file);
	if (!file && root && root->vault)
		like.dir = root->path;
	call = call_like(t, &like);
	return call->split ? call_by_dir(t, p, target, file) : call;
}

/* --- whom a call means ------------------------------------------------------ */

static void
set_means(struct rv_tree *t, struct rv_tree_call *call,
	  const struct rv_page_meta *page)
{
	struct rv_tree_page *now = page ? rv_tree_page_of(page) : NULL;

	if (now == call->means)
		return;
	if (call->means) {
		rv_tree_dirty(t, call->means);
		*call->link = call->next;
		if (call->next)
			call->next->link = call->link;
	}
	call->means = now;
	if (now) {
		rv_tree_dirty(t, now);
		call->next = now->called;
		call->link = &now->called;
		if (call->next)
			call->next->link = &call->next;
		now->called = call;
	}
}

static void ask(struct rv_tree *t, struct rv_tree_call *call);

static void
move_said(struct rv_tree *t, struct rv_tree_page *p,
	  struct rv_tree_said *said, const struct rv_tree_call *from)
{
	for (size_t i = 0; i < said->n; i++)
		if (said->list[i] == from) {
			said->list[i] = call_by_dir(t, p, from->target, false);
			add_page(t, &said->list[i]->said, p);
			ask(t, said->list[i]);
		}
}

/* Each folder asks for itself from now on. */
static void
split(struct rv_tree *t, struct rv_tree_call *call)
{
	struct rv_tree_pages from = call->from, said = call->said;

	set_means(t, call, NULL);
	call->split = true;
	call->from = call->said = (struct rv_tree_pages){0};
	for (uint32_t i = 0; i < from.n; i++) {
		struct rv_tree_page *p = from.list[i];

		for (size_t k = 0; k < p->n_links; k++)
			if (p->links[k].call == call) {
				p->links[k].call = call_by_dir(
					t, p, call->target, false);
				add_page(t, &p->links[k].call->from, p);
				ask(t, p->links[k].call);
			}
	}
	for (uint32_t i = 0; i < said.n; i++) {
		move_said(t, said.list[i], &said.list[i]->related, call);
		move_said(t, said.list[i], &said.list[i]->contradicts, call);
	}
}

static void
ask(struct rv_tree *t, struct rv_tree_call *call)
{
	const struct rv_page_meta *page;

	if (call->split)
		return;
	if (call->file)
		page = rv_names_meant_file(&t->names, call->dir, call->target);
	else if (call->by_dir)
		page = rv_names_meant(&t->names, call->dir, call->target);
	else if (!rv_names_only(&t->names, call->dir, call->target,
				&page)) {
		split(t, call);
		return;
	}
	set_means(t, call, page);
}

struct asked {
	struct rv_tree *t;
	bool paths;
};

/* rv_names_fn */
static void
ask_key(struct rv_sv key, unsigned kind, void *arg)
{
	struct asked *a = arg;
	const struct rv_tree_asker *asker =
		rv_names_run(&a->t->names, key)->user;

	for (; asker; asker = asker->next)
		if (!asker->call->file || (a->paths && kind == RV_NAME_SLUG))
			ask(a->t, asker->call);
}

void
rv_tree_ask_names(struct rv_tree *t, const struct rv_page_meta *page,
		  bool paths)
{
	struct asked a = {t, paths};
	struct rv_buf key = RV_BUF_INIT;

	rv_names_each(page, ask_key, &a);
	/* a file whose name has neither letter nor digit is found by its path */
	rv_slug_key(page->path, &key);
	if (!key.n)
		ask_key(RV_SV(""), RV_NAME_SLUG, &a);
	rv_buf_release(&key);
}

void
rv_tree_ask_own(struct rv_tree *t, struct rv_tree_page *p)
{
	for (size_t i = 0; i < p->n_links; i++)
		if (p->links[i].call && !p->links[i].call->means)
			ask(t, p->links[i].call);
	for (size_t i = 0; i < p->related.n; i++)
		ask(t, p->related.list[i]);
	for (size_t i = 0; i < p->contradicts.n; i++)
		ask(t, p->contradicts.list[i]);
}

void
rv_tree_ask_all(struct rv_tree *t)
{
	struct rv_tree_call **calls = t->calls; /* as they are before a split */
	size_t n = calls ? t->mask + 1 : 0;

	for (size_t i = 0; i < n; i++)
		if (calls[i])
			ask(t, calls[i]);
}

/* --- who calls -------------------------------------------------------------- */

static void
say(struct rv_tree *t, struct rv_tree_page *p, struct rv_sv names,
    struct rv_tree_said *out)
{
	struct rv_buf key = RV_BUF_INIT;
	struct rv_sv one;

	*out = (struct rv_tree_said){0};
	if (names.n)
		out->list = rv_arena_array(t->arena, struct rv_tree_call *,
					   rv_sv_count(names, '\n') + 1);
	while (rv_sv_next_line(&names, &one)) {
		rv_buf_reset(&key);
		rv_link_key(rv_wikilink_in(one), &key);
		if (!rv_link_key_last(rv_buf_sv(&key)).n)
			continue;
		out->list[out->n] = call_to(t, p, rv_buf_sv(&key), false);
		add_page(t, &out->list[out->n++]->said, p);
	}
	rv_buf_release(&key);
}

void
rv_tree_call_out(struct rv_tree *t, struct rv_tree_page *p,
		 const struct rv_page_link *links, size_t n)
{
	p->links = rv_arena_array(t->arena, struct rv_tree_link, n);
	p->n_links = n;
	for (size_t i = 0; i < n; i++) {
		struct rv_tree_call *call = NULL;

		if (links[i].kind != RV_PAGE_LINK_OUT)
			call = call_to(t, p, links[i].target,
				       links[i].kind == RV_PAGE_LINK_FILE);
		p->links[i] = (struct rv_tree_link){
			.call = call,
			.label = links[i].label.n
					 ? rv_sv_dup_in(t->arena, links[i].label)
					 : RV_SV_NONE,
			.line = links[i].line,
		};
		if (call)
			add_page(t, &call->from, p);
	}
	say(t, p, p->meta.related, &p->related);
	say(t, p, p->meta.contradicts, &p->contradicts);
}

static void
say_off(struct rv_tree_page *p, const struct rv_tree_said *said)
{
	for (size_t i = 0; i < said->n; i++)
		drop_page(&said->list[i]->said, p);
}

void
rv_tree_call_off(struct rv_tree *t, struct rv_tree_page *p)
{
	(void)t;
	for (size_t i = 0; i < p->n_links; i++)
		if (p->links[i].call)
			drop_page(&p->links[i].call->from, p);
	say_off(p, &p->related);
	say_off(p, &p->contradicts);
	p->links = NULL;
	p->n_links = 0;
	p->related = p->contradicts = (struct rv_tree_said){0};
}

bool
rv_tree_same_links(const struct rv_tree_page *p,
		   const struct rv_page_link *links, size_t n)
{
	if (p->n_links != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct rv_tree_call *call = p->links[i].call;
		enum rv_page_link_kind kind =
			!call ? RV_PAGE_LINK_OUT
			      : call->file ? RV_PAGE_LINK_FILE
					   : RV_PAGE_LINK_WIKI;

		if (links[i].kind != kind ||
		    links[i].line != p->links[i].line ||
		    !rv_sv_eq(links[i].label, p->links[i].label) ||
		    (call && !rv_sv_eq(links[i].target, call->target)))
			return false;
	}
	return true;
}

static void
dirty_called(struct rv_tree *t, const struct rv_tree_said *said)
{
	for (size_t i = 0; i < said->n; i++)
		if (said->list[i]->means)
			rv_tree_dirty(t, said->list[i]->means);
}

static void
dirty_said(struct rv_tree *t, const struct rv_tree_call *call)
{
	for (uint32_t i = 0; i < call->said.n; i++)
		rv_tree_dirty(t, call->said.list[i]);
}

void
rv_tree_dirty_near(struct rv_tree *t, struct rv_tree_page *p)
{
	for (size_t i = 0; i < p->n_links; i++)
		if (p->links[i].call && p->links[i].call->means)
			rv_tree_dirty(t, p->links[i].call->means);
	dirty_called(t, &p->related);
	dirty_called(t, &p->contradicts);
	for (struct rv_tree_call *c = p->called; c; c = c->next)
		dirty_said(t, c);
}

/* --- who links here --------------------------------------------------------- */

static int
by_path(const void *a, const void *b)
{
	const struct rv_tree_page *const *x = a, *const *y = b;

	return rv_sv_cmp((*x)->meta.path, (*y)->meta.path);
}

void
rv_tree_backlinks(struct rv_tree *t, const struct rv_page_meta *page,
		  struct rv_arena *arena, struct rv_tree_back **out, size_t *n)
{
	struct rv_tree_page *p = rv_tree_page_of(page), **from = NULL;
	struct rv_tree_back *list = NULL;
	size_t n_from = 0, cap = 0, cap_list = 0;

	t->mark++;
	for (struct rv_tree_call *c = p->called; c; c = c->next)
		for (uint32_t i = 0; i < c->from.n; i++) {
			struct rv_tree_page *other = c->from.list[i];

			if (other == p || other->mark == t->mark)
				continue;
			other->mark = t->mark;
			rv_grow(&from, &cap, n_from + 1);
			from[n_from++] = other;
		}
	if (n_from)
		qsort(from, n_from, sizeof(*from), by_path);
	*n = 0;
	for (size_t i = 0; i < n_from; i++)
		for (size_t k = 0; k < from[i]->n_links; k++) {
			const struct rv_tree_link *l = &from[i]->links[k];

			if (!l->call || l->call->means != p)
				continue;
			rv_grow(&list, &cap_list, *n + 1);
			list[(*n)++] = (struct rv_tree_back){
				&from[i]->meta, l->label, l->line};
		}
	*out = rv_arena_array(arena, struct rv_tree_back, *n + 1);
	if (*n)
		memcpy(*out, list, *n * sizeof(*list));
	free(list);
	free(from);
}
