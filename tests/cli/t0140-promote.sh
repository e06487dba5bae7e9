#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A page as a proposal: promote, edit, defer, approve, a base that moved.
. "$(dirname "$0")/lib.sh"
LATER=2026-06-20T12:00:00.000Z # what was new at NOW is old then

thread() {
	mkdir -p raw
	printf -- '---\ntitle: %s\ndate: 2026-02-20\nthemes: [runtime]\n---\n\n# %s\n\nWhy %s.\n\n## Decision\n\n%s it is.\n' \
		"$1" "$1" "$1" "$1" >"raw/$2.md"
}

workspace w
thread Queue queue
expect 0 --now "$NOW" promote raw/queue.md --to decision --dry-run --json
is '[.v,.proposal,.tier,.exists,.moved]' '[1,null,"T1",false,2]'
sum=$(jq -r .sha256 "$out")
[ ! -e wiki ] || fail "a dry run wrote something"
expect 0 --now "$NOW" promote raw/queue.md --to decision --json
is '[.proposal,.target]' '["P-1","wiki/decisions/decide-queue.md"]'
is .sha256 "\"$sum\""
ok "checks" jq -e '.checks|length==9 and all(.code and .level and .message)' "$out"
ok "diff" jq -e '.diff|test("Queue it is")' "$out"
[ ! -e wiki ] || fail "a proposal wrote something"
expect 0 --now "$NOW" promote raw/queue.md --to decision --json
is .proposal '"P-1"'
expect 0 review --json
is '[.proposals[]|[.id,.kind,.tier,.source]]' '[["P-1","promote","T1","raw/queue.md"]]'
words=$(jq -r '.proposals[0]|"+\(.words_added) -\(.words_removed) w"' "$out")
expect 0 layers --json
is '[.items[]|select(.feeds)|[.path,.feeds]]' '[["raw/queue.md","P-1"]]'
expect 0 review
ok "its size in words" grep -qF " $words " "$out"

# Not without the hash of exactly these bytes; then a new folder is made.
expect 6 --now "$NOW" review approve P-1
expect 6 --now "$NOW" review approve P-1 --sha256 "$(printf x | sha256sum | cut -c1-64)"
[ ! -e wiki ] || fail "written without approval"
expect 0 --now "$NOW" review approve P-1 --sha256 "$sum" --json
[ "$(sha wiki/decisions/decide-queue.md)" = "$sum" ] || fail "other bytes"
[ "$words" = "+$(wc -w <wiki/decisions/decide-queue.md) -0 w" ] ||
	fail "all its words are new: $words"
expect 4 --now "$NOW" review approve P-1 --sha256 "$sum"
expect 1 --now "$NOW" promote raw/queue.md --to decision
ok "says why" grep -q 'holds all of it' "$err"
expect 0 undo
[ ! -e wiki/decisions/decide-queue.md ] || fail "undo left the page"
expect 0 undo "$(jq -n 1 >/dev/null; "$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')"
[ "$(sha wiki/decisions/decide-queue.md)" = "$sum" ] || fail "undo of undo"

# A page that a person edited meanwhile is never overwritten.
printf '\n## Decision\n\nMore of it.\n' >>raw/queue.md
expect 0 --now "$NOW" promote raw/queue.md --to decision --json
id=$(jq -r .proposal "$out")
two=$(jq -r .sha256 "$out")
printf '\nMine.\n' >>wiki/decisions/decide-queue.md
mine=$(sha wiki/decisions/decide-queue.md)
expect 4 --now "$NOW" review approve "$id" --sha256 "$two"
[ "$(sha wiki/decisions/decide-queue.md)" = "$mine" ] || fail "overwritten"

# An edited text takes its place, with the page as it is now for a base.
: >empty.md
expect 3 review edit "$id" --file empty.md
{ cat wiki/decisions/decide-queue.md; echo "Edited."; } >"$work/edited.md"
expect 0 --now "$LATER" review edit "$id" --file "$work/edited.md" --json
ok "marked" jq -e '.checks[]|select(.code=="edited")' "$out"
ok "what no source says is told of" jq -e '.checks[]|select(.code=="edited")|
	.level=="warn" and (.message|test("not in the source"))' "$out"
ok "what is pending is told of" jq -e '.checks[]|select(.code=="format")|
	.message|test("sections still _pending_: .*Consequences")' "$out"
new=$(jq -r .proposal "$out")
three=$(jq -r .sha256 "$out")
expect 4 --now "$NOW" review approve "$id" --sha256 "$two"
# The source is old by now: a warning takes a reason, which the log keeps.
expect 6 --now "$LATER" review approve "$new" --sha256 "$three"
ok "says how" grep -q -- '--reason TEXT' "$err"
expect 6 --now "$LATER" review approve "$new" --sha256 "$three" --reason ' '
expect 0 --now "$LATER" review approve "$new" --sha256 "$three" --reason "checked by hand" --json
is .ledger.reason '"checked by hand"'
ok "kept" grep -q '^Mine\.$' wiki/decisions/decide-queue.md
ok "edited" grep -q '^Edited\.$' wiki/decisions/decide-queue.md

