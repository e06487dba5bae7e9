#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An address of a model: its password is never shown, its host always.
. "$(dirname "$0")/lib.sh"

imported w
cat >.reverie/config.yaml <<'END'
chat: {provider: anthropic, model: m}
END
cat >"$work/c.yaml" <<'END'
chat: {provider: anthropic, model: m}
providers:
  anthropic:
    baseUrl: "https://user:hunter2Secret@example.org/v1?key=AbCd3fGh1jKl"
    keyCommand: [echo, sk-ant-x]
  openai: {baseUrl: "http://10.20.30.40:8080/v1", keyCommand: [echo, x]}
END
rv --config "$work/c.yaml" --json doctor
is '[.checks[]|select(.kind=="model" and .name=="narrate")][0].state' '"bad address"'
is '[.checks[]|select(.kind=="provider" and .name=="anthropic")][0].state' '"bad address"'
rv --config "$work/c.yaml" doctor
no "the password" grep -qE 'hunter2|AbCd3' "$out" "$err"
expect 2 --config "$work/c.yaml" consolidate --dry-run
no "the password" grep -qE 'hunter2|AbCd3' "$out" "$err"

# The operator's own server is named, with its port.
sed -i 's/provider: anthropic/provider: openai/' "$work/c.yaml"
expect 2 --config "$work/c.yaml" consolidate --dry-run
ok "which server" grep -qF 'openai/m: 10.20.30.40:8080: http would show' "$err"
rv jobs
ok "which server" grep -qF '10.20.30.40:8080' "$out"
