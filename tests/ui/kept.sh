#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is staged, marked or edited outlives the console, kill -9 included, and
# writes nothing by that.
. "$(dirname "$0")/lib.sh"

ws=$work/kept
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@"
}
tree() {
	(cd "$ws/wiki" && find . -type f | sort | xargs sha256sum)
}
mkdir -p "$ws/raw" "$ws/wiki"
for w in harbour violin lantern compass orchard; do
	cat >"$ws/raw/$w.md" <<EOF
---
title: The $w
date: 2026-06-11
---
# The $w

## Definition

A $w is what this page is about, and nothing else is said of $w here.
EOF
done
r init "$ws" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # as a person said
for w in harbour violin lantern compass orchard; do
	r promote "raw/$w.md" >"$out" 2>"$err" || fail "promote $w"
done
before=$(tree)
state() {
	find "$XDG_STATE_HOME" -name console.json
}

# It stages and is killed while it waits for a text that never comes.
cat >"$work/script" <<'END'
key 6
wait text "5 open"
key a
key j
key x
key 3
wait text "reject staged"
key j
key d
type 7d
key enter
wait text "defer staged"
key j
key space
wait text "1 marked"
key z
dump
wait text "never"
END
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
	--script "$work/script" >"$out" 2>"$err" </dev/null &
console=$!
until grep -q "1 marked" "$out" || ! kill -0 $console 2>/dev/null; do :; done
kill -9 $console
wait $console 2>/dev/null
[ -s "$(state)" ] || fail "nothing was kept"
[ "$(stat -c %a "$(state)")" = 600 ] || fail "others can read what was kept"
! grep -q "is what this page is about" "$(state)" ||
	fail "the file holds text of the memory"
[ "$(tree)" = "$before" ] || fail "staging wrote something"

# A secret in a reason is masked when it is typed: nowhere it stands unmasked.
token=ghp_x7Kq2Lm9Tz4Rb8Vn3Wd6Yc1Hf5Js0Gp8eUaN
mv "$XDG_STATE_HOME" "$work/state.was"
console 120x36 <<END
key 6
wait text "5 open"
key x
type leaks $token in it
key enter
wait text "reject staged (leaks <GITHUB_TOKEN> in it)"
key W
wait text "leaks <GITHUB_TOKEN> in it"
key esc
dump
END
ends 0
lacks "$token"
grep -q "leaks <GITHUB_TOKEN> in it" "$(state)" || fail "no reason was kept"
! grep -q "$token" "$(state)" || fail "a typed secret stands in the state file"
rm -rf "$XDG_STATE_HOME"
mv "$work/state.was" "$XDG_STATE_HOME"

# The next one has all of it, at the same place, and writes only with W.
RESUME=1 console 120x36 <<'END'
wait text "3 decisions of last time are staged again"
wait text "1 marked"
wait screen review
dump
END
ends 0
has "A P-1"
has "X P-2"
has "D P-3"
has "*. P-4"
lacks "Checks and evidence" # still zoomed
[ "$(tree)" = "$before" ] || fail "a start wrote something"

# What changed meanwhile is not staged any more, in so many words.
sha=$(r review show P-2 --json | sed 's/.*"sha256":"\([0-9a-f]*\)".*/\1/')
r review approve P-2 --sha256 "$sha" >"$out" 2>"$err" || fail "approve P-2"
sed -i 's/\("id":"P-1"[^}]*"sha256":"\)..../\10000/' "$(state)"
RESUME=1 console 120x36 <<'END'
wait text "P-2 was approved meanwhile by operator (14:00): unstaged"
key esc
wait text "staged: 1 defer"
dump
END
ends 0
has ". P-1"
has "D P-3"
RESUME=1 console 120x36 <<'END'
wait text "staged again"
key z
key W
wait text "Defer 1"
key y
wait text "deferred: it comes back"
END
ends 0
RESUME=1 console 120x36 <<'END'
wait text "1 marked"
END
! grep -q '"decision":"[ard]' "$(state)" || fail "what was written stays staged"

# A file of something else is ignored with one sentence.
for bad in '{' '[]' '{"v":7}' '{"v":1,"workspace":"/elsewhere","staged":[{"id":"P-1","decision":"approve","sha256":"x"}]}' \
	"$(head -c 3000 /dev/urandom | base64)"; do
	printf '%s' "$bad" >"$(state)"
	RESUME=1 console 120x36 <<'END'
