/* SPDX-License-Identifier: MIT */
/* Operations of the engine on a given workspace, in this process: search, the
 * phases before a turn, a durable publish. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/time.h"
#include "engine/action.h"
#include "engine/engine.h"
#include "engine/view.h"
#include "files/publish.h"
#include "stats.h"
#include "words.h"

#define QUERIES 120

/* A question of five to ten words of bench-gen's vocabulary, rarer ones than a
 * stop word. */
static void
question(struct rv_rng *r, struct rv_buf *out)
{
	uint64_t words = 5 + rv_rng_below(r, 6);

	rv_buf_reset(out);
	for (uint64_t w = 0; w < words; w++) {
		uint64_t n = 20 + rv_rng_below(r, 4000);
		if (w)
			rv_buf_addc(out, ' ');
		put_word(out, n);
	}
}

static int
run(struct rv_engine *e, const struct rv_env *env, struct rv_args *args)
{
	struct rv_buf json = RV_BUF_INIT;
	struct rv_err err = {0};
	rv_status st = rv_action_run(e, env, args, RV_DOOR_CLI, &json, &err);

	rv_buf_release(&json);
	if (st != RV_OK && st != RV_E_NO) {
		fprintf(stderr, "bench: %s\n", err.msg);
		return -1;
	}
	return 0;
}

static int
bench_search(struct rv_engine *e, const struct rv_env *env)
{
	struct samples s = {.n = 0}, t = {.n = 0};
	struct rv_rng r;
	struct rv_buf q = RV_BUF_INIT;

	rv_rng_seed(&r, 7);
	for (int i = 0; i < QUERIES; i++) {
		struct rv_arena a = RV_ARENA_INIT;
		struct rv_args args;
		double from;
		question(&r, &q);
		rv_args_make("search", &a, &args, "k", "200", "", q.p, NULL);
		from = clock_ms();
		if (run(e, env, &args))
			return -1;
		add_sample(&s, clock_ms() - from);
		rv_args_make("turn", &a, &args, "dry-run", NULL, "session",
			     "bench-1", "", q.p, NULL);
		from = clock_ms();
		if (run(e, env, &args))
			return -1;
		add_sample(&t, clock_ms() - from);
		rv_arena_release(&a);
	}
	rv_buf_release(&q);
	print_row("search, top 200 (FTS5 until recall has its own)", &s,
		  "0.4 / 1", "FTS5 ranked, published: 29 / 82");
	print_row("turn, all six phases, no model, dry run", &t, "1 / 3", "");
	return 0;
}

static int
bench_views(struct rv_engine *e)
{
	struct samples s = {.n = 0};
	struct rv_err err = {0};

	for (int i = 0; i < 50; i++) {
		struct rv_arena a = RV_ARENA_INIT;
		struct rv_view_overview v;
		double from = clock_ms();
		if (rv_view_overview(e, &a, &v, &err) != RV_OK) {
			fprintf(stderr, "bench: %s\n", err.msg);
			return -1;
		}
		add_sample(&s, clock_ms() - from);
		rv_arena_release(&a);
	}
	print_row("view of the Overview (on the worker)", &s, "-", "");
	s.n = 0;
	for (int i = 0; i < 50; i++) {
		double from = clock_ms();
		if (rv_engine_sync(e, &err) != RV_OK)
			return -1;
		add_sample(&s, clock_ms() - from);
	}
	print_row("sync when nothing changed", &s, "-", "");
	return 0;
}

static int
bench_publish(const char *dir)
{
	static char bytes[64 << 10];
	struct samples s = {.n = 0};
	struct rv_err err = {0};
	struct rv_arena a = RV_ARENA_INIT;
	const char *path = rv_path_join_in(&a, dir, "publish.bench");

	memset(bytes, 'x', sizeof(bytes));
	for (int i = 0; i < 200; i++) {
		double from = clock_ms();
		if (rv_publish(path, rv_sv_of(bytes, sizeof(bytes)), &err) !=
		    RV_OK) {
			fprintf(stderr, "bench: %s\n", err.msg);
			return -1;
		}
		add_sample(&s, clock_ms() - from);
	}
	unlink(path);
	rv_arena_release(&a);
	print_row("publish 64 KiB durably", &s, "3 / 15", "");
	return 0;
}

int
main(int argc, char **argv)
{
	struct rv_env env = {.now = RV_UNDATED,
			     .home = "",
			     .config_home = "",
			     .state_home = "",
			     .data_dir = "",
			     .tz = "",
			     .user = "bench",
			     .editor = ""};
	struct rv_engine_opts opts = {.env = &env,
				      .workspace = argc > 1 ? argv[1] : "."};
	struct rv_engine *e = NULL;
	struct rv_err err = {0};
	double from = clock_ms();
	int bad;

	if (rv_engine_open(&opts, &e, &err) != RV_OK) {
		fprintf(stderr, "bench: %s\n", err.msg);
		return 1;
	}
	printf("%-46s %9.3f %11s   %-16s\n", "open the workspace",
	       clock_ms() - from, "", "-");
	bad = bench_views(e) || bench_search(e, &env) ||
	      bench_publish(opts.workspace);
	rv_engine_free(e);
	return bad ? 1 : 0;
}
