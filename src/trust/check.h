/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_CHECK_H
#define RV_TRUST_CHECK_H

/* What a check of a promotion found: a level and one sentence that names what
 * decided it. */

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

enum rv_trust_level { RV_TRUST_OK, RV_TRUST_WARN, RV_TRUST_FAIL };
/* "ok", "warn", "fail": the names that consolidations use too. */
const char *rv_trust_level_name(enum rv_trust_level l) RV_NONNULL;

struct rv_trust_check {
	const char *code;
	enum rv_trust_level level;
	struct rv_sv message;
};

/* Appends [{"code","level","message"}]. */
void rv_trust_checks_json(const struct rv_trust_check *checks, size_t n,
			  struct rv_buf *out);

#endif