# Deferred until then, three times; rejected with a reason.
thread Lamp lamp
expect 0 --now "$NOW" promote raw/lamp.md --to concept --json
id=$(jq -r .proposal "$out")
expect 2 review defer "$id" --for soon
ok "says what is taken" grep -q '2 weeks, tomorrow' "$err"
expect 2 --now "$NOW" review defer "$id" --for 2026-01-01
expect 0 --now "$NOW" review defer "$id" --for 7d --json
is '[.due,.defers]' '["2026-03-08T12:00:00.000Z",1]'
expect 0 --now "$NOW" review defer "$id" --for 1d --json
expect 0 --now "$NOW" review defer "$id" --for 1d --json
is '[.defers,(.note|length>0)]' '[3,true]'
while read -r when due; do
	expect 0 --now "$NOW" review defer "$id" --for "${when//-/ }" --json
	is .due "\"$due\""
done <<'END'
2-weeks 2026-03-15T12:00:00.000Z
tomorrow 2026-03-02T00:00:00.000Z
END
expect 0 --now "$NOW" review defer "$id" --for 2026-04-01 --json
is .due '"2026-04-01T00:00:00.000Z"'
expect 2 review reject "$id"
expect 0 review reject "$id" --reason wrong
expect 4 --now "$NOW" review approve "$id" --sha256 "$three"

# What may not be: paths that leave, links, binary, unknown targets.
echo secret >"$work/outside.md"
ln -s "$work/outside.md" raw/link.md
printf 'a\0b' >raw/bin.md
expect 2 promote raw/link.md
expect 1 promote "$work/outside.md"
expect 2 promote raw/../raw/queue.md
expect 1 promote ./../raw/queue.md
expect 0 --now "$NOW" promote ././raw/queue.md --to decision --dry-run --json
is .source '"raw/queue.md"'
expect 3 promote raw/bin.md
expect 2 promote raw/queue.md --to nonsense
expect 1 promote raw/none.md
mkdir "$work/else"
rm -rf wiki/entities
ln -s "$work/else" wiki/entities
thread Fen fen
expect 2 --now "$NOW" promote raw/fen.md --to entity --json
[ -z "$(ls "$work/else")" ] || fail "written through a link"

# Without --to the headings decide; where none fits, the first section is the
# page's beginning, whole, and lines about the source are no part of it.
printf '# Clean\n\nDate: 2026-02-05\nStatus: open\n\n## Decision\n\nWe take Z.\n\nBecause tests pass.\n' \
	>raw/2026-02-05-clean.md
expect 0 --now "$NOW" promote raw/2026-02-05-clean.md --json
is '[.target,.moved,.left]' '["wiki/decisions/decide-clean.md",2,null]'
ok "date of the name" jq -e '.checks[]|select(.code=="staleness")|.message|test("2026-02-05")' "$out"
no "no label" jq -e '.diff|test("Status: open")' "$out"
printf '# Odd\n\n## Findings of today\n\nIt works.\n\nIt is fast.\n\n## More\n\nOther things.\n' >raw/odd.md
expect 0 --now "$NOW" promote raw/odd.md --json
is '[.moved,.left]' '[2,"More"]'

# A token of a raw draft is never proposed unmasked.
printf '# Token\n\nkey ghp_%s\n' Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i >raw/token.md
expect 0 --now "$NOW" promote raw/token.md --json
ok "warned" jq -e '.checks[]|select(.code=="secret" and .level=="warn")' "$out"
no "masked" grep -q ghp_ "$out"
no "objects" grep -rqs ghp_ .reverie/objects
# ... nor in a title, nor in what a person makes of the proposal.
printf '# Key ghp_%s\n\nWhat it is for.\n' Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i >raw/titled.md
expect 0 --now "$NOW" promote raw/titled.md --json
no "title" grep -qi Zq7xW2mK9pLd4 "$out"
id=$(jq -r .proposal "$out")
rows=$(wc -l <.reverie/ledger.jsonl)
printf -- '---\ntype: concept\nname: Key\nthemes: [wiki]\n---\n\n# Key\n\nghp_%s\n' Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i >"$work/edit.md"
expect 3 review edit "$id" --file "$work/edit.md"
ok "says why" grep -q 'nothing was stored' "$err"
[ "$(wc -l <.reverie/ledger.jsonl)" -eq "$rows" ] || fail "proposed"
no "kept" grep -rqsi Zq7xW2mK9pLd4 .reverie --include='*' --exclude='reverie.db*'
expect 0 log --verify

# No tier decides: what has every check ok waits for a person, too.
workspace tiers
mkdir -p memory
printf '# Daily\n\nThe lantern over the door was lit at eight.\n' >memory/2026-02-20.md
expect 0 --now "$NOW" promote memory/2026-02-20.md --to raw --json
is .tier '"T0"'
sum=$(jq -r .sha256 "$out")
target=$(jq -r .target "$out")
expect 0 --now 2026-06-01T00:00:00Z status --json
is .proposals 1
[ ! -e "$target" ] || fail "written by its tier"
expect 6 --now "$NOW" review approve P-1
expect 0 --now "$NOW" review approve P-1 --sha256 "$sum"
[ "$(sha "$target")" = "$sum" ] || fail "other bytes"
