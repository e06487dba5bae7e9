/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_008_H
#define RV_STORE_SCHEMA_008_H

/*
 * Which pages changed, oldest first: who has the tree of all pages at hand
 * looks at those alone, whichever process read them.  Only the newest are kept
 * (store/page_meta.c); an empty path means all pages.
 */

#define RV_SCHEMA_008 \
	"CREATE TABLE page_change(seq INTEGER PRIMARY KEY, path TEXT NOT NULL);"

#endif
