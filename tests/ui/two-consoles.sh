#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Two consoles approve the same proposal at once: one writes, the other is told,
# whichever is first.
. "$(dirname "$0")/lib.sh"

ws=$work/two
r() {
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 "$@"
}
mkdir -p "$ws/raw"
printf '# Harbour\n\n## Definition\n\nWhere ships are, and nothing else.\n' >"$ws/raw/harbour.md"
r init "$ws" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # as a person said
r promote raw/harbour.md >"$out" 2>"$err" || fail "promote"

cat >"$work/script" <<'END'
key 6
wait text "P-1"
key a
wait text "staged, nothing is written"
key W
wait text "Write 1 page"
dump
key y
wait idle
wait text "Waiting  0 open"
dump
END
# Both stand at the question before one of them may write.
exec 7>>"$ws/.reverie/lock"
flock 7 || fail "no lock"
for i in 1 2; do
	: >"$work/out$i"
	"$REVERIE" --workspace "$ws" --now "$NOW" --headless --size 120x36 \
		--script "$work/script" >"$work/out$i" 2>"$work/err$i" \
		</dev/null 7>&- &
	pid[i]=$!
done
for i in 1 2; do
	until grep -q "Write 1 page" "$work/out$i" ||
		! kill -0 "${pid[i]}" 2>/dev/null; do :; done
done
exec 7>&-
for i in 1 2; do
	wait "${pid[i]}" || { cat "$work/out$i" "$work/err$i"; fail "console $i"; }
done
cat "$work/out1" "$work/out2" >"$out"

wrote=$(grep -l "page written" "$work/out1" "$work/out2" | wc -l)
# (a machine so slow that the lock is not waited for says that)
told=$(grep -lE "approved meanwhile by|it is approved already by|held by" "$work/out1" "$work/out2" | wc -l)
[ "$wrote" -eq 1 ] || fail "$wrote consoles say that they wrote"
[ "$told" -eq 1 ] || fail "$told consoles were told"
[ "$(grep -c '"kind":"approve"' "$ws/.reverie/ledger.jsonl")" -eq 1 ] ||
	fail "approved twice"
[ "$(find "$ws/wiki" -name '*.md' | wc -l)" -eq 1 ] || fail "not one page"
r log --verify >"$out" 2>"$err" || fail "the chain is broken"
r undo >"$out" 2>"$err" || fail "undo"
[ -z "$(find "$ws/wiki" -name '*.md')" ] || fail "one undo left the page"
exit 0
