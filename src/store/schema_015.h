/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_015_H
#define RV_STORE_SCHEMA_015_H

/*
 * No triggers: a statement that fires one begins a savepoint, and with each
 * savepoint FTS5 writes a segment of the few words that it has by then.
 */

#define RV_SCHEMA_015                        \
	"DROP TRIGGER IF EXISTS page_comes;" \
	"DROP TRIGGER IF EXISTS page_goes;"

#endif
