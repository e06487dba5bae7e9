/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_002_H
#define RV_STORE_SCHEMA_002_H

/*
 * What a page says about itself, and its links to other pages: the tree of the
 * layers, backlinks and lint answer from these without reading files.  Pages
 * that were indexed before are read again once.
 */

#define RV_SCHEMA_002                                                         \
	"CREATE TABLE page_meta(path TEXT PRIMARY KEY, layer INTEGER NOT NULL," \
	" bytes INTEGER NOT NULL, tokens INTEGER NOT NULL,"                   \
	" updated INTEGER NOT NULL, reviewed INTEGER NOT NULL,"               \
	" flags INTEGER NOT NULL, type TEXT, title TEXT, confidence TEXT,"    \
	" status TEXT, state TEXT, curation TEXT, review TEXT, aliases TEXT," \
	" themes TEXT, related TEXT, contradicts TEXT, source TEXT)"          \
	" WITHOUT ROWID;"                                                     \
	"CREATE TABLE page_link(path TEXT NOT NULL, target TEXT NOT NULL,"    \
	" kind INTEGER NOT NULL, line INTEGER NOT NULL, label TEXT);"         \
	"CREATE INDEX page_link_path ON page_link(path, line);"               \
	"CREATE INDEX page_link_target ON page_link(target, path);"           \
	"DELETE FROM source WHERE kind = 'page';"

#endif
