#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random points of a consolidation and of its undo.  KILLS says how
# often; the seed of a failing run is printed and can be given as KILL_SEED.
. "$(dirname "$0")/lib.sh"

KILLS=${KILLS:-${FAULT_ROUNDS:-25}}
KILL_SEED=${KILL_SEED:-$$}
RANDOM=$KILL_SEED
echo "KILLS=$KILLS KILL_SEED=$KILL_SEED"
workspace w
said=0
say() {
	said=$((said + 1))
	expect 0 record --session s --role user --time \
		"$(date -u -d "2026-02-01T10:00:00Z + $said minutes" +%Y-%m-%dT%H:%M:00Z)" \
		"Mara decided on 2026-02-01 to keep the word number $said."
}

# check BASE RESULT LOG: the state behind a kill, and behind the next start
check() {
	local now pending want
	now=$(state_of STORY.md)
	seen["$([ "$now" = "$1" ] && echo before || echo after)"]+=x
	[ "$now" = "$1" ] || [ "$now" = "$2" ] ||
		fail "round $round ($point): STORY.md is no version that was meant"
	# What a start sweeps has to be a minute old.
	find . -name '.*.rv-??????' -exec touch -d '5 minutes ago' {} +
	expect 0 status --json
	pending=$(jq .pending.episodes "$out")
	is .episodes "$said"
	[ "$(state_of STORY.md)" = "$now" ] ||
		fail "round $round ($point): the start changed STORY.md"
	[ ! -e STORY.md ] || [ "$(grep -c '<!-- LAST_PROCESSED' STORY.md)" -eq 1 ] ||
		fail "round $round ($point): anchors"
	want=0
	[ "$now" = "$2" ] || want=$fresh
	[ "$pending" -eq "$want" ] ||
		fail "round $round ($point): $pending pending instead of $want"
	if [ "$now" = "$1" ]; then
		[ "$(state_of pending-episodes.log)" = "$3" ] ||
			fail "round $round ($point): the log is not as it was"
	else
		[ ! -e pending-episodes.log ] ||
			fail "round $round ($point): the log was not consumed"
	fi
	[ -z "$(find . -name 'pending.taken' -o -name 'pending.rest' -o -name '.*.rv-??????')" ] ||
		fail "round $round ($point): left over: $(find . -name 'pending.*' -o -name '.*.rv-*')"
	expect 0 log --verify
	expect 0 log --json -n 1000
	is '[.ledger[]|select((.kind=="approve" or .kind=="undo") and .end==null)|.id]' '[]'
}

declare -A seen=([before]= [after]=)
round=0 missed=0 point=none
for i in 1 2; do
	say
	expect 0 consolidate --json
	measure approve consolidate --approve --sha256 "$(jq -r .sha256 "$out")"
done
measure undo undo
expect 0 log --json -n 1000
expect 0 undo "$(jq '[.ledger[]|select(.kind=="undo")][0].id' "$out")"
done_kills=0
while [ $done_kills -lt "$KILLS" ]; do
	[ $missed -le $((done_kills + 10)) ] || fail "$missed runs were not killed"
	round=$((round + 1))
	fresh=$((1 + RANDOM % 2))
	base=$(state_of STORY.md)
	[ $fresh -eq 1 ] || say
	say
	log=$(state_of pending-episodes.log)
	expect 0 consolidate --json
	sum=$(jq -r .sha256 "$out")
	killed approve consolidate --approve --sha256 "$sum"
	done_kills=$((done_kills + hit)) missed=$((missed + 1 - hit))
	check "$base" "$sum" "$log"
	if [ "$(state_of STORY.md)" = "$base" ]; then
		expect 0 consolidate --approve --sha256 "$sum"
		check "$base" "$sum" "$log"
	fi
	[ $((RANDOM % 3)) -eq 0 ] || continue
	killed undo undo
	done_kills=$((done_kills + hit)) missed=$((missed + 1 - hit))
	check "$base" "$sum" "$log"
	if [ "$(state_of STORY.md)" = "$base" ]; then
		expect 0 log --json -n 1000
		step=$(jq '[.ledger[]|select(.kind=="undo")][0].id' "$out")
		expect 0 undo "$step"
		check "$base" "$sum" "$log"
	fi
done
echo "$done_kills kills, $said episodes;" \
	"found before: ${#seen[before]}, after: ${#seen[after]}"
