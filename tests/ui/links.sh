#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every id is a link: enter on a row and on a chosen link of a text opens what
# it stands for, [ leads back, ] forward again, and :goto opens any.
. "$(dirname "$0")/lib.sh"
demo
episode=$("$REVERIE" --workspace "$ws" --now "$NOW" search drill --json |
	grep -o 'e-[0-9a-f]\{16\}' | head -1)
[ -n "$episode" ] || fail "no episode found"

# What is typed behind :goto, the screen that it opens, and what stands there.
while IFS='|' read -r id screen text; do
	console 120x36 < <(printf '%s\n' 'wait idle' 'key :' "type goto $id" \
		'key enter' "wait screen $screen" "wait text \"$text\"" 'dump')
	[ "$rc" -eq 0 ] || fail ":goto $id"
done <<END
P-2|review|review > P-2
#7|resonance|turn 7
turn 7|resonance|turn 7
ch-3|story|chapter 3
chapter 13|story|Not yet, Redis
STORY.md|story|Chapters
row 3|log|P-2 proposed
step 5|log|ledger row  5
wiki/entities/mara.md|layers|Item  [W] wiki/entities/mara.md
wiki/entities/mara.md:22|layers|Item  [W] wiki/entities/mara.md
$episode|overview|$episode
e-0000000000000000|overview|e-0000000000000000
P-99|log|rows of the log do not have it
ch-99|overview|there is no chapter 99
END

# Rows: pane, screen, keys that lead there and open the row, what it opens.
while IFS='|' read -r pane number keys screen text; do
	{
		echo "key $number"
		echo "wait idle"
		for k in $keys; do
			case $k in
			@*) echo "wait text \"${k#@}\"" ;;
			*) echo "key $k" ;;
			esac
		done
		echo "wait screen $screen"
		echo "wait text \"$text\""
	} >"$work/steps"
	console 120x36 <"$work/steps"
	[ "$rc" -eq 0 ] || fail "$pane: enter opens nothing or something else"
done <<'END'
needs|1|tab tab tab j enter|review|review > P-2
lastturn|1|tab tab tab tab enter|resonance|turn 10
activity (row)|1|tab tab tab tab tab j enter|log|ledger row  4
activity (turn)|1|tab tab tab tab tab j j j j j enter|resonance|turn 10
chapters|2|j enter tab|story|Six nights
provenance|2|tab tab enter|story|source
turns|3|j enter o|story|resonance #9 > story > chapter 11
candidates|3|tab tab enter|resonance|Surfaced:
candidates (source)|3|tab tab j j o|layers|Item
why (source)|3|tab tab j j enter o|layers|Item
episodes|4|enter|pending|session
log|4|tab tab tab enter|log|ledger row  5
tree|5|enter|layers|juno > layers
queue|6|j enter|review|review > P-2
queue (source)|6|j o|layers|umbrella-thread.md
touched|6|tab tab tab j j enter|layers|umbrella-thread.md
ledger (proposal)|8|enter|review|review > P-4
ledger (turn)|8|j j j j j enter|resonance|turn 10
END

# Links of texts: chosen by l and h, opened by enter.
console 120x36 <<'END'
key 8
wait text "chain ok"
key j
key j
key j
key tab
key l
key l
dump styles
key enter
wait screen layers
wait text "log > layers > wiki/decisions/db-engine.md"
dump
key [
wait screen log
key ]
wait screen layers
wait text "wiki/decisions/db-engine.md"
key [
key 6
wait text "review > P-1"
key tab
key tab
key l
key enter
wait screen layers
wait text "review P-1 > layers"
key [
wait screen review
wait text "Checks"
END
ends 0
# the chosen one is reversed, the others are underlined
has "14+3 text,underline 31+27 text,reverse"
has "juno > log > layers > wiki/decisions/db-engine.md"

# A link in a window leads out of it.
console 80x24 < <(printf '%s\n' 'key :' "type goto $episode" 'key enter' \
	'wait text "l link"' 'key l' 'key h' 'dump' 'key esc' 'key ]' \
	'wait text "nothing ahead"' 'key [' 'wait text "nothing behind"')
ends 0
has "$episode"

# A page's links, the one that Markdown made and the id in its words.
cat >"$ws/wiki/concepts/links.md" <<END
# Links

See [Mara](../entities/mara.md), turn #7 and P-2, told in $episode.
END
console 120x36 <<END
key 5
wait idle
key :
type goto wiki/concepts/links.md
key enter
wait text "told in"
key l
key l
key enter
wait text "turn 7"
key [
wait screen layers
key l
key enter
wait text "review > P-2"
key [
key l
key enter
wait text "$episode"
key esc
key h
key h
key h
key enter
wait text "> wiki/entities/mara.md"
key [
wait text "> wiki/concepts/links.md"
key :
type goto entities/mara.md:22
key enter
wait text "> wiki/entities/mara.md"
END
ends 0

# A page that a proposal is made of names it, and o goes there.
console 120x36 <<END
key 5
wait idle
key :
type goto raw/umbrella-thread.md
key enter
wait text "P-2   is made of this page: o shows it."
key o
wait text "review > P-2"
END
ends 0
exit 0
