#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the desk asks and shows on demand: frontmatter that is folded in the diff
# is unfolded, and W asks for a reason that is missing before it writes.
. "$(dirname "$0")/lib.sh"

ws=$work/asked
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@" >"$out" \
		2>"$err" || fail "$*"
}
tree() {
	(cd "$ws/wiki" && find . -type f | sort | xargs -r sha256sum)
}
mkdir -p "$ws/raw" "$ws/wiki/concepts"
printf -- '---\ntitle: The harbour\ndate: 2026-06-11\nconfidence: CONFIRMED\n---\n# The harbour\n\n## Definition\n\nA harbour is where boats wait for the tide to turn.\n' \
	>"$ws/raw/harbour.md"
"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # as a person said
r promote raw/harbour.md

# Folded it says how many keys it has; enter shows them, and folds them again.
for size in 120x36 80x24; do
	console $size <<'END2'
key 6
wait text "P-1"
key enter
wait text "8 keys: enter unfolds it"
dump
key enter
wait text "confidence: CONFIRMED"
wait text "name: The harbour"
key enter
wait text "8 keys: enter unfolds it"
END2
	ends 0
	lacks "confidence: CONFIRMED"
done

# What was kept of an earlier console has no reason: W asks why, and without an
# answer nothing is written.
printf -- '---\ntitle: The quay\ndate: 2026-01-02\n---\n# The quay\n\n## Definition\n\nStones by the water, laid long ago.\n' \
	>"$ws/raw/quay.md"
r promote raw/quay.md
console 120x36 <<'END2'
key 6
wait text "P-2"
key j
wait text "> P-2"
key a
wait text "Approve in spite of it?"
type it is stone
key enter
wait text "staged with its reason"
END2
ends 0
kept=$(find "$XDG_STATE_HOME" -name console.json)
grep -q '"it is stone"' "$kept" || fail "no reason was kept"
sed -i 's/"it is stone"/""/' "$kept"
before=$(tree)
RESUME=1 console 120x36 <<'END2'
key 6
wait text "staged: 1 approve"
key W
wait text "Approve in spite of it?"
dump
key esc
wait idle
dump
END2
ends 0
has "is kept in the log."
lacks "Write 1 page"
[ "$(tree)" = "$before" ] || fail "written without a reason"
RESUME=1 console 120x36 <<'END2'
key 6
wait text "staged: 1 approve"
key W
wait text "Approve in spite of it?"
type it does not move
key enter
wait text "Write 1 page as ONE undo step"
wait text "because: it does not move"
key n
wait text "nothing was written"
key W
wait text "because: it does not move"
key y
wait text "1 page written"
END2
ends 0
r log -n 100 --json
has '"it does not move"'

# u on a row that is not staged speaks of what was written, and names what is
# staged elsewhere; where nothing was written it says where u unstages.
console 80x24 <<'END2'
key 6
wait text "P-1"
key a
wait text "staged, nothing"
key W
wait text "as ONE undo step"
key n
wait text "nothing was written"
END2
ends 0
printf -- '---\ntitle: The mole\ndate: 2026-06-12\n---\n# The mole\n\n## Definition\n\nA wall against the sea.\n' \
	>"$ws/raw/mole.md"
r promote raw/mole.md
RESUME=1 console 80x24 <<'END2'
key 6
wait text "P-3"
key j
wait text "> P-3"
key u
wait text "Staged, not written: P-1; u on its row unstages it."
wait text "Your newest written step is"
key n
key k
key u
wait text "unstaged P-1"
key u
wait text "Your newest step is"
dump
END2
ends 0
lacks "Staged, not written"

# A line of a question that is too long goes on below its own text.
printf -- '---\ntitle: The pier\ndate: 2026-01-02\n---\n# The pier\n\n## Definition\n\nWood over the water.\n' \
	>"$ws/raw/pier.md"
r promote raw/pier.md
console 80x24 <<'END2'
key 6
wait text "P-4"
key G
wait text "> P-4"
key a
wait text "Approve in spite of it?"
type because wood that stood for two hundred years stands for another one, too
key enter
wait text "staged with its reason"
key W
wait text "as ONE undo step"
dump
END2
ends 0
has "│   P-4    !"
has "│          because: because wood"
has "│          stands for another one, too "
[ -f "$ws/wiki/concepts/the-quay.md" ] || fail "the page is not there"
exit 0
