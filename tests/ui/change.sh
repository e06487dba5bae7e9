#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The desk changes what was proposed: a hunk is skipped, a contradiction is
# settled, and all of them are decided as one file in an editor.
. "$(dirname "$0")/lib.sh"

ws=$work/change
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@"
}
tree() {
	(cd "$ws/wiki" && find . -type f | sort | xargs sha256sum)
}
bytes_of() { # resulting text of a proposal
	r review show "$1" --json | sed 's/.*"sha256":"\([0-9a-f]*\)".*/\1/' |
		xargs -I{} find "$ws/.reverie/objects" -name '*{}*' -o \
			-path '*{}*' -type f | head -1 | xargs cat
}
page() { # NAME TEXT
	printf -- '---\ntitle: The %s\ndate: 2026-06-11\n---\n# The %s\n\n## Definition\n\n%s\n' \
		"$1" "$1" "$2" >"$ws/raw/$1.md"
}
mkdir -p "$ws/raw" "$ws/wiki/decisions" "$ws/wiki/concepts"
cat >"$ws/wiki/decisions/engine.md" <<'EOF'
---
type: decision
name: Engine
status: closed
date: 2026-05-01
confidence: CONFIRMED
themes: [wiki]
updated: 2026-05-01
---

# Engine

## Context

The old one lost letters.

## Decision

Redis from February on.

## Consequences

One more program runs.

It has to be watched.

Somebody has to know it.

## Status

Closed.
EOF
cat >"$ws/raw/engine.md" <<'EOF'
---
title: Engine
date: 2026-06-18
confidence: CONFIRMED
---
# Engine

## Decision

FalkorDB until a restore drill passes on two machines.
EOF
page harbour "A harbour is where boats wait, and nothing else is said of it."
page violin "A violin is what Lena repairs on Mondays, and only then."
page lantern "A lantern hangs above the door of the shop every evening."
r init "$ws" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # as a person said
r promote raw/engine.md --to decision --into wiki/decisions/engine.md \
	>"$out" 2>"$err" || fail "promote engine"
for w in harbour violin lantern; do
	r promote "raw/$w.md" >"$out" 2>"$err" || fail "promote $w"
done
before=$(tree)

# An open warning: a asks why, words run no keys, esc changes nothing.
console 120x36 <<'END'
key 6
wait text "4 open"
key a
wait text "Approve in spite of it?"
dump
key esc
key A
wait text "a asks for the reason"
key a
type we waited, and Anna did say WAux so
key enter
wait text "approve staged with its reason"
dump
key u
wait text "unstaged P-1"
END
ends 0
golden change-why

# Without room for the checks their worst sentence stands where one looks.
console 80x24 <<'END'
key 6
wait text "is closed: "
dump
size 60x16
wait text "8 ok"
dump
END
ends 0
golden change-small
[ "$(tree)" = "$before" ] || fail "typed words wrote something"

# Two open warnings: both are named where the reason is asked, and by W.
cat >"$ws/raw/both.md" <<'EOF'
---
title: Engine
date: 2026-06-18
confidence: CONFIRMED
---
# Engine

## Decision

FalkorDB, with the token ghp_x7Kq2Lm9Tz4Rb8Vn3Wd6Yc1Hf5Js0Gp8eUaN of Mara.
EOF
r promote raw/both.md --to decision --into wiki/decisions/engine.md \
	--json >"$out" 2>"$err" || fail "promote both"
both=$(sed 's/.*"proposal":"\([^"]*\)".*/\1/' "$out")
console 120x36 <<'END'
key 6
key G
wait text "! 2"
key a
wait text "Approve in spite of it?"
wait text "! contradiction: wiki/decisions/engine.md is closed"
wait text "! secret: 1 secret of the source was masked"
wait text "has 2 open warnings"
type both are known
key enter
wait text "approve staged with its reason"
key W
wait text "! contradiction: wiki/decisions/engine.md is closed"
wait text "! secret: 1 secret of the source was masked"
wait text "because: both are known"
END
ends 0
r review reject "$both" --reason wrong >"$out" 2>"$err" || fail "reject both"
rm "$ws/raw/both.md"

