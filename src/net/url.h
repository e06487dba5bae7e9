/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_URL_H
#define RV_NET_URL_H

/*
 * The parts of an http or https URL that a decision needs.  The grammar is
 * narrow on purpose: what two parsers could read in two ways (user
 * information, fragments, backslashes, blanks, numbers for hosts that are not
 * four decimals) is no URL here.  Any thread.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

struct rv_url {
	bool https;
	bool loopback;	   /* localhost, 127.0.0.0/8, ::1 */
	struct rv_sv host; /* without brackets */
	unsigned port;	   /* 443 and 80 where none stands */
	struct rv_sv rest; /* path and query, may be empty */
};

/* False when it is not such a URL.  Parts point into text. */
bool rv_url_parse(struct rv_sv text, struct rv_url *out);
/* The same scheme, host (without regard to case) and port. */
bool rv_url_same_origin(const struct rv_url *a, const struct rv_url *b);

/* Appends "host", or "host:port" where the port is not the scheme's own. */
void rv_url_where(const struct rv_url *u, struct rv_buf *out);
/* Appends an address as it may be shown, whatever it is: the user information,
 * the values of its query and its fragment are "***". */
void rv_url_show(struct rv_sv text, struct rv_buf *out);

#endif
