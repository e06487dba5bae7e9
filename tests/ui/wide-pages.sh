#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Text that has no room as it is written is shown all the same: a table of too
# many columns row by row, deep nesting up to a depth, a paragraph that is too
# long its beginning.
. "$(dirname "$0")/lib.sh"

ws=$work/ws
mkdir -p "$ws/raw"
"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly"
line() { # CELL...
	printf '|%s' "$@"
	printf '|\n'
}
{
	printf '# Wide\n\n'
	line $(seq -f 'head%g' 30)
	line $(seq 30 | sed 's/.*/---/')
	line $(seq -f 'one%g' 30)
	line $(seq -f 'two%g' 30)
	printf '\nThe end of the wide one.\n'
} >"$ws/raw/wide.md"
{
	printf '# Deep\n\n'
	printf '> %.0s' {1..60}
	printf 'a thought within thoughts\n\n'
	for i in {0..59}; do
		printf '%*s- item %d\n' $((2 * i)) '' "$i"
	done
} >"$ws/raw/deep.md"
{
	printf '# Long\n\nIt begins here. '
	yes 'and so on' | head -n 90000 | tr '\n' ' '
	printf 'It ends there.\n'
} >"$ws/raw/long.md"

for size in 120x36 80x24 60x16; do
	console $size < <(printf '%s\n' 'wait idle' 'key :' \
		'type goto raw/wide.md' 'key enter' 'wait screen layers' \
		'wait idle' 'key z' 'key G' 'wait idle' dump)
	[ "$rc" -eq 0 ] || fail "$size: wide"
	grep -qE 'head30 +two30 ' "$out" || fail "$size: the last column"
	grep -qF 'The end of the wide one.' "$out" || fail "$size: behind it"

	console $size < <(printf '%s\n' 'wait idle' 'key :' \
		'type goto raw/deep.md' 'key enter' 'wait screen layers' \
		'wait idle' 'key z' 'wait idle' dump 'key G' 'wait idle' dump)
	[ "$rc" -eq 0 ] || fail "$size: deep"
	grep -q '| a thought' "$out" || fail "$size: the quote"
	grep -q -- '- item 59' "$out" || fail "$size: the list"

	console $size < <(printf '%s\n' 'wait idle' 'key :' \
		'type goto raw/long.md' 'key enter' 'wait screen layers' \
		'wait idle' 'key z' 'wait idle' dump 'key G' 'wait idle' dump)
	[ "$rc" -eq 0 ] || fail "$size: long"
	grep -qF 'It begins here. and so on' "$out" ||
		fail "$size: the beginning"
	grep -qF 'The page goes on' "$out" || fail "$size: that it goes on"
done
