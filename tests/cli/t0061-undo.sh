#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Approve and undo, to the byte: story, anchor, pending log; undo of undo.
. "$(dirname "$0")/lib.sh"

workspace w
say() {
	expect 0 record --session s --role "$1" --time "$2" "$3"
}
say user 2026-02-01T10:00:00Z "We decided to keep FalkorDB on 2026-02-01."
say assistant 2026-02-01T10:01:00Z "Kenji will run the restore drill on Friday."
echo '{"messages": 99, "tokens": 99}' >.pending-consolidation-status
chmod 644 pending-episodes.log
log1=$(sha pending-episodes.log)

expect 0 consolidate --trigger pending --json
sum=$(jq -r .sha256 "$out")
# Said meanwhile: it is not narrated and stays in the log.
say user 2026-02-01T11:00:00Z "And a later word."
log2=$(sha pending-episodes.log)
cp pending-episodes.log "$work/log2"
expect 0 review approve C-1 --sha256 "$sum" --json
step=$(jq .ledger.id "$out")
[ "$(cat pending-episodes.log)" = "[2026-02-01T11:00:00.000Z] human: And a later word.
---" ] || fail "the log: $(cat pending-episodes.log)"
[ "$(stat -c %a pending-episodes.log)" = 644 ] || fail "mode of the log"
[ "$(jq -c . .pending-consolidation-status)" = '{"messages":1,"tokens":6}' ] ||
	fail "status: $(cat .pending-consolidation-status)"
[ "$log1" != "$log2" ] || fail "log"
expect 0 status --json
is '[.episodes,.pending.episodes,.pending.log.episodes]' '[3,1,1]'

# Undo: no story was there before.
expect 0 undo --json
is '[.v,.ledger.kind,.ledger.of,.ledger.before,.ledger.after]' \
	"[1,\"undo\",$step,\"$sum\",null]"
[ ! -e STORY.md ] || fail "STORY.md is still there"
[ "$(sha pending-episodes.log)" = "$log2" ] || fail "log after undo: $(cat pending-episodes.log)"
[ "$(stat -c %a pending-episodes.log)" = 644 ] || fail "mode of the log after undo"
[ "$(jq -c .messages .pending-consolidation-status)" = 3 ] || fail "status after undo"
expect 0 status --json
is '[.episodes,.pending.episodes,.pending.log.episodes,.chapters,.anchor]' '[3,3,3,0,null]'
expect 1 undo
expect 1 undo "$step"

# Undo of the undo.
expect 0 log --json
undo=$(jq '[.ledger[]|select(.kind=="undo")][0].id' "$out")
expect 0 undo "$undo" --json
is '[.ledger.of,.ledger.after]' "[$undo,\"$sum\"]"
redo=$(jq .ledger.id "$out")
[ "$(sha STORY.md)" = "$sum" ] || fail "redo"
[ "$(grep -c '^---$' pending-episodes.log)" -eq 1 ] || fail "log after redo"
expect 0 status --json
is '[.episodes,.pending.episodes]' '[3,1]'

# A second step on top, taken back in turn; by the proposal's name too.
story1=$(sha STORY.md)
say user 2026-02-02T10:00:00Z "Mara decided on 2026-02-02 to buy a disk."
expect 0 consolidate --json
expect 0 consolidate --approve --sha256 "$(jq -r .sha256 "$out")" --json
story2=$(sha STORY.md)
[ ! -e pending-episodes.log ] || fail "an empty log is left"
expect 0 status --json
is '[.episodes,.pending.episodes,.pending.log.episodes]' '[4,0,0]'

# The first step's file has moved on: refused, nothing changed.
expect 4 undo "$redo"
expect 1 undo "$undo"
expect 4 undo C-1
[ "$(sha STORY.md)" = "$story2" ] || fail "a refused undo wrote"

# An edit from outside is not undone away.
cp STORY.md "$work/story2"
printf '\n\nBy hand.' >>STORY.md
edited=$(sha STORY.md)
expect 4 undo --json
is .error.code '"moved"'
[ "$(sha STORY.md)" = "$edited" ] || fail "an edit was lost"
cat "$work/story2" >STORY.md

# Said behind the step: undo puts the slice before it.
say user 2026-02-03T10:00:00Z "A word behind the step."
expect 0 undo
[ "$(sha STORY.md)" = "$story1" ] || fail "story after the second undo"
[ "$(grep -o '^\[2026-..-..' pending-episodes.log | tr '\n' ' ')" = \
	'[2026-02-01 [2026-02-02 [2026-02-03 ' ] || fail "order: $(cat pending-episodes.log)"
expect 0 status --json
is '[.episodes,.pending.episodes]' '[5,3]'
expect 0 log --verify
ls -A .reverie | grep -E 'pending\.(taken|rest)' && fail "left over"
exit 0
