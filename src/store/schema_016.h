/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_016_H
#define RV_STORE_SCHEMA_016_H

/*
 * The row that had deferred a proposal when it was decided: it is so again when
 * the decision is taken back.
 */

#define RV_SCHEMA_016 \
	"ALTER TABLE proposal ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;"

#endif
