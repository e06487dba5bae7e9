#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What another process journals appears while one watches.
. "$(dirname "$0")/lib.sh"
demo
cat >"$work/watch" <<'END'
key 3
wait run 10
wait run 11
wait text "#11"
wait text "restore drill of the queue"
dump
END
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
	--script "$work/watch" >"$out" 2>"$err" </dev/null &
pid=$!
"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 turn --session live \
	"When is the restore drill of the queue?" >"$work/turn" 2>&1 ||
	fail "the turn failed: $(cat "$work/turn")"
wait $pid
rc=$?
ends 0
has "turn 11"
exit 0
