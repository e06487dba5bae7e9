#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A scripted operator: ten proposals are approved, edited, rejected, deferred
# and undone by keys alone, and none by accident.
. "$(dirname "$0")/lib.sh"

ws=$work/desk
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@"
}
tree() {
	(cd "$ws/wiki" && find . -type f | sort | xargs sha256sum)
}

words=(zero harbour violin lantern compass orchard telescope marble
	glacier saddle kettle)
make_ten() {
	rm -rf "$ws"
	mkdir -p "$ws/raw" "$ws/wiki/concepts"
	for i in 1 2 3 4 5 6 7 8 9 10; do
		local w=${words[i]}
		cat >"$ws/raw/$w.md" <<EOF
---
title: The $w
date: 2026-06-1$((i % 10))
confidence: CONFIRMED
---
# The $w

## Definition

A $w is what number $i of this test is about, and nothing else is said of $w.
EOF
	done
	r init "$ws" >"$out" 2>"$err" || fail "init"
	echo off >"$ws/.reverie/readonly" # as a person said
	for i in 1 2 3 4 5 6 7 8 9 10; do
		r promote "raw/${words[i]}.md" >"$out" 2>"$err" ||
			fail "promote ${words[i]}"
	done
}

make_ten
empty=$(tree)
cat >"$work/editor" <<'EOF'
#!/bin/sh
printf '\nA person added this.\n' >>"$1"
EOF
chmod +x "$work/editor"

# Pasted and typed-ahead keys decide nothing; enter and esc mean no.
console 120x36 <<'END'
key 6
wait text "10 open"
paste aWyaWy
wait text "discarded"
key a
wait text "staged, nothing is written"
key W
wait text "Write what is staged?"
paste y
key enter
wait text "nothing was written"
key W
key esc
wait text "nothing was written"
key u
wait text "unstaged P-1"
key u
wait text "no step to take back"
END
ends 0
[ "$(tree)" = "$empty" ] || fail "something was written by accident"

# Four approved, one of them edited; three rejected, three deferred: one W.
EDITOR=$work/editor
export EDITOR
console 120x36 <<'END'
key 6
wait text "10 open"
key a
key j
key a
key j
key a
key j
key e
wait text "P-11 (was "
key a
wait text "1 sentence is not in the source"
type Mara said so on Friday
key enter
wait text "approve staged with its reason"
key g
key g
key j
key j
key j
key x
wait text "Reject?"
key 3
wait text "reject staged (junk)"
key j
key x
type wrong
key enter
wait text "reject staged (wrong)"
key j
key x
type the same as harbour
key enter
wait text "reject staged (the same as harbour)"
key j
key d
wait text "Defer until when?"
type 1d
key enter
wait text "defer staged (1d)"
key j
key d
key 7
wait text "enter: 7d"
key enter
wait text "defer staged (7d)"
key j
key d
type until
wait text "enter: until-event"
key enter
wait text "defer staged (until-event)"
key j
wait text "staged: 4 approve 3 reject 3 defer"
dump
key W
wait text "Write 4 pages as ONE undo step"
dump
key y
wait text "4 pages written (1 edited), 3 rejected, 3 deferred; u takes all of it back"
wait text "3 deferred"
dump
END
ends 0
golden desk
console 120x36 <<'END'
key 8
wait text "chain ok"
wait text "written to"
END
ends 0
[ -f "$ws/wiki/concepts/harbour.md" ] || [ -f "$ws/wiki/concepts/the-harbour.md" ] ||
	fail "an approved page is not there"
grep -rq "A person added this" "$ws/wiki" || fail "the edit is not there"
[ "$(find "$ws/wiki" -name '*.md' | wc -l)" -eq 4 ] || fail "not four pages"
r log -n 100 --json >"$out" || fail "log"
for reason in junk wrong "the same as harbour"; do
	grep -q "\"$reason\"" "$out" || fail "no reason $reason in the log"
done
after=$(tree)

# One undo takes all ten decisions back, and the undo of it brings them again.
console 120x36 <<'END'
key 6
wait text "0 open"
key u
wait text "Undo?"
wait text "reject P-5 P-6 P-7"
dump
key y
wait text "taken back"
wait text "10 open"
END
ends 0
golden desk-undo
[ "$(tree)" = "$empty" ] || fail "undo: other bytes"
console 120x36 <<'END'
key 8
wait text "chain ok"
key /
type taken back
key enter
key u
wait text "Undo?"
key y
wait text "taken back"
END
ends 0
[ "$(tree)" = "$after" ] || fail "undo of undo: other bytes"
[ "$(r review list --all --json | grep -o '"state":"[a-z]*"' | sort | uniq -c |
	tr -s ' \n' ' ')" = ' 4 "state":"approved" 3 "state":"deferred" 3 "state":"rejected" 1 "state":"superseded" ' ] ||
	fail "undo of undo: other states"

