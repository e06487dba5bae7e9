/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_007_H
#define RV_STORE_SCHEMA_007_H

/*
 * Lines that could not be read, with their place.  They were only counted
 * before: the index is filled anew to find them.
 */

#define RV_SCHEMA_007                                                         \
	"CREATE TABLE rejected(file TEXT NOT NULL, line INTEGER NOT NULL,"    \
	" offset INTEGER NOT NULL, reason TEXT NOT NULL, t INTEGER NOT NULL," \
	" more INTEGER NOT NULL, PRIMARY KEY(file, line)) WITHOUT ROWID;"     \
	"DELETE FROM meta WHERE key = 'redact';"

#endif
