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
ok "no way" grep -q "reverie erase FILE:LINE" "$out"
no "the secret" grep -qF "$key" "$out" "$err"
no "the secret" grep -raqF "$key" .reverie/reverie.db


# --- nothing goes by itself: it is looked at, and the hash of that decides
sums() {
	sha256sum .reverie/episodes.jsonl .reverie/ledger.jsonl \
		pending-episodes.log
}
before=$(sums)
expect 0 --json erase --dry-run .reverie/episodes.jsonl:1
is '[.erased,.objects,.line]' '[false,0,1]'
is '.secrets|map(.rule)' '["github_token"]'
is '.text|fromjson.text|test("^<GITHUB_TOKEN>: we decided")' true
no "the secret" grep -qF "$key" "$out"
sha=$(jq -r .sha256 "$out")
expect 6 --json erase .reverie/episodes.jsonl:1
ok "no sentence" grep -q "sha256 and the hash shown" "$err"
expect 6 erase .reverie/episodes.jsonl:1 --sha256 "$(printf x | sha256sum | cut -c1-64)"
expect 1 erase .reverie/episodes.jsonl:2
ok "no sentence" grep -q "it holds no secret" "$err"
expect 1 erase .reverie/episodes.jsonl:99
expect 2 erase .reverie/episodes.jsonl
expect 2 erase .reverie/ledger.jsonl:1
expect 1 erase pending-episodes.log:99
expect 2 erase ../x:1
rv --readonly erase .reverie/episodes.jsonl:1 --sha256 "$sha"
[ "$rc" != 0 ] || fail "a read-only workspace was written"
[ "$(sums)" = "$before" ] || fail "something was written"

# --- the record: the line alone changes, and every id stays
jq -c 'del(.text)' .reverie/episodes.jsonl >"$work/ids"
tail -n +2 .reverie/episodes.jsonl >"$work/rest"
expect 0 --json erase .reverie/episodes.jsonl:1 --sha256 "$sha"
is '[.erased,.ledger.kind,.ledger.target]' '[true,"erase",".reverie/episodes.jsonl"]'
is '.ledger.reason|test("^line 1, github_token [0-9a-f]{12}$")' true
no "the secret" grep -qF "$key" .reverie/episodes.jsonl
diff <(jq -c 'del(.text)' .reverie/episodes.jsonl) "$work/ids" ||
	fail "more than the text changed"
diff <(tail -n +2 .reverie/episodes.jsonl) "$work/rest" ||
	fail "other lines changed"
expect 0 status --json
is '[.masked,.episodes]' '[1,5]'
expect 0 search --json "decided FalkorDB"
is '.hits[0].text|test("<GITHUB_TOKEN>")' true
expect 1 erase .reverie/episodes.jsonl:1

# --- the pending log: the record keeps its id
id=$(expect 0 status --json; jq -r '.secrets[0].id' "$out")
expect 0 --json erase --dry-run pending-episodes.log:2
is .text '"the cellar\nis <GITHUB_TOKEN>"'
sha=$(jq -r .sha256 "$out")
# A word was added meanwhile: what was shown is not what stands there.
cp pending-episodes.log "$work/log"
sed -i "s/$key/now $key/" pending-episodes.log
expect 6 erase pending-episodes.log:2 --sha256 "$sha"
ok "the log changed" grep -qF "$key" pending-episodes.log
cp "$work/log" pending-episodes.log
expect 0 --json erase pending-episodes.log:2 --sha256 "$sha"
diff <(sed "s/$key/<GITHUB_TOKEN>/" "$work/log") pending-episodes.log ||
	fail "other bytes of the log changed"
expect 0 status --json
is '[.masked,.secrets,.episodes]' '[0,[],5]'
expect 0 --json search cellar
is ".hits[0].episode" "\"$id\""
no "the secret" grep -raqF "$key" .

# --- what undo kept: a slice that was consumed before anybody looked
printf '[2026-02-11T10:00:00.000Z] human: the attic is %s\n---\n' "$key" \
	>>pending-episodes.log
expect 0 consolidate --json
expect 0 consolidate --approve --sha256 "$(jq -r .sha256 "$out")"
printf '[2026-02-12T10:00:00.000Z] human: and it is %s again\n---\n' "$key" \
	>>pending-episodes.log
expect 0 status --json
is .masked 1
place=$(jq -r '.secrets[0]|"\(.file):\(.line)"' "$out")
held=$(grep -rlaF "$key" .reverie/objects | wc -l)
[ "$held" -ge 1 ] || fail "nothing was kept"
expect 0 --json erase --dry-run "$place"
is .objects "$held"
expect 0 erase "$place" --sha256 "$(jq -r .sha256 "$out")"
ok "not told" grep -q "cannot be undone" "$out"
no "the secret" grep -raqF "$key" .
expect 0 --json log --verify
is .ok true
expect 0 review --all
expect 0 story
rv undo
no "the secret" grep -qF "$key" "$out" "$err" pending-episodes.log
ok "no sentence" grep -q "as after .reverie erase" "$err"
step=$(expect 0 --json log; jq -r '[.ledger[]|select(.kind=="erase")][0].id' "$out")
expect 2 undo "$step"

# --- a trace, and what only its form hides
key2=${key%B4a}Z9q
printf '{"v":1,"run":1,"session":"s","message":"it is %s","candidates":[]}\n' \
	"$key2" >>.reverie/traces.jsonl
expect 0 status --json
is '.secrets|map([.file,.line])' '[[".reverie/traces.jsonl",1]]'
expect 0 --json erase --dry-run .reverie/traces.jsonl:1
expect 0 erase .reverie/traces.jsonl:1 --sha256 "$(jq -r .sha256 "$out")"
no "the secret" grep -qF "$key2" .reverie/traces.jsonl
expect 0 --json trace 1
is .message '"it is <GITHUB_TOKEN>"'
expect 0 status --json
is .masked 0

# --- on a terminal: shown, asked, and anything but yes is no
printf '[2026-02-13T10:00:00.000Z] human: the shed is %s\n---\n' "$key" \
	>>pending-episodes.log
line=$(grep -n shed pending-episodes.log | cut -d: -f1)
# ask ANSWER: on a terminal, given when the question stands there
ask() {
	local pid
	: >"$out"
	mkfifo "$work/keys"
	script -qefc "$REVERIE erase pending-episodes.log:$line" /dev/null \
		<"$work/keys" >"$out" 2>&1 &
	pid=$!
	exec 8>"$work/keys"
	until_true grep -qF '[y/N]' "$out" || fail "not asked"
	printf '%s\n' "$1" >&8
	rc=0
	wait "$pid" || rc=$?
	exec 8>&-
	rm "$work/keys"
}
if command -v script >/dev/null; then
	ask n
	[ "$rc" = 6 ] || fail "no is $rc"
	ok "erased without a yes" grep -qF "$key" pending-episodes.log
	no "the secret" grep -qF "$key" "$out"
	ask y
	[ "$rc" = 0 ] || fail "yes is $rc"
	no "the secret" grep -qF "$key" pending-episodes.log "$out"
	ok "not said" grep -q "change the secret itself" "$out"
fi
# Who goes on by hand is free to: the next start indexes anew.
sed -i "s/$key/gone/" pending-episodes.log
rm -f .reverie/reverie.db*
expect 0 status --json
is '[.masked,.secrets]' '[0,[]]'
exit 0
