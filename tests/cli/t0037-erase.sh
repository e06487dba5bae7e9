#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A secret that older rules let pass: where it is, and how a person erases it.
. "$(dirname "$0")/lib.sh"

imported w
key=ghp
key=${key}_16C7e42F292c6912E7710c838347Ae178B4a
expect 0 status --json
is '[.masked,.secrets]' '[0,[]]'

# As an older program wrote it.
sed "s/We decided/$key: we decided/" .reverie/episodes.jsonl >"$work/old"
cat "$work/old" >.reverie/episodes.jsonl
rm -f .reverie/reverie.db*
printf '[2026-02-09T10:00:00.000Z] human: the cellar\nis %s\n---\n' "$key" \
	>>pending-episodes.log
id=$(jq -r 'select(.line==1).id' .reverie/episodes.jsonl)
expect 0 status --json
is .masked 2
is '.secrets|map([.file,.line,.rule])' '[[".reverie/episodes.jsonl",1,"github_token"],["pending-episodes.log",2,"github_token"]]'
is '.secrets[0].id' "\"$id\""
is '.secrets[0].fingerprint == .secrets[1].fingerprint' true
is '.secrets[0].fingerprint|test("^[0-9a-f]{12}$")' true
expect 0 status
ok "no place" grep -q "\.reverie/episodes\.jsonl:1  github_token  $id" "$out"
no "the secret" grep -qF "$key" "$out"
rv doctor
ok "no place" grep -q "secret .*line 1 .*github_token .*\.reverie/episodes\.jsonl $id" "$out"
ok "no place" grep -q "secret .*line 2 .*pending-episodes\.log" "$out"
ok "no way" grep -q "delete \.reverie/reverie\.db" "$out"
no "the secret" grep -qF "$key" "$out" "$err"
no "the secret" grep -raqF "$key" .reverie/reverie.db

# As the sentence says.
sed -i "s/$key: //" .reverie/episodes.jsonl
rm .reverie/reverie.db*
sed -i "s/$key/gone/" pending-episodes.log
expect 0 status --json
is '[.masked,.secrets]' '[0,[]]'
is .episodes 5
