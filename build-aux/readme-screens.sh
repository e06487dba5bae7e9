#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The screens in README.md are the golden ones: a line
#   <!-- golden FILE SCREEN -->
# is followed by a fenced block that this script fills from the first dump of
# SCREEN in tests/ui/golden/FILE.txt.
#
#   readme-screens.sh            write
#   readme-screens.sh --check    fail when README.md is stale
set -eu
cd "$(dirname "$0")/.."
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk '
/^<!-- golden / {
	print
	file = "tests/ui/golden/" $3 ".txt"
	want = $4
	skip = 1
	next
}
skip == 1 && /^```/ {
	print
	on = 0
	while ((getline line < file) > 0) {
		if (line ~ /^--- /) {
			split(line, w, " ")
			if (on)
				break
			on = w[3] == want
			continue
		}
		if (on) {
			sub(/ +$/, "", line)
			print line
		}
	}
	close(file)
	skip = 2
	next
}
skip == 2 && !/^```/ { next }
{ skip = 0; print }
' README.md >"$new"
if cmp -s README.md "$new"; then
	exit 0
fi
if [ "${1:-}" = --check ]; then
	echo "README.md: its screens are stale: run build-aux/readme-screens.sh"
	exit 1
fi
cat "$new" >README.md
