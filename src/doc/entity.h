/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_ENTITY_H
#define RV_DOC_ENTITY_H

/* Character references of HTML as they occur in Markdown: numeric ones and the
 * few names that people write; others stay as they are.  Any thread. */

#include "base/buf.h"
#include "base/str.h"

/* `text` is one whole reference, "&amp;" or "&#x2014;". */
void rv_entity_decode(struct rv_sv text, struct rv_buf *out);

#endif
