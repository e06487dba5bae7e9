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
# With --readonly nothing is kept: no word, no place in the console, and no
# workspace is made.
rm .reverie/readonly
rm -rf "${XDG_STATE_HOME:=$work/state}"
export XDG_STATE_HOME
cat >"$work/nothing" <<'END'
wait text "read-only"
key esc
key 5
wait idle
key :
type readonly on
key enter
wait text "it writes nothing"
END
expect 0 --headless --size 120x36 --script "$work/nothing" --readonly
[ ! -e .reverie/readonly ] || fail "--readonly is kept"
[ ! -e "$XDG_STATE_HOME" ] || fail "--readonly kept the place"
mkdir "$work/bare"
for c in "init $work/bare" "demo --no-console --at $work/bare/d"; do
	# shellcheck disable=SC2086
	expect 2 --readonly $c
	ok "$c" grep -q 'nothing is written' "$err"
done
[ -z "$(ls -A "$work/bare")" ] || fail "--readonly made a workspace"
# What agents do ends it as little as it is kept from them.
printf '{"ref":"a","session":"s","role":"user","time":"2026-02-02T10:00:00.000Z","text":"Hi."}\n' \
	>"$work/in.jsonl"
expect 0 import "$work/in.jsonl"
mkdir raw
printf '# Harbour\n\n## Definition\n\nWhere ships are.\n' >raw/harbour.md
expect 0 promote raw/harbour.md --json
sum=$(jq -r .sha256 "$out")
expect 0 consolidate --json
expect 0 turn "Where are the ships?"
look
cat >"$work/stage" <<'END'
wait text "Nothing was decided here yet"
key esc
key 6
wait text "P-1"
wait text "read-only"
key a
wait text ":readonly off changes it"
END
expect 0 --headless --size 120x36 --script "$work/stage"
expect 0 init --json
is '[.already,.access]' '[true,"look"]'

# Where a person said no, the command line decides nothing either; proposals
# come in as before.
echo on >.reverie/readonly
for c in "review approve P-1 --sha256 $sum" "review apply P-1=$sum" \
	'review reject P-1 --reason no' 'review defer P-1' undo \
	'consolidate --approve'; do
	# shellcheck disable=SC2086
	expect 2 $c
	ok "$c" grep -q ':readonly off. in the console' "$err"
done
[ ! -e wiki ] || fail "a page was written"
printf "# Lamp\n\n## Definition\n\nIt gives light.\n" >raw/lamp.md
expect 0 promote raw/lamp.md
expect 0 init
ok "init does not say it" grep -q ':readonly on. was said' "$out"
rm .reverie/readonly

# A first decision on the command line is a person's: nobody is asked again.
expect 0 review approve P-1 --sha256 "$sum"
sed -i 1,2d "$work/look"
sed -i '1i wait text "lock free"' "$work/look"
expect 0 --headless --size 120x36 --script "$work/look"
ok "it is asked again" grep -q 'lock free   rw' "$out"
expect 0 init
ok "init does not say it" grep -q 'is a workspace already' "$out"
ok "init says what is not so" grep -q 'opens it for writing' "$out"

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
