/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_PLACE_H
#define RV_ENGINE_PLACE_H

/*
 * Files of the agent as proposals and ledger rows name them: relative to the
 * workspace, or absolute in a room of the map (a vault, a wiki elsewhere).  No
 * symbolic link is followed on the way, ".." is refused and so is every other
 * path (RV_E_DENIED): what is read or written is what the path says.
 */

#include "engine/engine_priv.h"

/* RV_E_NOTFOUND when the file or its directory is not there. */
rv_status rv_place_read(struct rv_engine *e, struct rv_sv path,
			struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;
/* Whether it could be written: no link, no hard links, nobody else's. */
rv_status rv_place_check(struct rv_engine *e, struct rv_sv path,
			 struct rv_err *err) RV_MUST_CHECK;
/* Publishes; makes the directories that are missing. */
rv_status rv_place_write(struct rv_engine *e, struct rv_sv path,
			 struct rv_sv bytes, struct rv_err *err) RV_MUST_CHECK;
/* A missing one is fine. */
rv_status rv_place_remove(struct rv_engine *e, struct rv_sv path,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
