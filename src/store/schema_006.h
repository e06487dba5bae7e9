/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_006_H
#define RV_STORE_SCHEMA_006_H

/*
 * Short sections are found by search, but surface by themselves in no turn; and
 * what a page says that a person settled.  Pages and the story are read anew.
 */

#define RV_SCHEMA_006                                                         \
	"ALTER TABLE page ADD COLUMN thin INTEGER NOT NULL DEFAULT 0;"        \
	"ALTER TABLE page_meta ADD COLUMN settled TEXT;"                      \
	"DELETE FROM source WHERE kind IN ('page', 'story');"

#endif
