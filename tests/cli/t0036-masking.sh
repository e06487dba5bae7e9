#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# redact.email and redact.phone hold wherever text passes, also for what was
# recorded before; fingerprints are salted; errors name no secret.
. "$(dirname "$0")/lib.sh"

mail=ada@post.example.net
phone='+49 30 1234''5678'
nowhere() {
	local left
	left=$(grep -rlF -e "$mail" -e "$phone" .reverie)
	[ -z "$left" ] || fail "in $left"
}

workspace ws
expect 0 record --session a --role user --now "$NOW" \
	"write to $mail or call $phone"
expect 0 turn --now "$NOW" "did ada, $mail, answer the letter?"
expect 0 --json status
is .masked 0
expect 0 status

grep -q "$mail" .reverie/episodes.jsonl || fail "without the option mail stays"

# The option comes: the index is filled anew, the files are a person's.
cp -r .reverie "$work/before"
printf 'redact:\n  email: true\n  phone: true\n' >>.reverie/config.yaml
expect 0 --json status
is .masked 3
expect 0 status
ok "status says so" grep -q '3 lines of your files hold secrets' "$out"
ok "and what to do" grep -q 'says how to erase them' "$out"
expect 0 doctor
ok "doctor says so" grep -q '3 lines of your files hold secrets' "$out"
cmp -s .reverie/episodes.jsonl "$work/before/episodes.jsonl" ||
	fail "the record was changed"
expect 0 --json search write
no "mail in an answer" grep -qF "$mail" "$out"
no "phone in an answer" grep -qF "$phone" "$out"
ok "placeholders" grep -qF '<PHONE>' "$out"
expect 0 --json trace 1
no "mail in a trace" grep -qF "$mail" "$out"

# What comes now is masked before it is written.
: >.reverie/episodes.jsonl
: >.reverie/traces.jsonl
: >.reverie/subconscious.jsonl
rm .reverie/reverie.db*
expect 0 record --session b --role user --now "$NOW" --name "$mail" \
	"again $mail and $phone"
expect 0 record --session "chat $phone" --role user --now "$NOW" "no names"
expect 0 record --session "chat +49 30 87""654321" --role user --now "$NOW" \
	"no names"
expect 0 turn --now "$NOW" --session "chat $phone" "what about $mail?"
printf 'Ada: pending %s %s\n' "$mail" "$phone" >talk.txt
jq -nc --arg t "imported $mail $phone" \
	'{type:"message",id:"m1",timestamp:"2026-02-01T10:00:00.000Z",
	  message:{role:"user",content:$t}}' >"talk.jsonl"
rv import talk.jsonl
expect 0 --json search imported
nowhere
[ "$(jq -r .session .reverie/episodes.jsonl | grep -c '^chat <PHONE>~')" = 2 ] ||
	fail "sessions with a number"
[ "$(jq -r .session .reverie/episodes.jsonl | grep '^chat' | sort -u |
	wc -l)" = 2 ] || fail "two conversations became one"
expect 0 --json status

# The verb follows the workspace.
echo "mail $mail" >mail.txt
expect 0 redact mail.txt
ok "the verb" grep -qx 'mail <EMAIL>' "$out"

# The option goes: what was recorded without it comes back.
cp "$work/before/episodes.jsonl" .reverie/
rm .reverie/reverie.db*
expect 0 --json status
is '.masked>=1' true
expect 0 status

sed -i 's/true/false/' .reverie/config.yaml
expect 0 --json status
is .masked 0
expect 0 --json search write
ok "as it was" grep -qF "$mail" "$out"

