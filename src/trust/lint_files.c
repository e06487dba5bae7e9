/* SPDX-License-Identifier: MIT */
/* What the file system tells: links, collisions, leftovers. */
#include "config.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/utf8.h"
#include "doc/slug.h"
#include "trust/lint_priv.h"

#define DEPTH_MAX 64

struct name {
	struct rv_sv key, path;
};
struct names {
	struct name *list;
	size_t n, cap;
};

static struct rv_sv
rel_of(struct rv_lint *l, const char *path)
{
	size_t n = strlen(l->workspace);

	if (!strncmp(path, l->workspace, n) && path[n] == '/')
		path += n + 1;
	return rv_sv_dup_in(l->arena, rv_sv(path));
}

/* Where the link leads, or that it leads nowhere: it is not followed. */
static void
check_symlink(struct rv_lint *l, const FTSENT *f)
{
	rv_lint_add(l, "file.link", false, rel_of(l, f->fts_path), 0,
		    _("it is a symbolic link and is not followed"));
}

/* An attachment, as [[picture.png]] names it. */
static void
add_file(struct rv_lint *l, struct rv_sv path)
{
	struct rv_buf key = RV_BUF_INIT;

	rv_slug_key(path, &key);
	rv_grow(&l->files, &l->cap_files, l->n_files + 1);
	l->files[l->n_files++] = (struct rv_lint_file){
		rv_sv_dup_in(l->arena, rv_buf_sv(&key)), path};
	rv_buf_release(&key);
}

static void
check_name(struct rv_lint *l, const FTSENT *f, struct names *names)
{
	struct rv_buf nfc = RV_BUF_INIT, fold = RV_BUF_INIT;
	struct rv_sv name = rv_sv(f->fts_name), rel = rel_of(l, f->fts_path);

	if (!rv_utf8_valid(name)) {
		rv_lint_add(l, "name.nfd", true, rel, 0,
			    _("its name is not valid UTF-8"));
		return;
	}
	rv_utf8_nfc(name, &nfc);
	if (!rv_sv_eq(rv_buf_sv(&nfc), name))
		rv_lint_add(l, "name.nfd", false, rel, 0,
			    _("its name is not in NFC: other machines may see "
			      "another name"));
	if (rv_name_conflict_of(name, NULL))
		rv_lint_add(l, "file.conflict", true, rel, 0,
			    _("a program that synchronises files left two "
			      "versions; merge them and delete this one"));
	if (!rv_sv_ends(name, RV_SV(".md")))
		add_file(l, rel);
	rv_utf8_fold(rel, &fold);
	rv_grow(&names->list, &names->cap, names->n + 1);
	names->list[names->n++] = (struct name){
		rv_sv_dup_in(l->arena, rv_buf_sv(&fold)), rel};
	rv_buf_release(&nfc);
	rv_buf_release(&fold);
}

static int
by_key(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int c = rv_sv_cmp(x->key, y->key);

	return c ? c : rv_sv_cmp(x->path, y->path);
}

/* fts wants char *const[] and writes to none of them. */
static FTS *
open_tree(const char *root)
{
	const union {
		const char *in[2];
		char *out[2];
	} roots = {.in = {root, NULL}};

	return fts_open(roots.out, FTS_PHYSICAL | FTS_NOCHDIR,
			NULL);
}

void
rv_lint_files(struct rv_lint *l, const char *root)
{
	const char *path = rv_path_join_in(l->arena, l->workspace, root);
	FTS *tree = rv_path_is_dir(path) ? open_tree(path) : NULL;
	struct names names = {0};
	FTSENT *f;

	while (tree && (f = fts_read(tree))) {
		if (f->fts_level > 0 && f->fts_name[0] == '.') {
			(void)fts_set(tree, f, FTS_SKIP);
			continue;
		}
		if (f->fts_level > DEPTH_MAX)
			(void)fts_set(tree, f, FTS_SKIP);
		else if (f->fts_info == FTS_SL || f->fts_info == FTS_SLNONE)
			check_symlink(l, f);
		else if (f->fts_info == FTS_F)
			check_name(l, f, &names);
	}
	if (tree)
		fts_close(tree);
	if (names.n)
		qsort(names.list, names.n, sizeof(*names.list), by_key);
	for (size_t i = 1; i < names.n; i++)
		if (rv_sv_eq(names.list[i].key, names.list[i - 1].key))
			rv_lint_add(l, "name.collision", true,
				    names.list[i].path, 0,
				    _("%.*s differs only in case or form: some "
				      "file systems hold one of them"),
				    RV_SV_ARG(names.list[i - 1].path));
	free(names.list);
}
