#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random points of a consolidation and of its undo.  KILLS says how
# often; the seed of a failing run is printed and can be given as KILL_SEED.
. "$(dirname "$0")/../cli/lib.sh"

KILLS=${KILLS:-${FAULT_ROUNDS:-25}}
KILL_SEED=${KILL_SEED:-$$}
RANDOM=$KILL_SEED
echo "KILLS=$KILLS KILL_SEED=$KILL_SEED"
workspace w
said=0
calls=write,writev,pwrite64,fsync,fdatasync,rename,link,unlink,openat,ftruncate
can_trace=
if command -v strace >/dev/null &&
	strace -f -qq -o /dev/null -e trace=none true 2>/dev/null; then
	can_trace=1
fi

say() {
	said=$((said + 1))
	expect 0 record --session s --role user --time \
		"$(date -u -d "2026-02-01T10:00:00Z + $said minutes" +%Y-%m-%dT%H:%M:00Z)" \
		"Mara decided on 2026-02-01 to keep the word number $said."
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

# How many calls a whole run makes, and how long it takes in microseconds.
measure() {
	local from
	if [ -n "$can_trace" ]; then
		strace -f -qq -o "$work/calls" -e trace=$calls \
			"$REVERIE" "$@" >/dev/null 2>&1
		names
	else
		from=${EPOCHREALTIME/./}
		"$REVERIE" "$@" >/dev/null 2>&1
		points=$((${EPOCHREALTIME/./} - from))
	fi
}

# killed ARGS...: runs it and kills it somewhere
killed() {
	local n pid
	if [ -n "$can_trace" ]; then
		pick
		strace -f -qq -o /dev/null -e "trace=$call" \
			-e "inject=$call:signal=KILL:when=$nth" \
			"$REVERIE" "$@" >/dev/null 2>&1
		[ $? -ne 137 ] || died=$((died + 1))
	else
		n=$((1 + (RANDOM * 32768 + RANDOM) % points))
		point="$n of $points us"
		"$REVERIE" "$@" >/dev/null 2>&1 &
		pid=$!
		read -r -t "$(printf '0.%06d' "$n")" _ <>"$work/.never" || :
		kill -9 $pid 2>/dev/null
		wait $pid
	fi 2>/dev/null
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
	is '([.ledger[]|select(.kind=="approve" or .kind=="undo")]|length)==([.ledger[]|select(.kind=="done" or .kind=="abort")]|length)' true
}

declare -A seen=([before]= [after]=)
points=400
round=0
for i in 1 2; do
	say
	expect 0 consolidate --json
	measure consolidate --approve --sha256 "$(jq -r .sha256 "$out")"
done
done_kills=0
died=0
while [ $done_kills -lt "$KILLS" ]; do
	round=$((round + 1))
	fresh=$((1 + RANDOM % 2))
	base=$(state_of STORY.md)
	[ $fresh -eq 1 ] || say
	say
	log=$(state_of pending-episodes.log)
	expect 0 consolidate --json
	sum=$(jq -r .sha256 "$out")
	killed consolidate --approve --sha256 "$sum"
	done_kills=$((done_kills + 1))
	check "$base" "$sum" "$log"
	if [ "$(state_of STORY.md)" = "$base" ]; then
		expect 0 consolidate --approve --sha256 "$sum"
		check "$base" "$sum" "$log"
	fi
	[ $((RANDOM % 3)) -eq 0 ] || continue
	killed undo
	done_kills=$((done_kills + 1))
	check "$base" "$sum" "$log"
	if [ "$(state_of STORY.md)" = "$base" ]; then
		expect 0 log --json -n 1000
		step=$(jq '[.ledger[]|select(.kind=="undo")][0].id' "$out")
		expect 0 undo "$step"
		check "$base" "$sum" "$log"
	fi
done
echo "$done_kills rounds, $died killed, $said episodes;" \
	"found before: ${#seen[before]}, after: ${#seen[after]}"
[ -z "$can_trace" ] || [ "$died" -gt $((KILLS / 2)) ] ||
	fail "only $died of $done_kills were killed"
