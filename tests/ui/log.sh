#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rows of the log: what u and y do on each, and what each says of itself.
. "$(dirname "$0")/lib.sh"
demo

# u means the row under the cursor: one that decided nothing never leads to the
# undo of another.
console 120x36 --mono <<'END'
key 6
wait text "4 open"
key j
key a
key W
wait text "undo step"
key y
wait text "undo 1"
key :
type status
key enter
wait text "episodes: 113"
key esc
key 8
wait text "chain ok"
key u
wait text "this row decided nothing"
dump
key j
key u
wait text "y yes"
dump
key n
END
ends 0
lacks "The newest step is"
has "Step 6: P-2 written"

# Called from elsewhere, a line that is shown names the workspace; in it, it does
# not.  y copies it beside the row, too.
AWAY=1 console 120x36 --mono <<'END'
key 8
wait text "chain ok"
key tab
key y
wait text "clipboard"
dump
END
ends 0
has "reverie --workspace $ws"

# So do the list, the question before a decision, the answer's window and a row
# of this session; where there is too little room the folders go first.
AWAY=1 console 120x36 --mono <<'END'
key 8
wait text "chain ok"
dump
key :
type status
key enter
wait text "episodes: 1"
dump
key esc
key 8
key g
key g
dump
key :
type review reject P-3 --reason no
key enter
wait text "This is a decision"
dump
key esc
END
ends 0
grep -q '\$ reverie --workspace .*/demo review approve P-2' "$out" ||
	fail "the list does not name the workspace"
grep -qF "\$ reverie --workspace $ws status" "$out" ||
	fail "the answer does not name the workspace"
grep -q '\$ reverie --workspace .*/demo status' "$out" ||
	fail "a row of this session does not name the workspace"
grep -qF "│ reverie --workspace $ws " "$out" ||
	fail "the question does not name the workspace"
[ "$(grep -c 'reverie review\|reverie status' "$out")" -eq 0 ] ||
	fail "a line without the workspace"
console 120x36 --mono <<'END'
key 8
wait text "chain ok"
dump
END
ends 0
has "reverie review approve P-2"
lacks "--workspace"

rv() {
	"$REVERIE" --workspace "$ws" --now "$NOW" "$@" >/dev/null 2>"$err" ||
		fail "no $*"
}

# enter on a row leads where its proposal waits; where nothing waits and the page
# was never written, the row itself is shown.
rv review reject P-3 --reason no
console 120x36 --mono <<'END'
key 8
wait text "P-3 rejected"
key enter
key 8
wait text "chain ok"
dump
END
ends 0
lacks "there is no such page"
has "P-3 rejected: no"
rv undo
console 120x36 --mono <<'END'
key 8
wait text "P-3 taken back"
key j
key enter
wait text "cloud-copy-draft.md"
dump
END
ends 0
lacks "there is no such page"
has "6 Review"

# A deferred one whose proposal was replaced: nothing is asked that cannot be done.
rv review defer P-4
sed 's/^type: concept/type: entity/' "$ws/wiki/concepts/donation-box.md" \
	>"$work/new.md"
rv review edit P-4 --file "$work/new.md"
console 120x36 --mono <<'END'
key 8
wait text "P-4 deferred"
key /
type P-4 deferred
key enter
key u
wait text "was replaced by P-5"
dump
END
ends 0
lacks "waits for a decision again"

# Who comes to Log sees the newest row first; rows that were only scrolled past
# are not newer ones.
console 80x24 --mono <<'END'
key 8
wait text "chain ok"
key G
dump
key 1
wait text "episodes"
key 8
wait text "chain ok"
dump
END
ends 0
! grep -E "Log  [0-9]+ rows.*newer" "$out" || fail "rows that did not come count as newer"
tail -24 "$out" | grep -q "P-5" || fail "the newest row is not shown"

# A page that names only the day is as old as its file.
mkdir -p "$ws/wiki/concepts"
printf -- '---\ntype: concept\nupdated: 2026-06-20\n---\n\n# Just written\n\nText.\n' \
	>"$ws/wiki/concepts/just-written.md"
touch -d 2026-06-20T13:58:00Z "$ws/wiki/concepts/just-written.md"
console 120x36 --mono <<'END'
key 5
wait text "no-guessing"
key f
type just-written
key enter
wait text "just-written.md"
dump
END
ends 0
grep -E "just-written.md .* 2m " "$out" >/dev/null || fail "its age is not 2m"
