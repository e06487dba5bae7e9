#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A check that became worse while the proposal waited: W writes nothing of it,
# says which one, and shows what waits in its place.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-batch.sh"
fresh "$work/worse"
mkdir -p "$ws/wiki/entities"
before=$(tree)

# Somebody makes a page of that name while the proposals wait.
page() {
	printf -- '---\ntype: entity\nname: The lantern\nthemes: [runtime]\nupdated: 2026-06-12\n---\n\n# The lantern\n\nAn inn of that name.\n' \
		>"$ws/wiki/entities/lantern-inn.md"
}
page
with=$(tree)
for size in 120x36 80x24; do
	console $size <<-END
	$stage_all
	key W
	wait text "Write 3 pages"
	key y
	wait text "became worse"
	dump
	END
	ends 0
	[ "$(tree)" = "$with" ] || fail "written"
	has "P-3: a check became worse since it was proposed"
	# the others are staged still, the new one is shown and is not
	has "A P-1"
	has "A P-2"
	lacks "A P-3"
	lacks "A P-4"
	has "P-4"
	has "lantern-inn.md"
	golden worse-$size
	rm -r "$ws"
	fresh "$ws"
	mkdir -p "$ws/wiki/entities"
	page
done

# With a reason for what is shown now it is written with the others.
console 120x36 <<END
$stage_all
key W
wait text "Write 3 pages"
key y
wait text "became worse"
wait text "> P-4"
key a
wait text "Type why"
type an inn is no lamp
key enter
wait text "staged with its reason"
key W
wait text "Write 3 pages"
key y
wait text "3 pages written"
END
ends 0
[ -e "$ws/wiki/concepts/the-lantern.md" ] || fail "not written"
[ "$before" != "$(tree)" ] || fail "nothing was written"
