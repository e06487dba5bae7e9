#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random points of a batch, of its undo, and of one proposal that is
# approved by its verb.  KILLS says how often; the seed of a failing run is
# printed and can be given as KILL_SEED.
. "$(dirname "$0")/lib.sh"

KILLS=${KILLS:-${FAULT_ROUNDS:-20}}
KILL_SEED=${KILL_SEED:-$$}
RANDOM=$KILL_SEED
echo "KILLS=$KILLS KILL_SEED=$KILL_SEED"
workspace w
mkdir raw
pages=3

# propose ROUND: new text for every page, one of them edited by a person, and a
# page that is new; approvals in $list, files in $files, results in $want; one
# more that is turned down and one that is deferred with them, in $others
propose() {
	local i
	list=()
	want=
	files=()
	for i in $(seq $pages) new; do
		# no two of them say the same
		printf '# Page %s\n\nText %s.\n\nRound %s: a%s b%s c%s d%s e%s.\n' \
			"$i" "$i" "$1" "$i" "$i" "$i" "$i" "$i" >raw/p$i.md
		[ "$i" != new ] || sed -i "1s/.*/# Fresh $1/" raw/pnew.md
		expect 0 --now "$NOW" promote raw/p$i.md --json
		files+=("$(jq -r .target "$out")")
		if [ "$i" = 2 ]; then
			"$REVERIE" review show "$(jq -r .proposal "$out")" --json |
				jq -r .diff | sed -n 's/^+\([^+].*\)\{0,1\}$/\1/p' >"$work/edit.md"
			{
				cat "${files[-1]}" 2>/dev/null || cat "$work/edit.md"
				printf '\nBy hand in round %s.\n' "$1"
			} >"$work/edited.md"
			expect 0 review edit "$(jq -r .proposal "$out")" --file "$work/edited.md" --json
		fi
		list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
		want+="$(jq -r .sha256 "$out") "
	done
	others=()
	for i in no later; do
		printf '# %s %s\n\nNever written, round %s.\n' "$i" "$1" "$1" >raw/p$i.md
		expect 0 --now "$NOW" promote raw/p$i.md --json
		others+=("$(jq -r .proposal "$out")")
	done
}

# What was decided with the pages holds when they do, and only then.
check_others() {
	local want='["open","open"]'
	[ "$(pages_now)" = "$base" ] || want='["rejected","deferred"]'
	expect 0 review list --all --json
	is "[.proposals[]|select(.id==\"${others[0]}\" or .id==\"${others[1]}\").state]" "$want"
}

pages_now() {
	local f
	for f in "${files[@]}"; do
		printf '%s ' "$(state_of "$f")"
	done
}

# check BEFORE AFTER: behind a kill every page is whole, behind the next start
# they are all before or all after
check() {
	local f now
	for f in "${files[@]}"; do
		now=$(state_of "$f")
		case " $1 $2 " in
		*" $now "*) ;;
		*) fail "round $round ($point): $f is no version that was meant" ;;
		esac
	done
	expect 0 status --json
	now=$(pages_now)
	[ "$now" = "$1" ] || [ "$now" = "$2" ] ||
		fail "round $round ($point): half a batch: $now"
	[ -z "$(find wiki raw -name '.*.rv-??????' 2>/dev/null)" ] ||
		fail "round $round ($point): left over: $(find wiki -name '.*')"
	expect 0 log --verify
	expect 0 log --json -n 10000
	is '[.ledger[]|select((.kind=="approve" or .kind=="undo") and .end==null)|.id]' '[]'
}

# one WHAT BEFORE AFTER ARGS...: is killed, looked at, and counted
kill_one() {
	local what=$1 before=$2 after=$3
	shift 3
	killed "$what" "$@"
	check "$before" "$after"
	[ $hit -eq 1 ] || { missed=$((missed + 1)); return; }
	kills=$((kills + 1))
	if [ "$(pages_now)" = "$before" ]; then
		count["$what, found as before"]+=x
	else
		count["$what, found written"]+=x
	fi
}

declare -A count=()
round=0 kills=0 missed=0 point=none
propose 0
base=$(pages_now)
measure apply review apply --reason tested "${list[@]}"
measure undo undo
[ "$(pages_now)" = "$base" ] || fail "undo: other bytes"
measure approve review approve "${list[0]%%=*}" --sha256 "${list[0]#*=}" \
	--reason tested
while [ $kills -lt "$KILLS" ]; do
	[ $missed -le $((kills + 10)) ] || fail "$missed runs were not killed"
	round=$((round + 1))
	propose $round
	base=$(pages_now)
	# Every third round one proposal is approved alone, and then the rest.
	if [ $((round % 3)) -eq 0 ]; then
		id=${list[0]%%=*} sum=${list[0]#*=}
		one="$sum ${base#* }"
		kill_one approve "$base" "$one" \
			review approve "$id" --sha256 "$sum" --reason tested
		if [ "$(pages_now)" = "$base" ]; then
			expect 0 review approve "$id" --sha256 "$sum" --reason tested
			check "$base" "$one"
		fi
		list=("${list[@]:1}") base=$one
	fi
	list+=(--reject "${others[0]}=junk" --defer "${others[1]}=1d")
	kill_one apply "$base" "$want" review apply --reason tested "${list[@]}"
	check_others
	if [ "$(pages_now)" = "$base" ]; then
		expect 0 review apply --reason tested "${list[@]}"
		check "$base" "$want"
		check_others
	fi
	[ $((RANDOM % 2)) -eq 0 ] || continue
	kill_one undo "$want" "$base" undo
	check_others
	if [ "$(pages_now)" = "$base" ]; then
		expect 0 undo "$("$REVERIE" log --json -n 1000 | jq '[.ledger[]|select(.kind=="undo")][0].id')"
		check "$base" "$want"
		check_others
	fi
done
for k in "${!count[@]}"; do
	echo "$k: ${#count[$k]}"
done | sort
echo "$kills kills ($missed runs were over before), none broken"
