#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Where one is on arriving at a screen, what esc closes, and that it never
# leads to another screen.
. "$(dirname "$0")/lib.sh"
demo

# Review is left in its diff; who comes again by key or link is in the queue.
console 120x36 <<'END'
key 6
wait text "4 open"
key enter
key ?
wait text "Keys of Diff"
key esc
key 5
wait screen layers
key 6
wait screen review
key ?
wait text "Keys of Waiting"
key esc
key :
type goto P-2
key enter
wait text "> P-2"
key ?
wait text "Keys of Waiting"
key esc
key enter
key 6
key ?
wait text "Keys of Waiting"
END
ends 0

# Back and forward know where the focus was.
console 120x36 <<'END'
key 6
wait text "4 open"
key tab
key 5
wait screen layers
key tab
key [
wait screen review
key ?
wait text "Keys of Diff"
key esc
key ]
wait screen layers
key ?
wait text "Keys of Item"
END
ends 0

# esc: from the diff to the queue, where one read on to; then nothing is left.
for size in 120x36 80x24; do
	console "$size" <<'END'
key 6
wait text "4 open"
key enter
key l
wait text "> P-2"
key esc
key ?
wait text "Keys of Waiting"
key esc
wait text "> P-2"
key esc
wait screen review
wait text "nothing is open here: [ goes back to Overview"
key x
wait text "Reject?"
key esc
key esc
wait screen review
key [
wait screen overview
END
	ends 0
done

# A link led here: esc stays, [ goes back.
console 120x36 <<'END'
key 6
wait text "4 open"
key j
key o
wait screen layers
wait text "raw/umbrella-thread.md"
key esc
wait screen layers
wait text "[ goes back to Review"
key [
wait screen review
END
ends 0

# esc leaves a preview and keeps it; x drops it.
console 80x24 <<'END'
key 4
wait idle
key c
wait text "nothing written"
wait idle
key esc
wait text "the preview stays: tab leads to it, x there drops it"
wait text "Episodes since the anchor"
key tab
wait text "sha256"
key x
wait text "preview dropped: nothing was written"
END
ends 0

# While something is staged, what writes it is the first hint.
console 80x24 <<'END'
key 6
wait text "4 open"
key x
key 1
wait text "reject staged"
wait text " W write  "
dump
END
ends 0
grep -q '^ W write  ' "$out" || fail "W is not the first hint"
exit 0
