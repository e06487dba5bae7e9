#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Who was asked, who failed and who answered: in jobs, usage.jsonl, the trace
# and on standard error; a turn keeps its deadline and says what happened.
. "$SRCDIR/tests/services/lib.sh"
workspace ws
drills
config=$work/config.yaml
providers() {
	cat <<-END
		providers:
		  openai: {baseUrl: "$url/v1", keyEnv: REV_TEST_KEY}
		  anthropic: {baseUrl: "$url", keyEnv: REV_TEST_KEY}
	END
}

# Three fail, the fourth tells.
{
	echo 'chat: {provider: openai, model: "a:400"}'
	echo 'narrative.fallback: ["openai/b:401", "anthropic/c:403", "anthropic/tells"]'
	providers
} >"$config"
expect 0 --config "$config" consolidate --json --dry-run
is '.model' '"anthropic/tells"'
[ "$(grep -c . "$err")" = 1 ] || fail "not one warning"
ok "who answered" grep -q 'openai/a:400: .*400.*openai/b:401: .*401.*anthropic/c:403: .*403.*anthropic/tells answered instead' "$err"
expect 0 jobs --json
is '.jobs[0].what' '"anthropic/tells"'
is '.jobs[0].state' '"done"'
is '.jobs[0].message|test("a:400.*b:401.*c:403")' true
jq -s -c 'map([.provider,.model,.ok,.attempts])' .reverie/usage.jsonl >"$out"
is . '[["openai","a:400",false,1],["openai","b:401",false,1],["anthropic","c:403",false,1],["anthropic","tells",true,1]]'

# A turn that fails at once is not late, and says why everywhere.
model() {
	echo "chat: {provider: openai, model: \"$1\"}" >"$config"
	providers >>"$config"
}
question="What about FalkorDB and the restore drill?"
model 401
expect 0 --config "$config" turn --json --session t "$question"
is '.verdicts.late > 0' true
[ "$(grep -c . "$err")" = 1 ] || fail "not one warning"
ok "why" grep -q 'warning: openai/401: it answered 401' "$err"
expect 0 jobs --json
is '.jobs[0].state' '"failed"'
is '.jobs[0].message|test("^openai/401: it answered 401")' true
expect 0 trace 1 --json
is '[.engines[]|select(.name=="model")][0]|[.state,(.why|test("401"))]' '["failed",true]'

# What passes is asked again while there is time.
model flaky-1-529
expect 0 --config "$config" turn --json --session t2 "$question"
ok "no warning" test ! -s "$err"
is '.verdicts.in > 0' true

# No more is read than could go in.
model gigabyte
expect 0 --config "$config" turn --json --session t3 "$question"
tail -n1 .reverie/usage.jsonl >"$out"
is '.output < 4000' true
ok "why" grep -q 'over 6 KiB' "$err"

# A signal ends a call as `jobs cancel` does.
model never-ends
for signal in INT TERM; do
	# A shell without job control starts what is behind & deaf to INT.
	env --default-signal=INT "$REVERIE" --config "$config" consolidate \
		>"$work/s-out" 2>"$work/s-err" &
	pid=$!
	running() {
		rv jobs --json
		[ "$(jq -r '.jobs[0]|select(.state=="running" and .tokens>0)|.pid' "$out")" = $pid ]
	}
	ok "no job runs" until_true running
	kill -$signal $pid
	code=0
	wait $pid || code=$?
	[ $code = $((128 + $(kill -l $signal))) ] || fail "$signal: it ended with $code"
	[ "$(grep -c . "$work/s-err")" = 1 ] || fail "$signal: not one sentence"
	ok "the sentence" grep -q 'it was cancelled; nothing was changed' "$work/s-err"
	expect 0 jobs --json
	is '.jobs[0].state' '"cancelled"'
	tail -n1 .reverie/usage.jsonl >"$out"
	is '[.ok,.output > 0]' '[false,true]'
done

# An answer without an end is the model's failure.
for fault in gigabyte bomb long-line never-ends; do
	model "$fault"
	expect 5 --config "$config" consolidate --dry-run
done
model 422
expect 5 --config "$config" consolidate --dry-run
no "another time does not help" grep -q 'later' "$err"
exit 0
