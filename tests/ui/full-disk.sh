#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A disk that fills between staging and W: it says so, all of it stays staged,
# and is written when there is room.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-batch.sh"
. "$(dirname "$0")/../support/disk.sh"

disk_counted
fresh "$work/disk/ws"
before=$(tree)
console 120x36 <<END2
$stage_all
END2
ends 0
# (so many pages of 4 KiB are left: in the middle of it, and none)
for leave in 5 0; do
	disk_leave $leave
	RESUME=1 console 120x36 <<'END2'
key 6
wait text "staged: 3 approve"
key W
wait text "Write 3 pages as ONE undo step"
key y
wait text "No space left on"
key k
wait text "staged: 3 approve"
END2
	ends 0
	disk_room
	[ "$(tree)" = "$before" ] || fail "a full disk changed a page"
done
RESUME=1 console 120x36 <<'END2'
key 6
wait text "staged: 3 approve"
key W
wait text "Write 3 pages as ONE undo step"
key y
wait text "3 pages written"
END2
ends 0
grep -q "Boats wait" "$ws/$page" || fail "not written with room again"
grep -q "What a person wrote" "$ws/$page" || fail "a person's text is lost"
r log --verify
