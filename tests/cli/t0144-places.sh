#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a path leads to: links and ".." are followed neither to read nor to
# write, and a file that is more than a plain one of ours is not replaced.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw wiki/concepts "$work/else"
printf '# Outside\n\nNobody may read this.\n' >"$work/else/outside.md"
outside=$(sha "$work/else/outside.md")

# page NAME: a raw page, proposed; its id in $id, hash in $sum, target in $page
page() {
	# words that no other page has
	printf '# %s\n\n%sword %sother %sthird.\n' "$1" "$1" "$1" "$1" >"raw/$1.md"
	expect 0 --now "$NOW" promote "raw/$1.md" --json
	id=$(jq -r .proposal "$out")
	sum=$(jq -r .sha256 "$out")
	page=$(jq -r .target "$out")
}
# denied ARGS...: refused, one sentence, and nothing of the outside was read
denied() {
	rv "$@"
	[ "$rc" -eq 2 ] || fail "exit $rc instead of 2: $*"
	[ "$(wc -l <"$err")" -eq 1 ] || fail "more than one sentence: $*"
	no "it was read: $*" grep -q 'Nobody may' "$out" "$err"
}
untouched() {
	[ "$(sha "$work/else/outside.md")" = "$outside" ] || fail "$1: written outside"
	[ "$(ls "$work/else")" = outside.md ] || fail "$1: left outside: $(ls "$work/else")"
	no "$1: kept" grep -rqs 'Nobody may' .reverie/objects
	[ -z "$(find . -name '.*.rv-*')" ] || fail "$1: left over"
	expect 0 log --verify
}

# Sources.
ln -s "$work/else/outside.md" raw/link.md
ln -s "$work/else" raw/dir
ln "$work/else/outside.md" raw/hard.md
denied promote raw/link.md
rv promote raw/dir/outside.md
[ "$rc" -eq 2 ] || fail "exit $rc through a linked folder"
rv promote raw/../../else/outside.md
[ "$rc" -ne 0 ] || fail "left the workspace"
rv promote "$work/else/outside.md"
[ "$rc" -ne 0 ] || fail "a page of no room"
rm raw/hard.md
untouched sources

# A target that was a link when it was proposed: a file, a folder, a dangling one.
ln -s "$work/else/none.md" wiki/concepts/linked.md
printf '# Linked\n\nText.\n' >raw/linked.md
mv raw/linked.md raw/source.md
denied --now "$NOW" promote raw/source.md --dry-run
denied --now "$NOW" promote raw/source.md
mv raw/source.md raw/linked.md
ln -s "$work/else" wiki/entities
denied --now "$NOW" promote raw/linked.md --to entity
ln -s "$work/else/new" wiki/decisions
denied --now "$NOW" promote raw/linked.md --to decision
rm wiki/concepts/linked.md wiki/entities wiki/decisions raw/linked.md
untouched targets

# One that became a link afterwards: to the same bytes, to others, a folder.
page one
ln -s "$work/else/outside.md" "$page"
denied review approve "$id" --sha256 "$sum"
rm "$page"
mv wiki/concepts wiki/aside
ln -s "$work/else" wiki/concepts
denied review approve "$id" --sha256 "$sum"
rm wiki/concepts
ln -s aside wiki/concepts
denied review approve "$id" --sha256 "$sum"
rm wiki/concepts
mv wiki/aside wiki/concepts
untouched afterwards
expect 0 review approve "$id" --sha256 "$sum"
[ "$(sha "$page")" = "$sum" ] || fail "other bytes"

# Undo removes no file behind a link, though its bytes are the same.
mv wiki/concepts "$work/moved"
ln -s "$work/moved" wiki/concepts
denied undo
[ "$(sha "$work/moved/$(basename "$page")")" = "$sum" ] || fail "removed behind a link"
rm wiki/concepts
mv "$work/moved" wiki/concepts
expect 0 undo
[ ! -e "$page" ] || fail "not undone"

