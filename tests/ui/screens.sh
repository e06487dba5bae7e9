#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every screen of the demo at every size.  What stands where is one golden, which
# role each cell has another, and how a theme shows the roles a third: text and
# roles are the same in the dark theme, the light one and without colour.
. "$(dirname "$0")/lib.sh"
demo

# DUMP: "dump" or "dump styles".
all() {
	printf '%s\n' 'wait idle' "$1" \
		'key 2' 'wait screen story' "$1" \
		'key 3' 'wait screen resonance' "$1" \
		'key 4' 'wait screen pending' "$1" \
		'key 5' 'wait text "cloud-copy"' "$1" \
		'key 6' 'wait text "4 open"' "$1" \
		'key 7' 'wait screen jobs' "$1" \
		'key 8' 'wait text "chain ok"' "$1"
}

# What of $out is text, roles and look; the looks of all sizes come together.
split() {
	grep -v -E '^([0-9]+:|=) ' "$out" >"$work/text"
	grep -E '^(---|[0-9]+:) ' "$out" >"$work/roles"
	grep '^= ' "$out" >>"$work/look-$1"
}

for size in 120x36 80x24; do
	console "$size" --theme dark < <(all "dump styles")
	ends 0
	split dark
	cp "$work/text" "$work/first"
	cp "$work/roles" "$work/first-roles"
	cp "$work/text" "$out"
	golden "screens-$size"
	cp "$work/first-roles" "$out"
	golden "roles-$size"
	for theme in light mono; do
		if [ $theme = mono ]; then
			console "$size" --mono < <(all "dump styles")
		else
			console "$size" --theme $theme < <(all "dump styles")
		fi
		ends 0
		split $theme
		cmp -s "$work/text" "$work/first" ||
			fail "$theme shows another text at $size"
		cmp -s "$work/roles" "$work/first-roles" ||
			fail "$theme gives a cell another role at $size"
	done
done
for theme in dark light mono; do
	LC_ALL=C sort -u "$work/look-$theme" >"$out"
	golden "look-$theme"
done

console 60x16 < <(all dump)
ends 0
golden screens-60x16
console 40x10 <<<$'wait idle\ndump'
golden screens-40x10

# Without a UTF-8 locale frames are plain.
UI_LOCALE=C
LC_ALL=C
console 80x24 <<<$'wait idle\ndump'
has "+- Health"
exit 0
