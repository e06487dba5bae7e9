#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random points of a batch and of its undo.  KILLS says how often;
# the seed of a failing run is printed and can be given as KILL_SEED.
. "$(dirname "$0")/../cli/lib.sh"

KILLS=${KILLS:-${FAULT_ROUNDS:-20}}
KILL_SEED=${KILL_SEED:-$$}
RANDOM=$KILL_SEED
echo "KILLS=$KILLS KILL_SEED=$KILL_SEED"
calls=write,writev,pwrite64,fsync,fdatasync,rename,unlink,openat,ftruncate
command -v strace >/dev/null &&
	strace -f -qq -o /dev/null -e trace=none true 2>/dev/null ||
	{ echo "strace is missing or not allowed"; exit 77; }
workspace w
mkdir raw
pages=3

# propose ROUND: new text for every page, one of them edited by a person, and a
# page that is new; approvals in $list, files in $files, results in $want
propose() {
	local i
	list=()
	want=
	files=()
	for i in $(seq $pages) new; do
		printf '# Page %s\n\nText %s.\n\nRound %s.\n' "$i" "$i" "$1" >raw/p$i.md
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
}

pages_now() {
	local f
	for f in "${files[@]}"; do
		printf '%s ' "$(state_of "$f")"
	done
}

# pick: a call of the measured run by chance, as its name and how often it had
# been made; strace counts each call by its name
pick() {
	local line
	line=$((1 + (RANDOM * 32768 + RANDOM) % points))
	call=$(sed -n "${line}p" "$work/names")
	nth=$(head -n "$line" "$work/names" | grep -cx "$call")
	point="$call $nth"
}

# names: what strace wrote, a name a line
names() {
	sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$work/calls" >"$work/names"
	points=$(wc -l <"$work/names")
}

# killed ARGS...: runs it and kills it somewhere
killed() {
	pick
	strace -f -qq -o /dev/null -e "trace=$call" \
		-e "inject=$call:signal=KILL:when=$nth" \
		"$REVERIE" "$@" >/dev/null 2>&1
	[ $? -ne 137 ] || died=$((died + 1))
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
	is '([.ledger[]|select(.kind=="approve" or .kind=="undo")]|length)==([.ledger[]|select(.kind=="done" or .kind=="abort")]|length)' true
	seen["$([ "$now" = "$1" ] && echo before || echo after)"]+=x
}

declare -A seen=([before]= [after]=)
round=0
died=0
propose 0
strace -f -qq -o "$work/calls" -e trace=$calls \
	"$REVERIE" review apply --reason tested "${list[@]}" >/dev/null 2>&1
names
while [ $round -lt "$KILLS" ]; do
	round=$((round + 1))
	propose $round
	base=$(pages_now)
	killed review apply --reason tested "${list[@]}"
	check "$base" "$want"
	if [ "$(pages_now)" = "$base" ]; then
		expect 0 review apply --reason tested "${list[@]}"
		check "$base" "$want"
	fi
	[ $((RANDOM % 2)) -eq 0 ] || continue
	round=$((round + 1))
	killed undo
	check "$base" "$want"
	if [ "$(pages_now)" = "$base" ]; then
		expect 0 undo "$("$REVERIE" log --json | jq '[.ledger[]|select(.kind=="undo")][0].id')"
		check "$base" "$want"
	fi
done
echo "$round rounds, $died killed; found before: ${#seen[before]}, after: ${#seen[after]}"
[ "$died" -gt $((KILLS / 2)) ] || fail "only $died of $round were killed"
