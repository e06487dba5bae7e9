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

# Who reads a turn's candidates is not moved: what came is counted.
pipe=$work/pipe1
mkfifo "$pipe"
cat >"$work/watch" <<'END'
key 3
wait text "#11"
key enter
dump
wait text "1 newer turn came"
dump
key shift-tab
key shift-tab
key g
key g
wait text "turn 12"
dump
END
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 80x24 \
	--script "$work/watch" >"$pipe" 2>"$err" </dev/null &
pid=$!
while read -r line; do
	echo "$line"
	case $line in
	*"--- "*)
		[ -e "$work/done1" ] && continue
		: >"$work/done1"
		"$REVERIE" --workspace "$ws" --now "$NOW" --seed 2 turn \
			--session live "Where does Kenji work?" >"$work/turn" 2>&1
		;;
	esac
done <"$pipe" >"$out"
wait $pid
rc=$?
ends 0

# Held, nothing moves: what came is counted until F.
mkfifo "$work/pipe"
cat >"$work/watch" <<'END'
key 3
wait text "#12"
key F
wait text "HELD"
dump
wait text "HELD +1"
dump
key F
wait text "#13"
END
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
	--script "$work/watch" >"$work/pipe" 2>"$err" </dev/null &
pid=$!
while read -r line; do
	echo "$line"
	case $line in
	*HELD*)
		[ -e "$work/done" ] && continue
		: >"$work/done"
		"$REVERIE" --workspace "$ws" --now "$NOW" --seed 2 turn \
			--session live "Who fixed the radio?" >"$work/turn" 2>&1
		;;
	esac
done <"$work/pipe" >"$out"
wait $pid
rc=$?
ends 0
has "HELD +1"
has "1 newer turn, F follows"
lacks "#13"
exit 0
