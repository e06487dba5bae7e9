#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Somebody else decides while a question stands here: what was decided, and by
# whom, is told on the screen, and nothing is run of what was staged.
. "$(dirname "$0")/lib.sh"

demo
# other ARGS...: Kenji at a command line
other() {
	USER=kenji "$REVERIE" --workspace "$ws" --now "$NOW" "$@" \
		>"$work/other" 2>&1 || fail "$*: $(cat "$work/other")"
}
approve() {
	"$REVERIE" --workspace "$ws" --now "$NOW" review show "$1" --json \
		>"$work/shown" || fail "show"
	other review approve "$1" --sha256 "$(jq -r .sha256 "$work/shown")"
}
# beside COMMAND...: the script on standard input, the command at its first dump
beside() {
	cat >"$work/script"
	rm -rf "$XDG_STATE_HOME"
	: >"$out"
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 --headless \
		--size 120x36 --script "$work/script" >"$out" 2>"$err" \
		</dev/null &
	local pid=$!
	until grep -q '^--- ' "$out" || ! kill -0 $pid 2>/dev/null; do :; done
	"$@"
	rc=0
	wait $pid || rc=$?
	ends 0
}
command -v jq >/dev/null || { echo "jq is missing"; exit 77; }
cp -r "$ws" "$work/fresh"

# The question of W: yes is said to what is not there any more.
beside approve P-2 <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key a
wait text "A P-2"
key W
wait text "Write 1 page"
dump
wait text "P-2 was approved meanwhile by kenji"
key y
wait text "nothing was written here"
dump
key g
key n
wait text "P-2 was approved meanwhile by kenji (14:00): nothing was written here"
END
has "P-2 was approved meanwhile by kenji (14:00): nothing was written here"
lacks "is missing; give one"

# Two are staged and one goes: nothing of the other is written by that yes.
rm -rf "$ws"
cp -r "$work/fresh" "$ws"
beside other review reject P-4 --reason no <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key a
wait text "A P-2"
key G
wait text "Diff  P-4"
key a
wait text "A P-4"
key W
wait text "Write 2 pages"
dump
wait text "P-4 was rejected meanwhile by kenji"
key y
wait text "W shows what is still staged"
wait idle
key W
wait text "Write 1 page"
key y
wait text "1 page written"
END

# The question why it is rejected: nothing is staged, and it is said.
rm -rf "$ws"
cp -r "$work/fresh" "$ws"
beside approve P-4 <<'END'
key 6
wait text "P-2"
key G
wait text "Diff  P-4"
key x
wait text "Press a digit"
dump
wait text "3 open"
key 1
wait text "P-4 was approved meanwhile by kenji (14:00): nothing is staged of it"
dump
key g
key n
wait text "nothing is staged of it"
END
lacks "reject staged"

# Both at once: the engine tells who was first.
other init "$ws"
rc=0
"$REVERIE" --workspace "$ws" review reject P-4 --reason late >"$out" 2>&1 || rc=$?
ends 4
has "P-4: it is approved already by kenji, nothing was changed"
exit 0
