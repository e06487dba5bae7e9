#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every way in which a model misbehaves: one sentence, nothing lost, no key seen.
. "$SRCDIR/tests/services/lib.sh"

ws=$work/ws
mkdir "$ws"
key=7f3Kq9ZxW2mB8vTnR4

# configure PROVIDER MODEL
configure() {
	local base=$url
	case $1 in openai) base=$url/v1 ;; esac
	cat >"$work/config.yaml" <<-END
		chat: {provider: $1, model: "$2"}
		providers:
		  $1: {baseUrl: "$base", keyEnv: REV_TEST_KEY}
	END
}

expect 0 init "$ws"
drills
with="--workspace $ws --config $work/config.yaml"
before=$(cd "$ws" && sha256sum pending-episodes.log .reverie/episodes.jsonl)

# Each protocol, end to end.
for p in openai anthropic gemini ollama; do
	configure $p m
	# shellcheck disable=SC2086
	rv $with --json doctor --online
	is "[.checks[]|select(.kind==\"model\" and .name==\"narrate\")][0].state" '"ok"'
done

# Embeddings: none, on the wire, a server that is away, and one elsewhere.
# shellcheck disable=SC2086
rv $with --json doctor
is '[.checks[]|select(.kind=="embeddings")][0].state' '"none"'
configure openai m
echo 'memorySearch: {provider: openai, model: "m"}' >>"$work/config.yaml"
# shellcheck disable=SC2086
rv $with --json doctor --online
is '[.checks[]|select(.kind=="embeddings")][0].state' '"ok"'
is '[.checks[]|select(.kind=="embeddings")][0].message|test("2 vectors of [0-9]+ numbers in [0-9]+ ms")' true
cat >"$work/config.yaml" <<-END
	memorySearch: {provider: local}
	providers:
	  local: {baseUrl: "https://example.org/v1"}
END
# shellcheck disable=SC2086
rv $with --json doctor
is '[.checks[]|select(.kind=="embeddings")][0].message|test("this machine")' true

# A story from each way to fail: never.
for fault in 400 401 403 404 413 422 429-ms 429-huge 429-quota 500 529 empty \
	null object object-object html html-502 wrong-json long-error \
	truncated half-event reset null-content error-in-stream echo-prompt \
	echo-key echo-key-401 close length filter gigabyte never-ends \
	long-line bomb not-http; do
	configure openai "$fault"
	# shellcheck disable=SC2086
	rv $with consolidate --dry-run
	case $rc in
	5 | 3) ;;
	*) fail "$fault: exit $rc" ;;
	esac
	cat "$err" >>"$work/sentences"
	[ "$(wc -l <"$err")" = 1 ] || fail "$fault: more than one sentence"
	[ "$(cd "$ws" && sha256sum pending-episodes.log \
		.reverie/episodes.jsonl)" = "$before" ] ||
		fail "$fault: the record changed"
	[ ! -e "$ws/STORY.md" ] || fail "$fault: a story was written"
done

# The other protocols: the faults of their own streams.
for p in anthropic gemini ollama; do
	for fault in 401 truncated error-in-stream null-content echo-prompt \
		bomb; do
		configure "$p" "$fault"
		# shellcheck disable=SC2086
		rv $with consolidate --dry-run
		case $rc in
		5 | 3) ;;
		*) fail "$p $fault: exit $rc" ;;
		esac
		[ "$(wc -l <"$err")" = 1 ] || fail "$p $fault: not one sentence"
		[ "$(cd "$ws" && sha256sum pending-episodes.log \
			.reverie/episodes.jsonl)" = "$before" ] ||
			fail "$p $fault: the record changed"
		[ ! -e "$ws/STORY.md" ] || fail "$p $fault: a story was written"
	done
done

# At most half of what the model holds goes into one batch.
configure openai tells
# shellcheck disable=SC2086
{
	expect 0 $with --json consolidate --dry-run
	is '.batches|length' 1
	echo 'narrative: {contextTokens: 50}' >>"$work/config.yaml"
	expect 0 $with --json consolidate --dry-run
	is '.batches|length > 1' true
	is '[.batches[].tokens]|max <= 25' true
	configure openai tells
	echo 'models: {prices: {"openai/tells": {input: 1, context: 50}}}' \
		>>"$work/config.yaml"
	expect 0 $with --json consolidate --dry-run
	is '.batches|length > 1' true
	configure openai 413
	rv $with consolidate --dry-run
	grep -q narrative.contextTokens "$err" || fail "$(cat "$err")"
}

