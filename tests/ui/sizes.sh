#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A larger terminal shows no less: for each screen and height, what is seen grows
# with the width, pane by pane and sign by sign.
. "$(dirname "$0")/lib.sh"
demo

{
	echo 'wait idle'
	for h in 24 30 36 50; do
		for w in 80 90 99 100 109 110 119 120 140 200; do
			echo "size ${w}x$h"
			for key in 1 2 3 4 5 6 7 8; do
				printf '%s\n' "key $key" 'wait idle' dump
			done
		done
	done
} >"$work/walk"
console 80x24 <"$work/walk"
ends 0

cat >"$work/grows.py" <<'END'
import re, sys

# The columns of the rules, which candidates have from some width on, stand in
# the place of a few words of each.
SPARE = 0.1

seen, bad = {}, 0
for line in open(sys.argv[1], encoding="utf-8"):
    head = re.match(r"--- (\d+)x(\d+) (\w+)$", line)
    if head:
        key = head[3], int(head[2]), int(head[1])
        seen[key] = ""
    else:
        seen[key] += line

def signs(text):
    return sum(not c.isspace() and not "\u2500" <= c <= "\u259f" for c in text)

def panes(text):
    return len(re.findall("\u2500 \\w", text))

for (screen, h, w), text in sorted(seen.items()):
    rows = text.split("\n")
    now = panes(text), signs("\n".join(rows[2:-3]))
    if w > 80:
        if now[0] < last[0]:
            print(f"{screen} {w}x{h}: {now[0]} panes after {last[0]}")
            bad += 1
        if now[1] < last[1] * (1 - SPARE):
            print(f"{screen} {w}x{h}: {now[1]} signs after {last[1]}")
            bad += 1
    last = now
    # What Health says is whole everywhere: it is the first thing one reads.
    for word in (["113 episodes, 8 left out as noise", "13 chapters, 602 of",
                  "told up to 2026-06-15 14:11 (4d ago)",
                  "no model was asked"] if screen == "overview" else []):
        if word not in text:
            print(f"{screen} {w}x{h}: not there: {word}")
            bad += 1
print(len(seen), "screens")
sys.exit(bad > 0 or len(seen) != 320)
END
LC_ALL=C.UTF-8 python3 "$work/grows.py" "$out" >"$work/grows" || {
	cat "$work/grows"
	rm -f "$out"
	fail "a larger terminal shows less"
}

# What has no room is named on the lower edge, in the order in which tab leads
# there; where all is seen or one pane was asked for, nothing is.
console 80x24 <<'END'
wait idle
dump
key 3
wait text "Candidates"
key tab
dump
size 60x16
dump
END
ends 0
has "└─ tab Pending, Trust layers, Last turn, Activity ─"
has "└─ tab Why, Injected, Turns ─"
has "└─ tab Candidates, Why, Injected, Turns ─"
console 80x24 <<'END'
wait idle
key z
dump
key 7
wait screen jobs
dump
size 120x36
key 1
wait screen overview
dump
END
ends 0
lacks "─ tab"
exit 0
