#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Pasted and typed-ahead keys answer no question, whichever of ui/dialogs.def:
# not in one read with the key that asks, not before anybody can have read it,
# not as a paste, bracketed or not.  The same keys, typed, do answer.
. "$(dirname "$0")/lib.sh"

tpl=$work/tpl
r() {
	"$REVERIE" --workspace "$tpl" --now "$NOW" --seed 1 "$@" >"$out" \
		2>"$err" || fail "$*"
}
page() { # NAME TEXT
	printf -- '---\ntitle: The %s\ndate: 2026-06-11\n---\n# The %s\n\n## Definition\n\n%s\n' \
		"$1" "$1" "$2" >"$tpl/raw/$1.md"
}

# One page is written (to take back), three wait: one of them contradicts.
mkdir -p "$tpl/raw" "$tpl/wiki/decisions"
cat >"$tpl/wiki/decisions/engine.md" <<'END2'
---
type: decision
name: Engine
status: closed
date: 2026-05-01
confidence: CONFIRMED
themes: [wiki]
---

# Engine

## Decision

Redis from February on.

## Status

Closed.
END2
printf -- '---\ntitle: Engine\ndate: 2026-06-18\nconfidence: CONFIRMED\n---\n# Engine\n\n## Decision\n\nFalkorDB until a restore drill passes.\n' \
	>"$tpl/raw/engine.md"
page harbour "A harbour is where boats wait for the tide."
page violin "Lena repairs one of these on Mondays."
page lantern "It hangs above the door of the shop every evening."
"$REVERIE" init "$tpl" --now "$NOW" >"$out" 2>"$err" || fail "init"
r record --session s --role user "We keep FalkorDB until the restore drill is done."
r promote raw/lantern.md
r review show P-1 --json
r review approve P-1 --sha256 "$(sed 's/.*"sha256":"\([0-9a-f]*\)".*/\1/' "$out")"
r promote raw/harbour.md
r promote raw/violin.md
r promote raw/engine.md --to decision --into wiki/decisions/engine.md
ws=$tpl
console 120x36 <<<'wait idle'
ends 0

# What a decision would change: every file but the index and its lock.
state() {
	(cd "$ws" && find . -type f ! -name 'reverie.db*' ! -name lock \
		! -name usage.jsonl | sort | xargs sha256sum)
}
fresh() {
	rm -rf "$work/ws"
	cp -a "$tpl" "$work/ws"
	ws=$work/ws
	[ "${name:-}" != redo ] ||
		"$REVERIE" --workspace "$ws" --now "$NOW" undo >"$out" \
			2>"$err" || fail "undo"
}

# --- the questions: how to get there, the key that asks, what it shows, keys that
# answer (each a way of its own), and what the screen says when they did

silent() {
	exec 8> >(:)
	mkfifo "$work/hold"
	"$BUILDDIR/tests/ui/silent" <"$work/hold" >"$work/port" &
	exec 8>"$work/hold"
	until [ -s "$work/port" ]; do :; done
	cat >"$work/config.yaml" <<-END3
		chat: {provider: openai, model: m}
		providers:
		  openai: {baseUrl: "http://127.0.0.1:$(cat "$work/port")/v1", keyEnv: REV_TEST_KEY}
	END3
}
desk='key 6
wait text "3 open"
wait text "P-2"'
staged="$desk
key a
wait text \"staged, nothing\""
with=()
ask() {
	with=()
	case $1 in
	approve-and-write)
		pre=$'key 4\nkey c\nwait text "nothing written"' key=A
		answers=(y) did="written as one step"
		;;
	write)
		pre=$staged key=W answers=(y) did="1 page written"
		;;
	why)
		pre="$desk"$'\nkey G\nwait text "co keep old"' key=a
		answers=("s o enter") did="staged with its reason"
		;;
	reject)
		pre=$desk key=x answers=(1 "j u enter")
		did="reject staged"
		;;
	defer)
		pre=$desk key=d answers=("1 d enter" "u n t i l enter")
		did="defer staged"
		;;
	undo)
		pre=$desk key=u answers=(y) did="taken back"
		;;
	undo-step)
		pre=$'key 8\nwait text "chain ok"\nkey /\ntype approved ->\nkey enter\nwait text "undo 1"'
		key=u answers=(y) did="taken back"
		;;
	redo)
		pre='wait idle' key=U answers=(y) did="written again"
		;;
	cancel)
		with=(--config "$work/config.yaml")
		pre=$'key 7\nwait text "running"\nkey ,' key=c
		answers=(y) did="cancelling: it ends"
		;;
	run)
		pre=$'key :\ntype review reject P-2 --reason junk' key=enter
		answers=(y) did="id: P-2"
		;;
	leave)
		pre=$staged key=q answers=(y) did=
		;;
	leave-demo)
		pre='wait idle' key=q answers=(k r) did=
		;;
	*) return 1 ;;
	esac
}
show() { # LINES: the script behind the way there
	if [ "$name" = leave-demo ]; then
		printf '%s\n%s\n' "$pre" "$1" >"$work/script"
		rm -rf "$XDG_STATE_HOME" "$work/ws"
		ws=$work/ws
		rc=0
		"$REVERIE" demo --at "$ws" --now "$NOW" --seed 1 --headless \
			--size 120x36 --script "$work/script" >"$out" 2>"$err" \
			</dev/null || rc=$?
		return
	fi
	console 120x36 "${with[@]}" <<<"$pre
$1"
}
each_after() { # MS KEY...
	local ms=$1
	shift
	printf "after $ms %s\n" "$@"
}

