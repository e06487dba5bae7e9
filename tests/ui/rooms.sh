#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Layers and Review at work: links, filters, pages that are gone, and a workspace
# that was never opened.
. "$(dirname "$0")/lib.sh"
demo

# A page with links, a new page beside nothing, side by side.
for size in 120x36 80x24; do
	console "$size" <<'END'
wait idle
key 5
wait text "cloud-copy"
key /
type fennel.md
key enter
key enter
key l
dump
key 6
wait screen review
key j
key \
key tab
dump
END
	ends 0
	golden "rooms-$size"
done

# A branch is folded, a filter leaves what fits, a page that is gone says so.
console 120x36 <<'END'
key 5
wait text "cloud-copy"
key f
type fennel
dump
key enter
wait text "fit "
key f
key enter
wait text "43 files"
key :
type goto wiki/nothing.md
key enter
wait text "no such page"
dump
key [
key :
type goto P-2
key enter
wait text "umbrella"
key o
wait screen layers
wait text "raw/umbrella-thread.md"
END
ends 0
golden rooms-filter

# Nothing there: each says what, why and the next key.
ws=$work/empty
mkdir -p "$ws"
"$REVERIE" --now "$NOW" init "$ws" >/dev/null || fail "init"
console 80x24 <<'END'
key 5
wait text "No files yet"
dump
key 6
wait text "queue is empty"
dump
key 8
wait text "chain"
dump
key /
type nothing
wait text "not here"
END
ends 0
golden rooms-empty

# A workspace that was never opened is shown, not touched, until asked.
ws=$work/fresh
mkdir -p "$ws/wiki" "$ws/raw"
printf '# A page\n\nText of it.\n' >"$ws/wiki/page.md"
printf '### [2026-06-01 10:00] One\n\nIt began.\n' >"$ws/STORY.md"
console 80x24 <<'END'
wait text "never wrote here before"
dump
END
ends 0
[ ! -e "$ws/.reverie" ] || fail "a look made .reverie"
console 120x36 <<'END'
wait text "read-only"
key esc
key 5
wait text "page.md"
key a
key :
type readonly off
key enter
wait text "open for writing"
dump
END
ends 0
lacks "read-only"
[ -d "$ws/.reverie" ] || fail ":readonly off made no .reverie"

# The tour stands beside the screens and lets every key through.
ws=$work/demo
console 120x36 <<'END'
key :
type tour
key enter
wait text "1/5"
key 3
wait screen resonance
key ,
key n
wait text "2/5"
dump
key 1
wait screen overview
wait text "2/5"
key ,
key t
wait text "the tour is gone"
key ,
key t
wait text "2/5"
END
ends 0
golden rooms-tour
exit 0
