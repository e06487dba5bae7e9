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
	# Our own directory is closed to others.
	roomy=$(mktemp -d /tmp/reverie-readonly.XXXXXX)
	trap 'rm -rf "$roomy" "$work"' EXIT
	cp -a . "$roomy/w"
	cp "$REVERIE" "$roomy/reverie"
	chmod -R a+rX "$roomy"
	user() {
		HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent \
			setpriv --reuid=65534 --regid=65534 \
			--clear-groups "$roomy/reverie" \
			--workspace "$roomy/w" "$@"
	}
	if user status >"$out" 2>"$err"; then
		refused user
	else
		echo "no other user can run the program here: left out"
		cat "$err"
	fi
fi
chmod -R u+w .
[ "$(snapshot)" = "$before" ] || fail "something was written"

# One thing that cannot be read stops no turn, and no write is half done.
imported odd
mkdir pending-episodes.log
expect 0 turn --json "How did the restore drill with Kenji go?"
ok "no warning" grep -q 'warning: .*pending-episodes.log' "$err"
is '.flashbacks|length>0' true
expect 0 status --json
expect 2 record --session s --role user "Not taken."
rmdir pending-episodes.log
expect 0 status --json
is .episodes 4
mkdir STORY.md
expect 0 search FalkorDB
expect 2 story
expect 2 consolidate
rmdir STORY.md
cd "$work/w" || exit 99

# Unreadable.
if [ "$(id -u)" -ne 0 ]; then
	chmod 000 "$ws"
	cd /
	expect 2 --workspace "$ws" status
	chmod 700 "$ws"
fi
exit 0
