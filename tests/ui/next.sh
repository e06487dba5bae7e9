#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every finding has its name and ends with what to do next; the hint line says
# what a key does with what is shown.
. "$(dirname "$0")/lib.sh"
demo

# Newer research makes a page stale, it does not contradict it.
"$REVERIE" --workspace "$ws" --now "$NOW" layers --json >"$out" 2>"$err" ||
	fail "layers"
jq -e '.items[]|select(.path=="wiki/decisions/db-engine.md")|
	.contradiction == null and (.stale|test("redis-persistence"))' \
	"$out" >"$work/jq" || fail "newer research is no contradiction"

console 120x36 <<'END'
key :
type goto wiki/decisions/db-engine.md
key enter
wait text "o opens its proposal, decide it"
dump
key :
type goto wiki/concepts/opening-hours.md
key enter
wait text "in this text (enter from"
dump
key :
type goto raw/cloud-copy-draft.md
key enter
wait text "y copies the path:"
dump
END
ends 0
# a line that can be typed as it stands
has ":promote --into"
golden next-layers

# Review: what moved, what contradicts; no settling before it can be.
console 120x36 <<'END'
key 6
wait text "three ways"
dump
key r
wait text "P-5 (was P-1) is made anew"
dump
key tab
dump
key tab
dump
key 6
key k
key k
wait text "the source was masked"
dump
key a
type checked
key enter
wait text "approve staged"
key tab
dump
END
ends 0
golden next-review

# Alone: the worst finding has its next step there too.
console 80x24 <<'END'
key 6
wait text "4 open"
key j
key enter
wait text "a asks why it may go on"
dump
END
ends 0
golden next-alone

# The preview: what drops it rejects it once it waits in the queue.
console 80x24 <<'END'
key 4
wait screen pending
key c
wait text "nothing written"
key tab
key tab
dump
key shift-tab
key shift-tab
dump
key a
wait text "is staged, nothing is written"
dump
END
ends 0
golden next-preview
exit 0
