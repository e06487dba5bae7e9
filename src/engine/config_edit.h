/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_CONFIG_EDIT_H
#define RV_ENGINE_CONFIG_EDIT_H

#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"

/*
 * A configuration is a person's file: items that a list ("paths.vault") lacks
 * are added where and as it is written, also below "paths:", and nothing else
 * changes.  A file that would not say it afterwards is not written: RV_E_CONFIG
 * with the line that a person can add.
 */
rv_status rv_config_add(const char *file, const char *key,
			const char *const *items, size_t n,
			struct rv_arena *arena,
			struct rv_err *err) RV_MUST_CHECK;

#endif