# Hard links and other people's files are not replaced; nothing is begun.
printf -- '---\ntype: concept\nname: two\nthemes: [runtime]\n---\n\n# two\n\n## Definition\n\nMine.\n' >wiki/concepts/two.md
page two
before=$(sha wiki/concepts/two.md)
rows=$(wc -l <.reverie/ledger.jsonl)
ln wiki/concepts/two.md "$work/hard"
denied review approve "$id" --sha256 "$sum"
ok "says why" grep -q 'several hard links' "$err"
rm "$work/hard"
if [ "$(id -u)" -eq 0 ]; then
	chown 12345 wiki/concepts/two.md
	denied review approve "$id" --sha256 "$sum"
	ok "says why" grep -q 'somebody else' "$err"
	chown 0 wiki/concepts/two.md
fi
rm wiki/concepts/two.md
mkfifo wiki/concepts/two.md
rv review approve "$id" --sha256 "$sum"
[ "$rc" -eq 2 ] || fail "exit $rc with a pipe in its place"
rm wiki/concepts/two.md
[ "$(wc -l <.reverie/ledger.jsonl)" -eq "$rows" ] || fail "a row was written"

# A ledger that names a path outside is not obeyed: the step is not undone.
workspace forged
mkdir -p raw "$work/victim"
page three
expect 0 review approve "$id" --sha256 "$sum"
cp "$page" "$work/victim/file"
sed -i "s#\"path\":\"$page\"#\"path\":\"../victim/file\"#" .reverie/ledger.jsonl
rm -f .reverie/reverie.db*
rv undo
[ "$rc" -ne 0 ] || fail "a forged row was obeyed"
[ "$(sha "$work/victim/file")" = "$sum" ] || fail "removed outside"
sed -i '$d' .reverie/ledger.jsonl
rm -f .reverie/reverie.db*
rv status
[ "$(sha "$work/victim/file")" = "$sum" ] || fail "removed outside at the start"

# Deleted, renamed, made: the sentence says which, and nothing is written.
workspace gone
echo off >.reverie/readonly # as a person said
mkdir -p raw wiki/concepts
# moved WORDS: approving it is refused with these words, and it stays open
moved() {
	rv review approve "$id" --sha256 "$sum"
	[ "$rc" -eq 4 ] || fail "exit $rc instead of 4"
	ok "it says \"$1\"" grep -qF -- "$1" "$err"
	expect 0 review --json
	ok "still open" jq -e --arg id "$id" '.proposals[]|select(.id==$id)|.state=="open"' "$out"
}
mine() {
	printf -- '---\ntype: concept\nname: %s\nthemes: [runtime]\n---\n\n# %s\n\n## Definition\n\nMine.\n' "$1" "$1" >"wiki/concepts/$1.md"
}
# in_console WORDS: so does the review screen
in_console() {
	printf 'key 6\nwait text "%s"\nkey a\nwait text "%s"\ndump\n' "$id" "$1" >"$work/script"
	rv --now "$NOW" --headless --size 120x36 --script "$work/script"
	[ "$rc" -eq 0 ] || fail "console: exit $rc"
}
mine del
page del
rm wiki/concepts/del.md
moved 'was deleted meanwhile'
[ ! -e wiki/concepts/del.md ] || fail "it came back"
in_console 'approving would lose'
mine del
expect 0 review approve "$id" --sha256 "$sum"

mine name
page name
mkdir wiki/sub
mv wiki/concepts/name.md wiki/sub/other.md
kept=$(sha wiki/sub/other.md)
moved 'was renamed to wiki/sub/other.md'
[ ! -e wiki/concepts/name.md ] || fail "made beside the renamed one"
in_console 'approving would lose'
[ "$(sha wiki/sub/other.md)" = "$kept" ] || fail "the renamed page was written"
expect 0 review reject "$id" --reason wrong

page made
printf 'By hand.\n' >"$page"
moved 'somebody made this file'
[ "$(cat "$page")" = 'By hand.' ] || fail "overwritten"
rm "$page"

expect 0 review approve "$id" --sha256 "$sum"
[ "$(sha "$page")" = "$sum" ] || fail "other bytes"
# Deleted after it was approved: undo does not make up what was there.
rm "$page"
rv undo
[ "$rc" -eq 4 ] || fail "exit $rc of undo"
ok "says so" grep -q 'deleted meanwhile' "$err"
expect 0 log --verify
