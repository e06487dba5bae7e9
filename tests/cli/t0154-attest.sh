#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A stale page that holds as it is: a proposal of the date of its review alone.
. "$(dirname "$0")/lib.sh"

page() { # PATH FRONTMATTER...
	local path=$1
	shift
	mkdir -p "$(dirname "$path")"
	printf '%s\n' --- "$@" --- '' '# Pump' '' 'It runs at night.  ' >"$path"
}
stale() { "$REVERIE" --now "$NOW" layers --json | jq -c '[.items[]|select(.stale)|.path]'; }

workspace w
c=wiki/concepts
page $c/pump.md 'type: concept' "name: 'Pump'   # of the cellar" 'updated: 2025-01-01'
page $c/well.md 'type: concept' 'name: Well' 'last_reviewed: "2025-01-01" # by Kenji' 'updated: 2025-01-02'
page wiki/decisions/decide-hose.md 'type: decision' 'name: Hose'
printf -- '---\r\ntype: concept\r\nname: Tap\r\nupdated: 2025-01-01\r\n---\r\n\r\n# Tap\r\n' >$c/tap.md
page $c/new.md 'type: concept' 'name: New' 'updated: 2026-02-20'
printf -- '---\n{type: concept, name: Flow, updated: 2025-01-01}\n---\n\n# Flow\n' >$c/flow.md

# Each gets one line, or one value, and nothing else.
for p in $c/pump.md $c/well.md wiki/decisions/decide-hose.md $c/tap.md; do
	cp "$p" "$work/before"
	expect 0 --now "$NOW" attest "$p" --json
	ok "one line of $p" jq -e '[.diff|split("\n")[3:][]|select(test("^[+-]"))]|
		(map(select(startswith("+")))|length)==1 and
		(map(select(startswith("-")))|length)<=1' "$out"
	is '[.target,.moved,[.checks[]|.code]]' \
		"[\"$p\",0,[\"provenance\",\"secret\",\"format\",\"staleness\",\"contradiction\"]]"
	ok "says by whom" jq -e '.checks[]|select(.code=="staleness")|
		.level=="ok" and (.message|test("confirmed by a person on 2026-03-01, the text is unchanged; before: "))' "$out"
	id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
	cmp -s "$p" "$work/before" || fail "$p was written"
	# again: the same one waits
	expect 0 --now "$NOW" attest "$p" --json
	is '[.proposal,.already]' "[\"$id\",true]"
	expect 6 --now "$NOW" review approve "$id"
	expect 0 --now "$NOW" review approve "$id" --sha256 "$sum" --json
	is '[.ledger.action,.ledger.target]' "[\"attest\",\"$p\"]"
	[ "$(stale | jq --arg p "$p" 'index($p)')" = null ] || fail "$p is stale"
	expect 1 --now "$NOW" attest "$p"
	ok "not stale" grep -q "not stale.*2026-03-01" "$err"
	expect 0 undo
	cmp -s "$p" "$work/before" || fail "undo of $p"
	expect 0 --now "$NOW" review reject "$id" --reason "for the next one"
done
expect 0 --now "$NOW" attest well --json
ok "the field that it has" jq -e '.diff|test("\n\\+last_reviewed: 2026-03-01 # by Kenji\n") and (test("last_reviewed_at")|not)' "$out"

# What is not stale, what is no page, what cannot be dated.
expect 1 --now "$NOW" attest $c/new.md
ok "not stale" grep -q "not stale, nothing was proposed; its newest date is 2026-02-20" "$err"
expect 1 --now "$NOW" attest nowhere
expect 2 attest
expect 3 --now "$NOW" attest $c/flow.md
[ "$(cat $c/flow.md | sed -n 2p)" = '{type: concept, name: Flow, updated: 2025-01-01}' ] || fail "written"

# Another change waits: that one is named.
mkdir -p raw
printf '# Pump\n\n## How it works\n\nWith a belt.\n' >raw/belt.md
expect 0 --now "$NOW" promote raw/belt.md --into $c/pump.md --json
id=$(jq -r .proposal "$out")
expect 1 --now "$NOW" attest $c/pump.md
ok "names it" grep -q "$id waits and would change it" "$err"
expect 0 review reject "$id" --reason wrong

# It is confirmed as it was read: another text is another reading.
expect 0 --now "$NOW" attest $c/pump.md --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
echo "By day, too." >>$c/pump.md
expect 4 --now "$NOW" review approve "$id" --sha256 "$sum"
expect 2 --now "$NOW" review edit "$id" --file $c/pump.md
ok "no text" grep -q "leaves the page as it is" "$err"
expect 0 --now "$NOW" review edit "$id" --again --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
# A page that says otherwise since then is told of, and takes a reason.
page $c/dry.md 'type: concept' 'name: Dry' 'updated: 2026-02-20' 'contradicts: [pump]'
expect 4 --now "$NOW" review approve "$id" --sha256 "$sum" --json
is '[.again[]|[.id,.check]]' "[[\"$id\",\"contradiction\"]]"
id=$(jq -r '.again[0].proposal' "$out")
expect 6 --now "$NOW" review approve "$id" --sha256 "$sum"
expect 0 --now "$NOW" review approve "$id" --sha256 "$sum" --reason "it was rain"
ok "kept" grep -q '^By day, too.$' $c/pump.md
expect 0 log --verify
