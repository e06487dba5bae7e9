#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What happens between staging and writing: a page is renamed, deleted or edited
# by somebody else, also while the question stands; the disk fills up; the editor
# fails.  Each is told in a sentence, what is staged stays, and nothing is lost.
. "$(dirname "$0")/lib.sh"

ws=$work/ws
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@" >"$out" \
		2>"$err" || fail "$*"
}
tree() {
	(cd "$ws" && find wiki raw -type f | sort | xargs -r sha256sum)
}
# Two pages of a person with something to be added, and a new one.
fresh() { # DIR
	ws=$1
	mkdir -p "$ws/raw" "$ws/wiki/concepts"
	for w in harbour violin; do
		printf -- '---\ntype: concept\nname: The %s\nthemes: [runtime]\nupdated: 2026-06-01\n---\n\n# The %s\n\n## Definition\n\nWhat a person wrote of a %s.\n' \
			$w $w $w >"$ws/wiki/concepts/the-$w.md"
	done
	printf -- '---\ntitle: The harbour\ndate: 2026-06-11\n---\n# The harbour\n\n## How it works\n\nBoats wait there for the tide to turn.\n' >"$ws/raw/harbour.md"
	printf -- '---\ntitle: The violin\ndate: 2026-06-11\n---\n# The violin\n\n## How it works\n\nLena repairs one of these on Mondays.\n' >"$ws/raw/violin.md"
	printf -- '---\ntitle: The lantern\ndate: 2026-06-11\n---\n# The lantern\n\n## Definition\n\nIt hangs above the door of the shop.\n' >"$ws/raw/lantern.md"
	"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
	r promote raw/harbour.md --into wiki/concepts/the-harbour.md
	r promote raw/violin.md --into wiki/concepts/the-violin.md
	r promote raw/lantern.md
}
# Runs the script on standard input and COMMAND at its first dump.
beside() { # COMMAND...
	local line pipe=$work/pipe
	cat >"$work/script"
	rm -rf "$XDG_STATE_HOME" "$pipe" "$work/done"
	mkfifo "$pipe"
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 --headless \
		--size 120x36 --script "$work/script" >"$pipe" 2>"$err" \
		</dev/null &
	pid=$!
	while IFS= read -r line; do
		printf '%s\n' "$line"
		case $line in
		"--- "*)
			[ -e "$work/done" ] || "$@"
			: >"$work/done"
			;;
		esac
	done <"$pipe" >"$out"
	rc=0
	wait $pid || rc=$?
	ends 0
}
stage_all='key 6
wait text "3 open"
wait text "P-1"
key a
wait text "A P-1"
key j
wait text "> P-2"
key a
wait text "A P-2"
key j
wait text "> P-3"
key a
wait text "A P-3"'
page=wiki/concepts/the-harbour.md

rename_it() { mv "$ws/$page" "$ws/wiki/concepts/the-port.md"; }
delete_it() { rm "$ws/$page"; }
edit_it() { printf '\nBy hand.\n' >>"$ws/$page"; }

for what in rename delete edit; do
	# Seen before W: the row says so, W refuses all of it.
	fresh "$work/$what-1"
	beside ${what}_it <<END2
$stage_all
dump
wait text "moved"
key W
wait text "P-1 changed after you staged it: look at it again; nothing was written"
key k
wait text "staged: 3 approve"
END2
	after=$(tree)
	! grep -rq "Boats wait" "$ws/wiki" || fail "$what: a page was written"
	! grep -rq "repairs one" "$ws/wiki" || fail "$what: half a batch"
	[ ! -e "$ws/wiki/concepts/the-lantern.md" ] || fail "$what: half a batch"

	# While the question stands: y finds it out, whoever looks first.
	fresh "$work/$what-2"
	beside ${what}_it <<END2
$stage_all
key W
wait text "Write 3 pages as ONE undo step"
dump
wait idle
key y
wait text "$page"
dump
key k
wait text "staged: 3 approve"
END2
	grep -qE "was renamed to|was deleted meanwhile|changed|nothing was written" "$out" ||
		fail "$what: nothing is said"
	lacks "pages written"
	! grep -rq "Boats wait" "$ws/wiki" || fail "$what: a page was written"
	! grep -rq "repairs one" "$ws/wiki" || fail "$what: half a batch"
	[ ! -e "$ws/wiki/concepts/the-lantern.md" ] || fail "$what: half a batch"
	case $what in
	rename)
		[ ! -e "$ws/$page" ] || fail "made beside the renamed one"
		grep -q "What a person wrote" "$ws/wiki/concepts/the-port.md" ||
			fail "the renamed page is lost"
		;;
	delete) [ ! -e "$ws/$page" ] || fail "it came back" ;;
	edit) grep -q "By hand" "$ws/$page" || fail "an edit is lost" ;;
	esac
	r log --verify
	r review list --json
	[ "$(grep -o '"state":"open"' "$out" | wc -l)" -eq 3 ] ||
		fail "$what: they are not open any more"
done

# The others can be written without it.
ws=$work/rename-1
console 120x36 <<'END2'
key 6
wait text "P-2"
key j
wait text "> P-2"
key a
wait text "A P-2"
key W
key y
wait text "1 page written"
END2
ends 0
grep -q "repairs one" "$ws/wiki/concepts/the-violin.md" || fail "not written"

# An editor that fails, empties the file, removes it, dies, or changes nothing.
fresh "$work/editor"
before=$(tree)
try() { # SCRIPT SENTENCE
	printf '#!/bin/sh\n%s\n' "$1" >"$work/ed"
	chmod +x "$work/ed"
	EDITOR=$work/ed console 120x36 <<END2
key 6
wait text "P-1"
key e
wait text "$2"
dump
END2
	ends 0
	lacks "P-4"
	[ "$(tree)" = "$before" ] || fail "$1: a file changed"
	[ -z "$(find "$XDG_STATE_HOME" -name 'edit-*')" ] || fail "$1: left over"
}
try 'exit 3' "ended with 3; nothing is changed"
try ': >"$1"' "left nothing"
try 'rm "$1"' "P-1"
try 'kill -9 $$' "nothing is changed"
try ':' "nothing was changed"
r log --verify

# A disk that fills between staging and W: it says so, all of it stays staged,
# and is written when there is room.
mkdir "$work/disk"
mount -t tmpfs -o size=2m,mode=700 tmpfs "$work/disk" 2>/dev/null || {
	echo "no tmpfs can be mounted here"
	exit 0
}
trap 'umount "$work/disk"; chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
fresh "$work/disk/ws"
before=$(tree)
console 120x36 <<END2
$stage_all
END2
ends 0
# (so many pages of 4 KiB are left: in the middle of it, and none)
for leave in 5 0; do
	dd if=/dev/zero of="$work/disk/fill" bs=4k 2>/dev/null
	truncate -s $(($(stat -c %s "$work/disk/fill") - leave * 4096)) \
		"$work/disk/fill"
	RESUME=1 console 120x36 <<'END2'
key 6
wait text "staged: 3 approve"
key W
wait text "Write 3 pages as ONE undo step"
key y
wait text "No space left on device"
key k
wait text "staged: 3 approve"
END2
	ends 0
	[ "$(tree)" = "$before" ] || fail "a full disk changed a page"
	rm "$work/disk/fill"
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
exit 0
