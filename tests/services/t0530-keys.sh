#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A key from a variable, a file and a command is nowhere to be found but there:
# not in argv, children, logs, journal, database, core or sentences.
. "$SRCDIR/tests/services/lib.sh"

keys=$(mktemp -d) || exit 99
also_remove "$keys"

# Three keys that no rule of redaction knows by their form.
var=Nq7vLk2pXw9sTz4b
file=Hd3mRf8cYj5gBu6e
command=Qa1oKi0nSx7wVt2p
export REV_TEST_KEY=$var
printf '%s\n' "$file" >"$keys/file"
printf '%s\n' "$command" >"$keys/command"
chmod 600 "$keys/file" "$keys/command"

ws=$work/ws
mkdir "$ws"
expect 0 init "$ws"
echo off >"$ws/.reverie/readonly" # a person said so
drills
with="--workspace $ws --config $work/config.yaml --debug $work/debug.log"

# look NAME: a child that writes down everything it can see of its parent
cat >"$work/look" <<'END'
#!/bin/sh
{
	env
	cat "/proc/$PPID/cmdline" 2>/dev/null
	ls -l /proc/self/fd
	cat /proc/self/fd/[3-9] 2>/dev/null </dev/null
} >>"$(dirname "$0")/child-$1"
END
chmod +x "$work/look"

# configure SOURCE MODEL
configure() {
	local from
	case $1 in
	var) from='keyEnv: REV_TEST_KEY' ;;
	file) from="keyFile: $keys/file" ;;
	command) from="keyCommand: [sh, -c, '$work/look command; cat $keys/command']" ;;
	esac
	cat >"$work/config.yaml" <<-END
		chat: {provider: openai, model: "$2"}
		memorySearch: {provider: openai, model: "$2"}
		providers:
		  openai: {baseUrl: "$url/v1", $from}
		  other: {baseUrl: "$url/v1", keyEnv: REV_TEST_KEY}
		live.checks:
		  - {name: look, argv: [$work/look, live]}
	END
}

# nowhere: none of the keys stands in any file below, or in what was printed
nowhere() {
	local k hit
	cp "$out" "$work/last-out"
	cp "$err" "$work/last-err"
	for k in "$var" "$file" "$command"; do
		hit=$(grep -rlaF "$k" "$work" "$HOME" "${TMPDIR:-/tmp}" 2>/dev/null |
			grep -v "^$keys/" || :)
		[ -z "$hit" ] || fail "$1: a key stands in $hit"
	done
}

# shellcheck disable=SC2086
for source in var file command; do
	for model in echo-key-401 echo-key 500 m; do
		configure "$source" "$model"
		rv $with consolidate --dry-run
		nowhere "$source consolidate $model"
		rv $with embed
		nowhere "$source embed $model"
	done
	rv $with search --semantic --json FalkorDB
	rv $with doctor --online --json
	is '[.checks[]|select(.kind=="model")][0].state' '"ok"'
	rv $with turn --session t "What about FalkorDB and the restore drill?"
	rv $with live look
	[ -s "$work/child-live" ] || fail "the live check did not run"
	# A person's editor, opened by the console.
	export EDITOR="$work/look editor"
	configure "$source" tells
	printf '%s\n' 'wait idle' 'key 4' 'wait screen pending' 'wait idle' \
		'key c' 'wait text "Telling number"' 'key e' 'wait idle' \
		>"$work/script"
	rv $with --headless --size 120x36 --script "$work/script"
	nowhere "$source"
done
[ -s "$work/child-command" ] || fail "the key's command did not run"
[ -s "$work/child-editor" ] || fail "the editor did not run"
[ -s "$ws/.reverie/usage.jsonl" ] || fail "nothing was counted"

# --- the debug log: opened, closed, counted, and nothing that was said
for words in "chat open provider=openai model=m base=http" "chat close" \
	"status=401" "embed provider=openai" "messages=" "bytes=" "ms=" \
	"chat retry"; do
	grep -qF "$words" "$work/debug.log" || fail "the debug log lacks: $words"
done
grep -q "FalkorDB\|restore drill" "$work/debug.log" &&
	fail "the debug log holds what was said"
