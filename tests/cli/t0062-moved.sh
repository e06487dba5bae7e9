#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# STORY.md edited from outside: compare-and-swap refuses, and nothing is lost.
. "$(dirname "$0")/lib.sh"

imported w
printf '<!-- LAST_PROCESSED: 2026-01-31T00:00:00.000Z -->\n\n### [2026-01-02 10:00] Old\n\nOld text.' >STORY.md
expect 0 consolidate --json
sum=$(jq -r .sha256 "$out")
printf '\n\nA line by hand.' >>STORY.md
edited=$(sha STORY.md)
expect 4 review approve C-1 --sha256 "$sum" --json
is .error.code '"moved"'
[ "$(sha STORY.md)" = "$edited" ] || fail "an edit was overwritten"
[ ! -e STORY.md.lock ] || fail "lock"
expect 0 review --json
is '[.proposals[].id]' '["C-1"]'
# A new run takes the edit in.
expect 0 consolidate --json
is .proposal '"C-2"'
expect 0 review approve C-2 --sha256 "$(jq -r .sha256 "$out")"
ok "the edit" grep -q 'A line by hand.' STORY.md

# A link, a directory and a hard link in its place are not replaced.
imported x
expect 0 consolidate --json
sum=$(jq -r .sha256 "$out")
echo other >"$work/elsewhere"
ln -s "$work/elsewhere" STORY.md
expect 2 review approve C-1 --sha256 "$sum"
[ "$(cat "$work/elsewhere")" = other ] || fail "a link was followed"
rm STORY.md
expect 0 review approve C-1 --sha256 "$sum"
expect 0 log --verify
