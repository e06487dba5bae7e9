#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Keys that nobody reads are told of, once, with the one that is meant; what
# other programs share is passed over.
. "$SRCDIR/tests/cli/lib.sh"

workspace ws
expect 0 status
no "a warning without a configuration" grep -q warning "$err"

config=$work/config.yaml
cat >"$config" <<-END
	chatt: {provider: extractive}
	chat:
	  provider: extractive
	providers:
	  mine:
	    baseURL: "http://127.0.0.1:9/v1"
	    keyEmv: KEY
	    kind: openai
	contextTokens: 5
	zzzzzzzzzz: 1
	languages: [en, ru]
	models:
	  prices: {"a/b": {input: 1, whatever: 2}}
	live:
	  checks: [{name: a, command: ["true"], odd: 1}]
END
expect 0 --config "$config" status
said() { ok "no \"$1\"" grep -qF "config.yaml:$1" "$err"; }
said '1: there is no key "chatt", so it changes nothing; is "chat" meant?'
said '6: there is no key "baseURL", so it changes nothing; is "baseUrl" meant?'
said '7: there is no key "keyEmv", so it changes nothing; is "keyEnv" meant?'
said '9: there is no key "contextTokens", so it changes nothing; is "narrative.contextTokens" meant?'
said '10: there is no key "zzzzzzzzzz", so it changes nothing'
[ "$(grep -c warning "$err")" = 5 ] || fail "not five warnings"

# The workspace's own file is looked at, the agent's JSON is not.
mkdir -p .reverie
echo 'uii: {theme: light}' >.reverie/config.yaml
expect 0 status
ok "the workspace's file" grep -q '\.reverie/config\.yaml:1: .*"uii".*"ui"' "$err"
rm .reverie/config.yaml
echo '{"agents": {"list": []}, "chat": {"provider": "extractive"}}' >"$work/openclaw.json"
expect 0 --config "$work/openclaw.json" status
no "the agent's file" grep -q warning "$err"

# What a key holds is read by its owner; an odd name does no harm.
printf '? "\\e[31m%s"\n: 1\n' "$(head -c 300 /dev/zero | tr '\0' x)" >"$config"
rv --config "$config" status
no "an escape" grep -q $'\e' "$err"

# A provider that is none is named once, and nothing is sent for it.
cat >"$config" <<-END
	chat: {provider: nosuch, model: m}
END
rv --config "$config" consolidate --dry-run
[ "$(grep -c 'no such provider: nosuch' "$err")" = 1 ] || fail "not once"
rv --config "$config" doctor --json
is '[.checks[]|select(.kind=="model" and .state=="no such provider")]|length' 4
exit 0
