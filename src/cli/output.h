/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_OUTPUT_H
#define RV_CLI_OUTPUT_H

/*
 * What the program says: answers on standard output, errors and warnings on
 * standard error.  Everything is cleaned here or was rendered from cleaned
 * parts; no byte of a file reaches a terminal as it is.
 */

#include <stdbool.h>

#include "base/json.h"
#include "base/status.h"
#include "base/str.h"

/* One document: as it is, with what a terminal could obey or hide escaped. */
void rv_out_json(struct rv_sv json);
/* Text that is clean already. */
void rv_out_text(struct rv_sv text);
/* "reverie: MESSAGE" */
void rv_out_error(const struct rv_err *err);
/* {"v":1,"error":{...}} into a buffer, with "id" when it is not empty JSON. */
void rv_out_error_json(const struct rv_err *err, struct rv_sv id,
		       struct rv_buf *out);
/* Ends a failed action: sentence on stderr, document with --json.  Returns the
 * exit code. */
int rv_out_fail(const struct rv_err *err, bool json);
/* Flushes standard output; false when it could not be written. */
bool rv_out_flush(void);
/* Warnings of the library go to standard error. */
void rv_out_install_log(void);

#endif