# A provider that is none: its prompt goes to nobody, chat's model is asked.
configure openai tells
echo 'models: {narrate: nosuch/x}' >>"$work/config.yaml"
# shellcheck disable=SC2086
expect 0 $with --json consolidate --dry-run
[ "$(grep -c 'models.narrate: no such provider: nosuch' "$err")" = 1 ] ||
	fail "not one warning"
is '.model' '"openai/tells"'
asked() {
	python3 -c 'import sys, urllib.request as u
print(u.urlopen(sys.argv[1] + "/_log").read().decode().count("nosuch"))' "$url"
}
[ "$(asked)" = 0 ] || fail "a server was asked for nosuch/x"

# A proxy is asked when the operator says so, never when the workspace does.
mkdir -p "$ws/.reverie"
cat >"$work/config.yaml" <<-END
	chat: {provider: far, model: m}
	providers: {far: {baseUrl: "https://api.invalid/v1", keyEnv: REV_TEST_KEY}}
END
cp "$work/config.yaml" "$work/far.yaml"
echo "network: {proxy: '$url'}" >>"$work/config.yaml"
connects() {
	python3 -c 'import sys, urllib.request as u
print(u.urlopen(sys.argv[1] + "/_log?CONNECT").read().decode().count("api.invalid"))' "$url"
}
# shellcheck disable=SC2086
rv $with consolidate --dry-run
[ "$rc" = 5 ] || fail "a proxy that is none answered"
n=$(connects)
[ "$n" -ge 1 ] || fail "the proxy was not asked"
cp "$work/far.yaml" "$work/config.yaml"
echo "network: {proxy: '$url', caFile: /etc/ssl/none}" >"$ws/.reverie/config.yaml"
# shellcheck disable=SC2086
rv $with --json doctor
is '[.checks[]|select(.kind=="network")|.state]' '["ignored","ignored"]'
# shellcheck disable=SC2086
https_proxy=$url HTTPS_PROXY=$url ALL_PROXY=$url rv $with consolidate --dry-run
[ "$(connects)" = "$n" ] || fail "the workspace chose a proxy"
rm "$ws/.reverie/config.yaml"

# A turn answers all the same, and in its time.
configure openai 503
# shellcheck disable=SC2086
rv $with --json turn --session t "What about FalkorDB and the restore drill?"
[ "$rc" = 0 ] || fail "the turn did not answer"
is '.verdicts.late > 0' true

# A command that gives the key, and what it could see of it.
cat >"$work/config.yaml" <<-END
	chat: {provider: openai, model: "401"}
	providers:
	  openai:
	    baseUrl: "$url/v1"
	    keyCommand: [sh, -c, "env >$work/child; cat /proc/\$\$/cmdline >>$work/child; echo sk-live-$key"]
	  other: {baseUrl: "$url/v1", keyEnv: REV_TEST_KEY}
END
# shellcheck disable=SC2086
rv $with consolidate --dry-run
[ -s "$work/child" ] || fail "the key's command did not run"
sed -i 's/echo sk-live-[^ ]*//' "$work/child" # its own argument
grep -q "$key" "$work/child" && fail "a child saw the key"
rm "$work/config.yaml"
cp "$out" "$work/last-out"
cp "$err" "$work/last-err"
hit=$(grep -rlaF "$key" "$work" || :)
[ -z "$hit" ] || fail "the key stands in $hit"
ok "calls are counted" test -s "$ws/.reverie/usage.jsonl"
grep -q FalkorDB "$ws/.reverie/usage.jsonl" && fail "usage holds content"

# --- libcurl is loaded by the first request, and by nothing before it
configure openai m
loads() {
	rm -f "$work"/ld.*
	LD_DEBUG=files LD_DEBUG_OUTPUT="$work/ld" rv "$@"
	cat "$work"/ld.* >"$work/loaded"
	grep -q sqlite "$work/loaded" || fail "the loader says nothing"
	grep -q 'reverie-net\.so\|libcurl' "$work/loaded"
}
printf '%s\n' 'wait idle' 'key 7' 'wait screen jobs' 'wait idle' >"$work/script"
# shellcheck disable=SC2086
{
	loads $with status && fail "status loads libcurl"
	loads $with doctor && fail "doctor loads libcurl"
	loads $with --headless --size 120x36 --script "$work/script" &&
		fail "the console loads libcurl"
	loads $with doctor --online || fail "who asked a model, and how?"
}
exit 0
