/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_009_H
#define RV_STORE_SCHEMA_009_H

/*
 * Sources that are no pages are a handful among tens of thousands, and looked
 * for at every change.
 */

#define RV_SCHEMA_009                                                   \
	"CREATE INDEX source_few ON source(kind, path) WHERE kind <> 'page';"

#endif
