/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_MASK_H
#define RV_DOC_MASK_H

/*
 * Secrets in what names things: titles, links, file names, ids of messages.
 * Two names that differ only in a secret have to stay two names, so each
 * placeholder is followed by the fingerprint of what it stands for:
 * "<GITHUB_TOKEN>~1f2e3d4c5b6a"; where the rest of the name would still give it
 * away, all of it is "<NAME>~…".  The same name is always masked the same way,
 * a masked one stays as it is, and one without a secret is returned itself.
 * Any thread.
 */

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

/* *hits (NULL ok) grows by one when there was a secret. */
struct rv_sv rv_mask_name(struct rv_arena *arena, struct rv_sv name,
			  size_t *hits);
/* Names with a newline between them, each by itself. */
struct rv_sv rv_mask_names(struct rv_arena *arena, struct rv_sv names,
			   size_t *hits);
/* A path, each of its parts by itself, so that rv_mask_real finds the file. */
struct rv_sv rv_mask_path(struct rv_arena *arena, struct rv_sv path,
			  size_t *hits);

/*
 * The path of the file that a masked path means, below `root` or absolute: looks
 * into the directories for parts that are masked.  A path that nothing has is
 * returned itself.
 */
const char *rv_mask_real(struct rv_arena *arena, const char *root,
			 const char *path) RV_NONNULL;
/* The same below `root`, to be opened. */
const char *rv_mask_join(struct rv_arena *arena, const char *root,
			 struct rv_sv path) RV_NONNULL;

#endif
