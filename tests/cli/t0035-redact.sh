#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# redact prints placeholders and a map without values, with no workspace.
. "$(dirname "$0")/lib.sh"

cd "$work" || exit 1
key=ghp_
key=${key}16C7e42F292c6912E7710c838347Ae178B4a
pass=hunter
pass=${pass}22
printf 'push %s\npassword=%s\nagain %s\n' "$key" "$pass" "$key" >in.txt

expect 0 redact in.txt
ok "text" diff - "$out" <<'END'
push <GITHUB_TOKEN>
password=<PASSWORD>
again <GITHUB_TOKEN>
END

expect 0 --json redact --map in.txt
is .v 1
is '.spans|length' 3
is '.spans[0]|[.line,.start,.end,.rule,.placeholder]' \
	'[1,5,45,"github_token","<GITHUB_TOKEN>"]'
is '.spans[1]|[.line,.rule]' '[2,"password"]'
is '[.spans[]|.fingerprint|test("^[0-9a-f]{12}$")]|all' true
is '.spans[0].fingerprint==.spans[2].fingerprint' true
no "a value in the answer" grep -qE "$key|$pass" "$out"

expect 0 redact --map in.txt
ok "map" grep -q '^line 2, .*password ' "$out"
no "a value in the map" grep -qE "$key|$pass" "$out"

rv_in redact - <in.txt
[ "$rc" -eq 0 ] || fail "stdin"
ok "stdin" grep -q '^password=<PASSWORD>$' "$out"

echo 'mail ada@post.example.net' >mail.txt
expect 0 redact mail.txt
ok "mail stays" grep -q 'ada@post' "$out"
expect 0 redact --email mail.txt
ok "mail goes" grep -q '^mail <EMAIL>$' "$out"

expect 2 redact
expect 1 redact no-such-file
[ ! -s "$out" ] || fail "output after a failure"
