#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# turn and trace.
. "$(dirname "$0")/lib.sh"

imported w
expect 0 --now "$NOW" turn --json --session now "How did the restore drill with Kenji go?"
is .v 1
is .run 1
is .skipped null
is '.ms|add' 0
is '[.flashbacks[].ref]|sort' '["a2","a3"]'
is '.flashbacks[0]|[.fact,.layer,.path!=null,.line>0,(.label|length>0),(.text|length>0),(.source_text|length>0),.time!=null,.origin!=null]' \
	'[null,"raw",true,true,true,true,true,true,true]'
is '([.verdicts[]]|add)==.unique' true
is '.verdicts.in' 2
ok "no block" jq -e '.block|test("SUBCONSCIOUS RESONANCE")' "$out"
ok "engines" jq -e '.engines|length>0' "$out"
cp "$out" "$work/first"
expect 0 status --json
is '[.runs,.episodes]' '[1,4]'

expect 0 trace --json 1
is '[.v,.run,.session]' '[1,1,"now"]'
is '[.candidates[]|select(.verdict=="in")]|length' 2
is '.queries|length>0' true
is '.candidates[0]|[has("ref"),has("layer"),has("path"),has("line"),has("score"),has("verdict"),has("why")]|all' true
expect 0 trace '#1'
[ "$(jq -c '[.step,.run,.session,.in,.unique,.skipped,.t]' .reverie/subconscious.jsonl)" = \
	"[\"turn\",1,\"now\",2,$(jq .unique "$work/first"),null,\"$NOW\"]" ] ||
	fail "journal: $(cat .reverie/subconscious.jsonl)"

# The echo ring: not again in this session, but in another; a dry run is none.
expect 0 --now "$NOW" turn --json --dry-run --session other "How did the restore drill with Kenji go?"
is .run null
is '.flashbacks|length' 2
expect 0 --now "$NOW" turn --json --session now "How did the restore drill with Kenji go?"
is '.verdicts.echo' 2
is '.flashbacks' '[]'
is .block '""'
expect 0 --now "$NOW" turn --json --session other "How did the restore drill with Kenji go?"
is .run 3
is '.flashbacks|length' 2

# Repeatable to the byte.
imported again
expect 0 --now "$NOW" turn --json --session now "How did the restore drill with Kenji go?"
sed 's|/again/|/w/|g' "$out" | cmp -s - "$work/first" || fail "two runs differ"

# Skipped: exit 0, a reason, a journal line.
expect 0 turn --json --session now "Read HEARTBEAT.md if it exists (workspace context). If nothing needs attention, reply HEARTBEAT_OK."
is .skipped '"heartbeat"'
is .flashbacks '[]'
expect 0 turn --json --session probe-1 hello
is .skipped '"probe"'
[ "$(jq -r .skipped .reverie/subconscious.jsonl | tail -1)" = probe ] || fail "journal"
expect 0 turn --json "Nothing of the kind zeppelin"
is .flashbacks '[]'

# History: given, or the last messages of the session; it sets the horizon.
cat >"$work/batch" <<END
{"id":"h","session":"n1","message":"How did the restore drill with Kenji go?","history":[{"role":"user","text":"Hello there","time":"2026-02-02T08:00:00Z"}],"now":"$NOW"}
{"id":"i","session":"talk","message":"How did the restore drill with Kenji go?","history":[{"role":"user","text":"Fennel is the name of the   new server in Timo's flat."}]}
{"id":"j","session":"n3","message":"How did the restore drill with Kenji go?","history":[]}
{"id":"k","session":"talk","message":"How did the restore drill with Kenji go?"}
{"id":"l","session":"n4","message":"x","history":"no list"}
{"id":"m","session":"n4","message":"x","now":"no time"}
END
rv turn --batch "$work/batch"
[ "$rc" -eq 3 ] || fail "exit $rc"
is 'select(.id=="h")|[.flashbacks[].ref]' '["a2"]'
is 'select(.id=="h")|.verdicts.horizon' 1
is 'select(.id=="i")|[.flashbacks[].ref]|sort' '["a2","a3"]'
is 'select(.id=="j")|[.flashbacks[].ref]|sort' '["a2","a3"]'
is 'select(.id=="k")|.flashbacks' '[]'
is 'select(.error)|.error.code' "$(printf '"input.malformed"\n"input.malformed"')"

# Without the trace file a turn still answers.
imported ro
expect 0 --readonly turn --json "How did the restore drill with Kenji go?"
is .run null
is '.flashbacks|length' 2
[ ! -e .reverie/traces.jsonl ] || [ ! -s .reverie/traces.jsonl ] || fail "a trace"

# No secret of a message is written down.
expect 0 turn "my password=hunter2secret and the drill"
no "a secret in the trace" grep -rqF hunter2secret .reverie
