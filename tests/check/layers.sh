#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A folder includes only what stands above it; the core knows no curses.
. "$(dirname "$0")/lib.sh"

# dir: folders it may include (its own is always allowed)
table='
src/base:
src/files: base
src/net: base files
src/net/module: base net
src/doc: base files net
src/store: base files net doc
src/llm: base files net doc store
src/recall: base files net doc store llm
src/intake: base files net doc store llm recall
src/story: base files net doc store llm recall intake
src/resonance: base files net doc store llm recall intake
src/wonder: base files net doc store llm recall intake
src/trust: base files net doc store llm recall intake
src/engine: base files net doc store llm recall intake story resonance wonder trust
src/cli: base files net doc store llm recall intake story resonance wonder trust engine
src/mcp: base files net doc store llm recall intake story resonance wonder trust engine
src/main.c: base files net doc store llm recall intake story resonance wonder trust engine cli mcp ui
ui: base engine
'

# file:line:"path" of every include of our own
includes() {
	find src ui -name '*.[ch]' -o -name '*.def' | sort |
		xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' |
		sed -E 's/^([^:]*):([0-9]*):[^"]*"([^"]*)".*/\1 \2 \3/'
}
includes >"$tmp/inc"

awk -v table="$table" '
BEGIN {
	n = split(table, row, "\n")
	for (i = 1; i <= n; i++) {
		if (split(row[i], part, ":") < 2)
			continue
		known[part[1]] = 1
		m = split(part[2], dir, " ")
		for (j = 1; j <= m; j++)
			ok[part[1], dir[j]] = 1
	}
}
{
	file = $1
	room = file
	if (file != "src/main.c") {
		if (file ~ /^ui\//)
			room = "ui"
		else
			sub(/\/[^\/]*$/, "", room)
	}
	own = room
	sub(/^src\//, "", own)
	if (!(room in known)) {
		print file ": the folder " room " has no row in the table of " \
			"tests/check/layers.sh"
		next
	}
	if ($3 == "config.h")
		next
	if ($3 !~ /\//) {
		print file ":" $2 ": include \"" $3 "\" with its directory"
		next
	}
	target = $3
	sub(/\/[^\/]*$/, "", target)
	top = target
	sub(/\/.*/, "", top)
	if (top != own && !((room, top) in ok))
		print file ":" $2 ": " room " must not include \"" $3 "\""
	if ($3 ~ /_priv\.h$/ && target != own && \
	    !(room == "ui" && top == "ui"))
		print file ":" $2 ": \"" $3 "\" is private to its folder"
}' "$tmp/inc" >"$tmp/bad"

# What a pane can see of the engine shows no type of a room: the engine
# headers reachable from ui, and those that are public by contract.
{
	for h in engine/engine.h engine/view.h engine/view_pages.h \
		engine/view_proposal.h engine/action.h; do
		[ ! -f "src/$h" ] || echo "$h"
	done
	awk '$1 ~ /^ui\// && $3 ~ /^engine\// { print $3 }' "$tmp/inc"
} | sort -u >"$tmp/public"
while :; do
	awk 'FILENAME == ARGV[1] { pub["src/" $1] = 1; print $1; next }
	     $1 in pub && $3 ~ /^engine\/.*\.h$/ { print $3 }' \
		"$tmp/public" "$tmp/inc" | sort -u >"$tmp/more"
	cmp -s "$tmp/public" "$tmp/more" && break
	mv "$tmp/more" "$tmp/public"
done
awk 'FILENAME == ARGV[1] { pub["src/" $1] = 1; next }
     $1 in pub && $1 ~ /\.h$/ && $3 !~ /^(base|engine)\// {
	print $1 ":" $2 ": a public engine header includes base only, not \"" \
		$3 "\""
     }' "$tmp/public" "$tmp/inc" >>"$tmp/bad"

# libcurl lives in the network module; the program starts without it.
grep -rnE '#[[:space:]]*include[[:space:]]*<curl/' src ui --include='*.[ch]' |
	grep -v '^src/net/module/' |
	sed 's/$/  (libcurl belongs to src\/net\/module)/' >>"$tmp/bad"
if [ -f "$BUILDDIR/reverie" ]; then
	ldd "$BUILDDIR/reverie" 2>/dev/null | grep -iE 'curl|libssl' |
		sed 's/^/the program links a library of the network:/' \
			>>"$tmp/bad"
fi

# One file knows the terminal library.
grep -rnE '#[[:space:]]*include[[:space:]]*<(ncursesw?/)?(n?curses|term|panel|form|menu)\.h>' \
	src ui --include='*.[ch]' | grep -v '^ui/term_curses\.c:' |
	sed 's/$/  (curses belongs to ui\/term_curses.c)/' >>"$tmp/bad"
if [ -f "$BUILDDIR/librv.a" ]; then
	$NM -u "$BUILDDIR/librv.a" 2>/dev/null |
		grep -wE 'initscr|newterm|endwin|stdscr|curscr|doupdate|w?refresh|wnoutrefresh|w?getch|w?get_wch|mvw?addn?w?str|w?addn?w?str|w?add_wch|start_color|init_pair|alloc_pair|tigetstr|setupterm|tputs|keypad|newpad|newwin' |
		sed 's/^/librv.a needs a curses symbol:/' >>"$tmp/bad"
fi

verdict "$tmp/bad"
