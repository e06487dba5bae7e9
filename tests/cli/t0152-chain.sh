#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A ledger that was changed is read all the same; nothing is decided until a
# person accepts it with a reason, and whoever touches it again breaks it again.
. "$(dirname "$0")/lib.sh"

export REVERIE_NOW=$NOW
expect 0 demo --at "$work/d" --no-console
cd "$work/d" || exit 99
ledger=.reverie/ledger.jsonl
cp "$ledger" "$work/good"

refused() { # VERB...
	expect 6 "$@"
	ok "names row and line: $*" grep -q \
		'row 3 of the ledger (ledger.jsonl, line 3) was changed' "$err"
	ok "says how: $*" grep -q 'reverie chain accept' "$err"
}

printf '%s\n' 'wait idle' 'key 1' 'wait idle' dump 'key 8' 'wait idle' dump 'key 6' 'wait idle' \
	dump 'size 50x12' 'wait idle' dump >"$work/look"
printf '%s\n' 'wait text "chain broken"' 'wait idle' dump >"$work/needs"
seen() {
	expect 0 --headless --size 80x24 --script "$work/look"
	[ "$(grep -c '^ juno > .*x chain broken: row 3 was changed$' "$out")" = 3 ] ||
		fail "the line stands on every screen"
	ok "lamp" grep -q '^│ ledger     x   chain broken: row 3' "$out"
	ok "log" grep -q 'x chain broken at row 3: nothing is decided' "$out"
	ok "card" grep -q '^x chain broken: row 3' "$out"
	# It comes when the rows below it are there, and not above the window.
	XDG_STATE_HOME=$work/fresh.$RANDOM expect 0 --headless --size 80x24 \
		--script "$work/needs"
	ok "needs you" grep -q '^│ x chain broken: row 3' "$out"
	expect 0 status --json
	is '[.ledger.ok,.ledger.first_bad,.troubles[0].level]' \
		'[false,3,"error"]'
	expect 1 doctor --json
	is '[.checks[]|select(.kind=="memory")|[.name,.state]]' \
		'[["ledger","damaged"]]'
	expect 1 log --verify --json
	is '[.ok,.first_bad]' '[false,3]'
}

expect 1 chain accept nothing is wrong
# A row that is no row any more hides no other, with the old index and a new.
for index in old new; do
	sed -i '3s/"propose"/"prxpose"/' "$ledger"
	[ "$index" = old ] || rm .reverie/reverie.db
	seen
	expect 0 review --json
	is '[.proposals[].id]' '["P-1","P-3","P-4"]'
	expect 0 log --json
	is '[.ledger[].id]' '[5,4,2,1]'
	rv review show P-2
	[ "$rc" = 3 ] || [ "$rc" = 1 ] || fail "a row that cannot be read: $rc"
	before=$(sha "$ledger")
	p1=$("$REVERIE" review show P-1 --json | jq -r .sha256)
	refused review approve P-1 --sha256 "$p1" --reason why
	refused review apply "P-1=$p1"
	refused review reject P-1 --reason wrong
	refused review defer P-1
	refused undo
	refused promote raw/umbrella-thread.md --to entity
	refused consolidate
	refused import sessions
	expect 0 consolidate --dry-run
	[ "$(sha "$ledger")" = "$before" ] || fail "something was written"
	# What an agent does in a turn needs no decision.
	expect 0 turn "what about the queue"
	expect 0 record --session s --role user "Hello there, friend $index"
	cp "$work/good" "$ledger"
done
expect 0 log --verify

# Accepted by name and bytes, with a reason; from there on it counts again.
sed -i '3s/"propose"/"prxpose"/' "$ledger"
expect 2 chain accept
expect 0 chain accept "taken from a backup" --json
is '[.ledger.kind,.ledger.action,.ledger.of,.ledger.reason]' \
	'["accept","chain",3,"taken from a backup"]'
accepted=$(jq -r .ledger.id "$out")
[ "$(jq -r .ledger.before "$out")" = \
	"$(sed -n 3p "$ledger" | tr -d '\n' | sha256sum | cut -c1-64)" ] ||
	fail "the hash of the bad row's bytes"
expect 0 log --verify --json
is '[.ok,.accepted.id,.accepted.first_bad,.accepted.reason]' \
	"[true,$accepted,3,\"taken from a backup\"]"
expect 0 status --json
is '[.ledger.ok,.ledger.accepted,.troubles]' "[true,$accepted,[]]"
expect 0 review reject P-1 --reason wrong
expect 0 promote raw/umbrella-thread.md --to entity --json
is .proposal '"P-5"'
expect 0 log --verify
cp "$ledger" "$work/accepted"

# Any byte of it: before, in, and behind the row that accepts.
for line in 1 2 3 5 6 7; do
	cp "$work/accepted" "$ledger"
	sed -i "${line}s/\"time\":\"2026/\"time\":\"2027/" "$ledger"
	expect 1 log --verify --json
	expect 6 review defer P-3
done
cp "$work/accepted" "$ledger"
expect 0 log --verify

# Twice damaged, twice accepted; the palette does the same.
sed -i '7s/"reject"/"rejekt"/' "$ledger"
expect 1 log --verify --json
is .first_bad 7
printf '%s\n' 'wait idle' 'key :' 'type chain accept once more' 'key enter' \
	'wait text "This is a decision"' 'key y' 'wait idle' 'key esc' \
	'wait idle' dump >"$work/palette"
expect 0 --headless --size 120x36 --script "$work/palette"
no "no banner any more" grep -q 'chain broken' "$out"
expect 0 log --verify --json
is '[.ok,.accepted.first_bad,.accepted.reason]' '[true,7,"once more"]'

# The last bytes: of the last row, and its newline.
cp "$work/good" "$ledger"
rm -f .reverie/reverie.db*
size=$(stat -c %s "$ledger")
for back in 1 2 3; do
	cp "$work/good" "$ledger"
rm -f .reverie/reverie.db*
	printf '#' | dd of="$ledger" bs=1 seek=$((size - back)) conv=notrunc \
		2>/dev/null
	expect 1 log --verify
done
# Half a row of a killed process is no damage.
cp "$work/good" "$ledger"
rm -f .reverie/reverie.db*
printf '{"v":1,"id":6,"ti' >>"$ledger"
expect 0 log --verify
expect 0 review reject P-1 --reason wrong
expect 0 log --verify
