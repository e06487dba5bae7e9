#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every list is searched by / n N and filtered by f alike; what a filter hides
# is counted, and esc shows it again.
. "$(dirname "$0")/lib.sh"
demo

# Pane, screen, keys that lead to it, a word that it has, how many items fit.
while IFS='|' read -r pane screen keys word fit; do
	{
		echo "key $screen"
		echo "wait idle"
		for k in $keys z; do echo "key $k"; done
		# the search: found, from the end on again, and back
		echo "key /"
		echo "type $word"
		echo "key enter"
		echo "key G"
		echo "key n"
		echo "wait text \"$word: past the end, on from the top\""
		echo "key g"
		echo "key g"
		echo "key N"
		echo "wait text \"$word: past the top, on from the end\""
		echo "key esc"
		echo "key /"
		echo "type qqqq"
		echo "wait text \"not here\""
		echo "key esc"
		# the filter: what fits is counted, nothing is said, esc clears
		echo "key f"
		echo "type $word"
		echo "wait text \"$fit\""
		echo "key enter"
		echo "key f"
		echo "type qqqq"
		echo "wait text \"Nothing here fits\""
		echo "key enter"
		echo "key esc"
		echo "dump"
	} >"$work/steps"
	console 120x36 <"$work/steps"
	[ "$rc" -eq 0 ] || fail "$pane: search or filter"
	lacks "fit \""
	lacks "Nothing here fits"
done <<'END'
health|1||noise|1 of 8
layers|1|tab tab|raw|1 of 5
needs|1|tab tab tab|label-printer|1 of 9
activity|1|tab tab tab tab tab|baseline|1 of
chapters|2||shelf| of 13
provenance|2|tab tab|move|1 of 6
turns|3||heartbeat|1 of 10
candidates|3|tab tab|restore| of 36
episodes|4||Kenji| of 35
log|4|tab tab tab|baseline|1 of 15
tree|5||fennel|2 of 46
livecheck|5|tab tab tab|df|1 of 3
queue|6||umbrella|1 of 4
touched|6|tab tab tab|umbrella|2 of
ledger|8||propose|4 of 15
END

# \\ on the candidates goes through the kinds: a near-miss is dropped by one rule
# alone, and Why says which; / still searches, f filters within the kind, and esc
# takes away what was added last.
near() {
	printf '%s\n' 'key 3' 'wait text "#10"' 'key tab' 'key tab' \
		'wait text "Candidates  36"' 'key \' 'wait text "only in: 5"' \
		'key \' 'wait text "only out: 31"' 'key \' \
		'wait text "only near-miss: "' 'dump' 'key enter' \
		'wait text "A near miss: only this rule stopped it"' 'dump' \
		'key [' 'key /' 'type restore' 'key enter' 'key n' 'key \' \
		'wait text "Candidates  36"' 'key \' 'key \' \
		'wait text "only out: 31 of 36, esc shows all"' 'key f' \
		'type boring' 'key enter' 'wait text "1 of 36 fit"' 'key esc' \
		'key esc' 'wait text "only out: 31 of 36, esc shows all"' \
		'key esc' 'wait text "Candidates  36"'
}
console 120x36 < <(near)
ends 0
golden lists-near
"$REVERIE" --workspace "$ws" --now "$NOW" trace 10 --json >"$out" || fail "trace"
one=$(jq '[.candidates[] | select(.against | length == 1)] | length' "$out")
most=$(jq '[.candidates[] | select(.against | length > 0)] | length' "$out")
[ "$one" -gt 0 ] && [ "$one" -lt "$most" ] || fail "near-misses: $one of $most"
grep -q "only near-miss: $one of [0-9]*, esc shows all" "$here/golden/lists-near.txt" ||
	fail "the screen counts other near-misses than the $one of the trace"

# What a row is marked with is a word to search and filter by, too.
console 120x36 <<'END'
key 5
wait idle
key f
type held
wait text "1 of 46 fit"
wait text "cloud-copy-draft.md"
key enter
key esc
key f
type stale
wait text "2 of 46 fit"
key enter
key esc
key /
type contradicted
key enter
key n
dump
END
ends 0
has "layers > wiki/concepts/opening-hours.md"

# f begins with an empty line on a filtered list too: esc keeps the filter that
# there was, enter on the empty line clears it.  A filter of another pane goes by
# esc as its heading says.
console 120x36 <<'END'
key 5
wait idle
key f
type stale
key enter
key f
wait text "enter shows all"
wait text "2 of 46 fit"
type fennel
wait text "fit "fennel""
key esc
wait text "2 of 46 fit "stale""
key f
key backspace
wait text "2 of 46 fit "stale""
key f
key enter
wait text "43 files"
key f
type stale
key enter
key tab
key tab
key f
type none
key enter
wait text "Nothing here fits"
key esc
wait text "2 of 46 fit "stale""
key esc
wait text "43 files"
END
ends 0

# A vault far down: folders that hold one folder share a line, so that the names
# of files have room.
mkdir -p "$work/far/down/notes/a/b" "$work/far/down/notes/c"
for f in a/b/one a/b/two c/three; do
	printf '# %s\n' "$f" >"$work/far/down/notes/$f.md"
done
"$REVERIE" --workspace "$ws" --now "$NOW" import --format vault \
	"$work/far" >"$out" 2>"$err" || fail "no vault"
console 120x36 <<END
key 5
wait idle
key f
type far
key enter
dump
END
ends 0
has "│   ▾ ${work:0:20}"
has "│     ▾ a/b 2"
has "▾ c 1"
has "one.md"
has "three.md"

# The help says what a screen can do first, then what its short words mean, how
# to move about last; every word that stands there is found by typing it.
console 80x24 <<'END'
key 3
wait idle
key tab
key tab
key ?
wait text "Keys of Candidates"
type near-miss
wait text "stopped by one rule alone"
key esc
key ?
type horizon
wait text "it is not older than the running conversation, which the"
wait text "agent still sees"
key esc
key 6
wait screen review
key ?
type moved
wait text "r makes it anew"
key esc
key 5
wait screen layers
key ?
type HELD
wait text "looks like a secret and is masked"
key esc
END
ends 0
console 120x60 <<'END'
key 3
wait idle
key tab
key tab
key ?
wait text "Keys of Candidates"
dump
END
ends 0
line() {
	grep -nF -- "$1" "$out" | head -1 | cut -d: -f1
}
[ "$(line 'why it surfaced or not')" -lt "$(line 'it surfaced: it went')" ] &&
	[ "$(line 'it surfaced: it went')" -lt "$(line ' Everywhere ')" ] ||
	fail "the help has another order"
lacks "half a page"

# A filter knows what a row shows, and nothing that it does not.
console 120x36 <<'END'
key 6
wait text "4 open"
key f
type ok
wait text "2 of 4 fit"
key esc
key :
type status
key enter
wait text "episodes: 113"
key esc
key 8
wait text "chain ok"
key f
type you
wait text "1 of"
key esc
key 5
wait text "46 files"
key f
type redis
wait idle
dump
END
ends 0
lacks "2026-11-17"
has "redis-persistence.md"

# Where a filter leaves no turn, none is looked at; esc brings the one of before.
console 120x36 <<'END'
key 3
wait text "#10"
key j
key j
wait text "turn 8"
key f
type zzzz
key enter
wait text "No turn is selected. Its six phases"
wait text "No turn is selected. Every candidate"
dump
key esc
wait text "turn 8"
END
ends 0
lacks "Mongolia"
lacks "turn 8"
exit 0
