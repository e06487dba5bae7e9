#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gn lists what could not be read with its place, secrets of files, failures
# and warnings, newest first; enter goes to what is behind one.
. "$(dirname "$0")/lib.sh"

# Nothing to tell.
ws=$work/empty
mkdir -p "$ws"
"$REVERIE" --now "$NOW" init "$ws" >/dev/null || fail "init"
console 80x24 --mono <<'END'
wait idle
key esc
key g
key n
wait text "Nothing to tell"
dump
key esc
dump
END
ends 0
has "every line was read"
[ "$(grep -c "Nothing to tell" "$out")" = 1 ] || fail "esc does not close it"

ws=$work/notes
mkdir -p "$ws/sessions" "$ws/wiki/concepts"
key=AKIA
key=${key}IOSFODNN7XB3MPLQ
cat >"$ws/sessions/x.jsonl" <<'END'
{"type":"session","version":3,"id":"s","timestamp":"2026-06-18T10:00:00.000Z"}
no JSON at all
{"type":"message","id":"a","parentId":null,"timestamp":"2026-06-18T10:01:00.000Z","message":{"role":"user","content":"The kettle is on."}}
{"breaks off
END
touch -d 2026-06-19T08:30:00Z "$ws/sessions/x.jsonl"
printf 'a torn end\n---\n[2026-06-20T09:00:00.000Z] human: take %s\n---\n' \
	"$key" >"$ws/pending-episodes.log"
touch -d 2026-06-20T09:15:00Z "$ws/pending-episodes.log"
printf '# Kettle\n\nTwo versions.\n' \
	>"$ws/wiki/concepts/kettle.sync-conflict-20260617-101010-ABCDEFG.md"
printf '%s\n' '---' 'title: [unclosed' '---' '# Odd' \
	>"$ws/wiki/concepts/odd.md"
touch -d 2026-06-17T12:00:00Z "$ws"/wiki/concepts/*.md
"$REVERIE" --now "$NOW" init "$ws" >/dev/null || fail "init"

# The first look says what would be taken over, as a dry run.
mkdir -p "$HOME/.openclaw/agents/other/sessions"
echo '{}' >"$HOME/.openclaw/agents/other/sessions/a.jsonl"
console 120x36 --mono <<'END'
wait text "A new workspace"
wait text "dry run"
dump
END
ends 0
has "Read as a dry run: 2 messages from 2026-06-18 to 2026-06-20; 0 left out as noise."
has "3 lines cannot be read: gn says which and why."
has "1 line holds a secret, which is masked."
has ":import --dry-run PATH"
[ ! -e "$ws/.reverie/episodes.jsonl" ] || fail "a dry run wrote the record"
rm -r "$HOME/.openclaw"

for size in 120x36 80x24; do
	console "$size" --mono <<'END'
wait idle
key esc
dump
key g
key n
wait text "x.jsonl:2:79"
dump
END
	ends 0
	has "3 lines not read: gn"
	cp "$out" "$work/plain"
	console "$size" --theme dark <<'END'
wait idle
key esc
dump
key g
key n
wait text "x.jsonl:2:79"
dump
END
	ends 0
	cmp -s "$out" "$work/plain" || fail "another text without colours"
	cat "$out" >>"$work/all"
done
# The fingerprint is of a salt that each workspace makes.
sed -E "s,aws_key_id [0-9a-f]{12},aws_key_id FINGERPRINT_," "$work/all" >"$out"
golden notes

no_secret() {
	! grep -qF "$key" "$1" || fail "a secret on the screen"
}
no_secret "$work/all"

# All about a line, and where to correct it.
console 120x36 --mono <<'END'
wait idle
key esc
key :
type notes
key enter
wait text "x.jsonl:2:79"
key j
key j
key enter
wait text "Correct it in sessions"
dump
key esc
key esc
dump
END
ends 0
has "sessions/x.jsonl:2:79"
has "2026-06-19"
[ "$(grep -c "x.jsonl:2:79" "$out")" -le 2 ] || fail "esc does not close it"

# Behind a secret its episode, behind a conflict the page.
console 120x36 --mono <<'END'
wait idle
key esc
key g
key n
wait text "secret masked"
key j
key i
wait text "file still holds it"
key esc
key enter
wait text "take <"
dump
END
ends 0
has "take <AWS_KEY_ID>"
no_secret "$out"
console 120x36 --mono <<'END'
wait idle
key esc
key g
key n
wait text "x.jsonl:2:79"
key G
key k
key enter
wait text "Two versions."
END
ends 0

# What this console warned of is among them.
console 120x36 --mono <<'END'
wait idle
key esc
key :
type readonly perhaps
key enter
key g
key n
wait text "this console"
dump
END
ends 0
has "readonly: say on or off"

# A model that does not answer.
echo off >"$ws/.reverie/readonly" # a person said so
cat >>"$ws/.reverie/config.yaml" <<'END'
chat: {provider: local, model: m}
providers: {local: {baseUrl: "http://127.0.0.1:1/v1"}}
END
"$REVERIE" --workspace "$ws" --now "$NOW" consolidate --dry-run \
	>/dev/null 2>&1
console 120x36 --mono <<'END'
wait idle
key g
key n
wait text "local/m"
dump
key enter
wait idle
dump
END
ends 0
has "x 14:00"
has "[7 Jobs"
