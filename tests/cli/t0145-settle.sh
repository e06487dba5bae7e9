#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# review edit --skip and --settle: another text for a proposal, checked again.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw wiki/decisions
cat >wiki/decisions/engine.md <<'EOF'
---
type: decision
name: Engine
status: closed
date: 2026-02-01
updated: 2026-02-01
---

# Engine

## Decision

Redis it is.

## Consequences

One more program.

It has to be watched.

Somebody knows it.

## Status

Closed.
EOF
printf -- '---\ndate: 2026-02-20\n---\n# Engine\n\n## Decision\n\nFalkorDB it is.\n' >raw/engine.md
propose() {
	expect 0 --now "$NOW" promote raw/engine.md --to decision \
		--into wiki/decisions/engine.md --json
	id=$(jq -r .proposal "$out")
}
result() {
	cat ".reverie/objects/$(jq -r .sha256 "$out")" 2>/dev/null ||
		cat "$(find .reverie/objects -type f | grep "$(jq -r '.sha256[2:]' "$out")")"
}

# Exactly one way, and one that exists.
propose
ok "both sides are named" jq -e '.checks[]|select(.code=="contradiction" and .level=="warn")|
	.message|test("Redis it is") and test("FalkorDB it is") and test("2026-02-01") and test("2026-02-20")' "$out"
expect 2 review edit "$id"
expect 2 review edit "$id" --skip 1 --settle new
expect 2 review edit "$id" --settle neither
expect 2 review edit "$id" --skip 0
expect 2 review edit "$id" --skip 9
expect 2 review edit "$id" --skip x

# A hunk is left out; the last one is not.
expect 0 --now "$NOW" review edit "$id" --skip 1 --json
next=$(jq -r .proposal "$out")
ok "the rest stays" grep -q 'FalkorDB it is' <(result)
ok "its lines are the old ones" grep -q '^updated: 2026-02-01' <(result)
expect 4 review edit "$id" --skip 1
while "$REVERIE" --now "$NOW" review edit "$next" --skip 1 --json >"$out" 2>"$err"; do
	next=$(jq -r .proposal "$out")
done
ok "says so" grep -q 'it is all that' "$err"
expect 0 review reject "$next" --reason wrong

# Each side; what was settled is not asked again.
for side in old new both; do
	propose
	expect 0 --now "$NOW" review edit "$id" --settle $side --json
	next=$(jq -r .proposal "$out")
	ok "settled" jq -e '.checks[]|select(.code=="contradiction" and .level=="ok")' "$out"
	result >"$work/page"
	ok "named" grep -q '^settled: \[raw/engine.md\]' "$work/page"
	case $side in
	old)
		ok "old" grep -q '^Redis it is' "$work/page"
		no "new" grep -q '^FalkorDB it is' "$work/page"
		ok "status" grep -q '^status: closed' "$work/page" ;;
	new)
		no "old" grep -q '^Redis it is' "$work/page"
		ok "new" grep -q '^FalkorDB it is' "$work/page"
		ok "status" grep -q '^status: open' "$work/page" ;;
	both)
		ok "old" grep -q '^Redis it is' "$work/page"
		ok "new" grep -q '^FalkorDB it is' "$work/page"
		ok "date" grep -q 'As of 2026-02-01:' "$work/page"
		ok "date" grep -q 'As of 2026-02-20 (raw/engine.md):' "$work/page" ;;
	esac
	expect 1 --now "$NOW" review edit "$next" --settle $side
	expect 0 review reject "$next" --reason wrong
done

# A page that moved is not settled over, and nothing contradicts a new page.
propose
echo mine >>wiki/decisions/engine.md
expect 4 review edit "$id" --settle new
expect 4 review edit "$id" --skip 1
printf '# Lamp\n\n## Definition\n\nIt hangs above the door.\n' >raw/lamp.md
expect 0 --now "$NOW" promote raw/lamp.md --json
expect 1 review edit "$(jq -r .proposal "$out")" --settle old
ok "the base was left alone" grep -q '^mine$' wiki/decisions/engine.md

# Put aside until something about it changes.
printf '# Door\n\n## Definition\n\nIt is green.\n' >raw/door.md
expect 0 --now "$NOW" promote raw/door.md --json
id=$(jq -r .proposal "$out")
expect 0 --now "$NOW" review defer "$id" --for until-event --json
is '[.due,.until_event,.defers]' '[null,true,1]'
expect 0 log --verify
