#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Several proposals as one step: all or none, one undo.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir raw
list=()
for i in 1 2 3; do
	printf '# Page %s\n\nText of page %s: a%s b%s c%s.\n' $i $i $i $i $i >raw/p$i.md
	expect 0 --now "$NOW" promote raw/p$i.md --json
	list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
done
expect 2 --now "$NOW" review apply
expect 6 --now "$NOW" review apply P-1
expect 6 --now "$NOW" review apply "${list[0]}" "P-2=$(printf x | sha256sum | cut -c1-64)"
[ ! -e wiki ] || fail "half a batch"
expect 2 --now "$NOW" review apply "${list[0]}" "${list[0]}"
expect 1 --now "$NOW" review apply "${list[0]}" "P-99=${list[0]#*=}"
[ ! -e wiki ] || fail "half a batch"

expect 0 --now "$NOW" review apply "${list[@]}" --json
is .ids '["P-1","P-2","P-3"]'
[ "$(ls wiki/concepts | wc -l)" -eq 3 ] || fail "pages are missing"
expect 0 review --json
is .proposals '[]'
expect 0 review list --all --json
is '[.proposals[].state]|unique' '["approved"]'
expect 0 undo
[ "$(ls wiki/concepts | wc -l)" -eq 0 ] || fail "undo left pages"
expect 0 review list --all --json
# What was promoted waits again, until the undo is taken back.
is '[.proposals[].state]|unique' '["open"]'
expect 0 undo "$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')"
[ "$(ls wiki/concepts | wc -l)" -eq 3 ] || fail "undo of undo"
expect 0 review --json
is .proposals '[]'
expect 0 log --verify

# One page moved: none is written.
list=()
for i in 1 2; do
	o=$((3 - i))
	printf '# Page %s\n\nMore text of page %s: a%s b%s c%s.\n' $i $o $o $o $o >raw/p$i.md
	expect 0 --now "$NOW" promote raw/p$i.md --json
	list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
done
echo mine >>wiki/concepts/page-2.md
before=$(cat wiki/concepts/* | sha256sum)
# They repeat each other: without a reason for each the batch is refused.
expect 6 --now "$NOW" review apply "${list[@]}"
expect 6 --now "$NOW" review apply "${list[@]}" --reason "${list[0]%%=*}=meant"
ok "names the one without" grep -q "${list[1]%%=*}: an open warning" "$err"
expect 4 --now "$NOW" review apply "${list[@]}" --reason meant
[ "$(cat wiki/concepts/* | sha256sum)" = "$before" ] || fail "half a batch"
expect 0 log --verify
