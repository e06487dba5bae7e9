/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_SLUG_H
#define RV_DOC_SLUG_H

/*
 * Slugs: the base names of wiki pages.  Unicode letters, digits and '-', NFC,
 * case-folded, at most 80 characters and 240 bytes, never empty, no leading dot
 * or '-', no name that a system or the wiki keeps for itself.  A word that
 * occurs again is left out, as the originals do.  Any thread.
 *
 *	"Почему выбрали LightRAG"  ->  "почему-выбрали-lightrag"
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

#define RV_SLUG_CHARS 80
#define RV_SLUG_BYTES 240

/* Appends the slug of a title.  A title without any letter or digit gives
 * "page-" and eight hex digits of its hash. */
void rv_slug_make(struct rv_sv title, struct rv_buf *out);
/* Is it of the form that rv_slug_make gives (repeated words allowed)? */
bool rv_slug_valid(struct rv_sv slug);
/* A name that neither a page nor a directory may have: con, nul, index, log. */
bool rv_slug_reserved(struct rv_sv slug);
/* Does the slug hold a word twice? */
bool rv_slug_repeats(struct rv_sv slug);

/*
 * Appends the key by which names are compared: case-folded NFC words of letters
 * and digits with one blank between, so that "Restore-Drill", "restore drill"
 * and their NFD forms are one.  May be empty.
 */
void rv_name_key(struct rv_sv name, struct rv_buf *out);

/*
 * Appends the key of what [[a link]] names: the keys of the parts of its path
 * with '/' between them, so that "Area/Sub Page.md", "area/sub page" and
 * Logseq's "Area___Sub Page" are one.  "/" at the start stays: from the root.
 */
void rv_link_key(struct rv_sv target, struct rv_buf *out);
/* The part behind the last '/' of such a key. */
struct rv_sv rv_link_key_last(struct rv_sv key);

/* Appends the key of the base name of a path; "%3A" in it is ':', as programs
 * write what a file system refuses. */
void rv_slug_key(struct rv_sv path, struct rv_buf *out);

/* The base name of a path without ".md": what [[links]] name.  A namespace in
 * the name of a file ("A___Sub.md", "A%2FSub.md", as Logseq keeps [[A/Sub]])
 * parts like a directory. */
struct rv_sv rv_slug_of_path(struct rv_sv path);

/* Is a file the copy that a program left which synchronises files, by its name?
 * Appends the name of what it is a copy of (NULL ok). */
bool rv_name_conflict_of(struct rv_sv name, struct rv_buf *original);
/* "Plan 2.md", "Plan (1).md": a copy of Plan.md, or a page of its own. */
#define RV_NAME_COPIES 9
bool rv_name_number_of(struct rv_sv name, struct rv_buf *original);

#endif
