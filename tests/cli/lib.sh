# SPDX-License-Identifier: MIT
# Shared by the tests of the command line.  The runner gives every test an
# empty home and a temporary directory of its own.
#
#   rv ARGS...          runs the program: its output in $out, $err, its code in $rc
#   expect CODE ARGS... runs it and fails unless it ends with CODE
#   is FILTER VALUE     the last document's jq FILTER gives VALUE
#   ok WHAT COMMAND...  fails unless the command succeeds
set -u
LC_ALL=C.UTF-8
export LC_ALL
: "${REVERIE:?set REVERIE to the program}"
command -v jq >/dev/null || { echo "jq is missing"; exit 77; }

work=$(mktemp -d) || exit 99
trap 'chmod -R u+rwX "$work" 2>/dev/null; rm -rf "$work"' EXIT
out=$work/.out
err=$work/.err
rc=0
NOW=2026-03-01T12:00:00.000Z
HOME=${HOME:-$work}
export HOME

fail() {
	echo "FAIL: $*" >&2
	echo "--- standard output" >&2
	head -c 3000 "$out" >&2
	echo "--- standard error" >&2
	head -c 2000 "$err" >&2
	exit 1
}

rv() {
	rc=0
	"$REVERIE" "$@" >"$out" 2>"$err" </dev/null || rc=$?
}

# The same with standard input.
rv_in() {
	rc=0
	"$REVERIE" "$@" >"$out" 2>"$err" || rc=$?
}

expect() {
	local want=$1
	shift
	rv "$@"
	[ "$rc" -eq "$want" ] ||
		fail "exit $rc instead of $want: reverie $*"
}

is() {
	local got
	got=$(jq -c "$1" "$out" 2>&1)
	[ "$got" = "$2" ] || fail "$1 is $got, not $2"
}

ok() {
	local what=$1
	shift
	"$@" >"$work/.ok" 2>&1 || fail "$what"
}

no() {
	local what=$1
	shift
	! "$@" >"$work/.ok" 2>&1 || fail "$what"
}

# workspace NAME: an initialised one, which becomes the current directory
workspace() {
	ws=$work/$1
	mkdir -p "$ws"
	cd "$ws" || exit 99
	expect 0 init --now "$NOW"
}

# A conversation of three days in plain form.
plain() {
	cat <<'END'
{"ref":"a1","session":"talk","time":"2026-02-01T10:00:00Z","role":"user","name":"Mara","text":"We decided to keep FalkorDB because Redis lost 3 jobs on 2026-01-30.","origin":"owner"}
{"ref":"a2","session":"talk","time":"2026-02-01T10:01:00Z","role":"assistant","text":"Agreed. I scheduled the restore drill with Kenji for Friday."}
{"ref":"a3","session":"talk","time":"2026-02-02T09:00:00Z","role":"user","name":"Mara","text":"The restore drill passed: 51 GB in 40 minutes. Kenji approved the new backup host."}
{"ref":"a4","session":"talk","time":"2026-02-03T09:00:00Z","role":"user","name":"Mara","text":"Fennel is the name of the new server in Timo's flat."}
END
}

# imported NAME: a workspace that holds the conversation
imported() {
	workspace "$1"
	plain >"$work/plain.jsonl"
	expect 0 import --json "$work/plain.jsonl"
}

sha() {
	sha256sum "$1" | cut -d' ' -f1
}

# Without a file: "absent".
state_of() {
	if [ -e "$1" ]; then sha "$1"; else echo absent; fi
}

# until_true COMMAND...: waits for a condition, at most 10 seconds
until_true() {
	local i
	for i in $(seq 500); do
		if "$@"; then return 0; fi
		# Waiting without a clock of our own: nobody writes here.
		read -r -t 0.02 _ <>"$work/.never" || :
	done
	return 1
}
mkfifo "$work/.never"
