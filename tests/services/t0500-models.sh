#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every way in which a model misbehaves: one sentence, nothing lost, no key seen.
. "$SRCDIR/tests/cli/lib.sh"
command -v python3 >/dev/null || { echo "python3 is missing"; exit 77; }

"$SRCDIR/tests/services/scripted-model" --parent $$ >"$work/server" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
	grep -q listening "$work/server" && break
	read -rt 0.1 <> <(:) || :
done
url=$(sed -n 's/^listening //p' "$work/server")
[ -n "$url" ] || fail "the scripted model did not start"

ws=$work/ws
mkdir "$ws"
export REV_TEST_KEY=sk-live-7f3Kq9ZxW2mB8vTnR4
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
for i in 1 2 3; do
	expect 0 --workspace "$ws" record --session s --role user \
		"We keep FalkorDB until restore drill number $i is done."
done
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
exit 0
