/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_VALUE_H
#define RV_DOC_REDACT_VALUE_H

/* The rule for `key=value` of the redactor.  Any thread. */

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/*
 * Is there a secret behind the '=' or ':' at `at`?  Its span is [*from, *to).
 * The name before it has to be that of a secret (password, api_key, ...), and
 * the value must look like one: `password: required`, `max_tokens=4096` and
 * `token = next_token()` are ordinary text.
 */
bool rv_redact_value(struct rv_sv v, size_t at, size_t *from, size_t *to);

/* Long, or of letters and digits: not a word of a language. */
bool rv_redact_is_random(struct rv_sv v);

#endif