[ "$(stat -c %a "$work/debug.log")" = 600 ] || fail "others can read the log"
ln -s "$work/debug.log" "$work/link"
expect 2 --debug "$work/link/x" status
rv --debug "$work/link" status
[ "$rc" != 0 ] || fail "a link was followed"
(umask 022 && : >"$work/open.log")
expect 2 --debug "$work/open.log" status
grep -q "others can read" "$err" || fail "$(cat "$err")"
[ -s "$work/open.log" ] && fail "a log that others can read was written"

# --- what is said goes in for who asks for it, and no secret with it
expect 2 --debug-content status
grep -q -- "--debug; name one" "$err" || fail "$(cat "$err")"
secret=ghp
secret=${secret}_16C7e42F292c6912E7710c838347Ae178B4a
printf '[2026-03-01T10:00:00.000Z] human: the cellar is %s\n---\n' "$secret" \
	>>"$ws/pending-episodes.log"
said="$with --debug $work/said.log --debug-content"
# shellcheck disable=SC2086
for model in echo-key-401 tells echo; do
	configure file "$model"
	rv $said consolidate --dry-run
	nowhere "content $model"
done
# shellcheck disable=SC2086
rv $said embed
nowhere "content embed"
for words in "content chat user bytes=" "content chat answer bytes=" \
	"content chat refusal bytes=" "content embed request bytes=" \
	"restore drill" "Telling number"; do
	grep -qF "$words" "$work/said.log" || fail "it lacks what was said: $words"
done
grep -qF "$secret" "$work/said.log" && fail "a secret was said"
grep -qF "the cellar is <GITHUB_TOKEN>" "$work/said.log" ||
	fail "nothing was masked"
grep -qF '***' "$work/said.log" || fail "the key was not blotted out"

# --- a process that holds a key: its argv, its environment, its core
for source in file command; do
	configure "$source" never-ends
	mkdir -p "$work/core"
	# shellcheck disable=SC2086
	(cd "$work/core" && ulimit -c unlimited &&
		exec "$REVERIE" $with consolidate) >"$work/c-out" 2>"$work/c-err" &
	pid=$!
	for _ in $(seq 200); do
		expect 0 --workspace "$ws" --json jobs
		jq -e '.jobs[0]|.state=="running" and .tokens>0' "$out" \
			>/dev/null && break
		nap 0.05
	done
	tr '\0' '\n' <"/proc/$pid/cmdline" >"$work/cmdline"
	tr '\0' '\n' <"/proc/$pid/environ" >"$work/environ"
	grep -q consolidate "$work/cmdline" || fail "that is not our process"
	sed -i '/^REV_TEST_KEY=/d' "$work/environ"
	grep "^Max core file size" "/proc/$pid/limits" >"$work/limits"
	read -r _ _ _ _ soft hard _ <"$work/limits"
	[ "$soft$hard" = 00 ] || fail "cores are allowed: $(cat "$work/limits")"
	kill -SEGV "$pid"
	wait "$pid" 2>/dev/null
	code=$?
	[ "$code" -ge 128 ] || [ "$code" = 70 ] || fail "it survived: $code"
	[ -z "$(ls "$work/core")" ] || fail "it left a core"
	nowhere "core $source"
done

# --- nor one that has asked nobody yet, with a key in its environment
configure var m
printf '%s\n' 'wait idle' 'wait text "never to be seen"' >"$work/script"
# shellcheck disable=SC2086
(cd "$work/core" && ulimit -c unlimited &&
	exec "$REVERIE" $with --headless --script "$work/script") \
	>"$work/c-out" 2>"$work/c-err" </dev/null &
pid=$!
no_core() {
	read -r _ _ _ _ soft hard _ < <(grep "^Max core file size" \
		"/proc/$pid/limits")
	[ "$soft$hard" = 00 ]
}
until_true no_core || fail "cores are allowed: $(cat "/proc/$pid/limits")"
kill -SEGV "$pid"
wait "$pid" 2>/dev/null
[ -z "$(ls "$work/core")" ] || fail "it left a core"
nowhere "core of a console"

# --- a file that others can read gives none
chmod 644 "$keys/file"
configure file m
# shellcheck disable=SC2086
expect 2 $with consolidate --dry-run
grep -q "others can read it" "$err" || fail "$(cat "$err")"
chmod 600 "$keys/file"
exit 0
