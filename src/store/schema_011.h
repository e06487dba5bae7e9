/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_011_H
#define RV_STORE_SCHEMA_011_H

/*
 * A [[link]] is kept with all parts of its path: pages are read again.
 */

#define RV_SCHEMA_011 "UPDATE source SET size = -1 WHERE kind = 'page';"

#endif
