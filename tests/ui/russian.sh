#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The console in Russian: the catalogue is found beside the program that was
# only built, and the screens hold at 80x24.
. "$(dirname "$0")/lib.sh"
[ -f "${BUILDDIR:?}/locale/ru/LC_MESSAGES/reverie.mo" ] ||
	{ echo "no catalogue was built (languages are off)"; exit 77; }

# A locale of its own where it can be made; else LANGUAGE, which some C
# libraries let win over C.UTF-8.
env=(LANGUAGE=ru LC_ALL=C.UTF-8)
if localedef -i ru_RU -f UTF-8 "$work/ru_RU.UTF-8" >/dev/null 2>&1 &&
	[ -d "$work/ru_RU.UTF-8" ]; then
	env=(LOCPATH="$work" LC_ALL=ru_RU.UTF-8)
fi
env "${env[@]}" "$REVERIE" help >"$out" 2>"$err" || fail "no help"
grep -q 'Команды:' "$out" || {
	[ "${env[0]}" != LANGUAGE=ru ] || {
		echo "no Russian locale can be had here (package locales)"
		exit 77
	}
	fail "the help is not Russian"
}
printf '#!/bin/sh\nexec env %s "%s" "$@"\n' "${env[*]}" "$REVERIE" \
	>"$work/reverie"
chmod +x "$work/reverie"
REVERIE=$work/reverie

# A locale changes what people read, not what programs read.
demo
"$REVERIE" --workspace "$ws" --now "$NOW" status --json >"$out" 2>"$err"
has '"episodes":'
"$REVERIE" --workspace "$ws" --now "$NOW" status >"$out" 2>"$err"
has "эпизоды"

# On the command line, too: words, not the ids that programs read.
rv() {
	"$REVERIE" --workspace "$ws" --now "$NOW" "$@" >"$out" 2>"$err" ||
		fail "no $*"
}
rv review reject P-3 --reason x
rv review defer P-4 --for 2d
rv log
has "предложено"
has "отклонить"
has "(до 2026-06-22 14:00)"
for word in propose reject defer promote until; do lacks " $word"; done
rv log --json
has '"kind":"propose"'
rv review --all
has "отложено"
for word in open rejected deferred promote staleness; do lacks " $word "; done
rv live
lacks "never"
rv doctor
for word in file engine model provider masked empty extractive "needs no key"; do
	! grep -qE "(^| )$word  " "$out" || fail "doctor says $word"
done
printf -- '---\ntype: concept\n---\n\n# Odd\n\n[[nowhere-at-all]]\n' >"$ws/wiki/concepts/odd.md"
"$REVERIE" --workspace "$ws" --now "$NOW" lint >"$out" 2>"$err"
grep -qE 'odd.md:[0-9]+: (предупреждение|ошибка): ' "$out" || fail "lint"
rm "$ws/wiki/concepts/odd.md"
"$REVERIE" --workspace "$ws" --now "$NOW" undo >"$out" 2>"$err"
"$REVERIE" --workspace "$ws" --now "$NOW" undo >"$out" 2>"$err"

# No line is wider than the screen; signs of two columns count twice.
narrow() {
	local line n two
	while IFS= read -r line; do
		two=${line//[^　-〿぀-ヿ一-鿿！-｠]/}
		n=$((${#line} + ${#two}))
		case $line in
		"--- "*) ;;
		*) [ $n -le "$1" ] || fail "$n columns, not $1: $line" ;;
		esac
	done <"$out"
}

screens() {
	local k
	printf 'wait idle\ndump\n'
	for k in 2 3 4 5 6 7 8; do
		printf 'key %s\nwait idle\ndump\n' $k
	done
	printf 'key ?\nwait idle\ndump\n'
}
for size in 80x24 120x36 60x16; do
	console $size < <(screens)
	ends 0
	narrow "${size%x*}"
	has "Обзор"
	has "> обзор"
	has "Нерассказанное"
	# Frames are closed: nothing ran over the right border.
	if grep -E '^[┌├└│]' "$out" | grep -vqE '[┐┤┘│┃]$'; then
		fail "a frame is open at $size"
	fi
done
console 140x40 <<<$'wait idle\ndump'
for word in "1 Обзор" "2 История" "3 Резонанс" "4 Нерассказанное" "Состояние" \
	"Ждёт вас" "помощь"; do
	has "$word"
done
exit 0
