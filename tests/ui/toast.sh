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
dump
key esc
wait text "of 15 fit"
dump
key esc
wait text "15 rows"
END
ends 0
# It stands above the hints, which go on naming the keys.
[ "$(sed -n 23p "$out")" = " this row decided nothing, so there is nothing to take back: approve, reject," ] ||
	fail "the message does not begin above the status line"
[ "$(sed -n 24p "$out")" = " defer, undo and redo rows can be" ] ||
	fail "the message does not end on the status line"
sed -n 25p "$out" | grep -q "enter open" || fail "the hints are hidden"
[ "$(grep -c "rows can be" "$out")" -eq 1 ] || fail "esc leaves the message"

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
