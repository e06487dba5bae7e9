#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Figures beside their budgets, in one run on one machine.  `./dev bench [N]`
# uses a workspace of N episodes (100,000 by default) and one of BENCH_FILES
# pages (60,000), made once and kept below the build directory.
set -eu
n=${1:-100000}
files=${BENCH_FILES:-60000}
dir=$BUILDDIR/bench
bin=$BUILDDIR/tests/bench
mkdir -p "$dir"
export TZ=UTC LC_ALL=C.UTF-8 XDG_CONFIG_HOME="$dir/config" \
	XDG_STATE_HOME="$dir/state" HOME="$dir"

input=$dir/episodes-$n.jsonl
[ -f "$input" ] || "$bin/bench-gen" "$n" >"$input"
bytes=$(stat -c %s "$input")
w=$dir/workspace-$n

printf '%s, %s cores, %s episodes, %d MB\n' "$(uname -sr)" "$(nproc)" "$n" \
	$((bytes / 1000000))
printf '%-46s %21s   %-16s %s\n' operation 'p50 / p99 ms' budget beside

rm -rf "$w"
mkdir -p "$w"
"$REVERIE" init "$w" >/dev/null
echo off >"$w/.reverie/readonly" # measured as it is used
from=$(date +%s%N)
"$REVERIE" --workspace "$w" --json import "$input" >"$dir/import.json"
ms=$((($(date +%s%N) - from) / 1000000))
printf '%-46s %9d %11s   %-16s\n' 'import, MB/s' \
	$((bytes / 1000 / (ms > 0 ? ms : 1))) "(${ms} ms)" '8'

"$bin/bench-engine" "$w"
"$bin/bench-console" "$REVERIE" "$bin/bench-bare" "$w"

# Its own index goes each time, its pages stay.
p=$dir/pages-$files
[ -s "$p.bytes" ] || {
	rm -rf "$p"
	"$bin/bench-pages" "$p" "$files" >"$p.new"
	mv "$p.new" "$p.bytes"
}
printf '%s pages, %d MB\n' "$files" $(($(cat "$p.bytes") / 1000000))
"$bin/bench-files" "$p" "$(cat "$p.bytes")"
"$bin/bench-live" "$REVERIE" "$bin/bench-bare" "$p"

"$bin/bench-redact"
