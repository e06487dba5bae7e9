#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# m and a letter remembers a place, ' and the letter goes there; the letter is
# no other key, so naming a mark decides nothing.
. "$(dirname "$0")/lib.sh"

demo
console 120x36 <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key m
wait text "a letter remembers this place"
key a
wait text "mark a is here"
dump
key 8
wait screen log
key j
key j
burst m W
wait text "mark W is here"
key 5
wait screen layers
key '
wait text "the letter of a mark goes there"
key a
wait screen review
wait text "Diff  P-2"
dump
key [
wait screen layers
key '
key W
wait screen log
key [
wait screen layers
key g
key m
wait text "Marks"
wait text "a  Review"
wait text "W  Log"
dump
END
ends 0
lacks "staged"
grep -q 'nothing is written yet' "$out" && fail "the letter was a key"

# No mark, no letter, no wish: each is said, and no letter gets through.
console 120x36 <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key '
key a
wait text "there is no mark a"
key '
key 1
wait text "1 is no letter"
key m
key enter
wait text "enter is no letter"
wait screen review
key m
key esc
key k
wait text "Diff  P-1"
key j
wait text "Diff  P-2"
key a
wait text "A P-2"
dump
END
ends 0
has "A P-2"

# What a mark named is gone: the screen is, and it is said.
console 120x36 <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key m
key b
wait text "mark b is here"
key x
wait text "Press a digit"
key 1
key W
wait text "Reject 1"
key y
wait text "rejected: nothing of it was written"
key 1
wait screen overview
key '
key b
wait screen review
wait text "what mark b named is not in this list now"
END
ends 0

# A line of a text.
console 80x24 <<'END'
key 2
wait screen story
key G
key tab
wait idle
key ctrl-d
key ctrl-d
wait idle
dump
key m
key t
key g
key g
wait idle
key 1
wait screen overview
key '
key t
wait screen story
wait idle
key esc
dump
END
ends 0
awk '/^--- /{n++} {print > ("'"$work"'/dump" n)}' "$out"
diff <(sed -n '4,20p' "$work/dump1") <(sed -n '4,20p' "$work/dump2") ||
	fail "another line of the text"
exit 0
