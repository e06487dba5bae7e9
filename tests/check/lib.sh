# SPDX-License-Identifier: MIT
# Shared by the checks: where the sources are, and how a violation is told.
LC_ALL=C
export LC_ALL
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
BUILDDIR=${BUILDDIR:-$SRCDIR/build}
NM=${NM:-nm}
CC=${CC:-gcc}
cd "$SRCDIR" || exit 99

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

# sources GLOB...: project sources of these kinds, sorted
sources() {
	local g dirs=()
	for g in src ui tests; do
		[ ! -d $g ] || dirs+=("$g")
	done
	for g in "$@"; do
		find "${dirs[@]}" -type f -name "$g" ! -path 'tests/data/*'
	done | sort
}

# verdict FILE: prints the violations in it and ends the check
verdict() {
	if [ -s "$1" ]; then
		sort -u "$1"
		echo "$(sort -u "$1" | wc -l) violation(s)"
		exit 1
	fi
	exit 0
}
