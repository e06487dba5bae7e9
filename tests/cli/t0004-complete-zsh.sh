#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A zsh at a terminal completes what is typed.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-complete.sh"

command -v zsh >/dev/null || { echo "zsh is missing"; exit 77; }
zsh -fc 'zmodload zsh/zpty && autoload +X compinit' 2>/dev/null ||
	{ echo "zsh has no zpty or no compinit here"; exit 77; }
typing_place
mkdir "$work/functions"
expect 0 help --completion zsh
cp "$out" "$work/functions/_reverie"

cat >"$work/type.zsh" <<'END'
zmodload zsh/zpty
show() { zpty -r z REPLY "*$1*" }
zpty -b z zsh -f -i
zpty -w z "unset ZDOTDIR; PS1=; unsetopt beep; bindkey -e"
zpty -w z "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w z 'tell() { print -r -- "<<${BUFFER% }>""> "; BUFFER= }'
zpty -w z 'zle -N tell; bindkey "^X" tell; print re""ady'
show ready
while IFS='|' read -r typed want; do
	zpty -n -w z "$typed"$'\t\x18'
	show '<<*>> '
	print -r -- "${${REPLY##*<<}%>> *}"
done
zpty -d z
END
completions | timeout 60 zsh -f "$work/type.zsh" "$work/functions" \
	>"$out" 2>"$err" || fail "zsh"
completions | while IFS='|' read -r typed want; do
	printf '%s %s\n' "${typed% *}" "$want"
done >"$work/want"
diff "$work/want" "$out" >&2 || fail "zsh completes otherwise"
