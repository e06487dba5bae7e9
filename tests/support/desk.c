/* SPDX-License-Identifier: MIT */
/* A workspace with pages. */
#include "config.h"

#include "tests/support/desk.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/time.h"
#include "tests/support/cm.h"
#include "doc/frontmatter.h"
#include "tests/support/scratch.h"
#include "trust/read_page.h"

void
desk_open(struct desk *d, const char *name)
{
	struct rv_store_opts opts = {0};

	*d = (struct desk){.env = {.now = DESK_NOW, .home = "", .tz = "",
				   .user = "tester"}};
	d->workspace = rv_sv_cstr_in(&d->arena, rv_sv(scratch_path(name)));
	opts.env = &d->env;
	opts.dir = rv_path_join_in(&d->arena, d->workspace, ".reverie");
	assert_int_equal(rv_path_mkdirs(opts.dir, 0700, NULL), RV_OK);
	assert_int_equal(rv_store_open(&opts, &d->store, NULL), RV_OK);
}

void
desk_close(struct desk *d)
{
	rv_store_free(d->store);
	rv_arena_release(&d->arena);
}

static enum rv_layer
layer_of(const char *rel)
{
	if (!strncmp(rel, "raw/", 4))
		return RV_LAYER_RAW;
	return strncmp(rel, "wiki/", 5) ? RV_LAYER_DERIVED : RV_LAYER_WIKI;
}

static void
put_file(struct desk *d, const char *rel, struct rv_sv bytes)
{
	const char *path = rv_path_join_in(&d->arena, d->workspace, rel);
	struct rv_sv dir = rv_sv(path);
	FILE *f;

	dir.n = (size_t)(rv_path_base(path) - path);
	assert_int_equal(rv_path_mkdirs(rv_sv_cstr_in(&d->arena, dir), 0700,
					NULL),
			 RV_OK);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
	assert_int_equal(fclose(f), 0);
}

void
desk_bytes(struct desk *d, const char *rel, const void *p, size_t n)
{
	struct rv_sv text = rv_sv_dup_in(&d->arena, rv_sv_of(p, n));
	struct rv_page_link *links = NULL;
	struct rv_page_meta meta;
	struct rv_page_doc doc;
	struct rv_page *pages;
	size_t n_links = 0;

	put_file(d, rel, text);
	rv_page_parse(text, &d->arena, &doc);
	if (rv_is_binary(text))
		rv_read_page_size(rv_sv(rel), layer_of(rel), (int64_t)n,
				  &meta);
	else
		rv_read_page(rv_sv(rel), layer_of(rel), text, &doc, &d->arena,
			     &meta, &links, &n_links);
	assert_int_equal(rv_page_meta_set(d->store, &meta, links, n_links,
					  NULL),
			 RV_OK);
	pages = rv_arena_array(&d->arena, struct rv_page, doc.n + 1);
	for (size_t i = 0; i < doc.n; i++)
		pages[i] = (struct rv_page){
			.layer = meta.layer,
			.path = rv_sv(rel),
			.line = doc.sections[i].line,
			.title = doc.title,
			.heading = doc.sections[i].heading,
			.text = doc.sections[i].body,
			.time = doc.updated,
			.bytes = (int64_t)n,
		};
	assert_int_equal(rv_page_replace(d->store, rv_sv(rel), pages, doc.n,
					 NULL),
			 RV_OK);
}

void
desk_page(struct desk *d, const char *rel, const char *text)
{
	desk_bytes(d, rel, text, strlen(text));
}

struct rv_sv
desk_read(struct desk *d, const char *rel)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;

	assert_int_equal(rv_path_read(rv_path_join_in(&d->arena, d->workspace,
						      rel),
				      (size_t)1 << 26, &b, NULL),
			 RV_OK);
	out = rv_sv_dup_in(&d->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}
