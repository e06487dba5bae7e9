#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A page that says no date is as old as its file, and the row says whose age
# that is; a file from the future has none.
. "$(dirname "$0")/lib.sh"

ws=$work/ws
mkdir -p "$ws/raw" "$ws/wiki"
printf '# Plain\n\nWords.\n' >"$ws/raw/plain.md"
printf '# Later\n\nWords.\n' >"$ws/raw/later.md"
printf -- '---\nupdated: 2026-06-15\n---\n# Dated\n\nWords.\n' >"$ws/wiki/dated.md"
touch -d 2026-06-16T14:00:00Z "$ws/raw/plain.md"
touch -d 2026-07-16T14:00:00Z "$ws/raw/later.md"
touch -d 2026-01-01T14:00:00Z "$ws/wiki/dated.md"
"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly"
console 80x24 < <(printf '%s\n' 'key 5' 'wait screen layers' 'wait idle' dump \
	'key :' 'type goto raw/plain.md' 'key enter' 'wait text "updated - "' dump)
[ "$rc" -eq 0 ] || fail "Layers"
grep -qE ' plain\.md .* ~4d ' "$out" || fail "the age of the file"
grep -qE ' later\.md .* - ' "$out" || fail "no age"
grep -qE ' dated\.md .* 5d ' "$out" || fail "the age that the page says"
has "updated - (file of 2026-06-16)"
