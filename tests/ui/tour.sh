#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tour of the demo moves on when what its card asks for was done, counts what
# was, skips what was done before its turn, and says nothing that is not so.
. "$(dirname "$0")/lib.sh"
demo

for size in 120x36 80x24; do
	console $size <<'END'
key :
type tour
key enter
wait text "1/5  Why did a memory surface?"
key 3
wait text "#10"
key enter
wait text "1/5  Why did a memory surface?"
key enter
wait text "2/5  And why did another one not?"
wait text "1 of 5 done"
key [
key \
key \
key \
wait text "only near-miss"
wait text "2/5"
key enter
wait text "3/5  Make something durable"
wait text "2 of 5 done"
key 4
key c
wait text "Preview  STORY.md"
wait text "3/5  Make something durable"
wait text "3 of 5 done"
key 6
wait text "4 open"
key j
key a
wait text "staged, nothing"
wait text "3 of 5 done"
key W
wait text "undo step"
key y
wait text "4/5  Take it back"
wait text "4 of 5 done"
key u
wait text "?"
key y
wait text "That was the tour"
wait text "5 of 5 done"
key ,
key t
wait text "that was the tour; ,t begins again"
key ,
key t
wait text "1/5"
dump
END
	ends 0
	lacks "of 5 done"
done

# Put away, it comes back where it was; passed over, it counts what was done.
console 120x36 <<'END'
key :
type tour
key enter
key ,
key n
key ,
key n
wait text "3/5"
key ,
key t
wait text "the tour is gone"
key ,
key t
wait text "3/5"
key ,
key n
key ,
key n
key ,
key n
wait text "That was the tour"
key ,
key n
wait text "that was the tour; ,t begins again"
END
ends 0
exit 0

# esc takes away what was opened and never the tour; its own key does.
console 120x36 <<'END'
key :
type tour
key enter
wait text "1/5"
key esc
key esc
key esc
wait text "1/5  Why did a memory surface?"
key ,
key t
wait text "the tour is gone"
END
ends 0

# The way that the second card names, from where the first one leaves.
console 120x36 <<'END'
key :
type tour
key enter
key 3
wait text "#10"
key enter
key enter
wait text "2/5"
wait text "from Why: esc"
key esc
key \
key \
key \
wait text "only near-miss"
wait text "2/5"
END
ends 0
