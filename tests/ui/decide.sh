#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Preview, approval of exactly the bytes shown, undo: to the byte.
. "$(dirname "$0")/lib.sh"
demo
# The first start records what was told before it; after that nothing else is
# written.
console 80x24 <<<'wait idle'
ends 0
before=$(sha256sum <"$ws/STORY.md")
pending=$(sha256sum <"$ws/pending-episodes.log")

console 120x36 <<'END'
key 4
key c
wait text "nothing written"
dump
key A
wait text "Approve and write?"
dump
key enter
wait text "nothing was written"
key x
dump
END
ends 0
golden preview
has "preview dropped"
has "c preview  enter episode"
[ "$(sha256sum <"$ws/STORY.md")" = "$before" ] || fail "a preview wrote"

console 120x36 <<'END'
key 4
key c
wait text "nothing written"
key A
key y
wait text "written as one step"
key 8
wait text "reverie consolidate --approve --sha256"
dump
END
ends 0
has "undo 1"
has "reverie consolidate --approve --sha256"
[ "$(sha256sum <"$ws/STORY.md")" != "$before" ] || fail "nothing was written"

console 120x36 <<'END'
key u
wait text "Undo?"
key y
wait text "taken back"
dump
END
ends 0
[ "$(sha256sum <"$ws/STORY.md")" = "$before" ] || fail "undo: other bytes"
[ "$(sha256sum <"$ws/pending-episodes.log")" = "$pending" ] ||
	fail "undo: the pending log is another"

# Defer opens the proposal, a stages it, u unstages, W writes.
console 120x36 <<'END'
key 4
key c
wait text "nothing written"
key d
wait text "waits in the queue"
key a
wait text "staged, nothing"
key j
wait text "staged: 1 approve"
key u
wait text "unstaged"
key a
key W
wait text "Write what is staged?"
key y
wait text "1 page written, u to undo"
dump
END
ends 0
[ "$(sha256sum <"$ws/STORY.md")" != "$before" ] || fail "W wrote nothing"

# Reject asks for a reason; nothing is written.
console 120x36 <<'END'
key u
key y
wait text "taken back"
key 4
key c
wait text "nothing written"
key d
wait text "waits in the queue"
key x
wait text "Reject?"
type ju
wait text "enter: junk"
key enter
wait text "reject staged (junk)"
key W
wait text "Reject 1"
key y
wait text "rejected"
dump
END
ends 0
[ "$(sha256sum <"$ws/STORY.md")" = "$before" ] || fail "reject wrote"

# What an editor makes of the preview is what is approved.
cat >"$work/editor" <<'END'
#!/bin/sh
sed -i 's/Black coffee/Strong coffee/' "$1"
END
chmod +x "$work/editor"
EDITOR=$work/editor console 120x36 <<'END'
key 4
key c
wait text "nothing written"
key e
wait text "gone or renamed"
key A
key y
wait text "written as one step"
END
ends 0
grep -q "Strong coffee" "$ws/STORY.md" || fail "the edit was not written"
console 120x36 <<'END'
key u
key y
wait text "taken back"
END
[ "$(sha256sum <"$ws/STORY.md")" = "$before" ] || fail "undo of an edit"
EDITOR=false console 120x36 <<'END'
key 4
key c
wait text "nothing written"
key e
wait text "ended with 1"
END
ends 0

# A rejection is taken back where the toast says: its row of the log.
"$REVERIE" --workspace "$ws" --now "$NOW" review reject P-4 --reason wrong \
	>"$out" 2>"$err" || fail "no rejection"
console 120x36 <<'END'
key 8
key g
key g
wait text "P-4 rejected"
key u
wait text "it waits for a decision again"
key y
wait text "taken back"
wait text "undone: "
key 6
wait text "P-4"
dump
END
ends 0
has "label-printer.md"
"$REVERIE" --workspace "$ws" --json review list >"$out" || fail "no queue"
[ "$(jq -r '.proposals[]|select(.id=="P-4").state' "$out")" = open ] ||
	fail "the rejected proposal does not wait again"

# What was deferred waits for nobody until it is due.
"$REVERIE" --workspace "$ws" --now "$NOW" review defer P-4 --for 7d \
	>"$out" 2>"$err" || fail "no defer"
printf 'wait text "6 Review:3"\ndump\n' | console 120x36
ends 0
has "P-3 promote"
lacks "P-4 promote"
printf 'wait text "6 Review:4"\ndump\n' |
	NOW=2026-06-29T14:00:00.000Z console 120x36
ends 0
has "P-4 promote"

# A read-only console previews and writes nothing.
console 120x36 --readonly <<'END'
key 4
key c
wait text "nothing written"
key A
wait text "read-only"
key u
wait text "read-only"
dump
END
ends 0
exit 0
