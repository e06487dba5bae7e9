#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# All pending episodes can be seen, however many there are: they are read in
# parts, as the operator comes to them.
. "$(dirname "$0")/lib.sh"

n=${PENDING_EPISODES:-5000}
ws=$work/many
mkdir -p "$ws"
seq -f '%06.0f' 1 "$n" | sed 's/.*/{"session":"s","ref":"&","time":"2026-06-20T10:00:00Z","role":"user","text":"Word number & of many."}/' |
	sed 's/"role":"user","text":"Word number \([0-9]*\)1 /"role":"assistant","text":"Word number \11 /' \
	>"$work/many.jsonl"
"$REVERIE" --now "$NOW" init "$ws" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # a person said so
"$REVERIE" --workspace "$ws" --now "$NOW" import "$work/many.jsonl" \
	>"$out" 2>"$err" || fail "import"
last=$(printf '%06d' "$n")
near=$(printf '%06d' 1990)
shown=$(sed ':a;s/\B[0-9]\{3\}\>/,&/;ta' <<<"$n")

console 120x36 --mono <<END
key 4
wait screen pending
wait text "number 000001"
dump
key G
wait text "number $last"
wait idle
dump
key g
key g
wait text "number 000001"
wait idle
dump
END
ends 0
has "$shown, read: 1-2,000"
has "read: 3,001-"
# The mix is of all, not of a part.
has "user 90%  agent 10%"

# Half a page at a time, over the end of the first part, without a gap.
{
	echo 'key 4'
	echo 'wait text "number 000001"'
	for _ in $(seq 320); do
		echo 'key ctrl-d'
	done
	echo 'wait idle'
	echo 'dump'
} | console 120x36 --mono
ends 0
lacks "reading..."
first=$(sed -n 's/.*number \([0-9]*\) .*/\1/p' "$out" | head -1)
[ "$((10#$first))" -gt "$((10#$near))" ] || fail "at $first only"
want=$((10#$first))
while read -r at; do
	[ "$((10#$at))" -eq "$want" ] || fail "$at where $want should be"
	want=$((want + 1))
done < <(sed -n 's/.*number \([0-9]*\) .*/\1/p' "$out")

# What is read again keeps the place; enter shows the one that is meant.
console 120x36 --mono <<END
key 4
wait text "number 000001"
key G
wait text "number $last"
key k
key f5
wait idle
key enter
wait text "Episode"
wait text "id "
dump
END
ends 0
has "Word number $(printf '%06d' $((n - 1))) of many."

# Search and filter look at all of them.
at=$(printf '%06d' $((n - 223)))
console 120x36 --mono <<END
key 4
wait text "number 000001"
key f
type $at
key enter
wait text "number $at"
dump
key esc
key G
wait text "number $last"
wait idle
END
ends 0
has "of $shown fit"
console 120x36 --mono <<END
key 4
wait text "number 000001"
key /
type $at
wait idle
key enter
key n
wait text "number $at"
END
ends 0
