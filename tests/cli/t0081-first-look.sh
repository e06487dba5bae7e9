#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The console opens what nobody decided about read-only; `reverie` alone shows
# an agent's directory that was never opened; a terminal gets whole words.
. "$(dirname "$0")/lib.sh"

mkdir -p "$work/w"
cd "$work/w" || exit 99
printf '### [2026-01-02 10:00] Old\n\nOld text.\n' >STORY.md
cat >"$work/look" <<'END'
wait text "read-only"
key esc
dump
END
# look ARGS...: the headless console, what it shows in $out
look() {
	expect 0 --headless --size 120x36 --script "$work/look" "$@"
}

# Never opened: shown, and nothing is made.
look
ok "no card" grep -q 'read-only' "$out"
[ ! -e .reverie ] || fail "a look made .reverie"
# Without a terminal it is said in one line.
expect 2
[ "$(wc -l <"$err")" -eq 1 ] || fail "the message is no line"
ok "the terminal is not named" grep -q 'needs a terminal' "$err"
# Elsewhere it is as it was.
(cd "$work" && expect 2 --headless --script "$work/look") || exit 1
ok "init is not named" grep -q 'reverie init' "$err"

# After init verbs write, the console does not.
expect 0 init
ok "init does not say it" grep -q ':readonly off' "$out"
look
[ ! -e .reverie/readonly ] || fail "a look decided"
expect 0 record --session s --role user hello
look

# What a person says is kept, and both ways.
cat >"$work/off" <<'END'
wait text "read-only"
key esc
key :
type readonly off
key enter
wait text "open for writing"
END
expect 0 --headless --size 120x36 --script "$work/off"
[ "$(cat .reverie/readonly)" = off ] || fail "off is not kept"
cat >"$work/on" <<'END'
wait text "lock free"
dump
key :
type readonly on
key enter
wait text "nothing is written"
END
expect 0 --headless --size 120x36 --script "$work/on"
ok "not for writing" grep -q 'lock free   rw' "$out"
[ "$(cat .reverie/readonly)" = on ] || fail "on is not kept"
look
expect 0 record --session s --role user again
# A word that is none lets nobody write.
echo of >.reverie/readonly
look
# With --readonly nothing is kept.
rm .reverie/readonly
expect 0 --headless --size 120x36 --script "$work/look" --readonly
[ ! -e .reverie/readonly ] || fail "--readonly is kept"
# A person decided before: nobody is asked.
printf '{"id":"a","session":"s","role":"user","time":"2026-02-02T10:00:00.000Z","text":"Hi."}\n' \
	>"$work/in.jsonl"
expect 0 import "$work/in.jsonl"
sed -i 1,2d "$work/look"
sed -i '1i wait text "lock free"' "$work/look"
expect 0 --headless --size 120x36 --script "$work/look"
ok "it is asked again" grep -q 'lock free   rw' "$out"

# On a terminal a message is broken at blanks.
command -v script >/dev/null || exit 0
mkdir "$work/none"
cd "$work/none" || exit 99
for cols in 40 80; do
	script -qefc "stty cols $cols; $REVERIE status" /dev/null \
		</dev/null >"$out" 2>&1
	tr -d '\r' <"$out" >"$work/lines"
	awk -v m=$cols 'length > m { exit 1 }' "$work/lines" ||
		fail "a line is wider than $cols"
	[ "$(wc -l <"$work/lines")" -gt 1 ] || fail "it is one line"
	"$REVERIE" status 2>"$err" >/dev/null
	[ "$(tr '\n' ' ' <"$work/lines")" = "$(tr '\n' ' ' <"$err")" ] ||
		fail "the words are others"
done
exit 0
