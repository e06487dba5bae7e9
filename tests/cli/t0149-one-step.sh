#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A batch of approvals, rejections and deferrals is one step: undo takes back
# all of it, undo of that brings all of it again; undo alone means the newest
# step of whoever asks.
. "$(dirname "$0")/lib.sh"
USER=mara
export USER
workspace batch
mkdir -p raw wiki/concepts

# Ids of five proposals, their hashes.
ids=()
shas=()
for w in harbour violin lantern compass orchard; do
	printf -- '---\ntitle: The %s\ndate: 2026-02-20\n---\n# The %s\n\n## Definition\n\nA %s is told of here, and of %sone, %stwo and %sthree nothing else.\n' \
		$w $w $w $w $w $w >raw/$w.md
	expect 0 --now "$NOW" promote raw/$w.md --to concept --json
	ids+=("$(jq -r .proposal "$out")")
	shas+=("$(jq -r .sha256 "$out")")
done
states() {
	"$REVERIE" review list --all --json | jq -c '[.proposals[].state]'
}
becomes() {
	[ "$(states)" = "$1" ] || fail "$2: $(states), not $1"
	# the index follows from the files alone
	rm -f .reverie/reverie.db*
	[ "$(states)" = "$1" ] || fail "$2, made anew: $(states), not $1"
	expect 0 log --verify
}
waiting='["open","open","open","open","open"]'
decided='["approved","approved","rejected","deferred","open"]'

expect 2 review apply
expect 2 review apply --reject "${ids[2]}"
expect 2 review apply --reject "${ids[2]}=junk" --defer "${ids[2]}=1d"
expect 2 review apply --reject "${ids[2]}=junk" --defer "${ids[3]}=soon"
becomes "$waiting" 'refused'

# A wrong hash of one stops all of it.
expect 6 --now "$NOW" review apply "${ids[0]}=${shas[1]}" --reject "${ids[2]}=junk"
becomes "$waiting" 'a wrong hash'

expect 0 --now "$NOW" review apply "${ids[0]}=${shas[0]}" "${ids[1]}=${shas[1]}" \
	--reject "${ids[2]}=told twice" --defer "${ids[3]}=2 weeks" --json
is '[(.ids|length),.rejected,.deferred]' "[2,[\"${ids[2]}\"],[\"${ids[3]}\"]]"
is '[.ledger.also[]|[.kind,.reason]]' \
	'[["reject","told twice"],["defer","until 2026-03-15T12:00:00.000Z"]]'
step=$(jq .ledger.id "$out")
rows=$("$REVERIE" log -n 1000 --json | jq '.ledger|length')
becomes "$decided" 'a batch'
[ -f wiki/concepts/the-harbour.md ] || fail "no page"
pages=$(sha wiki/concepts/the-harbour.md)

# By nobody else's undo, but by its own.
USER=kenji rv undo
[ "$rc" -eq 1 ] || fail "an undo took somebody else's step: $rc"
ok "says so" grep -q 'no step of yours' "$err"
expect 0 undo --json
is .ledger.of "$step"
becomes "$waiting" 'undo of a batch'
[ ! -e wiki/concepts/the-harbour.md ] || fail "the page stayed"
undo=$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')
expect 0 undo "$undo"
becomes "$decided" 'undo of its undo'
[ "$(sha wiki/concepts/the-harbour.md)" = "$pages" ] || fail "another page"
[ "$("$REVERIE" log -n 1000 --json | jq '.ledger|length')" -eq $((rows + 2)) ] ||
	fail "rows were not appended"

# What was decided again since then stays as it is.
expect 0 review reject "${ids[3]}" --reason 'not any more'
expect 0 undo "$step"
becomes '["open","open","open","rejected","open"]' 'undo behind a later decision'
again=$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')
expect 0 undo "${ids[3]}"
becomes '["open","open","open","open","open"]' 'and of that one: nothing puts it aside'
expect 0 review reject "${ids[3]}" --reason 'not any more'
expect 0 undo "$again"
becomes '["approved","approved","rejected","rejected","open"]' 'and its undo'

# A single rejection is a step like any other, and the newest one.
expect 0 undo
becomes '["approved","approved","rejected","open","open"]' 'undo of a rejection'

# A batch without a page is one row, and one step.
expect 0 --now "$NOW" review apply --reject "${ids[3]}=junk" --defer "${ids[4]}=until-event" --json
is '[.ledger.kind,(.ledger.also|length)]' '["reject",2]'
becomes '["approved","approved","rejected","rejected","deferred"]' 'no page'
expect 0 --now "$NOW" review defer "${ids[4]}" --for 1d --json
is .defers 2
expect 0 undo
expect 0 undo
becomes '["approved","approved","rejected","open","open"]' 'undo of both'

# One alone is the row that it always was.
expect 0 --now "$NOW" review apply --reject "${ids[4]}=junk" --json
is '[.ledger.kind,.ledger.proposal,.ledger.also]' "[\"reject\",\"${ids[4]}\",null]"
