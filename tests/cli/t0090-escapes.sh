#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Text from files never emits an escape sequence, in text or in JSON.
. "$(dirname "$0")/lib.sh"

workspace w
# What could move, colour, title, copy, answer or turn text around.
evil=$(printf 'lantern \033[31mred\033[0m \033]0;title\007 \033]52;c;eA==\007 \033P$q\033\\ \302\233K \b\r back \342\200\256olleh\342\200\254 \342\200\213zero \360\237\230\200 done\177')
# A session name, a speaker, a page, a story chapter with it.
jq -cn --arg t "$evil" '{session:("s"+$t),ref:$t,name:$t,time:"2026-02-01T10:00:00Z",role:"user",text:("Mara decided on 2026-02-01: "+$t)}' \
	>"$work/evil.jsonl"
expect 0 import "$work/evil.jsonl"
mkdir wiki
printf -- '---\ntitle: %s\n---\n\n%s\n' "Lantern" "$evil" >wiki/lantern.md
printf '### [2026-01-02 10:00] %s\n\n%s' "$evil" "$evil" >STORY.md
expect 0 record --session s --role user "$evil again"

# clean: the output has no control but newline, no C1, no bidi override
clean() {
	for f in "$out" "$err"; do
		if LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae\x8b\xa8\xa9]' "$f"; then
			fail "a control came out of: $*"
		fi
		iconv -f UTF-8 -t UTF-8 "$f" >/dev/null || fail "UTF-8 of: $*"
	done
}
for json in '' --json; do
	for c in 'search lantern' 'search lantern --explain' 'turn lantern red' \
		'trace 1' story 'story --chapters' 'consolidate --dry-run' \
		consolidate review 'review show C-1' 'review --all' log status; do
		# shellcheck disable=SC2086
		expect 0 $json $c
		clean "$json $c"
	done
	# shellcheck disable=SC2086
	expect 0 $json review reject "$(expect 0 review --json; jq -r '.proposals[0].id' "$out")" \
		--reason "$evil"
	clean reject
	# shellcheck disable=SC2086
	expect 0 $json log
	clean log
	# shellcheck disable=SC2086
	rv $json search "zz$evil"
	clean search
	# shellcheck disable=SC2086
	rv $json trace "$evil"
	clean trace
	# shellcheck disable=SC2086
	rv $json "$evil"
	clean verb
	# shellcheck disable=SC2086
	rv $json import "$evil"
	clean import
done
