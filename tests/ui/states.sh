#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Empty, broken and odd: each state says what, why and the next key, at both
# sizes, with the same text with colours and without.
. "$(dirname "$0")/lib.sh"
demo
mv "$ws" "$work/juno"

# A copy of the demo that a state may spoil.
fresh() {
	rm -rf "$work/$1"
	cp -a "$work/juno" "$work/$1"
	ws=$work/$1
}

# state NAME [ARGS]: dumps what the script on standard input shows in $ws.
state() {
	local name=$1 size
	shift
	cat >"$work/steps"
	for size in 120x36 80x24; do
		console "$size" --mono "$@" <"$work/steps"
		ends 0
		cp "$out" "$work/plain"
		console "$size" --theme dark "$@" <"$work/steps"
		ends 0
		cmp -s "$out" "$work/plain" ||
			fail "$name: another text without colours"
		{
			echo "=== $name"
			cat "$out"
		} >>"$work/states-$size"
	done
}

# Nothing there yet: every screen.
ws=$work/empty
mkdir -p "$ws"
"$REVERIE" --now "$NOW" init "$ws" >/dev/null || fail "init"
state "a new workspace" < <(
	echo 'wait idle'
	echo 'key esc'
	for k in 1 2 3 4 5 6 7 8; do
		printf '%s\n' "key $k" 'wait idle' dump
	done
)

# A turn for which nothing surfaced.
ws=$work/juno
state "nothing surfaced" <<'END'
key 3
wait text "#8"
key j
key j
wait run 8
key enter
dump
END

# Nothing may be written.
state "read-only" --readonly <<'END'
key 6
wait text "4 open"
key a
dump
END

# A page was edited outside since the proposal.
state "edited outside" <<'END'
key 6
wait text "4 open"
key a
dump
END

# A secret in a page, bytes that are no text, codes for a terminal.
fresh odd
printf '# Basil\n\nBad \377\376 bytes, \033[31mred\033[0m, \342\200\256turned.\n' \
	>"$ws/wiki/entities/basil.md"
printf '\0\1\2' >"$ws/wiki/entities/picture.md"
state "bytes that are no text" <<'END'
key 5
wait text "cloud-copy"
key :
type goto wiki/entities/basil.md
key enter
wait text "red"
dump
key :
type goto wiki/entities/picture.md
key enter
wait text "binary"
dump
END

# The story is gone, but not by us.
fresh lost
rm "$ws/STORY.md"
state "the story is gone" <<'END'
wait text "STORY.md"
dump
key 2
wait idle
dump
END

# Somebody changed the log of decisions.
fresh chain
sed -i '3s/wiki/wika/' "$ws/.reverie/ledger.jsonl"
state "the chain is broken" <<'END'
wait text "broken"
dump
key 8
wait idle
dump
END

# The database is gone: what the files say is there at once.
fresh anew
rm -f "$ws/.reverie/reverie.db"*
state "the database is made anew" <<'END'
wait idle
dump
key 2
wait idle
dump
END

# The model does not answer: nothing was changed, and who is asked next.
fresh down
cat >>"$ws/.reverie/config.yaml" <<'END'
chat: {provider: local, model: m}
providers: {local: {baseUrl: "http://127.0.0.1:9/v1"}}
END
state "the model is down" <<'END'
key 4
wait text "Episodes"
key c
wait text "Nothing was written"
dump
END

for size in 120x36 80x24; do
	cp "$work/states-$size" "$out"
	golden "states-$size"
done
exit 0
