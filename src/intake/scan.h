/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_SCAN_H
#define RV_INTAKE_SCAN_H

/*
 * A look at one JSON object without building it: checks the grammar in one
 * pass, in no memory, and hands out the raw values of the members asked for.
 * Session files are mostly tool results that are skipped; this is what skips
 * them.  Bytes above 0x7F are taken as they are.  Pure.
 *
 *	struct rv_scan_key keys[] = {{"type"}, {"message.role"}};
 *	if (rv_scan(line, keys, ARRAY_LEN(keys)) == RV_SCAN_OBJECT)
 *		kind = rv_scan_str(keys[0].raw);
 */

#include <stddef.h>

#include "base/str.h"

#define RV_SCAN_DEPTH 64 /* as rv_json_parse */

enum rv_scan {
	RV_SCAN_OBJECT, /* one whole object */
	RV_SCAN_OTHER,	/* JSON, but not an object */
	RV_SCAN_CUT,	/* right so far, and ends in the middle */
	RV_SCAN_BAD,	/* not JSON, or nested too deeply */
	RV_SCAN_BLANK	/* white space only */
};

struct rv_scan_key {
	const char *path;  /* "id", or "message.role" */
	struct rv_sv raw;  /* out: the value as written (of an object or array
			    * its beginning); p NULL: not there */
};

/* The first of equal members counts.  Values found before a line is cut or
 * bad are handed out too. */
enum rv_scan rv_scan(struct rv_sv line, struct rv_scan_key *keys, size_t n);
/* What stands between the quotes of a raw string; else the empty view.
 * Escapes stay as they are. */
struct rv_sv rv_scan_str(struct rv_sv raw);

#endif
