/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_OBJECT_H
#define RV_STORE_OBJECT_H

/*
 * Content-addressed bytes in .reverie/objects/SHA256: revisions, pre-images,
 * results of proposals, episode lists.  Written durably before any row names
 * them; 0600.  One that was damaged is made whole when its bytes come again.
 */

#include "base/buf.h"
#include "base/hash.h"
#include "store/store.h"

rv_status rv_object_put(struct rv_store *s, struct rv_sv bytes,
			char sha[RV_SHA256_HEX], struct rv_err *err)
	RV_MUST_CHECK;
/* RV_E_NOTFOUND; RV_E_DAMAGED when the bytes do not have that hash. */
rv_status rv_object_get(struct rv_store *s, const char *sha,
			struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;

/* Reads all of them.  RV_E_DAMAGED, with a sentence, when one does not have the
 * hash that its name says or cannot be read: how many, and the first by name. */
rv_status rv_object_verify(struct rv_store *s, int64_t *kept, int64_t *damaged,
			   char first[RV_SHA256_HEX], struct rv_err *err)
	RV_MUST_CHECK;

#endif
