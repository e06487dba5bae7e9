#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tables (.def files) and generated lists agree with the tree.
. "$(dirname "$0")/lib.sh"
: >"$tmp/bad"

build-aux/gen-lists.sh --check 2>>"$tmp/bad"

for f in $(sources '*.def'); do
	name=${f#src/}
	grep -rqF "\"$name\"" src ui tests --include='*.[ch]' ||
		echo "$f: no source includes it" >>"$tmp/bad"
	# The compiler finds a name twice; a row twice it may not see.
	grep -E '^[A-Z_]+\(' "$f" | tr -d ' \t' |
		sort | uniq -d | sed "s|^|$f: a row stands twice: |" >>"$tmp/bad"
done

# A pane is one file and one row.
if [ -f ui/panes.def ]; then
	grep -oE '^PANE\([a-z0-9_]+' ui/panes.def | cut -d'(' -f2 | sort \
		>"$tmp/rows"
	for p in $(cat "$tmp/rows"); do
		grep -qsE "\\b${p}_pane\\b" ui/panes/*.c ||
			echo "ui/panes.def: no file in ui/panes defines ${p}_pane" \
				>>"$tmp/bad"
	done
	grep -hoE '^const struct pane_ops [a-z0-9_]+_pane' ui/panes/*.c \
		2>/dev/null | awk '{ sub(/_pane$/, "", $4); print $4 }' | sort |
		comm -23 - "$tmp/rows" |
		sed 's/^/ui\/panes.def: no row for the pane /' >>"$tmp/bad"
fi

verdict "$tmp/bad"
