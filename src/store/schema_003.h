/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_003_H
#define RV_STORE_SCHEMA_003_H

/*
 * Jobs: what runs in which process.  They stand in no file of the record; a
 * database that is built anew has none.
 */

#define RV_SCHEMA_003                                                         \
	"CREATE TABLE job(id INTEGER PRIMARY KEY AUTOINCREMENT,"              \
	" pid INTEGER NOT NULL, kind TEXT NOT NULL, what TEXT NOT NULL,"      \
	" state TEXT NOT NULL, progress INTEGER NOT NULL,"                    \
	" tokens INTEGER NOT NULL, started INTEGER NOT NULL,"                 \
	" updated INTEGER NOT NULL, message TEXT);"

#endif
