# SPDX-License-Identifier: MIT
# Three promotions that wait: two into pages of a person, one new page.
#
#   fresh DIR    makes the workspace in DIR, which becomes $ws
#   r ARGS...    runs the program on it
#   tree         the sums of its pages
#   stage_all    lines of a script that stage all three for approval
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@" >"$out" \
		2>"$err" || fail "$*"
}
tree() {
	(cd "$ws" && find wiki raw -type f | sort | xargs -r sha256sum)
}
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
	echo off >"$ws/.reverie/readonly" # as a person said
	r promote raw/harbour.md --into wiki/concepts/the-harbour.md
	r promote raw/violin.md --into wiki/concepts/the-violin.md
	r promote raw/lantern.md
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
