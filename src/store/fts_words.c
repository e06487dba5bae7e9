/* SPDX-License-Identifier: MIT */
/* Words parted by blanks. */
#include "config.h"

#include "store/fts_words.h"

#include <stddef.h>

/* fts5_tokenizer.xCreate: there is nothing to remember, and NULL is refused. */
static int
create(void *arg, const char **args, int n, Fts5Tokenizer **out)
{
	static char nothing;

	(void)arg;
	(void)args;
	(void)n;
	*out = (Fts5Tokenizer *)(void *)&nothing;
	return SQLITE_OK;
}

/* fts5_tokenizer.xDelete */
static void
forget(Fts5Tokenizer *t)
{
	(void)t;
}

/* fts5_tokenizer.xTokenize */
static int
tokenize(Fts5Tokenizer *t, void *ctx, int flags, const char *text, int n,
	 int (*give)(void *, int, const char *, int, int, int))
{
	int rc = SQLITE_OK;

	(void)t;
	(void)flags;
	for (int from = 0, to; from < n && rc == SQLITE_OK; from = to + 1) {
		for (to = from; to < n && text[to] != ' ';)
			to++;
		if (to > from)
			rc = give(ctx, 0, text + from, to - from, from, to);
	}
	return rc;
}

static fts5_api *
api_of(sqlite3 *db)
{
	fts5_api *api = NULL;
	sqlite3_stmt *st = NULL;

	if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &st, NULL) ==
	    SQLITE_OK) {
		sqlite3_bind_pointer(st, 1, &api, "fts5_api_ptr", NULL);
		(void)sqlite3_step(st);
	}
	sqlite3_finalize(st);
	return api;
}

bool
rv__fts_words_register(sqlite3 *db)
{
	fts5_tokenizer words = {create, forget, tokenize};
	fts5_api *api = api_of(db);

	return api && api->xCreateTokenizer(api, "ascii", NULL, &words, NULL) ==
			      SQLITE_OK;
}
