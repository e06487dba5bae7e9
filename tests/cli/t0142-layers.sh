#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layers, lint, live and a vault.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw wiki/concepts memory "$work/vault"
printf -- '---\ntype: concept\nname: Old\nthemes: [sync]\nupdated: 2025-01-01\nconfidence: CONFIRMED\n---\n\n[[new]]\n' >wiki/concepts/old.md
printf -- '---\ntype: concept\nname: New\nthemes: [sync]\nupdated: 2026-02-28\n---\n\n[gone](gone.md)\n' >wiki/concepts/new.md
printf '# Soul\n' >SOUL.md
expect 0 --now "$NOW" layers --json
is '[.items[]|select(.layer=="wiki")|[.path,.title,.trust,.backlinks]]' \
	'[["wiki/concepts/new.md","New",null,1],["wiki/concepts/old.md","Old","C",0]]'
is '[.items[]|select(.stale)|.path]' '["wiki/concepts/old.md"]'
is '.items[]|select(.path=="SOUL.md")|.layer' '"derived"'
expect 2 layers --layer nonsense
expect 0 --now "$NOW" lint --json
is '[.findings[]|[.code,.path,.line]]' '[["link.broken","wiki/concepts/new.md",8]]'
printf -- '---\ntype: concept\n\n# open\n' >wiki/open.md
expect 1 --now "$NOW" lint --json
is '[.findings[]|select(.level=="error")|.code]' '["front.unclosed"]'
rm wiki/open.md

# The same answers from a database that is built anew.
expect 0 --now "$NOW" layers --json
cp "$out" "$work/layers"
rm -f .reverie/reverie.db*
expect 0 --now "$NOW" layers --json
ok "rebuilt" cmp "$out" "$work/layers"

# Plain pages are research; a person's configuration keeps its lines.
printf '# A\n\nSee [b](b.md).\n' >"$work/vault/a.md"
printf -- '---\ntitle: "B"\ndate: "2026-01-01"\n---\nText.\n' >"$work/vault/b.md"
printf '# mine\nagent:\n  id: ada # yes' >.reverie/config.yaml
expect 1 import --format vault "$work/none"
expect 0 import --format vault "$work/vault" --json
is '[.files,.added,.rejected]' '[2,2,[]]'
ok "kept" grep -q '^  id: ada # yes$' .reverie/config.yaml
expect 0 import --format vault "$work/vault" --json
is '[.files,.added]' '[2,0]'
expect 0 layers --json
is '[.items[]|select(.path|test("/vault/"))|[.title,.type]]' '[["A","research"],["B","research"]]'
expect 0 --now "$NOW" lint --json
is '[.findings[]|select(.path|test("/vault/"))]' '[]'

cat >>.reverie/config.yaml <<'END'
live.checks:
  - {name: up, argv: [echo, up], every: 1h}
  - {name: site, url: "https://example.org"}
END
expect 0 --now "$NOW" live --json
is '[.checks[]|[.name,.state,.time]]' '[["up","never",null],["site","never",null]]'
expect 0 --now "$NOW" live up --json
is '.checks[0]|[.state,.result,.age]' '["ok","up\n",0]'
expect 0 --now 2026-03-01T14:00:00Z live --json
is '.checks[0]|[.age,.late]' '[7200000,true]'
is '.checks[1]|[.age,.exit]' '[null,null]'
expect 1 live none
no "never memory" grep -rqs '"up' .reverie/episodes.jsonl

# A check that failed, or did not end, is an answer of no, with its result.
cat >>.reverie/config.yaml <<'END'
  - {name: down, argv: [sh, -c, "echo broken; exit 3"]}
  - {name: absent, file: no/such/file}
END
for bad in down absent; do
	expect 1 --now "$NOW" live $bad --json
	is '[.checks[]|[.name,.state]]' "[[\"$bad\",\"failed\"]]"
done
expect 1 --now "$NOW" live down
ok "says what it said" grep -q broken "$out"
ok "one sentence" grep -q 'live down: the check failed' "$err"
expect 0 --now "$NOW" live --json
is '[.checks[]|select(.name=="down")|.exit]' '[3]'

# A read-only workspace keeps no result: what is so now is shown, and said.
before=$(sha256sum <.reverie/live.json)
echo 'live.checks: [{name: up, argv: [echo, higher]}, {name: other, argv: [echo, x]}]' >"$work/ro.yaml"
expect 0 --now 2026-03-01T15:00:00Z --readonly --config "$work/ro.yaml" live up --json
is '.checks|map([.name,.state,.result,.age,.kept])' '[["up","ok","higher\n",0,false]]'
expect 0 --now 2026-03-01T15:00:00Z --readonly --config "$work/ro.yaml" live up
ok "fresh" grep -q higher "$out"
ok "says it" grep -q 'not kept: the workspace is read-only' "$out"
[ "$(sha256sum <.reverie/live.json)" = "$before" ] || fail "it was kept"
expect 0 --now "$NOW" --config "$work/ro.yaml" live up
no "kept says nothing" grep -q 'not kept' "$out"
printf '%s\n' 'key 5' 'wait text "other"' 'key tab' 'key tab' 'key tab' \
	'key g' 'key g' 'key L' 'wait text "up is ok now; that is not kept"' \
	>"$work/script"
expect 0 --now "$NOW" --readonly --config "$work/ro.yaml" --headless \
	--size 120x36 --script "$work/script"

# What is too short to surface is found all the same, by text, heading and title.
mkdir -p wiki/short
printf -- '---\ntype: concept\nname: Zebrafink\n---\n# Zebrafink\n\n## Quokka\n\n## Kiwi\n\nWeird slug.\n' >wiki/short/a.md
printf '# Numbat\n' >wiki/short/b.md
printf '# K\n\n本文です。\n' >wiki/short/c.md
printf '# T\n\n| okapi | 3 |\n' >wiki/short/d.md
for q in weird quokka kiwi zebrafink numbat 本文 okapi; do
	expect 0 search "$q" --json
	is '[.hits[]|select(.path|test("wiki/short"))]|length>0' true
done
expect 1 search consequential --json
expect 0 --now "$NOW" turn --session s "Is the weird slug of Quokka and the okapi of Numbat there?" --json
no "a candidate of a turn" grep -q 'wiki/short/[abd]' .reverie/traces.jsonl
ok "while there was a run" test -s .reverie/traces.jsonl
