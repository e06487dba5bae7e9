#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every header compiles alone; every public symbol has its prototype.
. "$(dirname "$0")/lib.sh"

compile() {
	local h=$1
	# shellcheck disable=SC2086
	$CC -std=gnu11 -fsyntax-only -Wall -Wextra -Wstrict-prototypes -Werror \
		-include "$BUILDDIR/config.h" $CHECK_CPPFLAGS -x c "$h" \
		-Wno-error=unused-const-variable 2>&1 |
		sed "s|^|$h: does not compile alone: |" | head -5
}
export -f compile
export CC BUILDDIR CHECK_CPPFLAGS
CHECK_CPPFLAGS=${CHECK_CPPFLAGS:--I$BUILDDIR -Isrc -I.}
sources '*.h' | grep -v -e '^tests/' |
	xargs -P "$(nproc)" -I{} bash -c 'compile "$1"' _ {} >"$tmp/bad"

if [ -f "$BUILDDIR/librv.a" ]; then
	$NM -g --defined-only "$BUILDDIR/librv.a" 2>/dev/null |
		awk 'NF == 3 && $3 !~ /^_/ { print $2, $3 }' | sort -u |
		sort -k2 >"$tmp/symbols"
	# rv_format_##symbol in a source declares one name for each row.
	grep -rhoE '\brv_[a-z0-9_]*_##' src --include='*.[ch]' | sort -u |
		sed 's/##$//' >"$tmp/pasted"
	find src -name '*.def' | xargs grep -ohE '^[A-Z_]+\([A-Za-z0-9_]+' |
		cut -d'(' -f2 | sort -u >"$tmp/rows"
	{
		find src -name '*.h' -o -name '*.def' | xargs grep -ohE '[A-Za-z_][A-Za-z0-9_]*'
		while read -r prefix; do
			sed "s/^/$prefix/" "$tmp/rows"
		done <"$tmp/pasted"
	} | sort -u >"$tmp/words"
	awk '$2 !~ /^rv_/ {
		print "librv.a: the global symbol " $2 " does not begin with rv_"
	}' "$tmp/symbols" >>"$tmp/bad"
	awk '{ print $2 }' "$tmp/symbols" | sort -u |
		comm -23 - "$tmp/words" |
		sed 's/^/librv.a: no header declares /' >>"$tmp/bad"

	# The other way round: a promise in a header is kept by the library.
	find src -name '*.h' ! -path 'src/cli/*' ! -path 'src/mcp/*' |
		sort | xargs awk '
	FNR == 1 { comment = 0 }
	/^#/ { if ($0 ~ /\\$/) cont = 1; next }
	cont { if ($0 !~ /\\$/) cont = 0; next }
	{
		line = $0
		while (1) {
			if (comment) {
				i = index(line, "*/")
				if (!i) { line = ""; break }
				line = substr(line, i + 2); comment = 0
			}
			i = index(line, "/*")
			if (!i) break
			j = index(substr(line, i + 2), "*/")
			if (j) line = substr(line, 1, i - 1) \
				substr(line, i + j + 3)
			else { line = substr(line, 1, i - 1); comment = 1 }
			if (comment) break
		}
		if (line ~ /^(static|typedef)/) next
		if (match(line, /^[A-Za-z][A-Za-z0-9_ *]*[ *]rv_[a-z0-9_]*\(/)) {
			name = substr(line, RSTART, RLENGTH - 1)
			sub(/.*[ *]/, "", name)
			print name, FILENAME
		}
	}' | sort -u >"$tmp/declared"
	awk 'FILENAME == ARGV[1] { have[$2] = 1; next }
	     !($1 in have) { print $2 ": " $1 " is declared, not defined" }' \
		"$tmp/symbols" "$tmp/declared" >>"$tmp/bad"
fi

verdict "$tmp/bad"
