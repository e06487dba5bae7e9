#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Completions are made from the tables; bash completes by them.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-complete.sh"

for pair in bash:reverie.bash zsh:_reverie fish:reverie.fish; do
	shell=${pair%%:*} file=completions/${pair#*:}
	expect 0 help --completion "$shell"
	ok "$file is stale: run \`reverie help --completion $shell >$file\`" \
		cmp -s "$out" "$SRCDIR/$file"
	if command -v "$shell" >/dev/null; then
		ok "it is no $shell" "$shell" -n "$out"
	fi
done
expect 2 help --completion tcsh

typing_place
expect 0 help --completion bash
. "$out"
n=0
while IFS='|' read -r typed want; do
	read -ra COMP_WORDS <<<"$typed"
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_reverie
	[ "${COMPREPLY[*]}" = "$want" ] ||
		fail "'$typed' is completed to '${COMPREPLY[*]}', not '$want'"
	n=$((n + 1))
done < <(completions)
[ $n -gt 10 ] || fail "only $n lines were typed"
COMP_WORDS=(reverie review a) COMP_CWORD=2
_reverie
[ "${COMPREPLY[*]}" = "approve apply" ] ||
	fail "completion of 'review a' is '${COMPREPLY[*]}'"
