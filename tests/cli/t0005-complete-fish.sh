#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A fish completes what is typed.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-complete.sh"

command -v fish >/dev/null || { echo "fish is missing"; exit 77; }
typing_place
expect 0 help --completion fish
cp "$out" "$work/reverie.fish"
cat >"$work/type.fish" <<'END'
source $argv[1]
while read -l -d '|' typed want
	echo (complete -C "$typed" | string replace -r '\t.*' '')
end
END
completions | fish --no-config "$work/type.fish" "$work/reverie.fish" \
	>"$out" 2>"$err" || fail "fish"
completions | cut -d'|' -f2 >"$work/want"
diff "$work/want" "$out" >&2 || fail "fish completes otherwise"
