#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every input line is added, seen, skipped, waiting or rejected, exactly once.
. "$(dirname "$0")/lib.sh"

workspace w
plain >"$work/p.jsonl"
expect 0 import --json "$work/p.jsonl"
is .v 1
is '[.files,.added,.seen,.waiting,(.rejected|length)]' '[1,4,0,0,0]'
expect 0 import --json --format jsonl "$work/p.jsonl"
is '[.files,.added,.seen]' '[1,0,4]'
expect 0 log --json
is '[.ledger[]|select(.kind=="source")]|length' 1
is '[.ledger[]|select(.kind=="source")|.episodes]' '[4]'

{
	echo '{"session":"x","ref":"1","text":"fine","time":null}'
	echo 'no json'
	echo '{"session":"x","ref":"2"}'
	echo '{"session":"talk","ref":"a1","time":"2026-02-01T10:00:00Z","text":"another text"}'
	printf '{"session":"x","ref":"3","text":"bad \377 byte and \\ud800 half","time":"2026-02-05T10:00:00+02:00"}\r\n'
	printf '{"session":"x","ref":"4","text":"half'
} >"$work/bad.jsonl"
expect 3 import --json --format jsonl "$work/bad.jsonl"
is '[.added,.seen,.waiting,(.rejected|length)]' '[2,0,1,3]'
is '[.rejected[].line]' '[2,3,4]'
is '[.rejected[].path]|unique' "[\"$work/bad.jsonl\"]"
is '(.added+.seen+.waiting+(.rejected|length)+([.skipped[].count]|add // 0))' 6
ok "no sentence" grep -q 'rejected' "$err"
expect 0 search --json "half byte"
is '.hits[0].text' '"bad � byte and � half"'
is '.hits[0].time' '"2026-02-05T08:00:00.000Z"'

# The half line, once it is whole.
printf ' a line"}\n' >>"$work/bad.jsonl"
expect 3 import --json "$work/bad.jsonl" --format jsonl
is '[.added,.waiting]' '[0,0]'

expect 0 status --json
is .episodes 6

# What comes first says nothing of the format: the rest is not lost.
{
	head -c 200000 /dev/zero | tr '\0' '['
	printf '\n{"ref":"d1","session":"deep","time":null,"text":"Behind the deep line."}\n'
} >"$work/deep.jsonl"
expect 3 import --json "$work/deep.jsonl"
is '[.lines,.added,.rejected[0].line]' '[2,1,1]'

# A file of another program: the first lines, how many more, and what is read.
for i in $(seq 30); do echo '{"kind":"note","n":'"$i"'}'; done >"$work/other.jsonl"
expect 3 import "$work/other.jsonl"
ok "not ten lines of it" [ "$(grep -c 'other.jsonl:' "$out")" = 10 ]
ok "not how many more" grep -q 'and 20 more; --json names up to 1000' "$out"
ok "not what is read" grep -q 'not one of 30 lines could be read: plain episodes' "$err"

# A session file of an agent; secrets never reach the record.
key=AKIA
key=${key}IOSFODNN7XB3MPLQ
cat >"$work/s.jsonl" <<END
{"type":"session","version":3,"id":"abc","timestamp":"2026-02-06T10:00:00.000Z","cwd":"/"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-02-06T10:00:01.000Z","message":{"role":"user","content":"My key is $key, keep it."}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-02-06T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I will not repeat the lantern key."}]}}
END
expect 0 import --json "$work/s.jsonl"
is .added 2
expect 0 search --json lantern
is '.hits|length' 1
no "a secret in the state" grep -rqF "$key" .reverie

# A real transcript, where it is at hand.
data=$SRCDIR/../shared/data/sessions/pi_before-compaction.jsonl
if [ -f "$data" ]; then
	workspace real
	expect 0 import --json "$data"
	is '(.added+.seen+.waiting+(.rejected|length)+([.skipped[].count]|add // 0))' \
		"$(wc -l <"$data")"
	added=$(jq .added "$out")
	expect 0 import --json "$data"
	is '[.added,.seen]' "[0,$added]"
	expect 0 status --json
	is .episodes "$added"
fi
