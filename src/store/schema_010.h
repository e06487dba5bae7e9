/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SCHEMA_010_H
#define RV_STORE_SCHEMA_010_H

/*
 * A reject and a defer are steps that undo takes back: the newest of each
 * proposal that still holds is applied.
 */

#define RV_SCHEMA_010                                                        \
	"UPDATE ledger SET done = 1, applied = 1 WHERE id IN"                \
	" (SELECT max(l.id) FROM ledger l JOIN proposal p ON p.id ="         \
	" l.proposal WHERE (l.kind = 'reject' AND p.state = 'rejected')"     \
	" OR (l.kind = 'defer' AND p.state = 'deferred') GROUP BY p.id);"

#endif
