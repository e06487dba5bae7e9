#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Pages as they should not be: each is refused with one sentence or goes
# through, at the command line and in the console.
. "$(dirname "$0")/lib.sh"

workspace w
echo off >.reverie/readonly # a person said so
mkdir -p raw wiki/concepts

# console: the script on standard input, its dumps in $out
console() {
	cat >"$work/script"
	# Where an earlier one was is no matter here.
	rm -rf "${XDG_STATE_HOME:?}/reverie"
	rv --now "$NOW" --headless --size 120x36 --script "$work/script"
	[ "$rc" -eq 0 ] || fail "console: exit $rc"
}
# found CODE PATH LINE: lint says so, and nothing else about this page
found() {
	rv --now "$NOW" lint --json
	[ "$(jq -c --arg p "$2" '[.findings[]|select(.path==$p)|[.code,.line]]' "$out")" = \
		"$([ -n "$1" ] && echo "[[\"$1\",$3]]" || echo '[]')" ] ||
		fail "lint of $2"
}
# refused CODE PATH WORDS: promoting it ends with CODE and these words
refused() {
	expect "$1" --now "$NOW" promote "$2"
	[ "$(wc -l <"$err")" -eq 1 ] || fail "$2: more than one sentence"
	ok "$2: $3" grep -qF -- "$3" "$err"
}

# Frontmatter that is no frontmatter; the rest of the page is still read.
printf -- '---\ntitle: Open\ndate: 2026-02-01\n\n# Open\n\nNever closed at all.\n' >raw/unclosed.md
printf -- '---\ntitle: Tabs\nthemes:\n\t- runtime\n---\n\n# Tabs\n\nTabs indent it.\n' >raw/tabs.md
printf -- '---\ntitle: Anchor\na: &x [runtime]\nthemes: *x\n---\n\n# Anchor\n\nAnchors and aliases.\n' >raw/anchor.md
printf -- '---\n- a\n- b\n---\n\n# List\n\nA list and no fields.\n' >raw/list.md
found front.unclosed raw/unclosed.md 1
found front.yaml raw/tabs.md 4
found front.yaml raw/anchor.md 3
ok "why" grep -q 'anchors and aliases are not allowed' "$out"
found front.yaml raw/list.md 2
printf -- '---\ntitle: Open list\nthemes: [a, b\nname: N\n---\n\n# Open list\n' >raw/flow.md
found front.yaml raw/flow.md 4
rm raw/flow.md
# Lines of an old Mac: one line to everybody else, and said so.
printf -- '---\rtitle: Mac\r---\r\r# Mac\r\rA page of 1999.\r' >raw/mac.md
printf '# One\r' >raw/one.md
found file.cr raw/mac.md 1
found "" raw/one.md
refused 3 raw/mac.md 'line 1: its lines end as on old Macs (CR alone)'
rm raw/mac.md raw/one.md
refused 3 raw/unclosed.md 'line 1: the frontmatter begins with --- and never ends'
refused 3 raw/tabs.md 'line 4: a tab indents'
refused 3 raw/anchor.md 'anchors and aliases are not allowed'
refused 3 raw/list.md 'is no list of fields'
expect 0 search "closed" --json
console <<'END'
key 5
wait text "unclosed.md"
key G
wait text "Never closed"
wait text "line 1: the frontmatter begins with --- and never ends"
key :
type goto raw/tabs.md
key enter
wait text "Tabs indent it"
wait text "line 4: a tab indents the frontmatter"
key :
type goto raw/anchor.md
key enter
wait text "Anchors and aliases."
wait text "line 3: anchors and aliases"
key :
type promote raw/anchor.md
key enter
wait text "anchors and aliases are not allowed"
key esc
key :
type goto raw/list.md
key enter
wait text "A list and no fields"
key :
type promote raw/unclosed.md
key enter
wait text "never ends"
END
rm raw/*.md

# A rule at the start is none: nothing is wrong with such a page.
printf -- '---\n\nIt begins with a rule.\n\n---\n\nAnd has another one.\n' >raw/rule.md
printf -- '---\nNot a field of anything\n' >raw/open-rule.md
printf -- '---\r\ntitle: Windows\r\n---\r\n\r\n# Windows\r\n\r\nLines end otherwise.\r\n' >raw/crlf.md
printf -- '\357\273\277---\ntitle: Mark\n---\n# Mark\n\nA byte order mark.\n' >raw/mark.md
printf -- '---\n---\n# Empty\n\nNo field at all.\n' >raw/empty.md
for p in rule open-rule crlf mark empty; do
	found '' raw/$p.md 0
	expect 0 --now "$NOW" promote raw/$p.md --json
	is '[.checks[]|select(.level=="fail")]' '[]'
done
is .title '"Empty"'
rm raw/*.md

# Bytes that are no text.
head -c 3000 /dev/zero >raw/zero.md
printf 'a\377\376b\200\201\202\203' >raw/bin.md
refused 3 raw/zero.md 'binary'
refused 3 raw/bin.md 'binary'
found file.unread raw/zero.md 0
expect 0 layers --json
is '[.items[]|select(.layer=="raw")|.path]' '["raw/bin.md","raw/zero.md"]'
console <<'END'
key 5
wait text "zero.md"
key G
wait text "too big to be shown"
END
rm raw/*.md

# Names in two forms, and such that differ in case alone.
nfd=$(printf 'cafe\314\201')
nfc=$(printf 'caf\303\251')
printf '# Coffee\n\nThe name of this file is decomposed.\n' >"raw/$nfd.md"
printf '# Links\n\n[[%s]] and [a file](%s.md).\n' "$nfc" "$nfc" >raw/links.md
found name.nfd "raw/$nfd.md" 0
found '' raw/links.md 0
expect 0 --now "$NOW" promote "raw/$nfd.md" --json
is '[.checks[]|select(.level=="fail")]' '[]'
printf '# Coffee\n\nThe name of this file is composed.\n' >"raw/$nfc.md"
rv lint --json
is '[.findings[]|select(.code=="name.collision")]|length' 1
# The console shows both, each with its own text, and says so.
console <<END
key :
type goto raw/$nfd.md
key enter
wait text "is decomposed"
wait text "differs only in case or form"
key :
type goto raw/$nfc.md
key enter
wait text "is composed"
wait text "differs only in case or form"
END
rm raw/*.md
printf '# Foo\n\nThe first one.\n' >raw/Foo.md
printf '# Foo\n\nThe other one.\n' >raw/foo.md
found name.collision raw/foo.md 0
console <<'END'
key :
type goto raw/foo.md
key enter
wait text "The other one."
wait text "raw/Foo.md differs only in case or form"
key :
type goto raw/Foo.md
key enter
wait text "The first one."
wait text "raw/foo.md differs only in case or form"
key shift-tab
key f
type twin
wait text "2 of 2"
END
printf -- '---\ntype: concept\nname: Harbour\nthemes: [runtime]\n---\n\n# Harbour\n\n## Definition\n\nMine.\n' >wiki/concepts/HARBOUR.md
printf '# Harbour\n\nWhat was said of it.\n' >raw/h.md
expect 0 --now "$NOW" promote raw/h.md --json
is '[.target,.exists]' '["wiki/concepts/HARBOUR.md",true]'
expect 0 --now "$NOW" promote wiki/concepts/HARBOUR.md --to raw --json
mkdir -p raw
printf 'taken\n' >"raw/2026-03-01-Harbour.md"
expect 0 --now "$NOW" promote wiki/concepts/HARBOUR.md --to raw --json
is .target '"raw/2026-03-01-harbour-2.md"'
rm raw/*.md wiki/concepts/*

# Links in a circle, and what Syncthing leaves.
printf '# A\n\nSee [[b]] and [b](b.md).\n' >raw/a.md
printf '# B\n\nSee [[a]] and [[b]].\n' >raw/b.md
printf '# A\n\nThe other version.\n' >"raw/a.sync-conflict-20260101-120000-ABCDEF7.md"
found '' raw/b.md 0
found file.conflict raw/a.sync-conflict-20260101-120000-ABCDEF7.md 0
expect 0 --now "$NOW" promote raw/a.md --json
console <<'END'
key 5
wait text "sync-conflict"
key G
wait text "See a and b"
key :
type goto raw/a.sync-conflict-20260101-120000-ABCDEF7.md
key enter
wait text "left it beside a.md"
wait text "The other version"
key shift-tab
key f
type copy
wait text "1 of 3"
wait text "copy"
END
expect 0 layers --json
is '[.items[]|select(.copy)|.path]' '["raw/a.sync-conflict-20260101-120000-ABCDEF7.md"]'

# What leads elsewhere is no page, and it is said why; a pipe stops nobody.
ln -s /etc/passwd raw/passwd.md
ln -s . raw/circle
ln -s b.md raw/inside.md
mkfifo raw/pipe.md
printf '# Up\n\nSee [out](../../etc/passwd).\n' >raw/up.md
found link.outside raw/up.md 3
console <<'END'
key 5
wait text "up.md"
dump
key :
type goto raw/passwd.md
key enter
wait text "symbolic link"
key :
type goto raw/circle/b.md
key enter
wait text "symbolic link"
key :
type goto raw/inside.md
key enter
wait text "symbolic link"
key :
type goto ../../etc/passwd
key enter
wait text "symbolic link"
dump
END
no "the file outside is shown" grep -q 'root:' "$out"
no "a link is a page" grep -qE '^│ .*(passwd|inside)\.md  ' "$out"
rm raw/*.md

# Ten megabytes: they open and can be searched, a part of them is promoted, and
# all of them are not.  The limits are those of a hang, not of speed.
{
	printf '# Big\n\nThe first paragraph of many.\n\n'
	printf '## Small part\n\nOnly this one is meant.\n\n## Rest\n\n'
	yes "A line of a page that has too many of them, and then one more.
" | head -c 10000000
} >raw/big.md
grep -q __asan_init "$REVERIE" || ulimit -v 600000
refused 3 raw/big.md 'promote a section'
expect 0 --now "$NOW" promote 'raw/big.md#Small part' --json
is '[.moved,.target]' '[1,"wiki/concepts/small-part.md"]'
expect 0 --now "$NOW" promote raw/big.md:3 --json
is '[.moved,.left]' '[1,null]'
expect 0 review approve "$(jq -r .proposal "$out")" --sha256 "$(jq -r .sha256 "$out")"
console <<'END'
key 5
wait text "big.md"
key g
key g
key j
wait text "first paragraph"
key tab
key G
wait text "one more"
END
# Many headings are not all named, and a page that is too long is not added to.
{
	printf '# Heads\n\nOf what.\n'
	for i in $(seq 1000); do printf '\n## Head %s\n\nText %s.\n' "$i" "$i"; done
} >raw/heads.md
expect 0 --now "$NOW" promote raw/heads.md --json
ok "counted" jq -e '.left|test("Head 12 and 988 more")' "$out"
{
	printf -- '---\ntype: concept\nname: Heads\nthemes: [runtime]\n---\n\n# Heads\n\n## Definition\n\n'
	yes "A line of a page that has too many of them, and then one more.
" | head -c 2000000
} >wiki/concepts/heads.md
refused 3 raw/heads.md 'wiki/concepts/heads.md'
expect 0 log --verify
