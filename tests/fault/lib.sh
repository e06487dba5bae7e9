# SPDX-License-Identifier: MIT
# Killing the program at a chosen call.
#
#   measure NAME ARGS...  runs it whole and keeps where it can be killed
#   killed NAME ARGS...   runs it and kills it somewhere there; $point says where,
#                         $hit is 1 when it was killed (and was not done by then)
. "$(dirname "$0")/../cli/lib.sh"

# A question mark: not on every machine.
calls=write,writev,pwrite64,fsync,fdatasync,openat,ftruncate,fchmod,mkdirat,linkat
calls+=,renameat,renameat2,unlinkat,?rename,?link,?unlink
can_trace=
if command -v strace >/dev/null &&
	strace -f -qq -o /dev/null -e trace=none true 2>/dev/null; then
	can_trace=1
fi

# Points are lines "CALL N": the Nth call of that name by its thread, as strace
# counts (each name apart), from where the workspace is locked for writing.  Half
# of the kills are where a file is made, cut, renamed or removed, or just behind:
# most other calls find the files as the one before did.
measure() {
	local name=$1 from
	shift
	if [ -n "$can_trace" ]; then
		strace -f -qq -o "$work/calls" -e trace=$calls \
			"$REVERIE" "$@" >/dev/null 2>&1 || fail "$1 ends with $?"
		awk '/^[0-9]+ +[a-z0-9]+\(/ {
			call = $2; sub(/\(.*/, "", call); n = ++seen[$1, call]
			if (/\.reverie\/lock"/) on = 1
			if (/O_CREAT|O_TRUNC/ || call ~ /rename|link|ftruncate/) near = 3
			if (on) print call, n
			if (on && near-- > 0) print call, n >near_by
		}' near_by="$work/near-$name" "$work/calls" >"$work/points-$name"
		[ "$(wc -l <"$work/points-$name")" -gt 10 ] ||
			fail "$1 makes no calls to be killed at"
	else
		from=${EPOCHREALTIME/./}
		"$REVERIE" "$@" >/dev/null 2>&1 || fail "$1 ends with $?"
		echo $((${EPOCHREALTIME/./} - from)) >"$work/points-$name"
	fi
}

killed() {
	local points=$work/points-$1 near=$work/near-$1 all n pid code call
	shift
	hit=0
	if [ -n "$can_trace" ]; then
		[ $((RANDOM % 2)) -eq 0 ] || points=$near
		all=$(wc -l <"$points")
		n=$((1 + (RANDOM * 32768 + RANDOM) % all))
		read -r call n < <(sed -n "${n}p" "$points")
		point="$call $n"
		strace -f -qq -o /dev/null -e "trace=$call" \
			-e "inject=$call:signal=KILL:when=$n" \
			"$REVERIE" "$@" >/dev/null 2>&1
		code=$?
	else
		n=$((1 + (RANDOM * 32768 + RANDOM) % $(cat "$points")))
		point="after $n us"
		"$REVERIE" "$@" >/dev/null 2>&1 &
		pid=$!
		read -r -t "$(printf '0.%06d' "$n")" _ <>"$work/.never" || :
		kill -9 $pid 2>/dev/null
		wait $pid
		code=$?
	fi 2>/dev/null
	[ $code -ne 137 ] || hit=1
}
