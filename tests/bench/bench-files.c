/* SPDX-License-Identifier: MIT */
/* A workspace of many Markdown files: the first tree, the full index in the
 * portions of the console, a changed file through the feed, the checks of a
 * proposal.
 *
 *	bench-files WORKSPACE BYTES */
#include "config.h"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/env.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/time.h"
#include "engine/action.h"
#include "engine/engine.h"
#include "engine/view_pages.h"
#include "engine/view_proposal.h"
#include "stats.h"
#include "workspace.h"

#define BUDGET_MS 50 /* as the console's worker */
#define STARTS 4
#define EDITS 60
#define BIG_EDITS 6
#define PATHS 64
#define ASKED 20
#define DEADLINE_MS 5000

static struct rv_env env = {.now = RV_UNDATED,
			    .home = "",
			    .config_home = "",
			    .state_home = "",
			    .data_dir = "",
			    .tz = "",
			    .user = "bench",
			    .editor = ""};
static const char *workspace;
static atomic_int waiting; /* as the console's queue says */

static void
must(rv_status st, const struct rv_err *err)
{
	if (st != RV_OK)
		fail(err->msg);
}

static double
cpu_ms(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

static void
look(struct rv_engine *e, struct rv_arena *a, struct rv_view_layers *v)
{
	struct rv_err err = {0};

	must(rv_view_layers(e, true, a, v, &err), &err);
}

/* From nothing to the first tree, as the console asks for it. */
static double
first_tree(struct rv_engine **out, int64_t *done, int64_t *total)
{
	struct rv_engine_opts opts = {
		.env = &env, .workspace = workspace, .create = true,
		.waiting = &waiting};
	struct rv_arena a = RV_ARENA_INIT;
	struct rv_view_layers v;
	struct rv_err err = {0};
	double from = clock_ms();

	must(rv_engine_open(&opts, out, &err), &err);
	must(rv_engine_sync_step(*out, BUDGET_MS, done, total, &err), &err);
	look(*out, &a, &v);
	from = clock_ms() - from;
	rv_arena_release(&a);
	return from;
}

/* In a process of its own: no cache of ours is warm. */
static void
bench_first(bool indexed)
{
	struct samples s = {.n = 0};

	for (int i = 0; i < STARTS; i++) {
		struct rv_engine *e;
		int64_t done, total;
		double ms = 0;
		int ends[2];
		pid_t pid;

		if (!indexed)
			drop_index(workspace);
		if (pipe(ends) || (pid = fork()) < 0)
			fail("no process");
		if (pid == 0) {
			ms = first_tree(&e, &done, &total);
			_exit(write(ends[1], &ms, sizeof(ms)) != sizeof(ms));
		}
		close(ends[1]);
		if (read(ends[0], &ms, sizeof(ms)) == sizeof(ms))
			add_sample(&s, ms);
		close(ends[0]);
		waitpid(pid, NULL, 0);
	}
	print_row(indexed ? "first tree, indexed before"
			  : "first tree, never indexed",
		  &s, "500", "open, one look at every file, view");
}

/* Somebody who comes at some time of a long portion. */
struct visitor {
	pthread_t thread;
	int64_t after_us;
	double came;
};

static void *
come(void *arg)
{
	struct visitor *v = arg;

	usleep((useconds_t)v->after_us);
	v->came = clock_ms();
	atomic_store(&waiting, 1);
	return NULL;
}

/* From the question to the end of the portion; nobody came in time: none. */
static void
one_visit(struct rv_engine *e, struct rv_rng *r, int64_t *done, int64_t *total,
	  struct samples *s)
{
	struct visitor v = {.after_us = (int64_t)rv_rng_below(r, 500000)};
	struct rv_err err = {0};
	double end;

	atomic_store(&waiting, 0);
	if (pthread_create(&v.thread, NULL, come, &v))
		fail("no thread");
	must(rv_engine_sync_step(e, BUDGET_MS, done, total, &err), &err);
	end = clock_ms();
	pthread_join(v.thread, NULL);
	if (v.came < end)
		add_sample(s, end - v.came);
	atomic_store(&waiting, 0);
}

static struct rv_engine *
bench_index(double bytes)
{
	struct samples portion = {.n = 0}, asked = {.n = 0}, visit = {.n = 0};
	struct rv_arena a = RV_ARENA_INIT;
	struct rv_view_layers v;
	struct rv_err err = {0};
	struct rv_engine *e;
	int64_t done = 0, total;
	struct rv_rng r;
	double wall, cpu;

	rv_rng_seed(&r, 5);
	drop_index(workspace);
	(void)first_tree(&e, &done, &total);
	wall = clock_ms();
	cpu = cpu_ms();
	while (done != total) {
		double from = clock_ms();

		if (asked.n == ASKED && visit.n < ASKED) {
			one_visit(e, &r, &done, &total, &visit);
			continue;
		}
		must(rv_engine_sync_step(e, BUDGET_MS, &done, &total, &err),
		     &err);
		add_sample(waiting ? &asked : &portion, clock_ms() - from);
		atomic_store(&waiting, asked.n < ASKED);
	}
	wall = clock_ms() - wall;
	cpu = cpu_ms() - cpu;
	printf("%-46s %9.1f %11.1f   %-16s %s\n",
	       "full index, MB/s (by the clock, of a core)",
	       bytes / 1e3 / wall, bytes / 1e3 / cpu, "8", "");
	print_row("  one portion of it, somebody waits", &asked, "50", "");
	print_row("  the rest of a long one, somebody comes", &visit, "50", "");
	print_row("  one portion of it, nobody waits", &portion, "500", "");
	wall = clock_ms();
	look(e, &a, &v);
	printf("%-46s %9.1f %11s   %-16s\n",
	       "the tree with links and marks, made anew, ms",
	       clock_ms() - wall, "", "-");
	rv_arena_release(&a);
	return e;
}

/* --- changes through the feed ------------------------------------------------ */

static void
put(const char *path, struct rv_sv text)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(text.p, 1, text.n, f) != text.n || fclose(f))
		fail(path);
}

