/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_014_H
#define RV_STORE_SCHEMA_014_H

/* Which row of the ledger a proposal's state is of, 0: nobody decided. */

#define RV_SCHEMA_014                                                        \
	"ALTER TABLE proposal ADD COLUMN decided INTEGER NOT NULL DEFAULT 0;"

#endif
