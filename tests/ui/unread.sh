#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An editor leaves what no page may hold: it cannot be staged, and too much of
# it is answered at once.
. "$(dirname "$0")/lib.sh"

demo
EDITOR="sh -c 'printf \"\\0\\0\" >>\"\$1\"' x" console 120x36 <<'END'
key 6
wait text "P-2"
key j
wait text "Diff  P-2"
key e
wait text "bytes that are no text"
key a
wait text "cannot be approved"
dump
END
ends 0
lacks "1 staged"

EDITOR="sh -c 'yes too many words | head -c 17000000 >>\"\$1\"' x" console 120x36 <<'END'
key 6
wait text "P-5"
key j
wait text "Diff  P-3"
key e
wait text "the text is over 16 MB"
wait text "e opens your text"
wait idle
dump
END
ends 0
has "P-1"
lacks "P-6"
exit 0
