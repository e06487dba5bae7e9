#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A story that somebody else removed or cut is no beginning: every door says
# so, nothing is written on top of it, one command puts it back.
. "$(dirname "$0")/lib.sh"

export REVERIE_NOW=$NOW
expect 0 demo --at "$work/d" --no-console
cd "$work/d" || exit 99
cp STORY.md "$work/story"
was=$(sha STORY.md)
minute=0

say_lost() { # WORDS
	expect 0 status --json
	is '[.troubles[0].level,.ledger.ok]' '["error",true]'
	ok "status says $1" jq -e --arg w "$1" '.troubles[0].what|test($w)' "$out"
	expect 1 doctor --json
	is '[.checks[]|select(.kind=="memory" and .name=="story")|.state]' \
		'["damaged"]'
	minute=$((minute + 1))
	expect 0 record --session now --role user \
		--time "2026-03-01T12:0$minute:00Z" "Mara says that it $1."
	expect 0 consolidate --dry-run --json
	is '[.approvable,[.checks[]|select(.level=="fail")|.code]]' \
		'[false,["story.lost"]]'
	expect 3 consolidate --approve --sha256 "$(jq -r .sha256 "$out")"
	ok "says how" grep -q 'reverie story restore' "$err"
	expect 0 --headless --size 80x24 --script "$work/look"
	ok "banner: $1" grep -q "^ juno > overview  .*x .*$1" "$out"
	ok "lamp: $1" grep -q "^│ story      x .*$1" "$out"
	ok "need: $1" grep -q "│ x STORY.md .*$1.*2 story" "$out"
	ok "story: $1" grep -q "> story .*x .*$1" "$out"
	ok "restore" grep -q 'reverie story restore' "$out"
	ok "card: $1" grep -q "^x STORY.md .*$1" "$out"
	no "card" grep -q 'memory ok' "$out"
}

printf '%s\n' 'wait idle' 'key 1' 'wait idle' dump 'key 2' 'wait idle' dump 'size 50x12' \
	'wait idle' dump >"$work/look"
expect 1 story restore
expect 1 story accept "it is fine"
rm STORY.md
say_lost 'is gone, and not by Reverie'
no "no new story" test -e STORY.md

# What was proposed before it was lost is not written either.
cp "$work/story" STORY.md
expect 0 consolidate --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
rm STORY.md
expect 4 review approve "$id" --sha256 "$sum"

# One command, one step, which can be taken back and had again.
expect 0 story restore --json
is .ledger.action '"restore"'
[ "$(sha STORY.md)" = "$was" ] || fail "other bytes were put back"
expect 0 status --json
is '[.chapters,.troubles]' '[13,[]]'
expect 0 undo
[ ! -e STORY.md ] || fail "undo of a restore"
expect 0 undo "$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')"
[ "$(sha STORY.md)" = "$was" ] || fail "undo of the undo"
expect 0 review approve "$id" --sha256 "$sum"
now=$(sha STORY.md)

# Cut to a few lines: the same, and what a person accepts is the new measure.
head -12 STORY.md >"$work/cut"
cp "$work/cut" STORY.md
say_lost 'of its words, not by Reverie'
expect 0 story restore
[ "$(sha STORY.md)" = "$now" ] || fail "what was written last"
cp "$work/cut" STORY.md
expect 2 story accept
expect 0 story accept it was too long --json
is '[.ledger.kind,.ledger.reason]' '["accept","it was too long"]'
expect 0 status --json
is .troubles '[]'
expect 0 consolidate --dry-run --json
is .approvable true

# An outside edit of ordinary size is nobody's alarm.
printf '\n### [2026-02-28 20:00] By hand\n\nI wrote this chapter myself.\n' >>STORY.md
expect 0 status --json
is .troubles '[]'
expect 0 log --verify

# A story that was there before us is known, too.
mkdir "$work/own"
cp "$work/story" "$work/own/STORY.md"
cd "$work/own" || exit 99
expect 0 init
: >STORY.md
expect 0 status --json
ok "emptied" jq -e '.troubles[0].what|test("lost 100 %")' "$out"
rm STORY.md
expect 0 story restore
[ "$(sha STORY.md)" = "$was" ] || fail "the bytes of the first opening"

# A record of before keeps no bytes of it: that is said.
rm -rf .reverie/objects
rm STORY.md
expect 0 status --json
ok "honest" jq -e '.troubles[0].how|test("never kept here")' "$out"
expect 1 story restore
expect 0 story accept begin anew
expect 0 status --json
is .troubles '[]'
