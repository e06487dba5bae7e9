#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Help, palette, chords, pastes, resize, follow and script errors.
. "$(dirname "$0")/lib.sh"
demo

console 80x24 <<'END'
wait idle
key ?
type undo
dump
key down
key up
key enter
wait text "no step to take back"
key g
dump
key p
wait screen pending
key [
wait screen overview
key :
type status
key enter
wait text "$ reverie status"
wait text "episodes: 113"
key esc
key Q
dump
paste ads W
wait text "pasted characters discarded"
key F
wait text "HELD"
key F
wait text "LIVE"
size 120x36
wait text "Activity"
size 20x5
dump
size 80x24
key z
dump
END
ends 0
golden keys

# A turn of another process appears; a held screen counts it.
console 80x24 <<'END'
key 3
wait run 10
wait text "#10"
END
ends 0

console 80x24 <<<'wait text "no such text"'
ends 1
grep -q ':1: waited' "$err" || fail "no line number"
console 80x24 <<<'key nosuchkey'
ends 2
console 80x24 <<<'wait screen story'
ends 1
# A zoomed list is zoomed again when esc leads back to it.
console 120x36 <<'END'
key 3
wait text "#10"
key tab
key tab
key z
key enter
wait text "found by"
key esc
wait text "Candidates"
dump
key esc
wait text "Turns"
END
ends 0
lacks "Turns"
exit 0

# Continuations of a key say each what they do, in as much room as there is.
for size in 80x24 120x36; do
	console $size --mono <<'END'
key 6
wait text "4 open"
key c
wait text "keep both"
dump
END
	ends 0
	has "take new"
	has "keep old"
done
