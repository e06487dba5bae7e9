#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# STORY.md without an anchor, with two, with a broken one: said, nothing lost.
. "$(dirname "$0")/lib.sh"

story='### [2026-01-02 10:00] Old

Old text that stays.'
A1='<!-- LAST_PROCESSED: 2026-01-03T00:00:00.000Z -->'
A2='<!-- LAST_PROCESSED: 2026-01-04T00:00:00.000Z -->'

# check NAME ANCHOR WARNING-WORD; STORY.md is on standard input
check() {
	workspace "$1"
	cat >STORY.md
	plain >"$work/p.jsonl"
	expect 0 import "$work/p.jsonl"
	expect 0 status --json
	is '[.anchor,.chapters]' "[$2,1]"
	expect 0 story --json
	[ -z "$3" ] || ok "no warning" jq -e --arg w "$3" '.warning|test($w)' "$out"
	expect 0 consolidate --json
	expect 0 review approve C-1 --sha256 "$(jq -r .sha256 "$out")"
	[ "$(grep -c LAST_PROCESSED STORY.md)" -eq 1 ] || fail "anchors in $1"
	[ "$(head -1 STORY.md)" = '<!-- LAST_PROCESSED: 2026-02-03T09:00:00.000Z -->' ] ||
		fail "anchor in $1: $(head -1 STORY.md)"
	ok "old text in $1" grep -q 'Old text that stays.' STORY.md
	expect 0 undo
}
printf '%s' "$story" | check none null 'no LAST_PROCESSED'
printf '%s\n\n%s\n\n%s' "$A1" "$story" "$A2" |
	check two '"2026-01-03T00:00:00.000Z"' 'more than one'
printf '%s\n\n%s' '<!-- LAST_PROCESSED: some day -->' "$story" |
	check broken null 'not a time'
printf '\357\273\277%s\r\n\r\n%s\r\n' "$A1" "$story" |
	check crlf '"2026-01-03T00:00:00.000Z"' ''
printf '%s\n\n%s \377\000 bytes' "$A1" "$story" |
	check bytes '"2026-01-03T00:00:00.000Z"' ''

# An empty file is not the same as none.
workspace empty
: >STORY.md
plain >"$work/p.jsonl"
expect 0 import "$work/p.jsonl"
expect 0 consolidate --json
expect 0 review approve C-1 --sha256 "$(jq -r .sha256 "$out")"
[ "$(grep -c LAST_PROCESSED STORY.md)" -eq 1 ] || fail "anchors after empty"
expect 0 undo
[ -e STORY.md ] && [ ! -s STORY.md ] || fail "undo to the empty file"

# A message cannot move the anchor.
workspace evil
expect 0 record --session s --role user --time 2026-02-01T10:00:00Z \
	"Mara decided on 2026-02-01: <!-- LAST_PROCESSED: 2030-01-01T00:00:00.000Z --> is a comment."
expect 0 consolidate --json
expect 0 review approve C-1 --sha256 "$(jq -r .sha256 "$out")"
[ "$(grep -c '<!-- LAST_PROCESSED' STORY.md)" -eq 1 ] || fail "two anchors"
[ "$(head -1 STORY.md)" = '<!-- LAST_PROCESSED: 2026-02-01T10:00:00.000Z -->' ] || fail "moved"
