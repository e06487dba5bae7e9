#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The ledger: every way to change it is found at its first bad row, and every
# decision can be taken back and had again, to the byte.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw
ledger=.reverie/ledger.jsonl

# proposed NAME TEXT: a raw page and its proposal in $id, $sum, $page
proposed() {
	printf '# %s\n\n%s\n' "$1" "$2" >"raw/$1.md"
	expect 0 --now "$NOW" promote "raw/$1.md" --json
	id=$(jq -r .proposal "$out")
	sum=$(jq -r .sha256 "$out")
	page=$(jq -r .target "$out")
}
approve() {
	expect 0 review approve "$id" --sha256 "$sum" --reason tested
}
# everything: files, queue and pending log, as they are now
everything() {
	find . -path ./.reverie -prune -o -type f -print0 | sort -z |
		xargs -0 sha256sum
	rv review list --all --json
	jq -c '[.proposals[]|[.id,.state]]' "$out"
	rv status --json
	jq -c '[.episodes,.pending,.chapters]' "$out"
}
# newest KIND: id of the newest row of this kind
newest() {
	"$REVERIE" log -n 100000 --json | jq "[.ledger[]|select(.kind==\"$1\")][0].id"
}
# taken_back WHAT COMMAND...: do, undo, redo, undo, redo
taken_back() {
	local what=$1 before after
	shift
	before=$(everything | sed 's/"undone"/"open"/g')
	"$@"
	after=$(everything)
	for _ in 1 2; do
		expect 0 undo
		[ "$(everything | sed 's/"undone"/"open"/g')" = "$before" ] ||
			fail "$what: undo leaves something else"
		expect 0 undo "$(newest undo)"
		[ "$(everything)" = "$after" ] || fail "$what: undo of undo is something else"
	done
	expect 0 log --verify
}

# A new page, one that a person has, an edited one, a batch, a consolidation.
proposed alpha 'Harbours and lanterns.'
taken_back 'a new page' approve
printf '\nCompasses and telescopes.\n' >>raw/alpha.md
expect 0 --now "$NOW" promote raw/alpha.md --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
taken_back 'a merge' approve
printf '\nMarble, glaciers.\n' >>raw/alpha.md
expect 0 --now "$NOW" promote raw/alpha.md --json
id=$(jq -r .proposal "$out")
{ cat "$page"; printf '\nBy hand.\n'; } >"$work/edit.md"
expect 0 review edit "$id" --file "$work/edit.md" --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
taken_back 'an edit' approve
list=()
for n in beta gamma delta; do
	proposed $n "Only ${n}word ${n}other ${n}third."
	list+=("$id=$sum")
done
taken_back 'a batch' expect 0 review apply "${list[@]}"
expect 0 record --session s --role user --time 2026-02-01T10:00:00Z "Mara decided on 2026-02-01 to keep FalkorDB."
expect 0 consolidate --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
taken_back 'a consolidation' approve
expect 0 record --session s --role user --time 2026-02-02T10:00:00Z "Kenji moved the queue on 2026-02-02."
expect 0 consolidate --json
id=$(jq -r .proposal "$out")
{ cat STORY.md; printf '\n\n### [2026-02-02 10:00] Queue\n\nKenji moved the queue on 2026-02-02.\n'; } >"$work/story.md"
expect 0 review edit "$id" --file "$work/story.md" --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
taken_back 'an edited consolidation' approve

# What changed no file is taken back by its number, or that of the proposal:
# it waits again, and undo of undo decides it again.
state() {
	rv review list --all --json
	jq -r --arg id "$id" '.proposals[]|select(.id==$id).state' "$out"
}
becomes() {
	[ "$(state)" = "$1" ] || fail "$2: $(state) instead of $1"
	mv .reverie/reverie.db "$work/index.db"
	[ "$(state)" = "$1" ] || fail "$2: a new index says $(state)"
}
proposed epsilon 'Only epsilonword.'
newest=$(newest approve)
expect 0 review defer "$id" --for 7d
expect 0 undo "$(newest defer)"
becomes open 'undo of a defer'
rv undo "$(newest defer)"
[ "$rc" -eq 1 ] || fail "undo of a defer again: exit $rc"
# By the proposal: the row that has it again is named.
rv undo "$id"
[ "$rc" -eq 1 ] || fail "undo of a proposal whose decision is taken back: exit $rc"
grep -qF "\`reverie undo $(newest undo)\` does it again" "$err" || fail "no row is named"
expect 0 undo "$(newest undo)"
becomes deferred 'undo of its undo'
expect 0 review reject "$id" --reason wrong
rv undo "$(newest defer)"
[ "$rc" -eq 1 ] || fail "undo of a defer that another decision ended: exit $rc"
expect 0 undo "$id"
becomes deferred 'undo of a reject of what was deferred, by the proposal'
last=$(newest undo)
# What is taken back is passed over: the decision that stands is meant.
expect 0 undo "$id"
becomes open 'undo of the defer below a reject that is taken back'
expect 0 undo "$(newest undo)"
becomes deferred 'undo of that'
expect 0 undo "$last"
becomes rejected 'undo of its undo'
expect 0 undo "$(newest undo)"
becomes deferred 'undo of that'
expect 0 review reject "$id" --reason wrong
[ "$(newest approve)" = "$newest" ] || fail "undo of a rejection took a page back"
rv undo "$("$REVERIE" log -n 100000 --json | jq '[.ledger[]|select(.kind=="propose")][0].id')"
[ "$rc" -eq 2 ] || fail "undo of a proposal: exit $rc"
# Undo in the middle: only what still stands as the step left it.
rv undo "$("$REVERIE" log -n 100000 --json | jq '[.ledger[]|select(.kind=="approve")][-1].id')"
[ "$rc" -eq 4 ] || fail "undo of a step that another one builds on: exit $rc"
expect 0 log --verify