/* What the feed says, until it says something; then the engine takes it in. */
static bool
take_in(struct rv_feed *f, struct rv_engine *e)
{
	struct pollfd p = {.fd = rv_feed_fd(f), .events = POLLIN};
	struct rv_arena a = RV_ARENA_INIT;
	struct rv_sv paths[PATHS];
	struct rv_err err = {0};
	struct rv_event ev;
	int64_t done, total;
	size_t n = 0;

	while (!n) {
		if (poll(&p, 1, (int)DEADLINE_MS) <= 0)
			fail("the feed is silent");
		while (rv_feed_next(f, &ev))
			if (ev.kind == RV_EVENT_FILES && ev.path.n && n < PATHS)
				paths[n++] = rv_sv_dup_in(&a, ev.path);
	}
	must(rv_engine_sync_changed(e, paths, n, &done, &total, &err), &err);
	rv_arena_release(&a);
	return done < total;
}

/* The words of what was shown. */
static void
read_words(struct rv_engine *e, bool left, struct samples *s)
{
	struct rv_err err = {0};
	double from = clock_ms();
	int64_t done, total;

	while (left) {
		must(rv_engine_sync_step(e, BUDGET_MS, &done, &total, &err),
		     &err);
		left = done < total;
	}
	add_sample(s, clock_ms() - from);
}

static void
quiet(struct rv_feed *f)
{
	struct pollfd p = {.fd = rv_feed_fd(f), .events = POLLIN};
	struct rv_event ev;

	while (rv_feed_more(f))
		;
	do {
		while (rv_feed_next(f, &ev))
			;
	} while (poll(&p, 1, 20) > 0);
}

struct change {
	const char *name;
	bool front; /* at the top of the text: a title; else a line behind */
	bool fresh; /* the page comes and goes */
	const char *line;
	int rounds;
};

static void
check_seen(const struct rv_view_layers *v, struct rv_sv rel, bool there)
{
	bool found = false;

	for (size_t i = 0; i < v->n && !found; i++)
		found = rv_sv_eq(v->rows[i]->path, rel);
	if (found != there)
		fail("the tree does not show what changed");
}

/* One change and back; both count. */
static void
one_change(const struct change *c, struct rv_feed *f, struct rv_engine *e,
	   struct rv_sv rel, struct samples *item, struct samples *tree,
	   struct samples *words)
{
	struct rv_arena a = RV_ARENA_INIT;
	const char *path = rv_path_join_in(
		&a, workspace, rv_sv_cstr_in(&a, rel));
	struct rv_buf before = RV_BUF_INIT, after = RV_BUF_INIT;
	struct rv_view_layers v;
	struct rv_view_item shown;
	struct rv_err err = {0};

