/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_MD_PRIV_H
#define RV_DOC_MD_PRIV_H

/*
 * rv_md_parse in pieces, for who listens to the same run of md4c: what begin
 * returns is the argument of the callbacks, and end gives what they heard.  One
 * of them answers RV__MD_CUT when it wants to hear no more.
 */

#include <md4c.h>

#include "doc/md_blocks.h"

#define RV__MD_CUT (-2) /* ends md_parse; it goes on behind a positive one */

/* A target or a language, entities decoded; in the arena. */
struct rv_sv rv__md_attribute(struct rv_arena *arena, const MD_ATTRIBUTE *a);
enum rv_md_align rv__md_align(MD_ALIGN a);
unsigned rv__md_style(MD_SPANTYPE type);

extern const MD_PARSER rv__md_parser;

/* At most RV_MD_MAX bytes.  `links`: lines without one are only counted, and
 * others hold nothing else. */
void *rv__md_begin(struct rv_sv text, bool links, struct rv_arena *arena);
void rv__md_end(void *parse, bool cut, struct rv_md *out);

#endif
