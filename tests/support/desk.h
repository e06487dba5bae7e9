/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_DESK_H
#define RV_TESTS_SUPPORT_DESK_H

/* A workspace with a store and pages in its index, for the trust room. */

#include "base/arena.h"
#include "base/env.h"
#include "store/page_meta.h"
#include "store/store.h"

#define DESK_NOW INT64_C(1769607900000) /* 2026-01-28T13:45:00Z */

struct desk {
	struct rv_arena arena;
	struct rv_env env;
	struct rv_store *store;
	const char *workspace;
};

/* A fresh one below the scratch directory. */
void desk_open(struct desk *d, const char *name);
void desk_close(struct desk *d);
/* Writes a page and puts it into the index. */
void desk_page(struct desk *d, const char *rel, const char *text);
void desk_bytes(struct desk *d, const char *rel, const void *p, size_t n);
/* The bytes of a file, in the arena. */
struct rv_sv desk_read(struct desk *d, const char *rel);

#endif
