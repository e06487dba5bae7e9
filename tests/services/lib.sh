# SPDX-License-Identifier: MIT
# Shared by the tests against the scripted model: what tests/cli/lib.sh gives,
# the model at $url, and
#
#   nap SECONDS    waits without a program
#   drills         records three sentences in the workspace $ws
#   also_remove F  removes F at the end, too
. "$SRCDIR/tests/cli/lib.sh"
command -v python3 >/dev/null || { echo "python3 is missing"; exit 77; }

"$SRCDIR/tests/services/scripted-model" --parent $$ >"$work/server" &
server=$!
more=()
trap 'kill $server 2>/dev/null; rm -rf "$work" "${more[@]}"' EXIT

nap() {
	read -rt "$1" <> <(:) || :
}

also_remove() {
	more+=("$1")
}

drills() {
	local i
	for i in 1 2 3; do
		expect 0 --workspace "$ws" record --session s --role user \
			"We keep FalkorDB until restore drill number $i is done."
	done
}

for _ in $(seq 100); do
	grep -q listening "$work/server" && break
	nap 0.1
done
url=$(sed -n 's/^listening //p' "$work/server")
[ -n "$url" ] || fail "the scripted model did not start"
export REV_TEST_KEY=sk-live-7f3Kq9ZxW2mB8vTnR4
