#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The demo workspace, its times relative to now.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 99

expect 0 --now "$NOW" demo --no-console --json --at "$work/d"
is '[.v,.workspace]' "[1,\"$work/d\"]"
expect 0 --workspace d --now "$NOW" status --json
is '[.demo,.agent,.readonly]' '[true,"juno",false]'
ok "episodes" jq -e '.episodes>=100 and .chapters>=12 and .runs>5 and .pending.log.episodes>0' "$out"
no "a placeholder is left" grep -rqF '@{' d --include='*.md' --include='*.jsonl' --include='*.log'
ok "a note of five days ago" [ -e d/memory/2026-02-24.md ]
[ ! -e d/turns.jsonl ] && [ ! -e d/README.md ] || fail "the script came along"
no "secrets" grep -rqF AKIAIOSFODNN7EXAMPLE d/.reverie
expect 2 --now "$NOW" demo --no-console --at "$work/d"
expect 0 --workspace d --now "$NOW" consolidate --dry-run --json
is '[.checks[]|select(.level=="fail")]' '[]'
# Several people write there and no message has a name: no name is made up.
ok "somebody spoke" jq -e '.diff|test("\n[+]User, 12:40: \"トースター")' "$out"
no "a name that no message has" jq -e '.diff|test("\n[+]Mara, ")' "$out"
expect 0 --workspace d --now "$NOW" trace 1

# Made again at the same time it is the same.
expect 0 --now "$NOW" demo --no-console --at "$work/e"
diff -r --exclude=.reverie d e || fail "two demos differ"
diff d/.reverie/traces.jsonl e/.reverie/traces.jsonl || fail "their traces differ"

# One that was kept is not made again: the line that opens it is said.
expect 2 --now "$NOW" demo --no-console --at "$work/e"
ok "no way on" grep -qF "\`reverie --workspace $work/e\` opens it" "$err"
mkdir full
echo >full/of
expect 2 --now "$NOW" demo --no-console --at "$work/full"
ok "not empty" grep -qF "full: it is not empty" "$err"

# In a new directory of its own.
expect 0 demo --no-console --json
dir=$(jq -r .workspace "$out")
case $dir in
"${TMPDIR:-/tmp}"/reverie-demo-*) ;;
*) fail "made at $dir" ;;
esac
rm -rf "$dir"
REVERIE_DATA_DIR=$work/none expect 2 demo --no-console --at "$work/f"
[ ! -e "$work/f" ] || fail "half a demo"

# An installed tree may be moved as a whole.
mkdir -p "$work/moved/bin" "$work/moved/share/reverie"
cp "$REVERIE" "$work/moved/bin/reverie"
cp -r "$SRCDIR/demo" "$SRCDIR/themes" "$work/moved/share/reverie"
cd "$work" || exit 99
env -u REVERIE_DATA_DIR "$work/moved/bin/reverie" demo --at "$work/moved/w" \
	--no-console >"$out" 2>"$err" || fail "a moved program has no demo"
