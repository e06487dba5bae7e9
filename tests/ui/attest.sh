#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A stale page that holds as it is: its advice leads to t, t makes a proposal of
# its date alone, a and W write it, u takes it back.
. "$(dirname "$0")/lib.sh"
demo
page=wiki/research/heat-and-disks.md
sum() { sha256sum <"$ws/$page"; }
before=$(sum)

console 120x36 <<END
key :
type goto $page
key enter
wait text "t proposes that it holds"
dump
key t
wait text "P-5 waits to confirm it"
wait text "would change this page"
dump
key t
wait text "P-5 waits already to confirm it"
key o
wait screen review
wait text "> P-5"
wait text "only the date of its review"
dump
key e
wait text "leaves the page as it is"
key a
wait text "staged, nothing is written"
key W
wait text "Write 1 page"
key y
wait text "1 page written"
key 5
wait text "last_reviewed_at 2026-06-20"
dump
END
ends 0
golden attest
[ "$(grep -v '^last_reviewed_at: 2026-06-20$' "$ws/$page" | sha256sum)" = "$before" ] ||
	fail "more than the date was changed"
has "stale 1"

# From the tree, and from what needs a person; what is not stale says so.
console 80x24 <<END
key u
wait text "Undo?"
key y
wait text "taken back"
key 6
wait text "5 open"
key G
wait text "> P-5"
key x
wait text "Why is"
type later
key enter
wait text "reject staged"
key W
wait text "Reject 1"
key y
wait text "4 open"
key 5
wait screen layers
key /
type heat-and
key enter
wait text "> wiki/research/heat-and-disks.md"
key t
wait text "P-6 waits to confirm it"
key :
type goto wiki/entities/fennel.md
key enter
wait text "fennel.md"
key t
wait text "it is not stale, nothing was"
key :
type goto wiki/decisions/db-engine.md
key enter
wait text "o opens its proposal"
key t
wait text "P-1 waits and would change"
key 1
wait text "Needs you"
key tab
key tab
key tab
key G
wait text "stale wiki/"
dump
key t
wait text "waits"
dump
END
ends 0
[ "$(sum)" = "$before" ] || fail "undo"
exit 0
