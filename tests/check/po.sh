#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Catalogues are well-formed and the list of translatable files is fresh.
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
fi
verdict "$tmp/bad"
