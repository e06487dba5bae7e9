#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# + and _ make the focused pane larger and smaller: each undoes the other, a
# screen keeps its sizes over a resize and a restart, ,z brings its own again.
. "$(dirname "$0")/lib.sh"
demo
state() {
	find "$XDG_STATE_HOME" -name console.json
}

console 120x36 <<'END'
key 6
wait text "open"
dump
key tab
key +
wait text ",z gives all panes"
key +
dump
END
ends 0
golden grow
grep -q '"diff.below":\[4,' "$(state)" || fail "the sizes are not kept"

# There and back again is nothing; so is ,z, and the word of the palette.
for back in 'key _
key _' 'key ,
key z' 'key :
type panes
key enter'; do
	console 120x36 <<END
key 6
wait text "open"
key tab
dump
key +
key +
$back
dump
END
	ends 0
	[ "$(sed -n '2,34p' "$out")" = "$(sed -n '39,71p' "$out")" ] ||
		fail "$back: not the sizes of before"
	grep -q '"sizes":{}' "$(state)" || fail "$back: something is kept"
done

# At the end of the room it says so, and each way.
console 120x36 <<'END'
key 7
wait screen jobs
key +
key +
key +
key +
key +
key +
key +
wait text "no pane beside this one has room"
key tab
key _
wait text "this pane cannot be smaller"
key ,
key z
key ,
key z
wait text "all panes of this screen have their own size"
END
ends 0

# Another console, another terminal: the same share; zoom has no part in it.
console 120x36 <<'END'
key 5
wait screen layers
key +
key +
key z
key +
wait text "only this pane is shown"
key z
dump
END
ends 0
RESUME=1 console 120x36 <<'END'
wait screen layers
wait text "files"
dump
size 80x24
key +
size 60x20
key +
wait text "shows one pane"
size 120x36
wait idle
dump
END
ends 0
wide=$(sed -n '4p' "$out" | sed 's/┬.*//')
[ ${#wide} -eq 57 ] || fail "the tree is not kept: ${#wide}"
[ "$(sed -n '2,34p' "$out")" = "$(sed -n '39,71p' "$out")" ] ||
	fail "another size of the terminal took the sizes away"

# In a line that is typed they are letters.
console 80x24 <<'END'
key 5
wait screen layers
key f
type a+_b
wait text "a+_b"
key enter
wait text "fit "a+_b""
END
ends 0
grep -q '"sizes":{}' "$(state)" || fail "a typed sign moved a line"

# What is kept may be anything.
console 120x36 <<'END'
key 5
wait screen layers
key +
END
for bad in '[1]' '[-9999,31]' '["a","b"]' '{}' '[31,0]' '[30,31]' '[-30,31]'; do
	sed -i -E "s/\"tree.right\":(\[[^]]*\]|\{\})/\"tree.right\":$bad/" "$(state)"
	RESUME=1 console 120x36 <<'END'
wait screen layers
wait text "Linked from"
END
	ends 0
done
exit 0
