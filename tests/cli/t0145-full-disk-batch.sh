#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A disk that fills in the middle of a batch: every page is whole, none or all
# of them are written, and with room again the batch is finished or dropped.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/../support/disk.sh"

disk_small 2m
cd "$work/disk" || exit 99
expect 0 init --now "$NOW"
mkdir -p raw wiki/concepts
pages=4

# propose ROUND: two new texts of pages that a person has, two new pages
propose() {
	list=()
	want=
	local i
	for i in $(seq $pages); do
		{
			printf '# Page %s\n\n' "$i"
			for n in $(seq 30); do
				printf 'Sentence s%sp%sr%s of page %s in round %s, which says nothing new.\n\n' "$n" "$i" "$1" "$i" "$1"
			done
		} >raw/p$i.md
		expect 0 --now "$NOW" promote raw/p$i.md --json
		list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
		want+="$(jq -r .sha256 "$out") "
	done
}
for i in 1 2; do
	printf -- '---\ntype: concept\nname: Page %s\nthemes: [runtime]\n---\n\n# Page %s\n\n## Definition\n\nMine.\n' $i $i >wiki/concepts/page-$i.md
done
pages_now() {
	local i
	for i in $(seq $pages); do
		printf '%s ' "$(state_of wiki/concepts/page-$i.md)"
	done
}
# whole BEFORE AFTER: each page is one of the two
whole() {
	local now
	for now in $(pages_now); do
		case " $1 $2 " in
		*" $now "*) ;;
		*) fail "a page is no version that was meant" ;;
		esac
	done
}

full=0 wrote=0 behind=0
for leave in 0 1 2 3 4 5 6 7 8 9 10 11 12 14 16 18 20 24 28 36 48; do
	propose $leave
	before=$(pages_now)
	disk_leave $leave
	rv review apply "${list[@]}" --json
	case $rc in
	0)
		# Written is written, also where the index had no room for it.
		! grep -q 'the index is behind' "$err" || behind=$((behind + 1))
		;;
	2)
		full=$((full + 1))
		is .error.code '"disk.full"'
		;;
	*) fail "exit $rc with $leave pages left" ;;
	esac
	said=$rc
	disk_room
	whole "$before" "$want"
	# The next start ends what was begun, once.
	expect 0 status --json
	now=$(pages_now)
	[ "$now" = "$before" ] || [ "$now" = "$want" ] ||
		fail "half a batch with $leave pages left"
	[ "$said" -ne 0 ] || [ "$now" = "$want" ] || fail "it said that it wrote"
	expect 0 log --verify
	expect 0 log --json -n 100000
	is '[.ledger[]|select((.kind=="approve" or .kind=="undo") and .end==null)|.id]' '[]'
	[ -z "$(find wiki raw -name '.*.rv-*')" ] || fail "left over"
	if [ "$now" = "$want" ]; then
		wrote=$((wrote + 1))
		# One undo step, also when it was finished at the start.
		expect 0 undo
		[ "$(pages_now)" = "$before" ] || fail "undo: other bytes"
	else
		expect 0 review apply "${list[@]}"
		[ "$(pages_now)" = "$want" ] || fail "not written with room again"
		expect 0 undo
		[ "$(pages_now)" = "$before" ] || fail "undo: other bytes"
	fi
done
[ $full -gt 0 ] || fail "the disk was never full"
[ $wrote -gt 0 ] || fail "nothing was ever written"
[ $behind -gt 0 ] || fail "the index always had room"
expect 0 log --verify
