#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ten decisions by keys alone in a real terminal, with the real clock: approve,
# edit, reject, defer, write, undo; then the terminal is what it was before.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-terminal.sh"

nap() {
	read -rt 0.05 <> <(:) || :
}

keys=0
press() { # KEY...: one key at a time
	local k
	for k in "$@"; do
		t send-keys -t it "$k"
		keys=$((keys + 1))
	done
}
# A person reads before a question is answered, and no sooner is one heard.
look() {
	read -rt 0.35 <> <(:) || :
}
answer() { # QUESTION KEY...
	shows "$1"
	look
	shift
	press "$@"
}
# Nothing is decided about a proposal that is not on the screen yet.
down() { # ITS-NUMBER
	press j
	shows "> P-$1 "
	look
}
tree() {
	(cd "$ws/wiki" && find . -type f | sort | xargs -r sha256sum)
}

words=(zero harbour violin lantern compass orchard telescope marble
	glacier saddle kettle)
make_ten() {
	local i w
	ws=$work/ws-$size
	mkdir -p "$ws/raw" "$ws/wiki/concepts"
	for i in 1 2 3 4 5 6 7 8 9 10; do
		w=${words[i]}
		printf -- '---\ntitle: The %s\ndate: 2026-06-11\nconfidence: CONFIRMED\n---\n# The %s\n\n## Definition\n\nA %s is what number %s of this test is about, and nothing else is said of %s.\n' \
			"$w" "$w" "$w" "$i" "$w" >"$ws/raw/$w.md"
	done
	"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
	echo off >"$ws/.reverie/readonly" # as a person said
	for i in 1 2 3 4 5 6 7 8 9 10; do
		"$REVERIE" --workspace "$ws" --now "$NOW" promote "raw/${words[i]}.md" \
			>"$out" 2>"$err" || fail "promote ${words[i]}"
	done
}
cat >"$work/editor" <<'END2'
#!/bin/sh
printf '\nA person added this.\n' >>"$1"
END2
chmod +x "$work/editor"

for size in 120x36 80x24; do
	make_ten
	empty=$(tree)
	cat >"$work/go" <<-END2
		cd "$work"
		stty -a >before-$size
		EDITOR="$work/editor" "$REVERIE" --workspace "$ws" --now "$NOW"
		echo "code \$?" >code-$size
		stty -a >after-$size
		echo "the shell again"
		read -r line
	END2
	: >"$work/after-$size"
	t new-session -d -s it -x "${size%x*}" -y "${size#*x}" \
		"bash --norc --noprofile $work/go" || fail "tmux"
	shows "1 Overview"
	[ "$(t display -p -t it '#{alternate_on}')" = 1 ] ||
		fail "$size: not on the other screen"
	press 6
	shows "10 open"
	start=$EPOCHREALTIME keys=0
	press a
	shows "A P-1 "
	for n in 2 3; do
		down $n
		press a
		shows "A P-$n "
	done
	down 4
	press e
	shows "P-11 (was "
	shows "> P-11 "
	shows "E P-11"
	press a
	shows "1 sentence is not in the source"
	answer "Type why" M e
	answer "Me" Enter
	shows "A P-11"
	press g g j j
	down 5
	press x
	answer "Reject?" 3
	shows "reject staged (junk)"
	down 6
	press x
	answer "Reject?" 1
	shows "reject staged (wrong)"
	down 7
	press x
	answer "Reject?" 5
	shows "reject staged (not now)"
	for n in 8:7d 9:1d 10:2w; do
		down "${n%:*}"
		press d
		answer "Defer until when?" "${n: -2:1}" "${n: -1}"
		answer "enter" Enter
		shows "defer staged (${n#*:})"
	done
	shows "D P-10"
	press W
	shows "Write 4 pages as ONE undo step"
	answer "Write what is staged?" y
	shows "4 pages written"
	end=$EPOCHREALTIME
	echo "$size: ten decisions, $keys keys, $(((${end/./} - ${start/./}) / 1000)) ms"
	[ "$keys" -le 60 ] || fail "$keys keys for ten decisions"
	[ "$(find "$ws/wiki" -name '*.md' | wc -l)" -eq 4 ] || fail "not four pages"
	grep -rq "A person added this" "$ws/wiki" || fail "no edit"
	# Two keys in one read: the question stands.
	look
	t send-keys -t it uy
	shows "Undo?"
	t send-keys -t it yes
	shows "faster than anybody types"
	[ "$(find "$ws/wiki" -name '*.md' | wc -l)" -eq 4 ] || fail "undone by a paste"
	answer "Undo?" y
	shows "wait in 6 again; U writes them again"
	[ "$(tree)" = "$empty" ] || fail "undo: other bytes"
	# A paste in brackets, as tmux does it.
	t set-buffer "aWyuyq" \; paste-buffer -p -t it
	shows "pasted characters discarded"
	look
	press q
	shows "the shell again"
	[ "$(cat "$work/code-$size")" = "code 0" ] || fail "$size: $(cat "$work/code-$size")"
	[ "$(t display -p -t it '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag}')" = "0 1 0 0" ] ||
		fail "$size: the terminal is not what it was"
	until [ -s "$work/after-$size" ]; do nap; done
	cmp "$work/before-$size" "$work/after-$size" || fail "$size: stty"
	"$REVERIE" --workspace "$ws" log --verify >"$out" 2>"$err" ||
		fail "the chain is broken"
	t kill-server
done

# A locale of ASCII alone: what it cannot write is a sign, not a gap.
size=80x24
ws=$work/ascii
mkdir -p "$ws/raw"
printf '# \346\227\245\346\234\254 caf\303\251 end\n\nText.\n' >"$ws/raw/signs.md"
"$REVERIE" init "$ws" >"$out" 2>"$err" || fail "init"
echo off >"$ws/.reverie/readonly" # as a person said
echo off >"$ws/.reverie/readonly"
t new-session -d -s it -x 80 -y 24 "LC_ALL=C '$REVERIE' --workspace '$ws'" || fail "tmux"
shows "1 Over"
press 5 G
shows "? ?  caf? end"
t kill-server
exit 0
