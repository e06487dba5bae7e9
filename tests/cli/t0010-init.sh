#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# init names what it found; what the anchor covers was narrated before us.
. "$(dirname "$0")/lib.sh"

mkdir -p "$work/w/sessions" "$work/w/memory"
cd "$work/w" || exit 99
printf '%s\n\n%s\n\nOld text.' '<!-- LAST_PROCESSED: 2026-02-01T10:00:30.000Z -->' \
	'### [2026-01-02 10:00] Old' >STORY.md
printf '[2026-02-01T10:00:00.000Z] human: before\n---\n[2026-02-02T10:00:00.000Z] human: behind it\n---\n' \
	>pending-episodes.log
echo '# M' >MEMORY.md
before=$(sha STORY.md)
# Before init it is read, and nothing is written.
expect 0 --workspace . --json status
is .readonly true
is .chapters 1
[ ! -e .reverie ] || fail ".reverie came with a read"
expect 2 --workspace . record --session s --role user hello
ok "init is not named" grep -q 'reverie init' "$err"

expect 0 init --json --now "$NOW"
is .v 1
is .workspace "\"$work/w\""
is '[.found[]|select(.key=="story")|.count]' '[1]'
is '[.found[]|select(.key=="pending")|.path]' '["pending-episodes.log"]'
[ "$(stat -c %a .reverie)" = 700 ] || fail "mode of .reverie"
[ "$(cat .reverie/.gitignore)" = '*' ] || fail ".gitignore"
[ "$(sha STORY.md)" = "$before" ] || fail "STORY.md was touched"
expect 0 status --json
is .pending.episodes 1
is .pending.late 0
is .anchor '"2026-02-01T10:00:30.000Z"'
is .agent '"w"'
expect 0 log --json
is '[.ledger[].kind]' '["baseline"]'

expect 0 init --json
expect 0 log --json
is '[.ledger[].kind]' '["baseline"]'

# Found from below, by option and by variable.
mkdir -p deep/er
cd deep/er || exit 99
expect 0 status --json
is .workspace "\"$work/w\""
cd / || exit 99
REVERIE_WORKSPACE=$work/w expect 0 status --json
is .chapters 1
expect 0 --workspace "$work/w" status
expect 0 status --workspace="$work/w"

# What stands there and is nobody's: the line that takes it in, which works.
# Where nothing is, nothing is said.
cd "$work" || exit 99
lines() {
	sed -n 's/^  \(mkdir .*\)/\1/p; s/^  \(reverie .*import .*\)/\1/p' "$out"
}
obey() {
	lines >"$work/obey"
	[ -s "$work/obey" ] || fail "no line that imports"
	(PATH=${REVERIE%/*}:$PATH && . "$work/obey") >/dev/null 2>"$err" ||
		fail "a line that does not work: $(cat "$work/obey")"
}
mkdir -p "$work/plain/old talks" "$work/plain/notes/deep" "$work/plain/wiki"
cd plain || exit 99
printf '{"id":"1","time":"2026-02-01T10:00:00Z","role":"user","text":"hello"}\n' \
	>"old talks/a.jsonl"
echo '{"no":"conversation"}' >numbers.jsonl
printf '# A\n\nWords of it.\n' >notes/a.md
cp notes/a.md notes/deep/b.md
cp notes/a.md wiki/c.md
expect 0 init --json
is '[.importable[]|[.kind,.path,.count]]' \
	'[["pages","notes",2],["chats","old talks",1]]'
expect 0 init
[ "$(lines)" = "reverie import 'old talks'
reverie import --format vault notes" ] || fail "other lines: $(lines)"
# From elsewhere it names where.
cd / || exit 99
expect 0 init "$work/plain"
obey
cd "$work/plain" || exit 99
expect 0 status --json
is .episodes 1
expect 0 layers --json
ok "pages" jq -e '[.items[]|select(.path|startswith("notes/"))]|length==2' "$out"
expect 0 init --json
is .importable '[]'

# A vault itself has pages beside .reverie: a workspace beside it reads them.
mkdir "$work/vault"
cd "$work/vault" || exit 99
cp ../plain/notes/a.md a.md
cp -r ../plain/notes notes
expect 0 init
obey
expect 0 --workspace "$work/vault-memory" layers --json
ok "all three" jq -e '[.items[]|select(.layer=="wiki")]|length==3' "$out"
