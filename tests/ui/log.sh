#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rows of the log: what u and y do on each, and what each says of itself.
. "$(dirname "$0")/lib.sh"
demo

# u means the row under the cursor: one that decided nothing never leads to the
# undo of another.
console 120x36 --mono <<'END'
key 6
wait text "4 open"
key j
key a
key W
wait text "undo step"
key y
wait text "undo 1"
key :
type status
key enter
wait text "episodes: 113"
key esc
key 8
wait text "chain ok"
key u
wait text "this row decided nothing"
dump
key j
key u
wait text "y yes"
dump
key n
END
ends 0
lacks "The newest step is"
has "Step 6: P-2 written"

# Called from elsewhere, a line that is shown names the workspace; in it, it does
# not.  y copies it beside the row, too.
AWAY=1 console 120x36 --mono <<'END'
key 8
wait text "chain ok"
key tab
key y
wait text "clipboard"
dump
END
ends 0
has "reverie --workspace $ws"
console 120x36 --mono <<'END'
key 8
wait text "chain ok"
dump
END
ends 0
has "reverie review approve P-2"
lacks "--workspace"
