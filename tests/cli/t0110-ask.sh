#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# On a terminal the diff is shown and y/N asked; what was typed ahead is no
# answer.
. "$(dirname "$0")/lib.sh"
command -v script >/dev/null || { echo "script is missing"; exit 77; }

imported w
mkfifo "$work/keys"
# session ARGS...: the program on a terminal of its own
session() {
	: >"$work/screen"
	script -qefc "$(printf '%q ' "$REVERIE" "$@")" /dev/null \
		<"$work/keys" >"$work/screen" 2>&1 &
	pid=$!
	exec 7>"$work/keys"
}
asked() {
	grep -q '\[y/N\]' "$work/screen"
}
ended() {
	exec 7>&-
	rc=0
	wait $pid || rc=$?
	cp "$work/screen" "$out"
	[ "$rc" -eq "$1" ] || fail "exit $rc instead of $1"
}

session consolidate --approve
until_true asked || fail "no question: $(cat "$work/screen")"
ok "no diff" grep -q '^+.*FalkorDB' "$work/screen"
echo n >&7
ended 6
[ ! -e STORY.md ] || fail "no was taken for yes"

# Enter alone is no; so is anything but yes.
for answer in '' q yeah; do
	session review approve C-1
	until_true asked || fail "no question"
	echo "$answer" >&7
	ended 6
	[ ! -e STORY.md ] || fail "'$answer' was taken for yes"
done

# Typed ahead: there before the question, so it does not count.
session review approve C-1
printf 'y\ny\ny\n' >&7
until_true asked || fail "no question"
printf 'n\n' >&7
ended 6
[ ! -e STORY.md ] || fail "typed-ahead keys approved"

session review approve C-1
until_true asked || fail "no question"
echo y >&7
ended 0
[ -e STORY.md ] || fail "yes was not taken"
