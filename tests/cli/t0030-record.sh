#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# record writes the record and the pending log, once.
. "$(dirname "$0")/lib.sh"

workspace w
expect 0 --now "$NOW" record --json --session s --role user --name Mara "First thing."
is .v 1
is .skipped null
ok "no id" jq -e '.episode|test("^e-[0-9a-f]{16}$")' "$out"
[ "$(cat pending-episodes.log)" = "[$NOW] human: First thing.
---" ] || fail "the log is: $(cat pending-episodes.log)"
expect 0 status --json
is '[.episodes,.pending.episodes,.pending.log.episodes]' '[1,1,1]'

# Standard input, a time, several words.
printf 'From a pipe.\nTwo lines.' >"$work/in"
rv_in --now "$NOW" record --session s --role assistant --time 2026-02-28T01:02:03Z - <"$work/in"
[ "$rc" -eq 0 ] || fail "stdin"
ok "time" grep -q '^\[2026-02-28T01:02:03.000Z\] assistant: From a pipe.$' pending-episodes.log
expect 0 record --session s --role user several words here
ok "words" grep -q 'human: several words here$' pending-episodes.log

# Heartbeats are refused with a reason.
before=$(sha pending-episodes.log)
expect 0 record --json --session s --role assistant HEARTBEAT_OK
is .episode null
is .skipped '"heartbeat"'
expect 0 record --json --session probe-x --role user hello
is .skipped '"probe"'
[ "$(sha pending-episodes.log)" = "$before" ] || fail "a heartbeat in the log"
expect 0 status --json
is .episodes 3

# Masked before anything is written.
expect 0 record --session s --role user "token: ghp_0123456789abcdefghijABCDEFGHIJ012345 and password=hunter2secret"
no "a secret on disk" grep -rqE 'ghp_0123456789|hunter2secret' .

# The same message in a session file is the same episode.
mkdir sessions
cat >sessions/one.jsonl <<'END'
{"type":"session","version":3,"id":"one","timestamp":"2026-03-01T11:59:00.000Z","cwd":"/"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-03-01T11:59:30.000Z","message":{"role":"user","content":"First   thing."}}
END
expect 0 status --json
is '[.episodes,.pending.episodes,.pending.log.episodes]' '[4,4,4]'
expect 0 search --json "first thing"
is '[.hits[]|select(.text|test("First"))]|length' 1
is '.hits[0].session' '"one"'

# A secret is masked wherever it stands, in the session's name too.
token=gh$(printf p)_$(printf 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8' | cut -c1-36)
expect 0 --json record --session "work $token" --role user "hello there"
expect 0 --json turn --session "work $token" "hello"
no "a secret in the state" grep -rqF "$token" .
