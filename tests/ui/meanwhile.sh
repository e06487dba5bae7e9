#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What happens between staging and writing: a page is renamed, deleted or edited
# by somebody else, also while the question stands; the editor fails.
# Each is told in a sentence, what is staged stays, and nothing is lost.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-batch.sh"

ws=$work/ws
# Runs the script on standard input and COMMAND at its first dump.  So many dumps
# stand there that they fill the pipe: the console waits until it is done.
beside() { # COMMAND...
	local line pipe=$work/pipe
	awk '/^dump$/ && !n++ { for (i = 0; i < 12; i++) print; next } 1' >"$work/script"
	rm -rf "$XDG_STATE_HOME" "$pipe" "$work/done"
	mkfifo "$pipe"
	"$REVERIE" --workspace "$ws" --now "$NOW" --seed 1 --headless \
		--size 120x36 --script "$work/script" >"$pipe" 2>"$err" \
		</dev/null &
	pid=$!
	while IFS= read -r line; do
		printf '%s\n' "$line"
		case $line in
		"--- "*)
			[ -e "$work/done" ] || "$@"
			: >"$work/done"
			;;
		esac
	done <"$pipe" >"$out"
	rc=0
	wait $pid || rc=$?
	ends 0
}

rename_it() { mv "$ws/$page" "$ws/wiki/concepts/the-port.md"; }
delete_it() { rm "$ws/$page"; }
edit_it() { printf '\nBy hand.\n' >>"$ws/$page"; }

for what in rename delete edit; do
	# Seen before W: the row says so, W refuses all of it.
	fresh "$work/$what-1"
	beside ${what}_it <<END2
$stage_all
dump
wait text "moved"
key W
wait text "P-1 changed after you staged it: look at it again; nothing was written"
key k
wait text "staged: 3 approve"
END2
	after=$(tree)
	! grep -rq "Boats wait" "$ws/wiki" || fail "$what: a page was written"
	! grep -rq "repairs one" "$ws/wiki" || fail "$what: half a batch"
	[ ! -e "$ws/wiki/concepts/the-lantern.md" ] || fail "$what: half a batch"

	# While the question stands: y finds it out, whoever looks first.
	fresh "$work/$what-2"
	beside ${what}_it <<END2
$stage_all
key W
wait text "Write 3 pages as ONE undo step"
dump
wait idle
key y
wait text "$page"
dump
key k
wait text "staged: 3 approve"
END2
	grep -qE "was renamed to|was deleted meanwhile|changed|nothing was written" "$out" ||
		fail "$what: nothing is said"
	lacks "pages written"
	! grep -rq "Boats wait" "$ws/wiki" || fail "$what: a page was written"
	! grep -rq "repairs one" "$ws/wiki" || fail "$what: half a batch"
	[ ! -e "$ws/wiki/concepts/the-lantern.md" ] || fail "$what: half a batch"
	case $what in
	rename)
		[ ! -e "$ws/$page" ] || fail "made beside the renamed one"
		grep -q "What a person wrote" "$ws/wiki/concepts/the-port.md" ||
			fail "the renamed page is lost"
		;;
	delete) [ ! -e "$ws/$page" ] || fail "it came back" ;;
	edit) grep -q "By hand" "$ws/$page" || fail "an edit is lost" ;;
	esac
	r log --verify
	r review list --json
	[ "$(grep -o '"state":"open"' "$out" | wc -l)" -eq 3 ] ||
		fail "$what: they are not open any more"
done

# The others can be written without it.
ws=$work/rename-1
console 120x36 <<'END2'
key 6
wait text "P-2"
key j
wait text "> P-2"
key a
wait text "A P-2"
key W
key y
wait text "1 page written"
END2
ends 0
grep -q "repairs one" "$ws/wiki/concepts/the-violin.md" || fail "not written"

# An editor that fails, empties the file, removes it, dies, or changes nothing.
fresh "$work/editor"
before=$(tree)
try() { # SCRIPT SENTENCE
	printf '#!/bin/sh\n%s\n' "$1" >"$work/ed"
	chmod +x "$work/ed"
	EDITOR=$work/ed console 120x36 <<END2
key 6
wait text "P-1"
key e
wait text "$2"
dump
END2
	ends 0
	lacks "P-4"
	[ "$(tree)" = "$before" ] || fail "$1: a file changed"
	[ -z "$(find "$XDG_STATE_HOME" -name 'edit-*')" ] || fail "$1: left over"
}
try 'exit 3' "ended with 3; nothing is changed"
try ': >"$1"' "left nothing"
try 'rm "$1"' "P-1"
try 'kill -9 $$' "nothing is changed"
try ':' "nothing was changed"
try 'exit 127' "cannot be run; set EDITOR"

tries=0
# What was saved before the editor died, and what was refused, is not lost: e
# opens it again, and what comes of it then is proposed.
again() { # SCRIPT SENTENCE: the first time; the second time it puts it right
	fresh "$work/again-$((tries = tries + 1))"
	cat >"$work/ed" <<END2
#!/bin/sh
if [ -e "$work/once" ]; then
	grep -q "my own words" "\$1" || exit 9
	sed -i 's/ghp_[A-Za-z0-9]*/no key/' "\$1"
	exit 0
fi
: >"$work/once"
printf '\nmy own words\n' >>"\$1"
$1
END2
	chmod +x "$work/ed"
	rm -f "$work/once"
	EDITOR=$work/ed console 120x36 <<END2
key 6
wait text "P-1"
key e
wait text "e opens your text; $2"
key e
wait text "P-4 (was "
END2
	ends 0
	[ -z "$(find "$XDG_STATE_HOME" -name 'edit-*')" ] || fail "$1: left over"
	r review show P-4 --json
	jq -e '.diff|test("\\+my own words")' "$out" >/dev/null || fail "$1: lost"
}
again 'kill -9 $$' "edit: "
again 'echo "ghp_Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i" >>"$1"' ""

# A command with quotes and arguments; a program whose path has a blank.
mkdir -p "$work/my editor"
cat >"$work/my editor/run it" <<'END2'
#!/bin/sh
for last; do :; done
printf '\n%s words\n' "$#" >>"$last"
END2
chmod +x "$work/my editor/run it"
for editor in "$work/my editor/run it" "'$work/my editor/run it' --wait 'a b' c d e f g"; do
	fresh "$work/again-$((tries = tries + 1))"
	EDITOR=$editor console 120x36 <<'END2'
key 6
wait text "P-1"
key e
wait text "P-4 (was "
END2
	ends 0
	r review show P-4 --json
	words=$(case $editor in *wait*) echo 8 ;; *) echo 1 ;; esac)
	jq -e ".diff|test(\"\\\\+$words words\")" "$out" >/dev/null || fail "$editor"
done

# The page changed while the editor was open: what came to it is named.
fresh "$work/again-$((tries = tries + 1))"
r review show P-1 --json
page=$(jq -r .target "$out")
cat >"$work/ed" <<END2
#!/bin/sh
printf '\nmy own words\n' >>"\$1"
mkdir -p "$ws/${page%/*}"
printf '\nAnother person wrote this.\n' >>"$ws/$page"
END2
EDITOR=$work/ed console 120x36 <<'END2'
key 6
wait text "P-1"
key e
wait text "1 line came to the page meanwhile and would be lost"
key a
wait text "person wrote this."
key esc
END2
ends 0
r review show P-4 --json
jq -e '.checks[]|select(.code=="edited")|.level=="warn"' "$out" >/dev/null || fail "not warned"
rm -f "$ws/$page"
r log --verify
