/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_FTS_WORDS_H
#define RV_STORE_FTS_WORDS_H

/*
 * A tokenizer for FTS5 that stands in for its own "ascii" on one connection.  It
 * gets what rv_tokens_index made: words parted by single blanks, folded.  To cut
 * such a text both do the same; this one does not look at each byte.  So an index
 * may be filled with either and read with the other.
 */

#include <sqlite3.h>
#include <stdbool.h>

/* False: FTS5 goes on with its own. */
bool rv__fts_words_register(sqlite3 *db);

#endif
