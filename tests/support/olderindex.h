/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_OLDERINDEX_H
#define RV_TESTS_SUPPORT_OLDERINDEX_H

/*
 * An index as an older program left it.  Its tables are made by the steps of
 * the schema up to that version, which never change again, and get what the
 * index of now says in the columns that they have.
 */

#define OLDER_INDEX 12 /* the schema before layers were counted */

/* Puts it in place of DIR/.reverie/reverie.db, which nobody has open. */
void older_index(const char *dir);

#endif
