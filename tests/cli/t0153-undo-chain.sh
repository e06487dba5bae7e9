#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A step is turned round nine times, by the undo's number and by its own: each
# row, whatever part of the log is read, says what it did and what stands.
. "$(dirname "$0")/lib.sh"
printf '#!/bin/sh\nexec "%s" --now %s "$@"\n' "$REVERIE" "$NOW" >"$work/reverie"
chmod +x "$work/reverie"
REVERIE=$work/reverie

expect 0 demo --at "$work/demo" --no-console
cd "$work/demo" || exit 99
expect 0 review show P-2 --json
sum=$(jq -r .sha256 "$out") page=$(jq -r .target "$out")
[ ! -e "$page" ] || fail "$page is there"
expect 0 review approve P-2 --sha256 "$sum" --json
step=$(jq .ledger.id "$out")

# What the log says of the newest row, of the one before and of the decision.
truth() { # ID BEFORE
	local word=undo again=false mark=undone_by
	[ ! -e "$page" ] || { word=redo again=true mark=again_by; }
	for n in 1 2 4 50; do
		expect 0 log -n $n
		ok "the newest row of $n is no $word" \
			grep -qE "^ *$1 .*  $word  .*  of $2$" "$out"
		expect 0 log -n $n --json
		is '.ledger[0]|[.id,.kind,.again,.undone_by]' \
			"[$1,\"undo\",$again,null]"
	done
	is "[.ledger[]|select(.id==$step)|.$mark]" "[$1]"
	is "[.ledger[]|select(.id==$step)|.undone_by,.again_by]|map(select(.))" \
		"[$1]"
	[ "$2" = "$step" ] ||
		is "[.ledger[]|select(.id==$2)|.undone_by]" "[$1]"
}
chain() {
	local of=$step there id word
	for i in 1 2 3 4 5 6 7 8 9; do
		there=$(state_of "$page")
		expect 0 undo "$1$of" --json
		id=$(jq .ledger.id "$out")
		is '.ledger|[.again,.of]' "[$([ $((i % 2)) = 1 ] && echo false || echo true),$of]"
		[ "$(state_of "$page")" != "$there" ] || fail "$i: nothing turned"
		truth "$id" "$of"
		# Older ones of the chain turn nothing any more, and say who does.
		expect 1 undo "$of"
		grep -q "reverie undo $id" "$err" || fail "no way: $(cat "$err")"
		of=$id
	done
	last=$of
}
chain ""
[ ! -e "$page" ] || fail "nine undos, and it is there"

# The command says the word that the log says.
expect 0 undo "row-$last"
grep -qE '  redo  ' "$out" || fail "what did it says another word"
word=$(sed -n 1p "$out")
expect 0 log -n 1
[ "$(sed 's/ *$//' "$out")" = "$(sed 's/ *$//' <<<"$word")" ] || fail "not: $word"
# By the number of the decision, too: the same chain.
expect 0 undo
expect 0 log -n 1 --json
is '.ledger[0]|[.of,.again]' "[$step,false]"
[ ! -e "$page" ] || fail "still there"
truth "$(jq '.ledger[0].id' "$out")" "$step"
expect 1 undo "$last"
expect 1 undo row-x
rm -f .reverie/reverie.db*
truth "$(expect 0 log -n 1 --json; jq '.ledger[0].id' "$out")" "$step"

# A rejection writes no file that could tell a wrong undo.
expect 0 review reject P-3 --reason no --json
step=$(jq .ledger.id "$out")
state() {
	expect 0 review list --json
	jq -r '[.proposals[]|select(.id=="P-3")|.state]|first // "rejected"' "$out"
}
of=$step
for want in open rejected open rejected open; do
	expect 0 undo "$of" --json
	of=$(jq .ledger.id "$out")
	[ "$(state)" = "$want" ] || fail "P-3 is not $want"
done
expect 1 undo "$step"
[ "$(state)" = open ] || fail "a refused undo decided"

# -n counts the rows that are shown; in JSON, too.
expect 0 log
all=$(wc -l <"$out")
cp "$out" "$work/all"
for n in 0 1 2 3 7 "$all" 5000; do
	expect 0 log -n "$n"
	want=$((n < all ? n : all))
	[ "$(wc -l <"$out")" -eq "$want" ] || fail "-n $n: $(wc -l <"$out")"
	cmp -s "$out" <(head -n "$want" "$work/all") || fail "-n $n: other rows"
	expect 0 log -n "$n" --json
	is '.ledger|length' "$want"
done
lines=$(wc -l <.reverie/ledger.jsonl)
[ "$lines" -gt "$all" ] || fail "no row was folded"
expect 2 log -n -1
expect 0 log --verify
exit 0
