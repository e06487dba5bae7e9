#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A disk that is full during a publish: an error, the old story, no loss; with
# room again it goes on.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/../support/disk.sh"

disk_small 1m
cd "$work/disk" || exit 99
expect 0 init
expect 0 record --session s --role user --time 2026-02-01T10:00:00Z "Mara decided on 2026-02-01 to keep FalkorDB."
expect 0 consolidate --json
sum=$(jq -r .sha256 "$out")
log=$(sha pending-episodes.log)

full=0
done=
for leave in 0 1 2 3 4 5 6 8 12 16 24; do
	# All but so many pages of 4 KiB.
	disk_leave $leave
	rv review approve C-1 --sha256 "$sum" --json
	case $rc in
	0) done=1 ;;
	2)
		full=$((full + 1))
		is .error.code '"disk.full"'
		;;
	*) fail "exit $rc on a full disk" ;;
	esac
	# Whatever was said, the files are whole: before, or after.
	if [ -e STORY.md ]; then
		[ "$(sha STORY.md)" = "$sum" ] || fail "half a story"
	else
		[ "$(sha pending-episodes.log)" = "$log" ] || fail "the log"
	fi
	disk_room
	expect 0 status --json
	is .episodes 1
	expect 0 log --verify
	[ -z "$done" ] || break
	[ ! -e STORY.md ] || break
done
[ $full -gt 0 ] || fail "the disk was never full"
if [ ! -e STORY.md ]; then
	expect 0 review approve C-1 --sha256 "$sum"
fi
[ "$(sha STORY.md)" = "$sum" ] || fail "the story"
expect 0 status --json
is '[.pending.episodes,.chapters]' '[0,1]'
[ ! -e pending-episodes.log ] || fail "the log was not consumed"
expect 0 undo
[ "$(sha pending-episodes.log)" = "$log" ] || fail "the log after undo"

# Recording on a full disk is refused whole.
disk_leave 0
rv record --session s --role user "$(head -c 9000 /dev/zero | tr '\0' 'x')"
[ "$rc" -eq 2 ] || fail "exit $rc of record on a full disk"
# What is there is still read.
[ $disk_kind = counted ] ||
	dd if=/dev/zero of=fill bs=1k oflag=append conv=notrunc 2>/dev/null
for c in status story log 'log --verify' review 'search FalkorDB' \
	'turn FalkorDB' 'consolidate --dry-run'; do
	# shellcheck disable=SC2086
	rv --json $c
	[ "$rc" -le 1 ] || fail "exit $rc on a full disk: $c"
done
disk_room
expect 0 log --verify
expect 0 record --session s --role user "Room again."
expect 0 status --json
is .episodes 2