# --- fingerprints
print() {
	expect 0 --json redact --map "$work/in.txt"
	jq -r '.spans[0].fingerprint' "$out"
}
pass=hunter
echo "password=${pass}22" >"$work/in.txt"
one=$(print)
[ "$one" = "$(print)" ] || fail "the same workspace, another fingerprint"
[ "$(stat -c %a .reverie/salt)" = 600 ] || fail "mode of the salt"
[ "$(stat -c %s .reverie/salt)" = 32 ] || fail "length of the salt"
salt=$(od -An -tx1 .reverie/salt | tr -d ' \n')
expect 0 --json status
no "the salt in an answer" grep -qF "$salt" "$out"
workspace other
[ "$one" != "$(print)" ] || fail "two workspaces, one fingerprint"
other=$(print)
chmod 644 .reverie/salt
expect 0 status
[ "$(stat -c %a .reverie/salt)" = 600 ] || fail "an open salt is kept"
[ "$other" != "$(print)" ] || fail "an open salt is used"
plain=$(printf 'reverie.redact:%s22' "$pass" | sha256sum | cut -c1-12)
[ "$(print)" != "$plain" ] || fail "no salt"

# Where no salt can be kept there is one all the same: each workspace has its
# own, and the next command the same.
named=ghp
named=${named}_16C7e42F292c6912E7710c838347Ae178B4a
plain=$(printf 'reverie.redact:%s' "$named" | sha256sum | cut -c1-12)
prints=
for name in bare1 bare2; do
	mkdir -p "$work/$name/wiki"
	cd "$work/$name" || exit 99
	printf '[2026-02-09T10:00:00.000Z] human: is %s\n---\n' "$named" \
		>pending-episodes.log
	printf '# It\n' >"wiki/$named.md"
	expect 0 --workspace . --readonly status --json
	one=$(jq -r '.secrets[0].fingerprint' "$out")
	ok "no fingerprint: $one" grep -qE '^[0-9a-f]{12}$' <<<"$one"
	for known in "$plain" "$prints"; do
		[ "$one" != "$known" ] || fail "a fingerprint is known elsewhere"
	done
	expect 0 --workspace . --readonly layers
	ok "another fingerprint" grep -qF "wiki/<GITHUB_TOKEN>~$one.md" "$out"
	[ -z "$(find . -name 'salt*')" ] || fail "a salt was written"
	prints=$one
done
cd "$work" || exit 99
[ "$(print)" != "$(print)" ] || fail "without a workspace a salt is for one run"

# --- errors and names of files
key=ghp_
key=${key}16C7e42F292c6912E7710c838347Ae178B4a
cd ws || exit 99
for verb in "redact ./$key.txt" "import ./$key.jsonl" "trace $key" \
	"undo $key" "review show $key" "frobnicate --$key" "--json redact $key"; do
	# shellcheck disable=SC2086
	rv $verb
	[ "$rc" -ne 0 ] || fail "$verb ends well"
	no "a key in the error of: ${verb%% *}" grep -qF "$key" "$out" "$err"
done
cp talk.jsonl "$key.jsonl"
rv import "$key.jsonl"
# The index alone knows the path: it goes on reading there.
left=$(grep -rlF "$key" .reverie | grep -v '/reverie\.db')
[ -z "$left" ] || fail "the name of a file in $left"

# --- a session file of the agent: each message that holds one, by its line
cd "$work" || exit 99
mkdir -p talks/sessions
cat >talks/sessions/s.jsonl <<END
{"type":"session","version":3,"id":"abc","timestamp":"2026-02-06T10:00:00.000Z","cwd":"/"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-02-06T10:00:01.000Z","message":{"role":"user","content":"One line.\nThe key: $key"}}
END
cd talks || exit 99
expect 0 init
expect 0 status --json
is '[.masked,.secrets[0].file,.secrets[0].line,.secrets[0].rule]' \
	'[1,"sessions/s.jsonl",2,"github_token"]'
rv erase sessions/s.jsonl:2
[ "$rc" -eq 2 ] || fail "erase in a session file: exit $rc"
ok "whose file it is" grep -q 'edit it yourself' "$err"
# What follows is looked at alone; a file that is gone holds nothing.
printf '%s\n' '{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-02-06T10:00:02.000Z","message":{"role":"user","content":"again '"$key"'"}}' \
	>>sessions/s.jsonl
expect 0 status --json
is '[.secrets[].line]' '[2,3]'
rm sessions/s.jsonl
expect 0 status --json
is .masked 0
