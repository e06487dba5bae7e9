/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_004_H
#define RV_STORE_SCHEMA_004_H

/*
 * Indexing at 8 MB/s.  Links are one packed row a page: with a row a link and
 * two indexes over texts they took half as long as the words.  The first piece
 * of a file carries what is counted of it.  Merging sixteen segments at a time
 * instead of four writes the words half as often.  Pages and story are read
 * again once.
 */

#define RV_SCHEMA_004                                                         \
	"DROP TABLE page_link;"                                               \
	"CREATE TABLE page_link(path TEXT PRIMARY KEY, links BLOB NOT NULL)"  \
	" WITHOUT ROWID;"                                                     \
	"ALTER TABLE page ADD COLUMN pieces INTEGER NOT NULL DEFAULT 0;"      \
	"ALTER TABLE page ADD COLUMN newest INTEGER;"                         \
	"DROP INDEX page_layer;"                                              \
	"CREATE INDEX page_layer ON page(layer, bytes, pieces, newest)"       \
	" WHERE pieces > 0;"                                                  \
	"INSERT INTO fts(fts, rank) VALUES('automerge', 16);"                 \
	"INSERT INTO fts(fts, rank) VALUES('crisismerge', 32);"               \
	"DELETE FROM source WHERE kind IN ('page', 'story');"

#endif
