#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Steps that a dead process left between intent and done, made by hand: the
# next start finishes or drops them, and says the same the second time.
. "$(dirname "$0")/../cli/lib.sh"

# made NAME: a published proposal whose DONE row never came
made() {
	workspace "$1"
	expect 0 record --session s --role user --time 2026-02-01T10:00:00Z "Mara decided on 2026-02-01 to keep FalkorDB."
	expect 0 consolidate --json
	sum=$(jq -r .sha256 "$out")
	cp pending-episodes.log "$work/log"
	expect 0 review approve C-1 --sha256 "$sum"
	cp STORY.md "$work/story"
	sed -i '$d' .reverie/ledger.jsonl
	rm -f .reverie/reverie.db*
	[ "$(jq -r .kind .reverie/ledger.jsonl | tail -1)" = approve ] || fail "the ledger"
}
# ends KIND PENDING STATE: how the next start ends it
ends() {
	expect 0 status --json
	is .pending.episodes "$2"
	is .episodes 1
	expect 0 log --json
	is '.ledger[0]|if .aborted then "abort" elif .end then "done" else null end' "\"$1\""
	expect 0 review --all --json
	is '.proposals[0].state' "\"$3\""
	expect 0 log --verify
	n=$(wc -l <.reverie/ledger.jsonl)
	expect 0 status
	[ "$(wc -l <.reverie/ledger.jsonl)" -eq "$n" ] || fail "ended twice"
	[ -z "$(ls -A .reverie | grep -E 'pending\.')" ] || fail "left over"
}
same() {
	cmp -s "$1" "$2" || fail "$1: $(cat "$1")"
}

made published
ends done 0 approved
same STORY.md "$work/story"
expect 0 undo
same pending-episodes.log "$work/log"

made log-not-taken
cp "$work/log" pending-episodes.log
ends done 0 approved
[ ! -e pending-episodes.log ] || fail "the log is still there"

made log-grown
{
	cat "$work/log"
	printf '[2026-02-02T10:00:00.000Z] human: heartbeat\n---\n'
} >pending-episodes.log
expect 0 status --json
is '[.episodes,.pending.episodes]' '[2,1]'
[ "$(cat pending-episodes.log)" = '[2026-02-02T10:00:00.000Z] human: heartbeat
---' ] || fail "rest: $(cat pending-episodes.log)"

made log-renamed
cp "$work/log" .reverie/pending.taken
ends done 0 approved

made log-renamed-and-new
cp "$work/log" .reverie/pending.taken
printf '[2026-02-02T10:00:00.000Z] human: said meanwhile\n---\n' >>.reverie/pending.taken
printf '[2026-02-03T10:00:00.000Z] human: said after\n---\n' >pending-episodes.log
expect 0 status --json
is '[.episodes,.pending.episodes]' '[3,2]'
[ "$(grep -c human pending-episodes.log)" -eq 2 ] || fail "log: $(cat pending-episodes.log)"
ls .reverie/pending.* 2>/dev/null && fail "left over"

made not-published
rm STORY.md
cp "$work/log" pending-episodes.log
ends abort 1 open
same pending-episodes.log "$work/log"
expect 0 review approve C-1 --sha256 "$sum"
same STORY.md "$work/story"

made edited-behind
printf '\n\nBy hand.' >>STORY.md
ends done 0 approved
ok "the edit" grep -q 'By hand.' STORY.md

made edited-before
printf 'Something else.' >STORY.md
cp "$work/log" pending-episodes.log
expect 0 status
ok "no warning" grep -q warning "$err"
ends abort 1 open
[ "$(cat STORY.md)" = 'Something else.' ] || fail "an edit was lost"
same pending-episodes.log "$work/log"

# An undo that was cut off.
made undo
expect 0 status
expect 0 undo
sed -i '$d' .reverie/ledger.jsonl
rm -f .reverie/reverie.db*
ends done 1 undone
same pending-episodes.log "$work/log"
made undo-log
expect 0 status
expect 0 undo
sed -i '$d' .reverie/ledger.jsonl
rm -f .reverie/reverie.db* pending-episodes.log
ends done 1 undone
same pending-episodes.log "$work/log"

# A half line at the end of every file of the record.
made half-lines
for f in episodes ledger traces subconscious; do
	printf '{"v":1,"half' >>.reverie/$f.jsonl
done
rm -f .reverie/reverie.db*
expect 0 status --json
is '[.episodes,.pending.episodes]' '[1,0]'
expect 0 record --session s --role user "Another one."
expect 0 turn "FalkorDB"
expect 0 status --json
is '[.episodes,.runs]' '[2,1]'

# No step at all: what lies about goes back to the log.
workspace stray
printf '[2026-02-01T10:00:00.000Z] human: one\n---\n' >.reverie/pending.taken
expect 0 status --json
is '.pending.log.episodes' 1
ok "put back" grep -q 'human: one' pending-episodes.log
printf '[2026-02-02T10:00:00.000Z] human: two\n---\n' >.reverie/pending.rest
expect 0 status --json
is '.pending.log.episodes' 2
ln pending-episodes.log .reverie/pending.rest
expect 0 status --json
is '.pending.log.episodes' 2
[ "$(stat -c %h pending-episodes.log)" -eq 1 ] || fail "still linked"
