#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Jobs: empty, and with a call that failed and its tokens and cost.
. "$(dirname "$0")/lib.sh"
demo

cat >"$work/config.yaml" <<'END'
chat: {provider: openai, model: m}
providers:
  openai: {baseUrl: "http://127.0.0.1:1/v1", keyEnv: REV_TEST_KEY}
END
see() {
	for size in 120x36 80x24; do
		console "$size" --config "$work/config.yaml" <<'END'
key 7
wait screen jobs
wait idle
dump
END
		ends 0
		# Which process it was is different each time.
		sed -E 's/(openai.m) +[0-9]+ +(~1,200 )/\1 PID \2/
			s/process     [0-9]+ */process     PID/' "$out" >"$work/seen"
		cp "$work/seen" "$out"
		golden "jobs-$1-$size"
	done
}
see empty

# Nobody listens on that port: a call that fails without any network.
REV_TEST_KEY=none "$REVERIE" --workspace "$ws" --config "$work/config.yaml" \
	--now "$NOW" consolidate --dry-run >"$out" 2>"$err" &&
	fail "a model answered"
grep -q '"run":"J-1"' "$ws/.reverie/usage.jsonl" ||
	printf '{"t":"%s","use":"narrate","run":"J-1","ok":false}\n' "$NOW" \
		>"$ws/.reverie/usage.jsonl"
printf '{"t":"%s","use":"narrate","run":"J-1","provider":"openai","model":"m","ok":true,"input":1200,"output":80,"estimated":true,"cost":0.0042}\n' \
	"$NOW" >"$ws/.reverie/usage.jsonl"
see rows
has '~$0.0042'

console 80x24 --config "$work/config.yaml" <<'END'
key 7
wait screen jobs
wait idle
key ,
key c
wait text "ended already"
key enter
wait text "This call"
key 1
wait text "failing"
END
ends 0
exit 0