	if (!c->fresh)
		must(rv_path_read(path, 1 << 20, &before, &err), &err);
	if (c->front)
		rv_buf_adds(&after, c->line);
	rv_buf_addv(&after, rv_buf_sv(&before));
	if (!c->front)
		rv_buf_adds(&after, c->line);
	for (int back = 0; back < 2; back++) {
		bool left, there = !back || !c->fresh;
		double from = clock_ms();

		if (there)
			put(path, rv_buf_sv(back ? &before : &after));
		else
			unlink(path);
		left = take_in(f, e);
		if (there) {
			must(rv_view_item(e, rel, &a, &shown, &err), &err);
			add_sample(item, clock_ms() - from);
		}
		look(e, &a, &v);
		add_sample(tree, clock_ms() - from);
		check_seen(&v, rel, there);
		read_words(e, left, words);
		quiet(f);
		rv_arena_release(&a);
		path = rv_path_join_in(&a, workspace, rv_sv_cstr_in(&a, rel));
	}
	rv_buf_release(&before);
	rv_buf_release(&after);
	rv_arena_release(&a);
}

static void
bench_change(struct rv_engine *e, const struct rv_view_layers *all)
{
	static const struct change changes[] = {
		{"an edited text", false, false, "\nOne more sentence here.\n",
		 EDITS / 2},
		{"a new title", true, false, "---\ntitle: Another\n---\n",
		 BIG_EDITS / 2},
		{"a new link", false, false, "\nSee [[ba-0]] and [[ke-1]].\n",
		 BIG_EDITS / 2},
		{"a page comes, goes", false, true, "# Fresh\n\nA new page.\n",
		 BIG_EDITS / 2},
	};
	struct rv_err err = {0};
	struct rv_feed *f;

	must(rv_feed_new(workspace, 0, &f, &err), &err);
	quiet(f);
	if (rv_feed_limited(f))
		printf("(fs.inotify.max_user_watches is too low)\n");
	for (size_t k = 0; k < sizeof(changes) / sizeof(changes[0]); k++) {
		const struct change *c = &changes[k];
		struct samples item = {.n = 0}, tree = {.n = 0};
		struct samples words = {.n = 0};
		char name[64];

		for (int i = 0; i < c->rounds; i++) {
			struct rv_arena a = RV_ARENA_INIT;
			size_t at = (size_t)i * 7919 % all->n;
			struct rv_sv rel = all->rows[at]->path;

			if (c->fresh)
				rel = rv_sv(rv_arena_printf(
					&a, "wiki/fresh-%d.md", i));
			one_change(c, f, e, rel, &item, &tree, &words);
			rv_arena_release(&a);
		}
		snprintf(name, sizeof(name), "%s: to the item view", c->name);
		print_row(name, &item, "50", "file, inotify, row, view");
		snprintf(name, sizeof(name), "%s: to the tree", c->name);
		print_row(name, &tree, "50", "");
		snprintf(name, sizeof(name), "%s: its words, behind", c->name);
		print_row(name, &words, "-", "");
	}
	rv_feed_free(f);
}

/* --- a proposal -------------------------------------------------------------- */

static void
bench_checks(struct rv_engine *e, const struct rv_view_layers *all)
{
	struct samples s = {.n = 0};
	int tried = 0;

	for (size_t i = 0; i < all->n && tried < 16; i += 97) {
		struct rv_arena a = RV_ARENA_INIT;
		struct rv_buf json = RV_BUF_INIT;
		struct rv_err err = {0};
		struct rv_args args;
		double from;

		if (!rv_sv_has(all->rows[i]->path, RV_SV("wiki/research/")))
			continue;
		tried++;
		rv_args_make("promote", &a, &args, "dry-run", NULL, "",
			     rv_sv_cstr_in(&a, all->rows[i]->path), NULL);
		from = clock_ms();
		if (rv_action_run(e, &env, &args, RV_DOOR_CONSOLE, &json,
				  &err) == RV_OK)
			add_sample(&s, clock_ms() - from);
		else
			fprintf(stderr, "bench: %s\n", err.msg);
		rv_buf_release(&json);
		rv_arena_release(&a);
	}
	print_row("checks of one proposal", &s, "50", "promote --dry-run");
}

int
main(int argc, char **argv)
{
	struct rv_arena a = RV_ARENA_INIT;
	struct rv_view_layers all;
	int64_t done, total;
	struct rv_engine *e;

	if (argc < 3)
		return 2;
	/* the engine follows no link and no ".." */
	if (!(workspace = realpath(argv[1], NULL)))
		fail(argv[1]);
	bench_first(false);
	e = bench_index(strtod(argv[2], NULL));
	/* a child would copy what this process holds, page by page */
	rv_engine_free(e);
	malloc_trim(0);
	bench_first(true);
	(void)first_tree(&e, &done, &total);
	look(e, &a, &all);
	bench_change(e, &all);
	bench_checks(e, &all);
	rv_engine_free(e);
	rv_arena_release(&a);
	return 0;
}
