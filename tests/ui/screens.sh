#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The four screens of the demo at every size, dark and mono.
. "$(dirname "$0")/lib.sh"
demo

all() {
	cat <<'END'
wait idle
dump
key 2
wait screen story
dump
key 3
wait screen resonance
dump
key 4
wait screen pending
dump
END
}
for size in 120x36 80x24 60x16; do
	console $size < <(all)
	ends 0
	golden "screens-$size"
done
console 40x10 <<'END'
wait idle
dump
END
golden screens-40x10

# The style maps differ by theme, the text does not.
styles=$'wait idle\ndump styles'
console 120x36 --theme dark <<<"$styles"
golden styles-dark
console 120x36 --mono <<<"$styles"
golden styles-mono
console 120x36 --theme light <<<"$styles"
has "= layer.wiki: fg=#005a3c"

# Without a UTF-8 locale frames are plain.
UI_LOCALE=C
LC_ALL=C
console 80x24 <<<$'wait idle\ndump'
has "+- Health"
exit 0
