#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A step that is turned round nine times on the Log screen: the newest row says
# what is there, and the line at the end is a command that turns it once more.
. "$(dirname "$0")/lib.sh"
demo
"$REVERIE" --workspace "$ws" --now "$NOW" review show P-2 --json >"$out"
page=$ws/$(jq -r .target "$out") sum=$(jq -r .sha256 "$out")
rv() {
	"$REVERIE" --workspace "$ws" --now "$NOW" "$@" >"$out" 2>"$err"
}

# u, U, u, all of them told at the end: the last one can be turned round.
console 120x36 --mono <<'END'
key 6
wait text "4 open"
key j
key a
key W
key y
wait text "u to undo"
key 8
wait text "chain ok"
key u
wait text "Undo?"
key y
wait text "taken back: P-2"
key U
wait text "Redo?"
key y
wait text "written again: P-2"
key u
wait text "Undo?"
key y
wait text "taken back: P-2"
wait idle
dump
key q
wait text "Leave the demo?"
key k
END
ends 0
[ ! -e "$page" ] || fail "the page is there"
grep -qE "undo +P-2 taken back" <(grep -m1 'P-2 [a-z ]*:' "$out") ||
	fail "the newest row says otherwise"
said=$(cat "$err")
grep -q "^4 steps were written; this takes the last one back: " <<<"$said" ||
	fail "not four steps: $said"
line=${said#*: }
(cd / && eval "${line/#reverie/\"\$REVERIE\" --now $NOW}") >"$out" 2>&1 ||
	fail "it does not work: $line"
[ "$(sha256sum <"$page" | cut -d' ' -f1)" = "$sum" ] || fail "$line: other bytes"

for i in 1 2 3 4 5 6 7 8 9; do
	was=$([ -e "$page" ] && echo there || echo gone)
	console 120x36 --mono <<'END'
key 8
wait text "chain ok"
key u
wait text "Undo?"
key y
wait text "P-2"
wait idle
key g
key g
wait idle
dump
key q
wait text "Leave the demo?"
key k
END
	ends 0
	newest=$(grep -m1 -E '(undo|redo) +P-2' "$out")
	if [ -e "$page" ]; then
		now=there word='redo +P-2 done again'
	else
		now=gone word='undo +P-2 taken back'
	fi
	[ "$now" != "$was" ] || fail "$i: nothing turned round"
	grep -qE "$word" <<<"$newest" || fail "$i: $now, and: $newest"
	# The decision says what stands.
	marks=$(grep -c 'undone: P-2 written to' "$out")
	[ "$now:$marks" = gone:1 ] || [ "$now:$marks" = there:0 ] ||
		fail "$i: $now, and $marks marks on the decision"
	said=$(cat "$err")
	rv log -n 1 --json || fail "log"
	[ "$said" = "1 step was written; this takes it back: reverie --workspace $ws undo $(jq '.ledger[0].id' "$out")" ] ||
		fail "$i: $said"
done

# Turned round elsewhere meanwhile: no command is named that would be refused.
cat >"$work/script" <<'END'
key 8
wait text "chain ok"
key u
key y
wait text "P-2 done again"
dump
wait text "31 rows"
key q
wait text "Leave the demo?"
key k
END
rm -rf "$XDG_STATE_HOME"
: >"$out"
"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
	--script "$work/script" >"$out" 2>"$work/said" </dev/null &
pid=$!
until grep -q "P-2 done again" "$out" || ! kill -0 $pid 2>/dev/null; do :; done
"$REVERIE" --workspace "$ws" --now "$NOW" undo P-2 >"$work/undone" 2>"$err" ||
	fail "no undo by the other"
wait $pid || { cat "$work/said"; fail "the console"; }
[ "$(cat "$work/said")" = "1 step was written" ] ||
	fail "not so: $(cat "$work/said")"
exit 0
