#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A call of a model is cancelled from another process and from the console, and
# what a console approves is what it showed, from a model that never says the
# same twice.
. "$SRCDIR/tests/services/lib.sh"

ws=$work/ws
mkdir "$ws"
model() {
	cat >"$work/config.yaml" <<-END
		chat: {provider: openai, model: "$1"}
		providers:
		  openai: {baseUrl: "$url/v1", keyEnv: REV_TEST_KEY}
	END
}
expect 0 init "$ws"
echo off >"$ws/.reverie/readonly" # a person said so
drills
with="--workspace $ws --config $work/config.yaml"
sums() {
	(cd "$ws" && find . -name '*.md' -o -name 'pending-episodes.log' \
		-o -name episodes.jsonl -o -name ledger.jsonl |
		sort | xargs sha256sum)
}
before=$(sums)
now_ms() {
	echo $((${EPOCHREALTIME/./} / 1000))
}

# --- by `jobs cancel` of another process
model never-ends
# shellcheck disable=SC2086
"$REVERIE" $with consolidate >"$work/c-out" 2>"$work/c-err" &
pid=$!
id=
for _ in $(seq 200); do
	# shellcheck disable=SC2086
	rv $with --json jobs
	id=$(jq -r 'first(.jobs[]|select(.state=="running" and .tokens>0)|.id)
		// empty' "$out")
	[ -z "$id" ] || break
	nap 0.05
done
[ -n "$id" ] || fail "no job runs"
is ".jobs[0].pid" "$pid"
start=$(now_ms)
# shellcheck disable=SC2086
expect 0 $with jobs cancel "$id"
code=0
wait "$pid" || code=$?
took=$(($(now_ms) - start))
echo "cancel: jobs cancel to the end of consolidate $took ms"
[ "$code" = 4 ] || fail "consolidate ended with $code, not 4"
[ "$(wc -l <"$work/c-err")" = 1 ] || fail "not one sentence: $(cat "$work/c-err")"
# 100 ms of the call; the rest is two starts on a machine that is busy.
[ "$took" -lt 2000 ] || fail "it took $took ms"
[ "$(sums)" = "$before" ] || fail "something changed"
# shellcheck disable=SC2086
rv $with --json jobs
is ".jobs[0].state" '"cancelled"'
# shellcheck disable=SC2086
expect 1 $with jobs cancel "$id"

# --- by x while the console previews
console() {
	cat >"$work/script"
	rc=0
	# shellcheck disable=SC2086
	"$REVERIE" $with --headless --size 120x36 --script "$work/script" \
		>"$out" 2>"$err" </dev/null || rc=$?
	[ "$rc" = 0 ] || { tail -n +2 "$err" | head -60; fail "the console ended with $rc"; }
}
start=$(now_ms)
console <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "the model answers"
key 7
wait text "running"
key 4
key x
wait text "preview cancelled"
wait idle
key 7
wait text "cancelled"
key 1
wait text "openai/never-ends: cancelled "
END
grep -q "failing" "$out" && fail "what was cancelled is called failing"
echo "cancel: a console from start to a cancelled preview $(($(now_ms) - start)) ms"
[ "$(sums)" = "$before" ] || fail "the cancelled preview changed something"

# --- by ending the console: the call is stopped, counted and named
counted() {
	wc -l <"$ws/.reverie/usage.jsonl"
}
lines=$(counted)
printf '%s\n' 'wait idle' 'key 4' 'wait screen pending' 'wait idle' 'key c' \
	'wait text "the model answers"' 'wait text "never to be seen"' \
	>"$work/script"
# shellcheck disable=SC2086
"$REVERIE" $with --headless --size 120x36 --script "$work/script" \
	>"$work/c-out" 2>"$work/c-err" </dev/null &
pid=$!
runs() {
	rv --workspace "$ws" --json jobs
	jq -e '.jobs[0]|.state=="running" and .tokens>0' "$out" >/dev/null
}
until_true runs || fail "no call of the console runs"
is .jobs[0].pid "$pid"
id=$(jq -r .jobs[0].id "$out")
start=$(now_ms)
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
echo "cancel: a console from SIGTERM to its end $(($(now_ms) - start)) ms"
[ "$code" = 143 ] || fail "the console ended with $code"
rv --workspace "$ws" --json jobs
is "[.jobs[]|select(.id==$id)][0].state" '"cancelled"'
[ "$(counted)" = $((lines + 1)) ] || fail "the call was not counted"
tail -n 1 "$ws/.reverie/usage.jsonl" >"$out"
is '[.provider,.model,.run]' "[\"openai\",\"never-ends\",\"J-$id\"]"
is '.output>0 and .estimated' true
[ "$(sums)" = "$before" ] || fail "the ended console changed something"

# --- by ,c on Jobs, which asks
console <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "the model answers"
key 7
wait text "running"
key ,
key c
wait text "Cancel the call?"
key y
wait text "cancelled"
wait idle
key 4
wait text "it was cancelled"
END
[ "$(sums)" = "$before" ] || fail "the cancelled call changed something"

# --- a model that fails: one sentence, the next key, nothing lost
model 401
console <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "Nothing was written"
key 1
wait text "failing"
END
[ "$(sums)" = "$before" ] || fail "the failed preview changed something"

# --- what is approved is what was shown
model tells
console <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "Telling number 1"
key A
wait text "Approve and write?"
key y
wait text "written as one step"
key 7
wait text "1 call"
END
grep -q "Telling number 1" "$ws/STORY.md" || fail "other bytes were written"
curl_log=$(python3 -c 'import sys, urllib.request as u
print(u.urlopen(sys.argv[1] + "/_log").read().decode().count("\"tells\""))' "$url")
[ "$curl_log" -ge 1 ] || fail "the model was not asked"
expect 0 --workspace "$ws" --json undo
expect 0 --workspace "$ws" --json log --verify

# --- and what is staged, too
console <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "Telling number 2"
key a
wait text "is staged"
END
# shellcheck disable=SC2086
rv $with --json review list
grep -q '"C-' "$out" || fail "no proposal was opened"
# shellcheck disable=SC2086
rv $with --json doctor
is '.usage.all.calls >= 2' true
exit 0
