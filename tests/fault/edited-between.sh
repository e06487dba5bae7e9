#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A person edits a page while a batch is being written: nothing of it is lost,
# and nothing of the batch stays.  The program is stopped behind the rename of
# the first page, so that it is no matter of time.
. "$(dirname "$0")/lib.sh"
[ -n "$can_trace" ] || { echo "strace is missing"; exit 77; }

workspace w
mkdir -p raw wiki/concepts
list=()
for p in one two three; do
	printf -- '---\ntype: concept\nname: %s\n---\n\n# %s\n\n## Definition\n\nMine.\n' $p $p >wiki/concepts/$p.md
	printf '# %s\n\nOnly %sword.\n' $p $p >raw/$p.md
	expect 0 --now "$NOW" promote raw/$p.md --to concept --json
	list+=("$(jq -r '"\(.proposal)=\(.sha256)"' "$out")")
done
cp -a "$ws" "$work/start"

# stopped NAME: is stopped behind the rename of this page; its process in $pid
stopped() {
	local n before
	rm -rf "$ws"
	cp -a "$work/start" "$ws"
	cd "$ws" || exit 99
	strace -f -qq -o "$work/calls" -e trace=renameat \
		"$REVERIE" review apply --reason tested "${list[@]}" >"$out" 2>"$err" ||
		fail "apply"
	n=$(awk -v page="\"$1.md\"" '/renameat\(/ { n++ } index($0, page) { print n; exit }' "$work/calls")
	[ -n "$n" ] || fail "no rename of $1.md"
	cd "$work" && rm -rf "$ws" && cp -a "$work/start" "$ws" && cd "$ws" || exit 99
	before=$(sha "wiki/concepts/$1.md")
	# shellcheck disable=SC2016
	strace -f -qq -o /dev/null -e trace=renameat \
		-e "inject=renameat:signal=STOP:when=$n" \
		sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" \
		"$REVERIE" review apply --reason tested "${list[@]}" >"$out" 2>"$err" &
	job=$!
	is_stopped() {
		[ -s "$work/pid" ] && [ "$(state_of "wiki/concepts/$1.md")" != "$before" ] &&
			grep -q '^State:.[Tt]' "/proc/$(cat "$work/pid")/status"
	}
	until_true is_stopped "$1" || fail "it was never stopped"
	pid=$(cat "$work/pid")
	rm "$work/pid"
}
goes_on() {
	kill -CONT "$pid"
	rc=0
	wait $job || rc=$?
	[ "$rc" -eq 4 ] || fail "exit $rc instead of 4"
}

# A page that is still to be written.
stopped one
printf '\nA person wrote this.\n' >>wiki/concepts/three.md
mine=$(sha wiki/concepts/three.md)
goes_on
[ "$(sha wiki/concepts/three.md)" = "$mine" ] || fail "an edit was lost"
for p in one two; do
	cmp wiki/concepts/$p.md "$work/start/wiki/concepts/$p.md" || fail "half a batch: $p"
done
ok "named" grep -q 'three.md: it changed since' "$err"
expect 0 log --verify
expect 0 review list --json
is '[.proposals[]|select(.state=="open")]|length' 3

# The page that was written already, and one that was not.
stopped one
printf '\nA person wrote this.\n' >>wiki/concepts/one.md
printf '\nA person wrote this.\n' >>wiki/concepts/three.md
mine=$(sha wiki/concepts/one.md)
goes_on
[ "$(sha wiki/concepts/one.md)" = "$mine" ] || fail "an edit was lost on the way back"
cmp wiki/concepts/two.md "$work/start/wiki/concepts/two.md" || fail "half a batch: two"
ok "kept" grep -q 'A person wrote this' wiki/concepts/three.md
expect 0 log --verify
expect 0 status