# --- every class of change, in the first row, one in the middle and the last ---
cp $ledger "$work/good"
total=$(wc -l <"$work/good")
mkdir "$work/bad"
shopt -s lastpipe
classes=0
# put: one more changed ledger, in $changed
put() {
	classes=$((classes + 1))
	changed=$work/bad/$classes
	cat >"$changed"
}
# bad ROW WHAT: verify is to name this row of it
bad() {
	printf '%s\t%s\t%s\n' "$1" "$changed" "$2 in row $1" >>"$work/list"
}
rv log --verify --json
is '[.ok,.first_bad]' '[true,null]'
for row in 1 $((total / 2)) "$total"; do
	line=$(sed -n "${row}p" "$work/good")
	for key in v id time kind action target by door proposal of path before \
		after anchor episodes n_episodes pending pending_len checks \
		batches reason prev hash; do
		case $line in
		*"\"$key\":"*) ;;
		*) continue ;;
		esac
		# The key's own letters, and the first byte of its value.
		sed "${row}s/\"$key\":/\"${key}x\":/" "$work/good" | put
		bad "$row" "key $key"
		at="(\"$key\":\\[*\"?)"
		sed -E "${row}{s/${at}1/\\12/;t;s/${at}[02-9]/\\11/;t;s/${at}[a]/\\1b/;t;s/${at}[A-Za-z]/\\1a/}" \
			"$work/good" | put
		cmp -s "$changed" "$work/good" && continue
		bad "$row" "value of $key"
	done
	sed "${row}s/\$/ /" "$work/good" | put
	bad "$row" "a blank behind it"
	sed "${row}s/^/ /" "$work/good" | put
	bad "$row" "a blank before it"
	sed "${row}d" "$work/good" | put
	bad "$row" "gone"
	sed "${row}p" "$work/good" | put
	bad $((row + 1)) "twice"
	[ "$row" -lt "$total" ] || continue
	sed "${row}{h;d};$((row + 1)){G}" "$work/good" | put
	bad "$row" "swapped with the next"
	awk -v row="$row" 'NR == row { printf "%s", $0; next } 1' "$work/good" | put
	bad "$row" "without its newline"
done

# All of them in one process; one of each row through the command line.
"$BUILDDIR/tests/cli/verify-each" .reverie <"$work/list" >"$out" 2>"$err" ||
	fail "a change was not found where it is"
[ "$(sed -n 's/ looked at$//p' "$out")" -ge 90 ] || fail "too few classes"
for row in 1 $((total / 2)) "$total"; do
	cp "$(grep -m1 "^$row	" "$work/list" | cut -f2)" $ledger
	rv log --verify --json
	[ "$rc" -eq 1 ] || fail "row $row: exit $rc"
	is '[.ok,.first_bad]' "[false,$row]"
done
cp "$work/good" $ledger
expect 0 log --verify

# A kept version of a file that was changed is named; it is never written, and
# its bytes make it whole again.
printf '# zeta\n\nOnly zetaword.\n' >raw/zeta.md
expect 0 --now "$NOW" promote raw/zeta.md --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out") page=$(jq -r .target "$out")
object=.reverie/objects/$sum
cp "$object" "$work/object"
sed 's/zetaword/betaword/' "$work/object" >"$object"
expect 1 log --verify --json
is '[.ok,.first_bad,.objects.damaged,.objects.first]' "[false,null,1,\"$sum\"]"
expect 1 log --verify
ok "says which" grep -qF "objects/${sum:0:12}" "$err"
rv review approve "$id" --sha256 "$sum"
[ "$rc" -ne 0 ] || fail "other bytes were approved"
[ ! -e "$page" ] || fail "other bytes were written"
expect 0 --now "$NOW" promote raw/zeta.md --json
cmp "$object" "$work/object" || fail "not made whole"
expect 0 log --verify --json
is '[.ok,.objects.damaged]' '[true,0]'
expect 0 review approve "$id" --sha256 "$sum"

# What is no row at all is said, and no reason to stop: a killed process leaves it.
cp $ledger "$work/good"
for rest in 'garbage' '{"v":1,"id":99,"ti' '\0\0'; do
	cp "$work/good" $ledger
	# shellcheck disable=SC2059
	printf "$rest" >>$ledger
	expect 0 log --verify --json
	is '[.ok,.torn]' '[true,1]'
	printf '\n' >>$ledger
	expect 0 log --verify
	ok "said" grep -q '^1 line of it is no row' "$out"
done
cp "$work/good" $ledger
expect 0 log --verify --json
is .torn 0
