/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_012_H
#define RV_STORE_SCHEMA_012_H

/*
 * Somebody may wait for a commit.  Words are merged in small steps of our own
 * (store/fts_merge.h), where FTS5 by itself merges much at once, when sixteen
 * segments are there as before; and half as many are kept in memory, which a
 * commit has to write.
 */

#define RV_SCHEMA_012                                              \
	"INSERT INTO fts(fts, rank) VALUES('automerge', 0);"       \
	"INSERT INTO fts(fts, rank) VALUES('usermerge', 16);"      \
	"INSERT INTO fts(fts, rank) VALUES('hashsize', 2097152);"

#endif
