#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Catalogues are well-formed and whole, and the list of translatable files is
# fresh.
. "$(dirname "$0")/lib.sh"
: >"$tmp/bad"

command -v msgfmt >/dev/null || { echo "msgfmt is missing"; exit 77; }
for f in po/*.po; do
	[ -f "$f" ] || continue
	msgfmt --check --output-file=/dev/null "$f" 2>>"$tmp/bad"
	msgfmt --statistics --output-file=/dev/null "$f" 2>&1
done
build-aux/gen-lists.sh --check 2>&1 | grep '^gen-lists: po/' >>"$tmp/bad"

# xgettext reads every listed file without a complaint.
if command -v xgettext >/dev/null; then
	grep -v '^#' po/POTFILES.in >"$tmp/list"
	xgettext --language=C --keyword=_ --keyword=N_ --keyword=P_:1,2 \
		--from-code=UTF-8 --files-from="$tmp/list" -o "$tmp/x.pot" \
		2>>"$tmp/bad"
	# Every string of the source has its translation, none is fuzzy and
	# none is left over (`./dev po` merges; then translate what is empty).
	entries() {
		sed '1,/^$/d' | sed -n "s|^\(#~ \)*msgid|$f: $1: msgid|p"
	}
	for f in po/*.po; do
		[ -f "$f" ] || continue
		msgmerge -q --no-fuzzy-matching "$f" "$tmp/x.pot" |
			msgattrib --untranslated --no-wrap |
			entries "not translated" >>"$tmp/bad"
		msgattrib --only-fuzzy --no-wrap "$f" | entries fuzzy \
			>>"$tmp/bad"
		msgattrib --only-obsolete --no-wrap "$f" | entries obsolete \
			>>"$tmp/bad"
		msgcmp "$f" "$tmp/x.pot" >/dev/null 2>&1 ||
			echo "$f: not the strings of the source: ./dev po" \
				>>"$tmp/bad"
	done
fi
verdict "$tmp/bad"
