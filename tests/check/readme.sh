#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The screens of README.md are those that the tests compare.
. "$(dirname "$0")/lib.sh"
build-aux/readme-screens.sh --check >"$tmp/bad" || :
verdict "$tmp/bad"
