/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_013_H
#define RV_STORE_SCHEMA_013_H

/*
 * What a layer holds, counted as its files come and go: the Overview asks at
 * every change, and sixty thousand rows are not counted then.  The first piece
 * of a file carries what is counted of it (schema 4); the newest time of a
 * layer is the end of an index.  store/page.c counts.
 */

#define RV_LAYER_COUNT_NONE                                                    \
	"UPDATE layer_count SET files = 0, bytes = 0, sections = 0;"

#define RV_SCHEMA_013                                                          \
	"CREATE TABLE layer_count(layer INTEGER PRIMARY KEY,"                  \
	" files INTEGER NOT NULL, bytes INTEGER NOT NULL,"                     \
	" sections INTEGER NOT NULL);"                                         \
	"INSERT INTO layer_count SELECT n.column1, count(p.path),"             \
	" coalesce(sum(p.bytes), 0), coalesce(sum(p.pieces), 0)"               \
	" FROM (VALUES (0), (1), (2), (3), (4)) n LEFT JOIN page p"            \
	" ON p.layer = n.column1 AND p.pieces > 0 GROUP BY n.column1;"         \
	"DROP INDEX page_layer;"                                               \
	"CREATE INDEX page_newest ON page(layer, newest)"                      \
	" WHERE newest IS NOT NULL;"

#endif
