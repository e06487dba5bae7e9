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
		ok "status" grep -q '^status: closed' "$work/page" ;;
	both)
		ok "old" grep -q '^Redis it is' "$work/page"
		ok "new" grep -q '^FalkorDB it is' "$work/page"
		ok "date" grep -q 'As of 2026-02-01:' "$work/page"
		ok "date" grep -q 'As of 2026-02-20 (raw/engine.md):' "$work/page" ;;
	esac
	expect 1 --now "$NOW" review edit "$next" --settle $side
	expect 0 review reject "$next" --reason wrong
done

# Text beside what a closed decision decides is no pair of statements: it says
# so, what found no place is said after every edit, nothing can be chosen.
printf -- '---\ndate: 2026-02-22\n---\n# Disks\n\n## Question\n\nDo disks lie?\n\n## Findings\n\nSome do.\n\n## Sources\n\n- raw/engine.md\n' >raw/disks.md
expect 0 --now "$NOW" promote raw/disks.md --to decision \
	--into wiki/decisions/engine.md --json
id=$(jq -r .proposal "$out")
is '[.moved,.left]' '[1,"Findings"]'
is '[.checks[]|select(.level=="warn")|.code]' '["format","closed"]'
no "a quote of nothing" grep -q '""' "$out"
for side in old new both; do
	expect 1 --now "$NOW" review edit "$id" --settle $side
done
sed 's/^One more program/Do all disks lie?\n\n&/' wiki/decisions/engine.md >"$work/edited"
expect 0 --now "$NOW" review edit "$id" --file "$work/edited" --json
is '[.checks[]|select(.level=="warn")|.code]' '["format","closed"]'
ok "what was left is named" jq -e '.left|test("Findings")' "$out"
id=$(jq -r .proposal "$out")
sed -i -e '/Do all disks lie/,+1d' -e '/^date/s/$/ # seen/' "$work/edited"
expect 0 --now "$NOW" review edit "$id" --file "$work/edited" --json
ok "it adds nothing" jq -e '.checks[]|select(.code=="format" and .level=="warn")|
	.message|test("nothing that raw/disks.md says")' "$out"
id=$(jq -r .proposal "$out")
{ sed 's/^status: closed/status: open/' "$work/edited"; printf '\nSome do.\n\nDo disks lie?\n'; } >"$work/edited2"
expect 0 --now "$NOW" review edit "$id" --file "$work/edited2" --json
is '[.checks[]|select(.level=="warn")]' '[]'
expect 0 review reject "$(jq -r .proposal "$out")" --reason wrong

# Where a source is from does not come alone; the message is true.
printf '# Disks\n\n## Consequences\n\nOne more program.\n\n## Findings\n\nSome do.\n\n## Sources\n\n- raw/engine.md\n' >raw/disks.md
expect 1 --now "$NOW" promote raw/disks.md --to decision \
	--into wiki/decisions/engine.md
ok "says what was left" grep -q 'takes what stands under Findings' "$err"

# Several pages disagree: one is settled, the others are still there.
for w in one two; do
	printf -- '---\ntype: concept\nname: %s\ncontradicts: [boat]\n---\n# %s\n\n## Definition\n\nBoats are %s.\n' $w $w $w >wiki/decisions/$w.md
done
printf '# Boat\n\n## Definition\n\nBoats are wood.\n' >raw/boat.md
expect 0 --now "$NOW" promote raw/boat.md --to concept --json
id=$(jq -r .proposal "$out")
ok "both are counted" jq -e '.checks[]|select(.code=="contradiction" and .level=="warn")|
	.message|test("and 1 other page")' "$out"
expect 0 --now "$NOW" review edit "$id" --settle new --json
id=$(jq -r .proposal "$out")
ok "one is left" jq -e '.checks[]|select(.code=="contradiction" and .level=="warn")' "$out"
expect 0 --now "$NOW" review edit "$id" --settle new --json
ok "none is left" jq -e '.checks[]|select(.code=="contradiction" and .level=="ok")' "$out"
expect 0 review reject "$(jq -r .proposal "$out")" --reason wrong
rm wiki/decisions/one.md wiki/decisions/two.md

