# SPDX-License-Identifier: MIT
# Shared by the tests of the console.
#
#   demo                 makes the demo workspace in $ws at a fixed time
#   console SIZE [ARGS]  runs the script on standard input headless; the dumps
#                        are in $out, the exit code in $rc; what an earlier
#                        one kept is forgotten unless RESUME is set
#   golden NAME          compares $out with golden/NAME.txt; UPDATE_GOLDEN=1
#                        writes it
#   has TEXT, lacks TEXT what $out shows
set -u
LC_ALL=${UI_LOCALE:-C.UTF-8}
export LC_ALL
# The ledger says who decided.
USER=operator
export USER
: "${REVERIE:?set REVERIE to the program}"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$work" 2>/dev/null; rm -rf "$work"' EXIT
XDG_STATE_HOME=$work/state
export XDG_STATE_HOME
NOW=2026-06-20T14:00:00.000Z
ws=$work/demo
out=$work/out
err=$work/err
rc=0

fail() {
	echo "FAIL: $*"
	[ ! -s "$err" ] || head -c 12000 "$err"
	[ ! -s "$out" ] || tail -60 "$out"
	exit 1
}

demo() {
	"$REVERIE" demo --at "$ws" --no-console --now "$NOW" --seed 1 \
		>"$out" 2>"$err" || fail "no demo workspace"
}

console() {
	local size=$1
	shift
	cat >"$work/script"
	[ -n "${RESUME:-}" ] || rm -rf "$XDG_STATE_HOME"
	rc=0
	# From there, so that no screen names the directory, unless AWAY is set.
	(
		[ -n "${AWAY:-}" ] || cd "$ws" || exit 99
		exec "$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 \
			--headless --size "$size" --script "$work/script" "$@" \
			</dev/null
	) >"$out" 2>"$err" || rc=$?
}

ends() {
	[ "$rc" -eq "$1" ] || fail "exit code $rc instead of $1"
}

golden() {
	local want=$here/golden/$1.txt
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		mkdir -p "$here/golden"
		cp "$out" "$want"
		return
	fi
	diff -u "$want" "$out" >"$work/diff" 2>&1 || {
		cat "$work/diff"
		fail "the screen is not golden/$1.txt (UPDATE_GOLDEN=1 writes it)"
	}
}

has() {
	grep -qF -- "$1" "$out" || fail "the screen does not show: $1"
}

lacks() {
	! grep -qF -- "$1" "$out" || fail "the screen shows: $1"
}
