/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_ESTIMATE_H
#define RV_DOC_ESTIMATE_H

/* Token estimate of the originals: ceil(UTF-16 units / 4), for every role. */

#include <stdint.h>

#include "base/str.h"

int64_t rv_estimate_tokens(struct rv_sv text);

#endif
