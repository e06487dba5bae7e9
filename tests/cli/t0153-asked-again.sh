#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The checks of a promotion are asked once more when it is approved: what came
# since, and what the same step writes, is noticed.
. "$(dirname "$0")/lib.sh"

raw() { # SLUG TITLE TEXT
	mkdir -p raw
	printf -- '---\ntitle: %s\ndate: 2026-02-20\nthemes: [runtime]\n---\n\n# %s\n\n%s\n' \
		"$2" "$2" "$3" >"raw/$1.md"
}

propose() { # PATH ARGS...; $id and $sum are of the proposal
	expect 0 --now "$NOW" promote "$@" --json
	id=$(jq -r .proposal "$out")
	sum=$(jq -r .sha256 "$out")
}

rows() { wc -l <.reverie/ledger.jsonl; }

workspace w

# Nothing changed: nothing is asked, one row more than the step itself is wrong.
raw calm Calm "The queue keeps what nobody took for 3 days."
propose raw/calm.md
before=$(rows)
expect 0 --now "$NOW" review approve "$id" --sha256 "$sum" --json
is '[.id,.ledger.kind]' "[\"$id\",\"approve\"]"
[ "$(rows)" -eq $((before + 2)) ] || fail "more than a step was written"

# A page with the same title comes between.
raw lamp Lamp "The lamp of the landing is switched by hand."
propose raw/lamp.md
mkdir -p wiki/entities
printf -- '---\ntype: entity\nname: Lamp\nupdated: 2026-02-25\nthemes: [runtime]\n---\n\n# Lamp\n\nA person of that name.\n' \
	>wiki/entities/the-lamp.md
old=$id
expect 4 --now "$NOW" review approve "$old" --sha256 "$sum" --json
new=$(jq -r '.again[0].proposal' "$out")
is '[.error.code,.again[0].id,.again[0].check,.again[0].level]' \
	"[\"moved\",\"$old\",\"alias\",\"warn\"]"
is '.again[0].sha256' "\"$sum\""
ok "names the page" jq -e '.again[0].message|test("wiki/entities/the-lamp.md")' "$out"
ok "names the new one" grep -q "^reverie: $old: .*look at $new" "$err"
[ ! -e wiki/concepts/lamp.md ] || fail "published"
expect 0 review show "$new" --json
is '[.state,.sha256]' "[\"open\",\"$sum\"]"
ok "fresh checks" jq -e '.checks[]|select(.code=="alias")|.level=="warn"' "$out"
ok "where it is from" jq -e '.source=="raw/lamp.md" and .batches[0].moved==1' "$out"
expect 0 review list --all --json
is "[.proposals[]|select(.id==\"$old\")|.state]" '["superseded"]'
# The person has seen it now: with a reason it is written.
expect 6 --now "$NOW" review approve "$new" --sha256 "$sum"
expect 0 --now "$NOW" review approve "$new" --sha256 "$sum" --reason "another lamp"
[ "$(sha wiki/concepts/lamp.md)" = "$sum" ] || fail "other bytes"

# A name is the same however it is written, also in a path alone.
n=0
while IFS='|' read -r title path name; do
	n=$((n + 1))
	raw "n$n" "$title" "Number $n of these is w$n x$n y$n z$n."
	propose "raw/n$n.md"
	printf -- '---\ntype: entity\nname: %s\nthemes: [runtime]\n---\n\n# %s\n\nIt is number $n.\n' \
		"$name" "$name" >"wiki/entities/$path.md"
	expect 4 --now "$NOW" review approve "$id" --sha256 "$sum" --json
	is '.again[0].check' '"alias"'
done <<'END'
STRASSE|the-road|Straße
Boat House!|boat-house-2|boat: house
Oil can|oil-can|What else
Кафе|in-cyrillic|кафе
Crème|cr%C3%A8me|Something
END
expect 0 review --json
for id in $(jq -r '.proposals[].id' "$out"); do
	expect 0 review reject "$id" --reason done
done

# Two of one step with one name: none is written, the second is asked again.
raw pump "Pump" "The pump of the cellar runs at night."
raw pump2 "Pump" "Pumpe is what Kenji calls his band."
propose raw/pump.md --to concept
one=$id=$sum
propose raw/pump2.md --to entity
two=$id=$sum
ok "alone it is right" jq -e '[.checks[]|select(.level!="ok")]==[]' "$out"
expect 4 --now "$NOW" review apply "$one" "$two" --json
is '[.again[]|[.id,.check]]' "[[\"${two%%=*}\",\"alias\"]]"
new=$(jq -r '.again[0].proposal' "$out")
[ ! -e wiki/concepts/pump.md ] || fail "half a batch"
expect 0 review --json
is '[.proposals[].id]' "[\"${one%%=*}\",\"$new\"]"
expect 0 --now "$NOW" review apply "$one" "$new=${two#*=}" --reason "$new=he says so"
[ -e wiki/concepts/pump.md ] || fail "not written"

# ... with one text, and with a page that says it disagrees.
raw a "Heat of the vault" "Kenji measured 41 degrees in the vault behind the bakery on Tuesday."
raw b "Oven nights" "Kenji measured 41 degrees in the vault behind the bakery on Tuesday."
propose raw/a.md --to concept
one=$id=$sum
propose raw/b.md --to concept
two=$id=$sum
expect 4 --now "$NOW" review apply "$one" "$two"
ok "text" grep -q "in the place of ${two%%=*}" "$out"
ok "duplicate" grep -q 'warn *duplicate .*wiki/concepts/heat-of-the-vault.md' "$out"
raw c "Rain barrel" "The barrel holds 200 litres."
raw d "Cistern" "Nobody knows the volume of it."
propose raw/c.md --to concept
sed 's/^name: .*/&\ncontradicts: [cistern]/' <(
	expect 0 review show "$id" --json
	jq -r .diff "$out" | sed -n 's/^+//p' | sed 1d) >"$work/edit.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/edit.md" --json
one=$(jq -r '"\(.proposal)=\(.sha256)"' "$out")
propose raw/d.md --to concept
two=$id=$sum
expect 4 --now "$NOW" review apply "$one" "$two" --reason "${one%%=*}=by hand" --json
is '[.again[]|[.id,.check]]' "[[\"${two%%=*}\",\"contradiction\"]]"

# What a person did to a text is still told of, and the source is what it was.
raw e "Ferry" "The ferry leaves at 7."
propose raw/e.md --to concept
{ jq -r .diff "$out" | sed -n 's/^+//p' | sed 1d; echo; echo "It is late in winter."; } >"$work/edit.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/edit.md" --json
old=$(jq -r .proposal "$out")
sum=$(jq -r .sha256 "$out")
edited=$(jq -c '.checks[]|select(.code=="edited")' "$out")
printf -- '---\ntype: entity\nname: Ferry\nthemes: [runtime]\n---\n\n# Ferry\n\nA boat.\n' >wiki/entities/the-ferry.md
echo "And back at 9." >>raw/e.md
expect 4 --now "$NOW" review approve "$old" --sha256 "$sum" --reason seen --json
new=$(jq -r '.again[0].proposal' "$out")
expect 0 review show "$new" --json
is '.checks[]|select(.code=="edited")' "$edited"
ok "source" jq -e '.checks[]|select(.code=="provenance")|.message|test("something else since")' "$out"
expect 0 log --verify
