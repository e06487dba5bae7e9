#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In which order a batch reaches the disk, which no kill can tell, since what was
# written is in memory for all to see: the intent, then each page whole, then its
# name, then DONE.
. "$(dirname "$0")/lib.sh"
[ -n "$can_trace" ] || { echo "strace is missing"; exit 77; }

workspace w
mkdir -p raw wiki/concepts
list=()
for p in one two; do
	printf '# %s\n\n## Definition\n\nOnly %sword.\n' $p $p >raw/$p.md
	expect 0 --now "$NOW" promote raw/$p.md --to concept --json
	list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
done
# With -y every descriptor has its path behind it: fsync(9</w/one.md>).
in_order() { # PAGES ARGS...: so many pages are renamed into their place
	local pages=$1
	shift
	strace -y -f -qq -o "$work/calls" \
		-e trace=write,writev,pwrite64,pwritev,fsync,fdatasync,renameat,unlinkat \
		"$REVERIE" "$@" >"$out" 2>"$err" || fail "$*"
	awk -v pages="$pages" '
	function path_of(text) {
		match(text, /<[^>]*>/)
		return substr(text, RSTART + 1, RLENGTH - 2)
	}
	function bad(what) { print "line " NR ": " what ": " $0; failed = 1 }
	/(write|writev|pwrite64|pwritev)\(/ {
		path = path_of($0)
		if (path ~ /ledger\.jsonl$/)
			for (d in renamed)
				if (renamed[d] > synced[d])
					bad("a row before the name in " d " is on disk")
		written[path] = NR
	}
	/(fsync|fdatasync)\(/ { synced[path_of($0)] = NR }
	/(renameat|unlinkat)\(/ && /\.md"/ {
		dir = path_of($0)
		split($0, part, "\"")
		for (p in written)
			if (p ~ /ledger\.jsonl$/) {
				intent = 1
				if (synced[p] < written[p])
					bad("a page before its intent is on disk")
			}
		if (!intent)
			bad("a page before its intent")
		if (/renameat/ && !(synced[dir "/" part[2]] > written[dir "/" part[2]]))
			bad("a name before its bytes")
		renamed[dir] = NR
		n++
	}
	END {
		if (n != pages) bad(n " pages")
		exit failed
	}' "$work/calls" >"$work/said" || { cat "$work/said" >>"$err"; fail "$*"; }
}
in_order 2 review apply "${list[@]}"
in_order 2 undo
in_order 2 undo "$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')"
