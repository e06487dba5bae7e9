/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_MODULE_H
#define RV_NET_MODULE_H

/*
 * Finds and loads the network module: the path that was set, else beside the
 * running program (a build that is not installed), else the library directory
 * of the installation.  Only absolute paths; loaded once and kept.
 */

#include "base/status.h"
#include "net/transfer.h"

#define RV_MODULE_FILE "reverie-net.so"

/* RV_E_CONFIG: there is none, or it is not of this version.  Any thread. */
rv_status rv_module_load(const char *path,
			 const struct rv_transfer_module **out,
			 struct rv_err *err) RV_MUST_CHECK;

#endif
