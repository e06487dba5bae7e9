#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A proposal whose page moved is made anew from its source and settled; one that
# waits for an event comes back to the top; :promote leads into the queue.
. "$(dirname "$0")/lib.sh"

demo
page=$ws/wiki/decisions/db-engine.md
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@"
}

# The page was changed by hand after P-1: r, cn, a with a reason, W.
console 120x36 <<'END'
key 6
wait text "r makes it anew on the new text"
key a
wait text "approving would lose that; r makes it anew"
key e
wait text "editing would lose that; r makes it anew"
key r
wait text "is made anew from its source"
wait text "co keep old"
key c
key n
wait text "takes the new"
key a
wait text "Approve in spite of it?"
type Mara said so on Friday
key enter
wait text "approve staged with its reason"
key W
wait text "because: Mara said so on Friday"
dump
key y
wait text "1 page written, u to undo"
END
ends 0
golden again
grep -q "by hand: a friend says" "$page" || fail "what a person wrote is gone"
grep -q "^settled: " "$page" || fail "the contradiction is not settled"
r review list --json >"$out" || fail "list"
lacks '"target":"wiki/decisions/db-engine.md"'
console 120x36 <<'END'
key u
wait text "Undo?"
key y
wait text "taken back"
END
ends 0
grep -q "^status: closed" "$page" || fail "undo: the page is another"

# Deferred until something happens to its source: then it is due, at the top.
console 120x36 <<'END'
key 6
wait text "P-3"
key g
key g
key j
key d
type until-event
key enter
wait text "defer staged (until-event)"
key W
key y
wait text "deferred: it comes back"
wait text "1 deferred"
dump
END
ends 0
id=$(sed -n 's/.* d \(P-[0-9]*\) .*/\1/p' "$out" | tail -1)
[ -n "$id" ] || fail "none is deferred"
console 120x36 <<'END'
key 8
wait text "chain ok"
key /
type deferred
key enter
wait text "--for until-event"
END
ends 0
from=$(r review show "$id" --json | sed 's/.*"source":"\([^"]*\)".*/\1/')
printf '\nOne more line.\n' >>"$ws/$from"
console 120x36 <<'END'
key 6
wait text "open"
dump
END
ends 0
has "4 open  as it waits"
first=$(grep -o "[.dE] P-[0-9]*  *T[0-9]" "$out" | head -1)
case $first in
*"$id "*) ;;
*) fail "$id is due and not at the top: $first" ;;
esac

# Another text for one that is deferred ends that, and says so.
"$REVERIE" --workspace "$ws" --now "$NOW" review defer P-4 >"$out" 2>"$err" ||
	fail "no defer"
printf '#!/bin/sh\nprintf "\\nOne line more.\\n" >>"$1"\n' >"$work/more"
chmod +x "$work/more"
EDITOR=$work/more console 120x36 <<'END'
key 6
wait text "deferred"
key G
wait text "review > P-4"
key e
wait text "(was P-4, is not deferred any more) holds"
END
ends 0

# :promote goes to its proposal, and says when it waits already.
printf -- '---\ntitle: The harbour\ndate: 2026-06-11\n---\n# The harbour\n\n## Definition\n\nA harbour is where boats wait for the tide to come.\n' \
	>"$ws/raw/harbour.md"
console 120x36 <<'END'
key :
type promote raw/harbour.md
key enter
wait screen review
wait text "waits in the queue; nothing is written"
wait text "the-harbour.md"
key 1
key :
type promote raw/harbour.md
key enter
wait screen review
wait text "waits already; nothing is written"
END
ends 0

# The command line says where one comes from, and what became of it.
r promote raw/harbour.md >"$out" 2>"$err" || fail "promote"
has "(it waits already: nothing is new)"
id=$(grep -o '^P-[0-9]*' "$out")
r review list >"$out" 2>"$err" || fail "list"
grep -q "^$id .* ok  *+[0-9]* -0 w  *wiki/concepts/the-harbour.md" "$out" ||
	fail "no checks and size in the list"
r review show "$id" >"$out" 2>"$err" || fail "show"
has "from raw/harbour.md  T1: "
has "paragraphs: 1 moved, 0 known already"
lacks "anchor"
sha=$(sed -n 's/^  sha256 //p' "$out")
r review edit "$id" --again --skip 1 >"$out" 2>"$err" && fail "two ways at once"
r review approve "$id" --sha256 "$sha" >"$out" 2>"$err" || fail "approve"
has '1 page written; `reverie undo` takes it back'
exit 0