wait text "is not of this console"
key 6
wait text "open"
dump
END
	ends 0
	lacks "staged:"
done

# Two consoles: the last one that stages has its say, and the file is whole.
for id in 1 2 3 4 5 6; do
	printf 'key 6\nwait text "open"\nkey a\nwait text "staged"\nkey u\nwait text "unstaged"\nkey a\nwait text "staged"\n' >"$work/two.$id"
	"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 80x24 \
		--script "$work/two.$id" >"$work/two.out.$id" 2>&1 </dev/null &
	pids[id]=$!
done
for id in 1 2 3 4 5 6; do
	wait "${pids[id]}" || fail "console $id: $(cat "$work/two.out.$id")"
done
RESUME=1 console 120x36 <<'END'
wait text "staged again"
END
ends 0
[ "$(find "$XDG_STATE_HOME" -type f | wc -l)" -eq 1 ] || fail "files are left"

# Leaving asks, says that it is kept, and an empty desk leaves at once.
RESUME=1 console 120x36 <<'END'
wait text "staged again"
key q
wait text "It is kept"
key y
wait text "Leave the demo?"
key k
wait text "never"
END
ends 0

# Filters and order are there again, each says so and how it goes away; one that
# fits nothing any more does, too.  What looks like a secret is not kept.
ws=$work/kept
console 120x36 <<'END'
key 6
wait text "open"
key s
wait text "by risk"
key f
type orchard
key enter
wait text "fit "orchard""
key 5
wait screen layers
key f
type raw/violin
key enter
wait text "1/6 "raw/violin" esc: all"
key 8
wait screen log
key f
type ghp_x7Kq2Lm9Tz4Rb8Vn3Wd6Yc1Hf5Js0Gp8eUaN
key enter
wait text "esc shows all"
END
ends 0
grep -q '"orchard"' "$(state)" || fail "no filter was kept"
! grep -q 'ghp_' "$(state)" || fail "a secret was kept"
mv "$ws/raw/violin.md" "$work/violin.md"
RESUME=1 console 120x36 <<'END'
wait screen log
dump
key 6
wait text "by risk"
wait text "fit "orchard", esc shows all"
key 5
wait screen layers
wait text "0/5 "raw/violin" esc: all"
wait text "Nothing here fits "raw/violin". esc shows"
dump
key esc
wait text "5 files"
key 6
key esc
wait text "open"
END
ends 0
mv "$work/violin.md" "$ws/raw/violin.md"
RESUME=1 console 80x24 <<'END'
wait screen review
wait text "by risk"
dump
END
ends 0
lacks "esc shows all"

# An edited preview of the story is there again.
ws=$work/demo
demo
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
END
ends 0
RESUME=1 console 120x36 <<'END'
wait screen pending
wait text "gone or renamed"
key x
wait text "preview dropped"
END
ends 0
[ "$(find "$XDG_STATE_HOME" -name 'edit-*' | wc -l)" -eq 0 ] ||
	fail "a dropped edit is left"

# So are the kind of candidates and the choice of steps in the log.
console 120x36 <<'END'
key 3
wait text "#10"
key tab
key tab
key \
key \
wait text "only out: 31 of 36"
key g
key u
wait text "0 steps of undo"
END
ends 0
RESUME=1 console 120x36 <<'END'
wait screen log
wait text "0 steps of undo"
key esc
wait text "rows"
key 3
wait text "only out: 31 of 36, esc shows all"
key tab
key tab
key esc
wait text "Candidates  36"
END
ends 0
RESUME=1 console 120x36 <<'END'
wait screen resonance
wait text "Candidates  36"
key 8
wait text "rows verified"
dump
END
ends 0
lacks "steps of undo"

# A demo that was made where another one stood begins as a new one.
for steps in "key 5
wait screen layers" "wait screen overview"; do
	rm -rf "$work/again"
	echo "$steps" >"$work/script"
	"$REVERIE" --now "$NOW" --headless --size 80x24 \
		--script "$work/script" demo --at "$work/again" \
		>"$out" 2>"$err" </dev/null || fail "a new demo is not new"
done
exit 0
