#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An agent appends to the pending log, without any lock, while steps are made
# and taken back: every record is there at the end, once.
. "$(dirname "$0")/lib.sh"

workspace w
total=300
# Like the agents do it: open, append one record, close.
(
	for i in $(seq $total); do
		printf '[2026-02-01T%02d:%02d:00.000Z] human: Mara decided on 2026-02-01 to keep word%04d.\n---\n' \
			$((i / 60)) $((i % 60)) "$i" >>pending-episodes.log
		read -r -t 0.005 _ <>"$work/.never" || :
	done
) &
writer=$!
steps=0
while kill -0 $writer 2>/dev/null && [ $steps -lt 40 ]; do
	rv consolidate --late --json
	if [ $rc -eq 0 ]; then
		expect 0 review approve "$(jq -r .proposal "$out")" \
			--sha256 "$(jq -r .sha256 "$out")"
		steps=$((steps + 1))
	elif [ $rc -ne 1 ]; then
		fail "exit $rc"
	fi
	[ $((steps % 3)) -ne 2 ] || expect 0 undo
done
wait $writer
[ $steps -gt 0 ] || fail "no step was made"
expect 0 status --json
is .episodes $total
{
	cat pending-episodes.log 2>/dev/null
	for f in .reverie/objects/*; do
		grep -q '^\[2026-.*human:' "$f" && cat "$f"
	done
} | grep -o 'word[0-9]*' | sort -u | wc -l >"$work/n"
[ "$(cat "$work/n")" -eq $total ] || fail "$(cat "$work/n") of $total records are left"
while expect 0 log --json -n 1000 && rv undo && [ $rc -eq 0 ]; do :; done
[ "$(grep -o 'word[0-9]*' pending-episodes.log | sort | uniq -c | awk '$1 != 1' | wc -l)" -eq 0 ] ||
	fail "a record is there twice"
[ "$(grep -c 'word' pending-episodes.log)" -eq $total ] || fail "records after all undone"
expect 0 log --verify
