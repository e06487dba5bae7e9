#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A message that stands over the line of hints is what esc takes away first, and
# no window stands over the line of the status.
. "$(dirname "$0")/lib.sh"
demo

console 80x24 <<'END'
key 8
wait text "chain ok"
key f
type turn
key enter
wait text "of 15 fit"
key u
wait text "rows can be"
key esc
wait text "of 15 fit"
dump
key esc
wait text "15 rows"
END
ends 0
lacks "rows can be"

console 80x24 <<'END'
key 6
wait text "4 open"
key j
key a
wait text "staged, nothing"
key ?
wait text "Keys of"
dump
END
ends 0
has "staged: 1 approve"
exit 0
