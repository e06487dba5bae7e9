#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs one test in a world of its own: empty home, fixed zone and locale, a
# temporary directory that is gone afterwards, and a time limit.
t=$(mktemp -d "${TMPDIR:-/tmp}/reverie-test.XXXXXX") || exit 99
trap 'chmod -R u+rwX "$t" 2>/dev/null; rm -rf "$t"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir -m 700 "$t/home" "$t/tmp" "$t/run"

for v in $(env | sed -n 's/^\(REVERIE_[A-Z_]*\)=.*/\1/p'); do
	unset "$v"
done
unset TMUX NO_COLOR COLORTERM EDITOR VISUAL LANG LANGUAGE LINES COLUMNS
HOME=$t/home
TMPDIR=$t/tmp
XDG_CONFIG_HOME=$HOME/.config
XDG_STATE_HOME=$HOME/.local/state
XDG_DATA_HOME=$HOME/.local/share
XDG_CACHE_HOME=$HOME/.cache
XDG_RUNTIME_DIR=$t/run
TZ=UTC
LC_ALL=C.UTF-8
TERM=xterm-256color
ASAN_OPTIONS=${ASAN_OPTIONS:-abort_on_error=0:detect_leaks=1}
UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
REVERIE_DATA_DIR=$SRCDIR
export HOME TMPDIR XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME \
	XDG_CACHE_HOME XDG_RUNTIME_DIR TZ LC_ALL TERM ASAN_OPTIONS \
	UBSAN_OPTIONS REVERIE_DATA_DIR

timeout -k 10 "${TEST_TIMEOUT:-300}" "$@" </dev/null
rc=$?
[ $rc -ne 124 ] || echo "run-test: time limit of ${TEST_TIMEOUT:-300} s" >&2
exit $rc
