#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same batch on a disk that gives no room back for what is replaced, as if
# others took it: where a page cannot be put back, the next start goes on.
DISK=counted
. "$(dirname "$0")/t0145-full-disk-batch.sh"
