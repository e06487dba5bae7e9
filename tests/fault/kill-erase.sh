#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at every change of a file while a secret is erased: it is erased or it
# is not, the ledger says so first, and no other byte is lost.
. "$(dirname "$0")/../cli/lib.sh"
command -v strace >/dev/null &&
	strace -f -qq -o /dev/null -e trace=none true 2>/dev/null ||
	{ echo "nothing can be traced here"; exit 77; }

key=ghp
key=${key}_16C7e42F292c6912E7710c838347Ae178B4a
calls="fsync rename renameat link unlink unlinkat"

# A workspace with a secret in the record and one in the pending log.
make() {
	rm -rf "$work/w"
	imported w
	expect 0 record --session s --role user "The cellar is dry."
	sed "s/We decided/$key: we decided/" .reverie/episodes.jsonl >"$work/old"
	cat "$work/old" >.reverie/episodes.jsonl
	rm -f .reverie/reverie.db*
	printf '[2026-02-09T10:00:00.000Z] human: the cellar\nis %s\n---\n' \
		"$key" >>pending-episodes.log
	cp pending-episodes.log "$work/log"
	cp .reverie/episodes.jsonl "$work/record"
	cd "$work" || exit 99
}

# whole FILE COPY: the file is the copy, with the secret or without
whole() {
	cmp -s "$1" "$2" ||
		cmp -s "$1" <(sed "s/$key/<GITHUB_TOKEN>/" "$2") ||
		fail "$place, $n: $1 is neither the old nor the new one"
}

# attempt PLACE CALL N: killed at the Nth call of that name; false: it was not
attempt() {
	local with sha code left rows
	make
	place=$1 n="$2 $3"
	with="--workspace $work/w"
	# shellcheck disable=SC2086
	expect 0 $with --json erase --dry-run "$place"
	sha=$(jq -r .sha256 "$out")
	# shellcheck disable=SC2086
	strace -f -qq -o /dev/null -e "trace=$2" \
		-e "inject=$2:signal=KILL:when=$3" "$REVERIE" $with \
		erase "$place" --sha256 "$sha" >/dev/null 2>&1
	code=$?
	# shellcheck disable=SC2086
	expect 0 $with --json status
	is .episodes 6
	left=$(jq .masked "$out")
	[ "$left" = 1 ] || [ "$left" = 2 ] || fail "$place, $n: $left"
	whole w/pending-episodes.log log
	whole w/.reverie/episodes.jsonl record
	# shellcheck disable=SC2086
	expect 0 $with --json log --verify
	# shellcheck disable=SC2086
	expect 0 $with --json log
	rows=$(jq '[.ledger[]|select(.kind=="erase")]|length' "$out")
	[ "$left" = 2 ] || [ "$rows" = 1 ] ||
		fail "$place, $n: erased without a row"
	if [ "$left" = 2 ]; then
		[ "$code" != 0 ] || fail "$place, $n: it said so and did not"
		# Said again, it is done.
		# shellcheck disable=SC2086
		expect 0 $with erase "$place" --sha256 "$sha"
		# shellcheck disable=SC2086
		expect 0 $with --json status
		is .masked 1
	fi
	[ "$code" = 137 ]
}

for place in .reverie/episodes.jsonl:1 pending-episodes.log:5; do
	kills=0
	for call in $calls; do
		for n in 1 2 3 4 5 6 7 8 9; do
			attempt "$place" $call $n || break
			kills=$((kills + 1))
		done
	done
	echo "$place: killed at $kills calls"
	[ "$kills" -ge 4 ] || fail "$place: nothing was killed"
done
exit 0
