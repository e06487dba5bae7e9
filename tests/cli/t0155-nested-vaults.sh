#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A folder of a vault that is imported is a part of it, whichever came first.
. "$(dirname "$0")/lib.sh"

v=$work/vault
mkdir -p "$v/sub"
printf '# Menu\n\nSee [[B c]] and [[D]].\n' >"$v/Café.md"
printf '# B c\n\nBack to [[Café]].\n' >"$v/sub/B c.md"
printf '# D\n\nNothing more.\n' >"$v/sub/D.md"
mkdir "$v-2"
printf '# E\n\nOf its own: [[Café]].\n' >"$v-2/E.md"

# links WHAT: all of the vault's lead to pages
links() {
	expect 0 --now "$NOW" lint --json
	is '[.findings[]|select(.path|test("/vault/"))]' '[]'
}

workspace outer-first
expect 0 import --format vault "$v" --json
is '[.added,.nested]' '[3,[]]'
links
cp .reverie/config.yaml "$work/config.yaml"
expect 0 import --format vault "$v/sub" --json
is '[.added,.seen,.nested]' "[0,2,[{\"path\":\"$v/sub\",\"in\":\"$v\"}]]"
is .vaults "[\"$v\"]"
ok "the configuration was changed" cmp .reverie/config.yaml "$work/config.yaml"
links
expect 0 import --format vault "$v/sub"
ok "it is not said" grep -qF "$v/sub is read as a part of $v" "$out"
# one whose name begins so stands beside it
expect 0 import --format vault "$v-2" --json
is '[.added,.nested]' '[1,[]]'

workspace inner-first
expect 0 import --format vault "$v/sub" --json
expect 0 --now "$NOW" lint --json
is '[.findings[]|select(.path|test("/vault/"))|.code]' '["link.broken"]'
expect 0 import --format vault "$v" --json
is '[.added,.seen,.nested]' "[1,2,[{\"path\":\"$v/sub\",\"in\":\"$v\"}]]"
links
