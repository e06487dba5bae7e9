#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# STORY.md.lock of a live process is waited for and named; a dead one's is not.
. "$(dirname "$0")/lib.sh"

imported w
expect 0 consolidate --json
sum=$(jq -r .sha256 "$out")
lock() {
	printf '{\n  "pid": %s,\n  "createdAt": "%s"\n}' "$1" "$2" >STORY.md.lock
}
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)

lock $$ "$now"
before=$(state_of STORY.md)
expect 4 review approve C-1 --sha256 "$sum" --json
is .error.code '"lock.held"'
ok "the pid is not named" grep -q "$$" "$err"
[ "$(state_of STORY.md)" = "$before" ] || fail "written under somebody's lock"
[ -e STORY.md.lock ] || fail "somebody's lock was removed"
expect 0 status --json
is .lock.pid $$
# Reading does not need it.
expect 0 search FalkorDB
expect 0 turn FalkorDB
expect 0 consolidate --dry-run

# A dead process, an old lock, a broken one.
bash -c 'exit 0' &
dead=$!
wait $dead
lock $dead "$now"
expect 0 review approve C-1 --sha256 "$sum"
[ ! -e STORY.md.lock ] || fail "lock"
lock $$ 2020-01-01T00:00:00.000Z
expect 0 undo
echo 'no json' >STORY.md.lock
touch -d '10 minutes ago' STORY.md.lock
expect 0 undo "$(expect 0 log --json; jq '[.ledger[]|select(.kind=="undo")][0].id' "$out")"
[ "$(sha STORY.md)" = "$sum" ] || fail "redo"

# A lock that says nothing may be one that is just being written.
printf '%s' '{"pid":' >STORY.md.lock
expect 4 undo
ok "no age" grep -Eq 'does not name \(age [0-9]+s\)' "$err"
rm STORY.md.lock

# Two approvals of one proposal: one is done, the other is told.
expect 0 record --session s --role user --time "$NOW" "Kenji decided on 2026-02-28 to rest."
expect 0 consolidate --json
id=$(jq -r .proposal "$out")
sum=$(jq -r .sha256 "$out")
for i in 1 2 3 4; do
	(
		"$REVERIE" review approve "$id" --sha256 "$sum" >/dev/null 2>&1
		echo $? >"$work/rc.$i"
	) &
done
wait
[ "$(cat "$work"/rc.* | sort | tr '\n' ' ')" = '0 4 4 4 ' ] ||
	fail "codes: $(cat "$work"/rc.* | tr '\n' ' ')"
[ "$(sha STORY.md)" = "$sum" ] || fail "story"
expect 0 log --verify