# The contradiction: each way gives a page, shown and checked again.
console 120x36 <<'END'
key 6
wait text "co keep old"
dump
key c
key x
wait text "cx does nothing here"
key c
key o
wait text "P-6 (was "
wait text "10 ok"
key z
dump
END
ends 0
golden change-settle
r review show P-6 >"$out" 2>&1
has "settled by a person"
bytes_of P-6 | grep -q "Redis from February" || fail "co: the old is gone"
! bytes_of P-6 | grep -q "FalkorDB until" || fail "co: the new is there"
r review reject P-6 --reason wrong >"$out" 2>"$err" || fail "reject"
for side in n b; do
	r promote raw/engine.md --to decision --into wiki/decisions/engine.md \
		--json >"$out" 2>"$err" || fail "promote engine"
	first=$(sed 's/.*"proposal":"\([^"]*\)".*/\1/' "$out")
	next=P-$((${first#P-} + 1))
	console 120x36 <<END
key 6
key G
wait text "co keep old"
key c
key $side
wait text "$next (was "
wait text "10 ok"
END
	ends 0
	bytes_of "$next" | grep -q "FalkorDB until" || fail "c$side: no new"
	bytes_of "$next" | grep -q "^status: closed" || fail "c$side: open"
	if [ $side = n ]; then
		! bytes_of "$next" | grep -q "Redis from" || fail "cn: old"
	else
		bytes_of "$next" | grep -q "As of 2026-05-01" || fail "cb: date"
		bytes_of "$next" | grep -q "As of 2026-06-18" || fail "cb: date"
	fi
	[ $side = b ] || r review reject "$next" --reason wrong >"$out" 2>&1
done
[ "$(tree)" = "$before" ] || fail "settling wrote something"

# A hunk is skipped: the rest is what is approved, by its own hash.
console 120x36 <<'END'
key 6
key G
wait text "hunk 1/"
key tab
key }
key }
wait text "hunk 3/"
key s
wait text "leaves the hunk out"
key a
wait text "staged"
key W
wait text "Write 1 page as ONE undo step"
key y
wait text "1 page written, u to undo"
END
ends 0
grep -q "FalkorDB until" "$ws/wiki/decisions/engine.md" || fail "the page"
grep -q "^Closed\.$" "$ws/wiki/decisions/engine.md" ||
	fail "the skipped hunk was written"
console 120x36 <<'END'
key u
wait text "Undo?"
key y
wait text "taken back"
END
[ "$(tree)" = "$before" ] || fail "undo: other bytes"
# The only hunk of a new page is not skipped.
console 120x36 <<'END'
key 6
wait text "P-2"
key tab
key s
wait text "x rejects it"
END
ends 0

# E: one file. A word decides, another text edits, a deleted block rejects.
editor() {
	printf '#!/bin/sh\n%s\n' "$1" >"$work/editor"
	chmod +x "$work/editor"
}
export EDITOR=$work/editor
editor 'sed -i -e "/^=== P-2 /s/keep$/approve/" -e "/^=== P-3 /s/keep$/defer 7d/" \
	-e "/^=== P-4 /,/^=== /{/^=== P-4 /d;/^=== /!d}" "$1"'
console 120x36 <<'END'
key 6
wait text "P-4"
key space
key space
key space
wait text "3 marked"
key E
wait text "3 staged, nothing is written yet"
dump
END
ends 0
has "A P-2"
has "D P-3"
has "X P-4"
[ "$(tree)" = "$before" ] || fail "E wrote something"

# What is wrong is named with its line and stages nothing; the text is kept.
broken() { # SED WANTED
	editor "sed -i '$1' \"\$1\""
	console 120x36 <<END
key 6
wait text "P-2"
key E
wait text "$2"
wait text "nothing staged, E opens your text"
dump
END
	ends 0
	lacks "A P-2"
	lacks "X P-"
}
broken '/^=== P-2 /s/keep$/aprove/' '"aprove" is no decision'
broken '/^=== P-2 /s/keep$/reject/' 'reject needs a reason'
broken '/^=== P-2 /s/keep$/defer soon/' 'is no time to come'
broken '/^=== P-3 /s/P-3 ......../P-3 00000000/' 'P-3 with this hash was not'
broken 's/^=== P-3 [^ ]*/=== P-99 01234567/' 'P-99 with this hash'
broken '1i hello' 'line 1: text before the first'
broken '/^=== P-3 /h;$G' 'stands in line'
broken '/^=== P-3 /p' 'has no text left'
broken '/^=== /d' 'text before the first'
editor 'sed -i "/^=== P-2 /s/keep$/aprove/" "$1"; cp "$1" "$0.seen"'
console 120x36 <<'END'
key 6
wait text "P-2"
key E
wait text "is no decision"
END
ends 0
editor 'cp "$1" "$0.seen"; sed -i "s/aprove$/approve/" "$1"'
RESUME=1 console 120x36 <<'END'
wait text "P-2"
key E
wait text "staged, nothing is written yet"
dump
END
ends 0
grep -q "aprove" "$work/editor.seen" || fail "the refused text is lost"
has "A P-2"

# An editor that fails, leaves nothing, changes nothing or is killed.
for bad in 'exit 3' ': >"$1"' ':' 'kill -9 $$' 'rm "$1"'; do
	editor "$bad"
	console 120x36 <<'END'
key 6
wait text "P-2"
key E
key e
wait idle
dump
END
	ends 0
	has ". P-2"
	lacks "staged:"
done

# An edit in the list is proposed and checked; its word holds for the new bytes
# when they pass, and else it is said why not.
editor 'sed -i -e "s/boats wait/ships wait/" -e "/^=== P-2 /s/keep$/approve/" "$1"'
console 120x36 <<'END'
key 6
wait text "P-2"
key E
wait text "and is staged"
dump
END
ends 0
grep -q "A P-[0-9]* .*the-harbour" "$out" || fail "the edited one is not staged"
lacks " P-2 "
new=$(sed -n 's/.* A \(P-[0-9]*\) .*the-harbour.*/\1/p' "$out" | head -1)
bytes_of "$new" | grep -q "ships wait" || fail "another text is staged"
r promote raw/engine.md --to decision --into wiki/decisions/engine.md \
	--json >"$out" 2>"$err" || fail "promote engine"
id=$(sed 's/.*"proposal":"\([^"]*\)".*/\1/' "$out")
editor "sed -i -e 's/on two machines/on three machines/' \
	-e '/^=== $id /s/keep\$/approve it was so/' \"\$1\""
console 120x36 <<'END'
key 6
wait text "engine.md"
key E
wait text "and is not staged: "
dump
END
ends 0
lacks "A P-"
[ "$(tree)" = "$before" ] || fail "an edit in the list wrote something"
[ "$(find "$XDG_STATE_HOME" -name 'edit-*' | wc -l)" -eq 0 ] ||
	fail "edited files are left"

# v marks a range, V turns the marks round, rows with warnings go alone.
console 120x36 <<'END'
key 6
wait text "P-3"
key v
key j
key j
key v
wait text "3 marked"
key V
key V
wait text "3 marked"
END
ends 0
exit 0
