#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Patience has an end with every provider: without text, without a byte, without
# an end, and with too little of it.
. "$SRCDIR/tests/services/lib.sh"
workspace ws
expect 0 record --session s --role user "We keep FalkorDB until the drill is done."
config=$work/config.yaml

# model PROVIDER MODEL LIMITS
model() {
	local base=$url
	case $1 in openai) base=$url/v1 ;; esac
	cat >"$config" <<-END
		chat: {provider: $1, model: "$2"}
		models: {$3}
		providers:
		  $1: {baseUrl: "$base", keyEnv: REV_TEST_KEY}
	END
}

# ends SENTENCE: in far less time than the defaults would take
ends() {
	local from=$SECONDS
	expect 5 --config "$config" consolidate --dry-run
	[ $((SECONDS - from)) -lt 20 ] || fail "it took $((SECONDS - from)) s"
	ok "no \"$1\"" grep -q "$1" "$err"
	[ "$(grep -c . "$err")" = 1 ] || fail "not one sentence"
}

for p in openai anthropic gemini ollama; do
	# A byte a second is life, and no text.
	model $p slow "idleSeconds: 2, totalSeconds: 60"
	ends "$p/slow: .*no text came for 2 s; .*models.idleSeconds"
	model $p silent "idleSeconds: 1, totalSeconds: 60"
	ends "$p/silent: .*fell silent.*models.idleSeconds"
	model $p never-ends "idleSeconds: 60, totalSeconds: 2"
	ends "$p/never-ends: .*longer than is allowed.*models.totalSeconds"
	model $p never-ends "idleSeconds: 1, totalSeconds: 60, textRate: 100000000"
	ends "$p/never-ends: .*100000000 is the least.*models.textRate"
done

# What is right stays right, and 0 asks for no rate.
model openai tells "idleSeconds: 2, totalSeconds: 5, textRate: 0"
expect 0 --config "$config" consolidate --dry-run

# Jobs count bytes that are no text; the last word is the last text.
model openai slow "idleSeconds: 60, totalSeconds: 60"
"$REVERIE" --config "$config" consolidate >"$work/s-out" 2>"$work/s-err" &
pid=$!
counts() {
	rv jobs --json
	[ "$(jq -r '.jobs[0]|select(.state=="running" and .progress>1 and .tokens==0)|.pid' "$out")" = $pid ]
}
ok "no bytes are counted" until_true counts
is '.jobs[0]|.updated == .started' true
expect 0 jobs cancel "$(jq -r '.jobs[0].id' "$out")"
wait $pid
exit 0