# A page that moved is not settled over, and nothing contradicts a new page.
propose
echo mine >>wiki/decisions/engine.md
expect 4 review edit "$id" --settle new
expect 4 review edit "$id" --skip 1
printf '# Lamp\n\n## Definition\n\nIt hangs above the door.\n' >raw/lamp.md
expect 0 --now "$NOW" promote raw/lamp.md --json
expect 1 review edit "$(jq -r .proposal "$out")" --settle old
ok "the base was left alone" grep -q '^mine$' wiki/decisions/engine.md

# An earlier text comes back; not over a page that moved, nor from elsewhere.
cp wiki/decisions/engine.md "$work/engine"
propose
first=$(jq -r .sha256 "$out")
expect 0 --now "$NOW" review edit "$id" --settle new --json
next=$(jq -r .proposal "$out")
expect 2 review edit "$next" --as P-1 --again
expect 1 review edit "$next" --as P-99
expect 0 --now "$NOW" promote raw/lamp.md --json
expect 2 review edit "$next" --as "$(jq -r .proposal "$out")"
expect 0 --now "$NOW" review edit "$next" --as "$id" --json
is .sha256 "\"$first\""
last=$(jq -r .proposal "$out")
echo more >>wiki/decisions/engine.md
expect 4 review edit "$last" --as "$next"
cp "$work/engine" wiki/decisions/engine.md
expect 0 review reject "$last" --reason wrong

# What was deferred before a decision is deferred when that is taken back.
printf '# Gate\n\n## Definition\n\nIt is red.\n' >raw/gate.md
expect 0 --now "$NOW" promote raw/gate.md --json
id=$(jq -r .proposal "$out")
sum=$(jq -r .sha256 "$out")
expect 0 --now "$NOW" review defer "$id" --for 2d --json
deferred=$(jq -r .ledger.id "$out")
for decision in "approve $id --sha256 $sum" "reject $id --reason no"; do
	expect 0 --now "$NOW" review $decision
	expect 0 --now "$NOW" undo "$id" --json
	is '[.step.proposals,.step.again,.step.deferred]' "[\"$id\",false,[\"$id\"]]"
	expect 0 --now "$NOW" review show "$id" --json
	is '.state' '"deferred"'
	expect 0 log --verify
done
rm .reverie/reverie.db
expect 0 --now "$NOW" review show "$id" --json
is '.state' '"deferred"'
expect 0 --now "$NOW" undo "$deferred" --json
is '[.step.kind,.step.deferred]' '["defer",[]]'
expect 0 --now "$NOW" review show "$id" --json
is '.state' '"open"'

# Deferred until something about it changes.
printf '# Door\n\n## Definition\n\nIt is green.\n' >raw/door.md
expect 0 --now "$NOW" promote raw/door.md --json
id=$(jq -r .proposal "$out")
expect 0 --now "$NOW" review defer "$id" --for until-event --json
is '[.due,.until_event,.defers]' '[null,true,1]'
expect 0 log --verify

# Another text for it ends that, and says so; the same text does not, nor is it
# said of one that waited openly.
expect 0 --now "$NOW" review show "$id" --json
jq -r .diff "$out" | sed -n '/^@@/,$p' | sed -n 's/^+//p' >"$work/door.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/door.md" --json
is '[.proposal,.already,.was_deferred]' "[\"$id\",true,false]"
printf '\nIt is high.\n' >>"$work/door.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/door.md"
ok "it is said" grep -qF "$id was deferred: what takes its place is not" "$out"
expect 0 --now "$NOW" review list --json
id=$(jq -r '.proposals[-1]|select(.state=="open")|.id' "$out")
printf '\nIt is old.\n' >>"$work/door.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/door.md" --json
is '[.replaces,.was_deferred]' "[\"$id\",false]"
