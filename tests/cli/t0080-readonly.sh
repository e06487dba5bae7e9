#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A workspace that cannot be written is read; writes exit 2 and say so.
. "$(dirname "$0")/lib.sh"

imported w
expect 0 consolidate --json
sum=$(jq -r .sha256 "$out")
snapshot() {
	find . -type f ! -name '*.db*' -exec sha256sum {} + | sort
}
before=$(snapshot)

# refused PREFIX...: all verbs that write
refused() {
	local c
	for c in 'record --session s --role user hello' "import $work/plain.jsonl" \
		"review approve C-1 --sha256 $sum" 'review defer C-1' \
		'review reject C-1 --reason no' undo consolidate; do
		rc=0
		# shellcheck disable=SC2086
		"$@" --json $c >"$out" 2>"$err" </dev/null || rc=$?
		[ "$rc" -eq 2 ] || fail "exit $rc: $c"
		is .error.code '"workspace.readonly"'
	done
	for c in status story review log 'search FalkorDB' 'turn FalkorDB' \
		'consolidate --dry-run'; do
		rc=0
		# shellcheck disable=SC2086
		"$@" --json $c >"$out" 2>"$err" </dev/null || rc=$?
		[ "$rc" -eq 0 ] || fail "exit $rc: $c"
	done
}
refused "$REVERIE" --readonly
[ "$(snapshot)" = "$before" ] || fail "something was written with --readonly"

# The same by permissions; root is not stopped by them.
chmod -R a-w .
if [ "$(id -u)" -ne 0 ]; then
	refused "$REVERIE"
elif command -v setpriv >/dev/null; then
	chmod a+rx "$work"
	chmod -R a+rX .
	user() {
		HOME=/nonexistent setpriv --reuid=65534 --regid=65534 \
			--clear-groups "$REVERIE" --workspace "$ws" "$@"
	}
	if user status >/dev/null 2>&1; then
		refused user
	else
		echo "the other user cannot come here: left out"
	fi
fi
chmod -R u+w .
[ "$(snapshot)" = "$before" ] || fail "something was written"

# Unreadable.
if [ "$(id -u)" -ne 0 ]; then
	chmod 000 "$ws"
	cd /
	expect 2 --workspace "$ws" status
	chmod 700 "$ws"
fi
exit 0
