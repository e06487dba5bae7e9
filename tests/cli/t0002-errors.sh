#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One sentence on standard error, a document with --json, the right code.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 99

expect 2 status
ok "no sentence" grep -Eq '^reverie: .*: .*; ' "$err"
ok "more than one line" [ "$(wc -l <"$err")" -eq 1 ]
expect 2 --json status
is .v 1
is .error.code '"workspace.none"'
expect 2 --workspace "$work/nowhere" --json status
is .error.code '"workspace.none"'
is .error.path "\"$work/nowhere\""

expect 2
ok "the console did not ask for a terminal" grep -q 'needs a terminal' "$err"

# The home of somebody else may be closed to us.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	# Our own directory is closed to others.
	roomy=$(mktemp -d /tmp/reverie-errors.XXXXXX) || exit 99
	trap 'rm -rf "$roomy" "$work"' EXIT
	chmod 755 "$roomy"
	mkdir -m 700 "$roomy/home"
	mkdir -m 755 "$roomy/open"
	cp "$REVERIE" "$roomy/reverie"
	other() {
		rc=0
		HOME=$roomy/home XDG_CONFIG_HOME='' \
			setpriv --reuid=65534 --regid=65534 --clear-groups \
			"$roomy/reverie" "$@" >"$out" 2>"$err" || rc=$?
	}
	cd "$roomy" || exit 99
	other --version
	if [ $rc -eq 0 ]; then
		other --workspace "$roomy/open" status
		[ $rc -eq 0 ] || fail "exit $rc with a home out of reach"
		mkdir -m 700 "$roomy/open/.reverie"
		other --workspace "$roomy/open" status
		[ $rc -eq 2 ] || fail "exit $rc with a closed memory"
		ok "no sentence" grep -Eq '^reverie: .*: .*; ' "$err"
	fi
	cd "$work" || exit 99
fi

workspace w
expect 2 --frob
ok "an option is called a verb" grep -q 'no such option' "$err"
expect 2 search -k 0 x
expect 2 search --batch "$work/nowhere"
expect 2 search --batch "$work"
ok "the directory is not named" grep -qF "$work" "$err"
expect 2 search
expect 2 search --frob x
ok "the options are not named" grep -q -- '--limit' "$err"
expect 2 search -k many x
expect 2 search --layer cellar x
expect 2 search --as-of yesterday x
expect 2 status more
expect 2 trace one two
expect 2 trace x
expect 1 trace 99
expect 2 --now tomorrow status
expect 2 --seed x status
expect 2 --json --size 1x1 frob
is .error.code '"usage"'
expect 2 review frob
expect 1 review show C-9
expect 1 --json review show C-9
is .error.code '"not.found"'
expect 2 consolidate --trigger global
expect 2 --json consolidate --trigger global
is .error.code '"not.built"'
expect 2 consolidate --dry-run --approve
expect 2 consolidate --sha256 abc
expect 2 import
expect 2 import "$work/nowhere"
expect 2 record --session s text
expect 2 record --role user text
expect 2 record --session s --role boss text
expect 2 init "$work/nowhere"
expect 1 undo
expect 1 undo 77
expect 2 undo 1

# A name with an escape sequence is not obeyed in a message.
bad=$(printf 'x\033[31mred')
expect 2 "$bad"
no "an escape on standard error" grep -q "$(printf '\033')" "$err"
expect 2 --json import "$work/$bad"
no "an escape on standard output" grep -q "$(printf '\033')" "$out"
