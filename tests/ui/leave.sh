#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Leaving says one line to the shell: what became of the demo, or how to take
# back what was written; nothing else says anything.
. "$(dirname "$0")/lib.sh"

leave() { # KEY
	rm -rf "$ws"
	printf '%s\n' 'wait idle' 'key q' 'wait text "Leave the demo?"' \
		"key $1" >"$work/script"
	"$REVERIE" --now "$NOW" --seed 1 --headless --size 80x24 \
		--script "$work/script" demo --at "$ws" >"$out" 2>"$err" ||
		fail "left with $?"
}
says() {
	[ "$(cat "$err")" = "$1" ] || fail "other words: $(cat "$err")"
}

leave k
[ -d "$ws/.reverie" ] || fail "kept, and not there"
says "The demo is kept in $ws; reopen it with: reverie --workspace $ws"
leave r
[ ! -e "$ws" ] || fail "deleted, and there"
says "The demo in $ws is deleted."

# Opened again it is asked about in the same way; without writing it is not.
demo
console 80x24 <<'END'
wait idle
key q
wait text "Leave the demo?"
key n
key q
wait text "Leave the demo?"
key k
END
ends 0
says "The demo is kept in $ws; reopen it with: reverie --workspace $ws"
console 80x24 --readonly <<'END'
wait idle
key q
END
ends 0
says ""
console 80x24 <<'END'
wait idle
key q
wait text "Leave the demo?"
key r
END
ends 0
[ ! -e "$ws" ] || fail "deleted after it was opened again, and there"
says "The demo in $ws is deleted."

# Another workspace is left at once: a look says nothing; what was written is
# named with the way back, which works.
demo
sed -i '/^demo:/d' "$ws/.reverie/config.yaml"
echo off >"$ws/.reverie/readonly" # a person said so
console 80x24 <<'END'
wait idle
key q
END
ends 0
says ""
before=$(sha256sum <"$ws/STORY.md")
console 120x36 <<'END'
key 4
key c
wait text "nothing written"
key A
wait text "Approve and write?"
key y
wait text "written as one step"
key q
END
ends 0
says "1 step was written; this takes it back: reverie --workspace $ws undo $(wc -l <"$ws/.reverie/ledger.jsonl" | awk '{print $1 - 1}')"
[ "$(sha256sum <"$ws/STORY.md")" != "$before" ] || fail "nothing was written"
(cd / && eval "$(sed "s/.*: reverie/\"\$REVERIE\"/" "$err")") >"$out" 2>&1 || fail "no undo"
[ "$(sha256sum <"$ws/STORY.md")" = "$before" ] || fail "another story"
exit 0