REV_TEST_KEY=none
export REV_TEST_KEY
rows=$(sed -n 's/^DIALOG([A-Z_]*, "\([a-z-]*\)", N_("\([^"]*\)"))$/\1|\2/p' \
	"$SRCDIR/ui/dialogs.def")
[ "$(wc -l <<<"$rows")" -eq "$(grep -c '^DIALOG(' "$SRCDIR/ui/dialogs.def")" ] ||
	fail "a row of ui/dialogs.def cannot be read"

call() { # a call of a model that is under way, for the one to cancel
	"$REVERIE" --workspace "$ws" --config "$work/config.yaml" --now "$NOW" \
		consolidate --dry-run >/dev/null 2>&1 8>&- &
	caller=$!
}

stands() { # WHAT: nothing was decided, the question is there as before
	ends 0
	has "$title"
	lacks "staged with its reason"
	lacks "reject staged"
	lacks "defer staged"
	[ -n "$before" ] || return 0
	[ "$(state)" = "$before" ] || fail "$name: $1 changed a file"
}

while IFS='|' read -r name title; do
	ask "$name" || fail "ui/dialogs.def has the question $name, and nothing here tries it"
	fresh
	caller=
	if [ "$name" = cancel ]; then
		silent
		call
	fi
	before=
	[ "$name" = leave-demo ] || [ "$name" = cancel ] || before=$(state)
	for keys in "${answers[@]}"; do
		echo "$name: $keys"
		# shellcheck disable=SC2086
		set -- $keys
		# In one read with the key that asks; what asks from the palette
		# is pasted itself and asks nothing.
		show "burst $key $keys $keys
wait idle
dump"
		if [ "$name" = run ]; then
			has ":review reject P-2 --reason junk"
			lacks "This is a decision"
			[ "$(state)" = "$before" ] || fail "run: a burst"
		else
			stands "a burst"
		fi
		# Each in a read of its own, before anybody can have read it.
		show "key $key
$(each_after 45 "$@")
wait idle
dump"
		stands "typing ahead"
		# The last moment.
		show "key $key
after 299 $1
wait idle
dump"
		stands "299 ms"
		# A paste, with and without brackets, when it stood for long.
		show "key $key
after 5000 down
paste ${keys// /}
dump
after 5000 down
burst $keys y y
wait idle
dump"
		stands "a paste"
		show "key $key
burst $keys $keys $keys $keys $keys
wait idle
dump"
		stands "a long paste"
		# What follows an answer is not the next decision.
		case $name in
		approve-and-write | write | undo | leave | leave-demo)
			show "key $key
key n
after 200 $key
wait idle
dump
after 100 $key
wait text \"$title\""
			ends 0
			lacks "$title"
			;;
		esac
	done
	# The same keys, typed at it.
	for keys in "${answers[@]}"; do
		[ "$name" = cancel ] || fresh
		# shellcheck disable=SC2086
		set -- $keys
		if [ -n "$did" ]; then
			show "key $key
after 300 $1
$(shift; [ $# -eq 0 ] || printf 'key %s\n' "$@")
wait text \"$did\"
wait idle"
			ends 0
			case $name in
			why | reject | defer | cancel) ;;
			*) [ "$(state)" != "$before" ] || fail "$name: $keys decided nothing" ;;
			esac
		else
			show "key $key
after 300 $1
dump
wait text \"never\""
			ends 0
			lacks "---"
		fi
	done
	if [ -n "$caller" ]; then
		wait "$caller"
		exec 8>&-
	fi
done <<<"$rows"

# --- lines of the palette that do something, pasted without brackets

fresh
before=$(state)
lines=$(sed -n '/^ACTION(/{N;N;p}' "$SRCDIR/src/engine/actions.def" |
	tr '\n' ' ' | sed 's/ACTION(/\n&/g' | grep 'RV_ACTION_PALETTE' |
	grep -v ' READ, ' |
	sed -e 's/^ACTION([a-z_]*, "[^"]*", "\([^"]*\)", "\([^"]*\)".*/\1 \2/' \
		-e 's/\[.*//; s/ [A-Z].*/ x/; s/ *$//')
[ "$(wc -l <<<"$lines")" -ge 12 ] || fail "the actions cannot be read: $lines"
while read -r line; do
	echo ":$line"
	typed=$(sed 's/ /_/g; s/./& /g; s/_/space/g' <<<"$line")
	console 120x36 <<END2
burst : $typed enter enter
wait idle
dump
key esc
END2
	ends 0
	has "faster than anybody types"
	lacks "\$ reverie"
	[ "$(state)" = "$before" ] || fail ":$line pasted changed a file"
done <<<"$lines
readonly on
readonly off
quit
live x"
# What only shows something may be pasted.
console 120x36 <<'END2'
burst : s t a t u s enter
wait text "$ reverie status"
END2
ends 0
# Help runs keys: not by a burst.
console 120x36 <<'END2'
burst ? t a k e space b a c k enter
wait idle
dump
END2
ends 0
has "Keys of Health"
lacks "Undo?"

# Keys typed while the editor had the terminal are not the desk's.
cat >"$work/editor" <<'END2'
#!/bin/sh
exit 1
END2
chmod +x "$work/editor"
EDITOR=$work/editor console 120x36 <<END2
$desk
burst e a x
wait idle
dump
END2
ends 0
has "ended with 1"
lacks "staged"
lacks "Reject?"
[ "$(state)" = "$before" ] || fail "typing at the editor changed a file"
exit 0
