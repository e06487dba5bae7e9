#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What could not be read is told of by its place, also after the index is made
# anew, until it can be read.
. "$(dirname "$0")/lib.sh"

workspace w
expect 0 status --json
is '[.rejected,.rejects]' '[0,[]]'

mkdir sessions
session() {
	cat <<'END'
{"type":"session","version":3,"id":"s","timestamp":"2026-02-01T10:00:00.000Z"}
no JSON at all
{"type":"message","id":"a","parentId":null,"timestamp":"2026-02-01T10:01:00.000Z","message":{"role":"user","content":"The copper kettle is on the shelf."}}
{"breaks off
END
}
session >sessions/x.jsonl
touch -d 2026-02-02T00:00:00Z sessions/x.jsonl
printf 'a torn end\n---\n[2026-02-01T11:00:00.000Z] human: still here\n---\n' \
	>pending-episodes.log
touch -d 2026-02-03T00:00:00Z pending-episodes.log
expect 0 status --json
is .episodes 2
is .rejected 3
is '[.rejects[]|[.file,.line,.offset,.time]]' \
	'[["pending-episodes.log",1,0,"2026-02-03T00:00:00.000Z"],["sessions/x.jsonl",2,79,"2026-02-02T00:00:00.000Z"],["sessions/x.jsonl",4,250,"2026-02-02T00:00:00.000Z"]]'
is '.rejects[1].message' '"the line is not JSON"'

# The offset is where the line begins.
[ "$(tail -c +80 sessions/x.jsonl | head -1)" = "no JSON at all" ] ||
	fail "the offset leads elsewhere"

# Of the record, and of what is imported from outside: both are in no file that
# the index would read again by itself.
echo 'torn' >>.reverie/episodes.jsonl
touch -d 2026-02-04T00:00:00Z .reverie/episodes.jsonl
mkdir "$work/in"
printf '{"session":"i","ref":"1","text":"The blue gate.","time":null}\nno\n' \
	>"$work/in/a.jsonl"
cd "$work"
expect 3 --workspace w --now 2026-02-05T00:00:00Z import in --format jsonl --json
is '[.rejected[]|[.path,.line,.offset,.message]]' \
	'[["in/a.jsonl",2,62,"the line is not JSON"]]'
cd "$ws"
expect 0 status --json
is .rejected 5
is '[.rejects[:2][]|[.file,.line,.offset]]' \
	"[[\"$work/in/a.jsonl\",2,62],[\".reverie/episodes.jsonl\",1,0]]"
cp "$out" "$work/before"
touch -d 2026-02-04T00:00:00Z .reverie/episodes.jsonl
rm .reverie/reverie.db*
expect 0 status --json
[ "$(jq -c .rejects "$out")" = "$(jq -c .rejects "$work/before")" ] ||
	fail "other places in an index that was made anew"

# Each is said by doctor, with what to do.
expect 0 doctor --json
is '[.checks[]|select(.kind=="line")|.state]|unique' '["rejected"]'
is '[.checks[]|select(.kind=="line")|.name]|.[2:]' \
	'["pending-episodes.log:1:0","sessions/x.jsonl:2:79","sessions/x.jsonl:4:250"]'
is '[.checks[]|select(.state=="incomplete")]|length' 1
expect 0 doctor
ok "no advice" grep -q 'Correct them where they stand' "$out"
expect 0 status
ok "no place in the text" grep -q 'sessions/x.jsonl:2:79: the line is not JSON' "$out"

# A file that grows keeps what it had; one that is mended loses it.
echo 'torn too' >>sessions/x.jsonl
expect 0 status --json
is '[.rejects[]|select(.file=="sessions/x.jsonl").line]|sort' '[2,4,5]'
session | grep '"type"' >sessions/x.jsonl
expect 0 status --json
is '[.rejects[]|select(.file=="sessions/x.jsonl")]' '[]'
rm pending-episodes.log
printf '{"session":"i","ref":"1","text":"The blue gate.","time":null}\n' \
	>"$work/in/a.jsonl"
expect 0 import "$work/in" --format jsonl
expect 0 status --json
is '[.rejects[].file]' '[".reverie/episodes.jsonl"]'

# A file full of rubbish costs two hundred rows, and all is counted.
seq -f 'rubbish %g' 1000 | (session | grep '"type"'; cat) >sessions/y.jsonl
expect 0 status --json
is .rejected 1001
expect 0 doctor --json
rm sessions/y.jsonl
expect 0 status --json
is .rejected 1

# Who can read nothing of it says so once, and no longer when he can.
if [ "$(id -u)" -ne 0 ]; then
	chmod 000 sessions/x.jsonl
	touch -d 2026-02-07T00:00:00Z sessions/x.jsonl
	expect 0 status --json
	is '[.rejects[]|select(.file=="sessions/x.jsonl")|[.line,.offset]]' \
		'[[0,null]]'
	chmod 644 sessions/x.jsonl
	expect 0 status --json
	is .rejected 1
fi

# No secret comes out by the way of a message or a name.
key=AKIA
key=${key}IOSFODNN7XB3MPLQ
printf '{"session":"i","ref":"9","text":"x","role":"%s"}\n' "$key" \
	>"$work/in/$key.jsonl"
expect 3 import "$work/in/$key.jsonl" --format jsonl
expect 0 status --json
no "a secret in the answer" grep -qF "$key" "$out"
no "a secret in the state" grep -rqF "$key" .reverie