r log --verify >"$out" 2>"$err" || fail "the chain is broken"

# The log names each: what is undone is not offered again, a batch has its line.
console 120x36 <<'END'
key 8
wait text "chain ok"
wait text "undone: "
wait text "done again: "
wait text "review apply P-"
key /
type written to
key enter
wait text "undo 1"
dump
END
ends 0
lacks "log -n 50"

# A rejection alone is the newest step, then.
make_ten
console 120x36 <<'END'
key 6
wait text "10 open"
key x
key 3
key W
key y
wait text "u brings it back"
wait text "9 open"
key u
wait text "reject P-1"
wait text "waits for a decision again"
key y
wait text "10 open"
END
ends 0

# What was written leaves the queue, and another row comes under the cursor: a
# key that decides, pressed once more, says so first.  j means the row.
make_ten
console 120x36 <<'END'
key 6
wait text "10 open"
key j
key a
key W
wait text "Write what is staged?"
key y
wait text "1 page written, u to undo"
wait text "9 open"
key a
wait text "P-3 took the place of the one that is decided"
dump
key a
wait text "staged, nothing is written yet"
key u
wait text "unstaged P-3"
key x
wait text "Reject?"
wait text "esc changes nothing"
key 5
key W
key y
wait text "rejected: nothing of it was written"
wait text "8 open"
key d
wait text "Defer until when?"
key esc
key 8
wait text "chain ok"
key u
wait text "Step 14: P-3 rejected: not now"
END
ends 0
lacks "A P-3"
[ "$(find "$ws/wiki" -name '*.md' | wc -l)" -eq 1 ] || fail "not one page"

# The file changed after the proposal: approving is refused, three sides shown.
make_ten
page=$(cd "$ws" && r review list --json | sed 's/.*"target":"\([^"]*\)".*/\1/')
printf '# By hand\n' >"$ws/$page"
console 120x36 <<'END'
key 6
key G
wait text "moved"
key a
wait text "would lose that"
key tab
wait text "What changed meanwhile"
END
ends 0
grep -q "By hand" "$ws/$page" || fail "a person's page was overwritten"

# Somebody else decides while it is staged here: this console is told.
make_ten
cat >"$work/script" <<'END'
key 6
wait text "10 open"
key a
wait text "staged, nothing is written"
dump
wait text "P-1 was approved meanwhile by "
wait text "9 open"
END
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
	--script "$work/script" >"$out" 2>"$err" </dev/null &
console=$!
until grep -q "A P-1" "$out" || ! kill -0 $console 2>/dev/null; do :; done
sha=$(r review show P-1 --json | sed 's/.*"sha256":"\([0-9a-f]*\)".*/\1/')
r review approve P-1 --sha256 "$sha" >"$work/other" 2>&1 ||
	fail "the other one could not approve: $(cat "$work/other")"
wait $console || fail "the other console was not told"

# What is no time keeps the question open, with what was typed; a time in words
# is taken.
make_ten
console 80x24 <<'END'
key 6
wait text "10 open"
key d
type 2 wks
key enter
wait text ""2 wks" is no time to come"
wait text "tomorrow"
dump
key backspace
key backspace
key backspace
type weeks
key enter
wait text "defer staged (2 weeks)"
key j
key d
type tomorrow
key enter
wait text "defer staged (tomorrow)"
key W
key y
wait text "2 deferred"
dump
END
ends 0
golden desk-until

# An editor that fails or leaves nothing changes nothing.
for bad in 'exit 3' ': >"$1"' ':'; do
	printf '#!/bin/sh\n%s\n' "$bad" >"$work/editor"
	console 120x36 <<'END'
key 6
wait text "open"
key G
key e
wait text "P-10"
dump
END
	ends 0
	lacks "P-11"
done

# One byte of the log is another: the screen says where.
ledger=$(grep -rlE '"(kind|action)"' "$ws/.reverie" --include='*.jsonl' |
	xargs grep -l '"prev"' | head -1)
[ -n "$ledger" ] || fail "no ledger found"
sed -i '2s/P-1/P-7/' "$ledger"
console 120x36 <<'END'
key 8
wait text "chain broken at row 2"
END
ends 0
exit 0
