#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a script can see of the style: lengths, tabs, banned calls, guards.
. "$(dirname "$0")/lib.sh"
bad=$tmp/bad
: >"$bad"

max_lines=800
max_columns=100
max_function=80

# A code line without strings and comments, so that words in them are free.
strip() {
	sed -E -e 's/"([^"\\]|\\.)*"/""/g' -e "s/'([^'\\\\]|\\\\.)*'/' '/g" \
		-e 's@//.*@@' -e 's@/\*([^*]|\*[^/])*\*/@@g' -e 's@/\*.*@@' \
		-e 's@^[[:space:]]*\*([[:space:]/].*)?$@@' "$1"
}

# banned FILE REGEX REASON
banned() {
	strip "$1" | grep -nE "(^|[^A-Za-z0-9_.>])($2)[[:space:]]*\\(" |
		sed -E "s|^([0-9]+):[[:space:]]*(.*)|$1:\\1: $3: \\2|" >>"$bad"
}

for f in $(sources '*.c' '*.h' '*.def'); do
	head -n 1 "$f" | grep -qF 'SPDX-License-Identifier: MIT' ||
		echo "$f:1: the first line is not the SPDX line" >>"$bad"
	# Columns are characters: continuation bytes of UTF-8 do not count.
	tr -d '\200-\277' <"$f" | expand | awk -v f="$f" -v m=$max_columns '
		length($0) > m { print f ":" NR ": " length($0) " columns" }' \
		>>"$bad"
	awk -v f="$f" -v m=$max_lines -v fn=$max_function '
		/[ \t]+$/ { print f ":" NR ": blanks at the end of the line" }
		/^        / { print f ":" NR ": indented with blanks" }
		/\r/ { print f ":" NR ": carriage return" }
		/(^|[^A-Za-z])(TODO|FIXME|XXX)([^A-Za-z]|$)/ {
			print f ":" NR ": unfinished-work mark"
		}
		/^{/ { open = NR }
		/^}/ {
			if (open && f ~ /\.c$/ && NR - open - 1 > fn)
				print f ":" open ": function of " \
					NR - open - 1 " lines"
			open = 0
		}
		END {
			if (NR > m)
				print f ": " NR " lines"
		}' "$f" >>"$bad"

	banned "$f" 'strcpy|strcat|strncpy|strncat|stpcpy|sprintf|vsprintf|strtok(_r)?|gets|ato[ifl]|atoll|v?[fs]?scanf' banned
	banned "$f" 'localtime|gmtime|ctime|asctime|mktemp|tmpnam|tempnam|system|signal|alloca' banned
	case $f in
	src/base/proc.c | tests/*) ;;
	*) banned "$f" 'popen' banned ;;
	esac
	case $f in
	src/main.c | src/cli/* | src/mcp/* | ui/term_curses.c | tests/*) ;;
	*)
		banned "$f" 'printf|puts|putchar|perror|vprintf' 'library prints'
		banned "$f" 'exit|getenv|secure_getenv|setenv' \
			'library reads or ends the process'
		;;
	esac
	case $f in
	src/base/* | src/main.c | tests/*) ;;
	*) banned "$f" 'time|clock_gettime|gettimeofday|clock|sleep|usleep|nanosleep|rand|random|srand' \
		'clock or chance that is not injected' ;;
	esac
	case $f in
	src/* | ui/*) banned "$f" 'setjmp|longjmp|sigsetjmp' banned ;;
	esac

	case $f in
	*.h)
		g=$(echo "${f#src/}" | tr 'a-z/.-' 'A-Z___')
		grep -q "^#ifndef RV_$g\$" "$f" && grep -q "^#define RV_$g\$" "$f" ||
			echo "$f: the guard is not RV_$g" >>"$bad"
		;;
	*.c)
		grep -m1 -E '^#[[:space:]]*include' "$f" |
			grep -q '"config\.h"' ||
			echo "$f: \"config.h\" is not the first include" >>"$bad"
		h=${f%.c}.h
		if [ -f "$h" ]; then
			grep -E '^#[[:space:]]*include' "$f" | sed -n 2p |
				grep -qF "\"${h#src/}\"" ||
				echo "$f: its own header is not the second include" \
					>>"$bad"
		fi
		;;
	esac
done

for f in $(sources '*.sh') dev autogen.sh .ci/run build-aux/gen-lists.sh \
	build-aux/run-test.sh; do
	[ -f "$f" ] || continue
	head -n 2 "$f" | grep -qF 'SPDX-License-Identifier: MIT' ||
		echo "$f: no SPDX line in the first two" >>"$bad"
	bash -n "$f" 2>>"$bad"
done
for f in $(sources '*.sh'); do
	grep -nE '^[^#]*(^|[;&|[:space:]])sleep[[:space:]]+[0-9]' "$f" |
		sed "s|^|$f: a test that sleeps: wait on a condition: |" >>"$bad"
done

verdict "$bad"
