/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_005_H
#define RV_STORE_SCHEMA_005_H

/*
 * Where the files hold what is masked here.  What was indexed before had names
 * that were not masked: the index is filled anew.
 */

#define RV_SCHEMA_005                                                         \
	"CREATE TABLE masked(file TEXT NOT NULL, line INTEGER NOT NULL,"      \
	" rule TEXT NOT NULL, fingerprint TEXT NOT NULL, id TEXT,"            \
	" PRIMARY KEY(file, line, rule, fingerprint)) WITHOUT ROWID;"         \
	"DELETE FROM meta WHERE key IN ('redact', 'masked');"

#endif
