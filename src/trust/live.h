/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_LIVE_H
#define RV_TRUST_LIVE_H

/*
 * Live checks: what the operator declared in the configuration to ask the world
 * itself.
 *
 *	live.checks:
 *	  - name: backup
 *	    argv: [stat, -c, "%y", /backup/newest]
 *	    every: 1d
 *	  - name: queue
 *	    file: state/queue.json
 *	  - name: site
 *	    url: https://example.org/health
 *
 * A command runs without a shell; a file is read; a URL is asked with GET (https,
 * or http on loopback).  Ten seconds at most, 64 KiB of text, cleaned and
 * masked.  Results live in .reverie/live.json alone: they are never memory.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/status.h"
#include "base/yaml.h"

#define RV_LIVE_TIMEOUT_MS 10000
#define RV_LIVE_OUTPUT_MAX ((size_t)64 << 10)

enum rv_live_kind { RV_LIVE_COMMAND, RV_LIVE_FILE, RV_LIVE_URL };
enum rv_live_state {
	RV_LIVE_NEVER,
	RV_LIVE_OK,
	RV_LIVE_FAILED,
	RV_LIVE_TIMEOUT
};
const char *rv_live_kind_name(enum rv_live_kind k) RV_NONNULL;
const char *rv_live_state_name(enum rv_live_state s) RV_NONNULL;

struct rv_live {
	struct rv_sv name;
	enum rv_live_kind kind;
	const char **argv; /* of a command, ended by NULL */
	struct rv_sv what; /* argv joined, path, URL */
	int64_t every;	   /* ms, 0: on request alone */
	/* Its last result: */
	enum rv_live_state state;
	int64_t time; /* RV_UNDATED: never */
	int exit_code; /* of a command; of a URL the status unless it is 2xx */
	struct rv_sv result;
};

/* The checks of a configuration node (NULL: none).  RV_E_CONFIG names the check
 * and what is wrong with it. */
rv_status rv_live_declared(const struct rv_yaml *node, struct rv_arena *arena,
			   struct rv_live **out, size_t *n, struct rv_err *err)
	RV_MUST_CHECK;
/* Adds the results that the cache file has. */
void rv_live_load(const char *cache, struct rv_arena *arena,
		  struct rv_live *list, size_t n);
rv_status rv_live_save(const char *cache, const struct rv_live *list, size_t n,
		       struct rv_err *err) RV_MUST_CHECK;
/* Runs one check now; failures of the check are its result, no error. */
void rv_live_run(struct rv_live *check, const char *workspace,
		 const struct rv_env *env, struct rv_arena *arena);

#endif
