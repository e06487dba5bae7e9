#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# U does again what u took back, to the byte, after the same question; gu lists
# the steps.
. "$(dirname "$0")/lib.sh"
demo
sum() {
	sha256sum <"$ws/STORY.md"
}
before=$(sum)

# Nothing to do again yet.
console 80x24 --mono <<'END'
wait idle
key U
wait text "no undo is there"
END
ends 0

sha=$("$REVERIE" --workspace "$ws" --now "$NOW" consolidate --json | jq -r .sha256)
"$REVERIE" --workspace "$ws" --now "$NOW" consolidate --approve --sha256 "$sha" \
	>"$out" 2>"$err" || fail "not written"
after=$(sum)
[ "$before" != "$after" ] || fail "nothing was written"

# u, then U; any other key than y keeps what is there.
console 120x36 --mono <<'END'
wait idle
key u
wait text "Undo?"
key y
wait text "taken back"
key U
wait text "Redo?"
dump
key n
dump
END
ends 0
has "took back: consolidate"
[ "$(sum)" = "$before" ] || fail "redo without a yes"
console 120x36 --mono <<'END'
wait idle
key U
wait text "Redo?"
key y
wait text "written again"
key U
wait text "no undo is there"
dump
END
ends 0
[ "$(sum)" = "$after" ] || fail "redo: other bytes"

# In Log, the question on a row that took something back says what it writes.
console 120x36 --mono <<'END'
wait idle
key u
wait text "Undo?"
key y
wait text "taken back"
key 8
wait screen log
wait idle
key u
wait text "Turning that round writes again"
key y
wait text "written again"
END
ends 0
[ "$(sum)" = "$after" ] || fail "a row turned round: other bytes"

# What was done again is taken back again, and done again.
console 120x36 --mono <<'END'
wait idle
key u
wait text "Undo?"
key y
wait text "taken back"
END
ends 0
[ "$(sum)" = "$before" ] || fail "undo of what was done again"
console 80x24 --mono <<'END'
wait idle
key U
key y
wait text "written again"
END
ends 0
[ "$(sum)" = "$after" ] || fail "the second redo"

# gu: one row a step, all rows behind esc and \.
for size in 120x36 80x24; do
	console "$size" --mono <<'END'
wait idle
key g
key u
wait text "steps of undo"
dump
key esc
wait text "rows"
key \
wait text "steps of undo"
key 8
wait screen log
END
	ends 0
	lacks "propose"
	[ "$(grep -c " turn  " "$out")" = 0 ] || fail "a turn is no step"
	lacks "baseline"
	cat "$out" >>"$work/all"
done
cp "$work/all" "$out"
# The hash of a row changes with every word of the checks before it.
sed -i "s/chain       [0-9a-f]\{64\}/chain       $(printf '%064d' 0)/" "$out"
golden redo

# A row that somebody names is seen, whatever is shown.
console 120x36 --mono <<'END'
wait idle
key g
key u
wait text "steps of undo"
key :
type goto row-1
key enter
wait text "sha256"
wait idle
dump
END
ends 0
lacks "steps of undo"

# Its twin on the command line is undo with the id of the undo.
"$REVERIE" --workspace "$ws" --now "$NOW" undo >"$out" 2>"$err" || fail "undo"
[ "$(sum)" = "$before" ] || fail "undo"
id=$("$REVERIE" --workspace "$ws" --now "$NOW" log --json |
	jq '[.ledger[]|select(.kind=="undo")][0].id')
"$REVERIE" --workspace "$ws" --now "$NOW" undo "$id" >"$out" 2>"$err" ||
	fail "undo $id"
[ "$(sum)" = "$after" ] || fail "undo of the undo"

# The words fit what was taken back: a rejection waits again and U rejects it
# again; one that was deferred is so again; a batch names all of it.
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@" >"$out" 2>"$err" ||
		fail "$*"
}
hash_of() {
	"$REVERIE" --workspace "$ws" --now "$NOW" review show "$1" --json |
		jq -r .sha256
}
r review reject P-2 --reason no
r review defer P-4 --for 2d
console 120x36 --mono <<'END'
wait idle
key 8
wait text "reject"
key f
type reject
key enter
wait text "reject"
key u
wait text "Undo?"
wait text "U does it again"
key y
wait text "P-2 waits in 6 again; U rejects it again"
key U
wait text "Redo?"
wait text "decides it that way again"
key y
wait text "rejected again: P-2; u takes it back"
END
ends 0
r undo P-2
r review apply "P-2=$(hash_of P-2)" "P-4=$(hash_of P-4)"
console 120x36 --mono <<'END'
wait idle
key u
wait text "Undo?"
key y
wait text "P-2, P-4 wait in 6 again; U writes them again (deferred as before: P-4)"
key 6
wait text "due 06-22"
key V
key space
wait text "2 marked"
key k
wait text "P-4"
dump
END
ends 0

# V turns every mark round, also of what is deferred; esc clears marks first.
console 120x36 --mono <<'END'
key 6
wait text "due 06-22"
key G
key space
wait text "1 marked"
key V
wait text "3 marked"
key g
key g
wait text "P-1"
key V
wait idle
key V
wait text "3 marked"
key esc
wait idle
dump
END
ends 0
lacks " marked"
has "6 Review"
