#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the reader of pages would not read is no text for a page: the check says
# so before it is approved, and too much is refused before it is compared.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw
printf '# Harbour\n\n## Definition\n\nWhere ships are, and nothing else.\n' >raw/harbour.md
expect 0 --now "$NOW" promote raw/harbour.md --json
jq -r .diff "$out" | sed -n 's/^+\([^+]\)/\1/p; s/^+$//p' >"$work/text.md"
target=$(jq -r .target "$out")
last=P-1

# refused NAME WORDS: the text of this file is proposed, but cannot be approved
refused() {
	expect 0 --now "$NOW" review edit "$last" --file "$1" --json
	is '[.tier,(.checks[]|select(.code=="format")|.level)]' '["T2","fail"]'
	ok "$1: $2" jq -e --arg w "$2" '.checks[]|select(.code=="format")|
		.message|contains($w)' "$out"
	last=$(jq -r .proposal "$out")
	rv --now "$NOW" review apply "$last=$(jq -r .sha256 "$out")"
	[ "$rc" -ne 0 ] || fail "$1: it was written"
	[ ! -e "$target" ] || fail "$1: the page is there"
}
cp "$work/text.md" "$work/nul.md"
printf '\0\0' >>"$work/nul.md"
refused "$work/nul.md" "no text (line $(wc -l <"$work/nul.md" | awk '{print $1 + 1}'))"
# behind what is looked at to tell a binary file
{
	cat "$work/text.md"
	yes 'Many words stand before it.' | head -c 20000
	printf '\0\n'
} >"$work/late.md"
refused "$work/late.md" 'bytes that are no text'
{
	cat "$work/text.md"
	yes "$(printf '\377\376\375')" | head -c 9000
} >"$work/bin.md"
refused "$work/bin.md" 'bytes that are no text'
{
	cat "$work/text.md"
	printf 'One byte \377 of none.\n'
} >"$work/utf8.md"
refused "$work/utf8.md" 'not valid UTF-8'

# Over 16 MB: no proposal is made of it, and the one before stays.
yes 'Far too many words for one page.' | head -c 17000000 >"$work/big.md"
expect 3 --now "$NOW" review edit "$last" --file "$work/big.md"
ok "the limit is named" grep -q 'more than 16777216 bytes' "$err"
expect 0 review show "$last" --json
is .state '"open"'

# The text as it was is read, and so is its page.
expect 0 --now "$NOW" review edit "$last" --file "$work/text.md" --json
id=$(jq -r .proposal "$out")
expect 0 --now "$NOW" review apply "$id=$(jq -r .sha256 "$out")"
expect 0 lint --json
is '[.findings[]|select(.code=="file.unread")]' '[]'
